import {
  type EncodedItem,
  type Explanation,
  fromHex,
  type Problem,
  problem,
  RefusedError,
  type TransactionData,
  toBase64,
  toHex,
} from '@isochain/core';
import { keyKinds, readPublicKey } from '../address/public-key.ts';
import { canBeAmino, type NamedChain } from '../chains.ts';
import { assemble } from './assemble.ts';
import type { Message } from './messages.ts';
import { type CosmosPlan, readDirectDocument } from './sign-documents.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone: an independent look before signing, for clients that do not want to trust encode.
 * It assembles again what it read. Bytes that do anything more then differ.
 *
 * @returns Mode, accounts, amounts, fees, gas and sequence as in a transaction data object, with `params` of encode.
 * @throws RefusedError `request.invalid` if there is no direct sign document.
 */
export function explain(named: NamedChain, encoded: readonly EncodedItem[], intent?: TransactionData): Explanation {
  const { chain, identity } = named;
  const raw = encoded.find((item) => item.raw?.format === 'SIGNDOC_DIRECT')?.raw?.value;
  const bytes = fromHex(raw ?? '');
  if (bytes === undefined || bytes.length === 0) {
    throw new RefusedError([contradiction('it has no item with a document in format SIGNDOC_DIRECT in hex')]);
  }
  const read = readDirectDocument(bytes, chain.denom);
  const actions = read && actionsOf(named, read.plan.messages);
  if (read === undefined || actions === undefined) return { data: { mode: 'unknown' }, errors: [unusual] };

  const hasAmino = encoded.some(({ raw: item }) => item?.format.startsWith('SIGNDOC_AMINO') === true);
  const plan: CosmosPlan = { ...read.plan, amino: hasAmino && canBeAmino(chain) };
  const { nativeId, fee, gas, sequence, memo, accountNumber, publicKey } = plan;
  const key = readPublicKey(named, toHex(publicKey));
  const isSenders = key.ok && key.value.address === actions.data.senderAddress;
  const errors = [
    ...contradictions(named, plan, encoded),
    ...(isSenders && read.keyType === keyKinds[chain.keys].typeUrl
      ? []
      : [contradiction('its key is not that of the sender')]),
    ...(nativeId === identity.nativeId || nativeId === chain.replacedNativeId
      ? []
      : [contradiction('it is for another chain')]),
  ];
  const data = {
    ...actions.data,
    senderPubKey: toBase64(publicKey),
    fees: fee.amount.toString(),
    gas: gas.toString(),
    nonce: sequence.toString(),
    ...(memo === '' ? {} : { memo }),
    params: {
      nativeId,
      accountNumber: accountNumber.toString(),
      feeDenom: fee.denom,
      ...(plan.amino ? { signMode: 'amino' } : {}),
      ...actions.params,
    },
  };
  // Encode pays in the chain's own coin, unless it is asked for another.
  const { feeDenom } = Object(intent?.params) as { readonly feeDenom?: unknown };
  const isUsual = feeDenom === undefined && fee.denom === chain.denom;
  const confirmed = [...(isUsual ? ['params.feeDenom'] : []), ...sameKeys(actions.data, intent)];
  return { data, errors, ...(confirmed.length === 0 ? {} : { confirmed }) };
}

/** Keys of Bitcoin in an intent, which may have a byte more than x. */
function sameKeys(told: Actions['data'], intent: TransactionData | undefined): string[] {
  if (intent?.mode !== 'registerStake') return [];
  const x = (text: string) => text.toLowerCase().replace(/^0[23](?=[0-9a-f]{64}$)/, '');
  return (['senderForeignPubKey', 'validatorPubKey'] as const).filter((name) => told[name] === x(intent[name]));
}

/** The differences between the items and what encode makes of the same transaction. */
function contradictions(named: NamedChain, plan: CosmosPlan, encoded: readonly EncodedItem[]): Problem[] {
  const made = assemble(named, plan).items;
  const isSame = (a: EncodedItem | undefined, b: EncodedItem | undefined) =>
    a?.raw?.format === b?.raw?.format &&
    a?.raw?.value.toLowerCase() === b?.raw?.value.toLowerCase() &&
    a?.hash?.format === b?.hash?.format &&
    a?.hash?.value.toLowerCase() === b?.hash?.value.toLowerCase();
  if (!made.some((item) => encoded.some((given) => given.raw?.format === 'SIGNDOC_DIRECT' && isRaw(given, item)))) {
    return [unusual];
  }
  if (encoded.length > made.length) return [contradiction('it has more items than encode gives out')];
  const wrong = encoded.filter((item) => !made.some((each) => isSame(each, item)));
  return wrong.map(({ raw }) =>
    contradiction(
      `its item ${raw?.format ?? 'without a document'} is not the same transaction, or its hash is another`,
    ),
  );
}

function isRaw(a: EncodedItem, b: EncodedItem): boolean {
  return a.raw?.format === b.raw?.format && a.raw?.value.toLowerCase() === b.raw?.value;
}

/** What the messages of one transaction do together. */
interface Actions {
  readonly data: { readonly senderAddress: string; readonly mode: string; readonly [field: string]: unknown };
  readonly params?: { readonly compoundAmount: string };
}

/** @returns Undefined if the messages make no mode, or are not those that this chain takes for it. */
function actionsOf({ chain }: NamedChain, messages: readonly Message[]): Actions | undefined {
  const isWrapping = chain.staking === 'epoching';
  const plain = messages.map((message) => (message.kind === 'wrapped' ? message.message : message));
  const isUsual = messages.every(
    ({ kind }) =>
      kind === 'send' ||
      kind === 'sendContractToken' ||
      kind === 'withdrawReward' ||
      (kind === 'registerStake' && chain.bitcoin !== undefined) ||
      (kind === 'wrapped') === isWrapping,
  );
  const [first, second, ...more] = plain;
  if (first === undefined || more.length > 0 || !isUsual) return undefined;
  if (second === undefined) return actionOf(chain.denom, first);
  if (first.kind !== 'withdrawReward' || second.kind !== 'delegate' || second.money.denom !== chain.denom)
    return undefined;
  if (first.delegator !== second.delegator || first.validator !== second.validator) return undefined;
  const claim = actionOf(chain.denom, first);
  const compoundAmount = second.money.amount.toString();
  return claim && { data: { ...claim.data, compound: true }, params: { compoundAmount } };
}

function actionOf(native: string, message: Exclude<Message, { readonly kind: 'wrapped' }>): Actions | undefined {
  switch (message.kind) {
    case 'send': {
      const { from: senderAddress, to: recipientAddress, money } = message;
      const amount = money.amount.toString();
      if (money.denom === native) return { data: { mode: 'transfer', senderAddress, recipientAddress, amount } };
      return { data: { mode: 'transferToken', senderAddress, recipientAddress, tokenId: money.denom, amount } };
    }
    case 'sendContractToken': {
      const { from: senderAddress, to: recipientAddress, contract: tokenId } = message;
      const amount = message.amount.toString();
      return { data: { mode: 'transferToken', senderAddress, recipientAddress, tokenId, amount } };
    }
    case 'withdrawReward':
      return {
        data: { mode: 'claimRewards', senderAddress: message.delegator, validatorAddress: message.validator },
      };
    case 'registerStake': {
      const { staker: senderAddress, registration } = message;
      const { stakingTxid: stakeId, stakingValue, stakerKey, providerKeys, unbondingTransaction } = registration;
      return {
        data: {
          ...{ mode: 'registerStake', senderAddress, stakeId, amount: stakingValue.toString() },
          // x-only: the message has no more of the key.
          senderForeignPubKey: toHex(stakerKey),
          validatorPubKey: providerKeys.map(toHex).join(),
          unsignedUnbondingTransaction: toHex(unbondingTransaction),
        },
      };
    }
    default: {
      const { delegator: senderAddress, validator, money } = message;
      // Only the native coin can be staked.
      if (money.denom !== native) return undefined;
      const amount = money.amount.toString();
      if (message.kind === 'undelegate') {
        return { data: { mode: 'unstake', senderAddress, validatorAddress: validator, amount } };
      }
      const source = message.kind === 'redelegate' ? { sourceValidatorAddress: message.source } : {};
      return { data: { mode: 'stake', senderAddress, targetValidatorAddress: validator, ...source, amount } };
    }
  }
}

function contradiction(reason: string): Problem {
  return problem('request.invalid', { field, expected: reason }, field);
}

const unusual = /* @__PURE__ */ contradiction('it does something that encode never does');
