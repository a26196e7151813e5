import {
  attempt,
  type EncodedItem,
  type Explanation,
  fromHex,
  type Problem,
  problem,
  RefusedError,
  toHex,
} from '@isochain/core';
import { canonicalAddress, masterchain, walletAddress } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import { notificationCoins } from '../fees/jetton-fees.ts';
import { beginCell, type Cell, readBoc, storeStateInit } from '../ton-core.ts';
import { readSigningMessage } from '../wallets/read-signing-message.ts';
import { type OutMessage, type Signing, sendModes, signingMessage } from '../wallets/signing-message.ts';
import { commentCell, readComment } from './comment.ts';
import { jettonBurnCell, jettonTransferCell, readJettonBurn, readJettonTransfer } from './jetton-messages.ts';
import {
  liquidDepositCell,
  liquidDepositFee,
  nominatorComments,
  nominatorDepositFee,
  readLiquidDeposit,
  readPayout,
} from './pool-messages.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone. It assembles again what it read. Bytes that do anything more then differ.
 *
 * The bytes hold no address of the sender, and no fees.
 *
 * @returns Recipient, amounts, memo and sequence number as in a transaction data object, with `params` of encode.
 * @throws RefusedError `request.invalid` if there is no signing message.
 */
export function explain(_: NamedChain, encoded: readonly EncodedItem[]): Explanation {
  const bytes = fromHex(encoded.find(({ raw }) => raw?.format === 'BOC')?.raw?.value ?? '');
  const cell = bytes && readBoc(bytes);
  if (cell === undefined) throw new RefusedError([contradiction('it has no item with a message in format BOC in hex')]);
  const read = readSigningMessage(cell);
  const action = read && actionOf(read.message);
  if (read === undefined || action === undefined) return { data: { mode: 'unknown' }, errors: [unusual] };
  const errors = contradictions(read, cell, encoded);
  const { data, ...more } = action;
  return {
    data: {
      ...data,
      nonce: String(read.seqno),
      params: {
        timeout: read.validUntil,
        walletId: read.wallet.walletId,
        bounce: read.message.bounce,
        sendMode: read.message.mode,
        ...data.params,
      },
    },
    errors,
    leastFees: 0n,
    ...more,
  };
}

function contradictions(signing: Signing, cell: Cell, encoded: readonly EncodedItem[]): Problem[] {
  if (!signingMessage(signing).equals(cell)) return [unusual];
  if (encoded.length > 1) return [contradiction('it has more items than encode gives out')];
  const hash = encoded[0]?.hash;
  const isSame = hash?.format === 'sha256' && hash.value.toLowerCase() === toHex(cell.hash());
  return isSame ? [] : [contradiction('its hash is not the hash of the message')];
}

interface Action extends Pick<Explanation, 'leastFees' | 'sameBytes' | 'untold' | 'wishes'> {
  readonly data: { readonly mode: string; readonly params?: object; readonly [name: string]: unknown };
}

/** @returns Undefined if encode makes no such message. */
function actionOf(message: OutMessage): Action | undefined {
  const { body, to, value, bounce } = message;
  if (body === undefined) return transferOf(message, undefined);
  const comment = commentOf(body);
  if (comment === undefined) return tokenActionOf(message, body);
  const isToPool = to.workChain === masterchain && bounce && message.mode === sendModes.fixed;
  const params = { stake: { pool: 'nominators', attached: value.toString() } };
  if (isToPool && comment === nominatorComments.deposit && value > nominatorDepositFee) {
    const amount = (value - nominatorDepositFee).toString();
    const leastFees = nominatorDepositFee;
    return { data: { mode: 'stake', targetValidatorAddress: canonicalAddress(to), amount, params }, leastFees };
  }
  if (isToPool && comment === nominatorComments.withdraw) {
    const data = { mode: 'unstake', validatorAddress: canonicalAddress(to), params };
    const untold = ['senderAddress', 'params.atRoundEnd', 'params.orNothing'];
    return { data, sameBytes: ['withdraw'], leastFees: value, untold };
  }
  return transferOf(message, comment);
}

function transferOf(message: OutMessage, memo: string | undefined): Action | undefined {
  const { to, value, bounce, mode, init } = message;
  if (init !== undefined || memo === '') return undefined;
  const recipientAddress = bounce ? canonicalAddress(to) : walletAddress(to);
  return {
    data: {
      mode: 'transfer',
      recipientAddress,
      ...(mode === sendModes.everything ? { useMaxAmount: true } : { amount: value.toString() }),
      ...(memo === undefined ? {} : { memo }),
    },
    ...(mode === sendModes.everything ? { untold: ['amount'] } : {}),
  };
}

/** Messages to the sender's jetton wallet, and deposits of liquid pools. */
function tokenActionOf({ to, value, bounce, mode, init }: OutMessage, body: Cell): Action | undefined {
  if (!bounce || mode !== sendModes.fixed) return undefined;
  const attached = value.toString();
  const transfer = readJettonTransfer(body);
  if (transfer !== undefined) {
    const { forwardPayload, customPayload, queryId, forwardAmount } = transfer;
    const memo = forwardPayload && commentOf(forwardPayload);
    const ours = jettonTransferCell({
      ...transfer,
      forwardPayload: memo === undefined ? undefined : commentCell(memo),
    });
    if (!ours.equals(body) || memo === '') return undefined;
    // More would be a payment of coins to the recipient, beside the jettons.
    if (forwardAmount !== notificationCoins) return undefined;
    const jetton = {
      wallet: canonicalAddress(to),
      attached,
      forwardAmount: forwardAmount.toString(),
      queryId: queryId.toString(),
      ...(customPayload === undefined ? {} : { customPayload: toHex(customPayload.toBoc()) }),
      ...(init === undefined ? {} : { stateInit: toHex(beginCell().store(storeStateInit(init)).endCell().toBoc()) }),
    };
    const data = {
      mode: 'transferToken',
      senderAddress: canonicalAddress(transfer.excessTo),
      recipientAddress: canonicalAddress(transfer.to),
      amount: transfer.amount.toString(),
      ...(memo === undefined ? {} : { memo }),
      params: { jetton },
    };
    return { data, leastFees: value };
  }
  if (init !== undefined) return undefined;
  const deposit = readLiquidDeposit(body);
  if (deposit !== undefined && liquidDepositCell(deposit).equals(body)) {
    if (value <= liquidDepositFee) return undefined;
    const stake = { pool: 'liquid', attached, queryId: deposit.toString() };
    const amount = (value - liquidDepositFee).toString();
    const data = { mode: 'stake', targetValidatorAddress: canonicalAddress(to), amount, params: { stake } };
    return { data, leastFees: liquidDepositFee };
  }
  const burn = readJettonBurn(body);
  const payout = burn && readPayout(burn.customPayload);
  if (burn === undefined || payout === undefined || !jettonBurnCell(burn).equals(body)) return undefined;
  const stake = {
    pool: 'liquid',
    attached,
    queryId: burn.queryId.toString(),
    jettonWallet: canonicalAddress(to),
    poolTokens: burn.amount.toString(),
    ...payout,
  };
  const data = { mode: 'unstake', senderAddress: canonicalAddress(burn.excessTo), params: { stake } };
  return { data, leastFees: value, untold: ['validatorAddress'], wishes: { ...payout } };
}

/** The text of a comment. Undefined if it is no comment, or stands in other cells than ours: more cells cost more. */
function commentOf(body: Cell): string | undefined {
  const text = attempt(() => readComment(body));
  return text !== undefined && commentCell(text).equals(body) ? text : undefined;
}

function contradiction(what: string): Problem {
  return problem('request.invalid', { field, expected: what }, field);
}

const unusual: Problem = contradiction('it is not a transaction as encode makes it');
