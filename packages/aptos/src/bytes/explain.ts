import {
  bytesOf,
  type EncodedItem,
  type Explanation,
  fromHex,
  type Problem,
  problem,
  RefusedError,
  type TransactionData,
  toHex,
} from '@isochain/core';
import { bcs } from '@mysten/bcs';
import { type Address, standardForm } from '../address/address.ts';
import { pairedMetadata } from '../address/derived.ts';
import { assetToken, checkTokenId, coinToken, isApt } from '../address/token-id.ts';
import type { NamedChain } from '../chains.ts';
import { type StructTag, type TypeTag, typeText } from '../move/type-tag.ts';
import {
  type EntryFunction,
  functionText,
  type PoolAction,
  poolCall,
  registerCall,
  transferAssetCall,
  transferCall,
  transferCoinsCall,
} from './calls.ts';
import type { AptosMode } from './params.ts';
import { isEqual, noSequenceNumber, rawBytes, readRawBytes } from './raw-transaction.ts';
import { readSigningMessage } from './signing-message.ts';
import type { RawTransaction } from './transaction.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone. It makes the call again from what it read. A call that does anything else then differs.
 *
 * The bytes hold neither the sender's key nor how the account proves it.
 *
 * @returns Sender, recipient, amount, token, pool, fees, gas and nonce as in a transaction data object, and the rest in `params`.
 * @throws RefusedError `request.invalid` if there is no unsigned transaction.
 */
export function explain({ chain }: NamedChain, encoded: readonly EncodedItem[], intent?: TransactionData): Explanation {
  const message = fromHex(encoded.find(({ raw }) => raw?.format === 'BCS')?.raw?.value ?? '');
  if (message === undefined || message.length === 0)
    throw new RefusedError([contradiction('it has no item in format BCS')]);
  const parts = readSigningMessage(message);
  const transaction = parts && readRawBytes(parts.raw);
  const action = transaction && actionOf(transaction);
  if (parts === undefined || transaction === undefined || action === undefined)
    return { data: { mode: 'unknown' }, errors: [unusual] };
  const { sender, replay, maxGasAmount, gasUnitPrice, expiration, chainId, call } = transaction;
  const { params, ...fields } = action;
  const { feePayer } = parts;
  const fees = feePayer === undefined ? maxGasAmount * gasUnitPrice : 0n;
  return {
    data: {
      ...fields,
      senderAddress: sender,
      fees: fees.toString(),
      gas: maxGasAmount.toString(),
      nonce: ('nonce' in replay ? replay.nonce : replay.sequenceNumber).toString(),
      params: {
        chainId,
        gasUnitPrice: gasUnitPrice.toString(),
        expirationTimestampSecs: expiration.toString(),
        ...('nonce' in replay ? { orderless: true } : {}),
        ...(feePayer === undefined ? {} : { feePayer: { address: feePayer } }),
        ...params,
        function: functionText(call),
        typeArguments: call.typeArguments.map(typeText),
      },
    },
    ...(isPaired(call, intent) ? { confirmed: ['tokenId'] } : {}),
    errors: [
      ...(encoded.length > 1 ? [contradiction('it has more items than encode gives out')] : []),
      ...(encoded[0]?.hash === undefined ? [] : [contradiction('it has a hash, and keys of Aptos sign the message')]),
      ...(chainId === chain.id ? [] : [contradiction(`it is for chain id ${chainId}, not for ${chain.id}`)]),
    ],
  };
}

/** Whether the coin that is sent is the fungible asset of the intent: the chain pairs them. */
function isPaired({ typeArguments: [type] }: EntryFunction, intent: TransactionData | undefined): boolean {
  if (intent?.mode !== 'transferToken' || type?.kind !== 'struct') return false;
  const token = checkTokenId(intent.tokenId);
  return token.ok && token.value.kind === 'asset' && pairedMetadata(type) === token.value.metadata;
}

/** Fields of a mode. */
interface Action {
  readonly mode: AptosMode;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** What a transaction does, as fields of a mode. Undefined if encode makes no such transaction. */
function actionOf(transaction: RawTransaction): Action | undefined {
  const { call, replay } = transaction;
  if ('sequenceNumber' in replay && replay.sequenceNumber === noSequenceNumber) return undefined;
  const found = readings[functionText(call)]?.(call);
  if (found === undefined) return undefined;
  const again = rawBytes({ ...transaction, call: found.call });
  return isEqual(again, rawBytes(transaction)) ? found.action : undefined;
}

/** An action, and the call that carries it out. */
interface Reading {
  readonly action: Action;
  readonly call: EntryFunction;
}

const readings: Readonly<Record<string, (call: EntryFunction) => Reading | undefined>> = {
  '0x1::aptos_account::transfer': ({ arguments: [to, value] }) =>
    withValues([to], value, ([recipient], amount) => ({
      action: { mode: 'transfer', recipientAddress: recipient, amount: amount.toString() },
      call: transferCall(recipient, amount),
    })),
  '0x1::aptos_account::transfer_coins': ({ typeArguments: [type], arguments: [to, value] }) =>
    withCoin(type, (coin, tokenId) =>
      withValues([to], value, ([recipient], amount) => ({
        action: { mode: 'transferToken', tokenId, recipientAddress: recipient, amount: amount.toString() },
        call: transferCoinsCall(coin, recipient, amount),
      })),
    ),
  '0x1::primary_fungible_store::transfer': ({ arguments: [metadata, to, value] }) =>
    withValues([metadata, to], value, ([asset, recipient], amount) =>
      isApt(assetToken(asset))
        ? undefined
        : {
            action: {
              mode: 'transferToken',
              tokenId: standardForm(asset),
              recipientAddress: recipient,
              amount: amount.toString(),
            },
            call: transferAssetCall(asset, recipient, amount),
          },
    ),
  '0x1::managed_coin::register': ({ typeArguments: [type] }) =>
    withCoin(type, (coin, tokenId) => ({ action: { mode: 'enableToken', tokenId }, call: registerCall(coin) })),
  '0x1::delegation_pool::add_stake': pool('add_stake', (address) => ({
    mode: 'stake',
    targetValidatorAddress: address,
  })),
  '0x1::delegation_pool::reactivate_stake': pool('reactivate_stake', (address) => ({
    mode: 'stake',
    targetValidatorAddress: address,
    params: { reactivate: true },
  })),
  '0x1::delegation_pool::unlock': pool('unlock', (address) => ({ mode: 'unstake', validatorAddress: address })),
  '0x1::delegation_pool::withdraw': pool('withdraw', (address) => ({ mode: 'withdraw', validatorAddress: address })),
};

function pool(action: PoolAction, fields: (address: Address) => Action) {
  return ({ arguments: [at, value] }: EntryFunction) =>
    withValues([at], value, ([address], amount) => ({
      action: { ...fields(address), amount: amount.toString() },
      call: poolCall(action, address, amount),
    }));
}

/** Reads the type of a coin other than APT. Bytes can hold names that no module of Move has, such as one with spaces. Nobody should read these on a screen. */
function withCoin(
  type: TypeTag | undefined,
  then: (coin: StructTag, tokenId: string) => Reading | undefined,
): Reading | undefined {
  if (type?.kind !== 'struct') return undefined;
  const { text } = coinToken(type);
  const checked = checkTokenId(text);
  return checked.ok && checked.canonical === text ? then(type, text) : undefined;
}

/** Reads addresses and an amount above 0 among arguments. */
function withValues<const L extends readonly (Uint8Array | undefined)[]>(
  list: L,
  value: Uint8Array | undefined,
  then: (addresses: { readonly [K in keyof L]: Address }, amount: bigint) => Reading | undefined,
): Reading | undefined {
  if (value?.length !== 8 || list.some((bytes) => bytes?.length !== 32)) return undefined;
  const amount = BigInt(bcs.u64().parse(value));
  const addresses = list.map((bytes) => `0x${toHex(bytes ?? bytesOf(''))}`) as unknown as {
    readonly [K in keyof L]: Address;
  };
  return amount === 0n ? undefined : then(addresses, amount);
}

function contradiction(reason: string): Problem {
  return problem('request.invalid', { field, expected: reason }, field);
}

const unusual = contradiction('it does something that encode never does');
