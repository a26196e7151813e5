import { createHash } from 'node:crypto';
import type { Address } from '@ton/core';
import { type Action, accountsOf } from '../actions.ts';
import type { Trace } from '../ledger.ts';
import { upperRaw } from '../text.ts';
import { hash64, transactionJson } from './transaction-json.ts';

const address = (value: Address | undefined): string | null => (value === undefined ? null : upperRaw(value));
const amount = (value: bigint | undefined): string | null => (value === undefined ? null : String(value));
const opcodeJson = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `0x${value.toString(16).padStart(8, '0')}`;

/** An action as v3 writes it (model Action). */
export function actionJson(
  trace: Trace,
  action: Action,
  index: number,
  include: { accounts: boolean; transactions: boolean },
): Record<string, unknown> {
  const { entries } = action;
  const lts = entries.map(({ lt }) => lt);
  const times = entries.map(({ transaction }) => transaction.now);
  const least = (list: bigint[]): bigint => list.reduce((a, b) => (b < a ? b : a));
  const most = (list: bigint[]): bigint => list.reduce((a, b) => (b > a ? b : a));
  const { inMessage } = trace.root;
  const external = inMessage?.hashNorm === undefined ? undefined : inMessage;
  return {
    trace_id: hash64(trace.id),
    action_id: createHash('sha256').update(`${trace.id} ${action.type} ${index}`).digest('base64'),
    start_lt: String(least(lts)),
    end_lt: String(most(lts)),
    start_utime: Math.min(...times),
    end_utime: Math.max(...times),
    trace_end_lt: String(most(trace.entries.map(({ lt }) => lt))),
    trace_end_utime: trace.utime,
    trace_mc_seqno_end: trace.pending ? 0 : trace.seqno,
    transactions: entries.map(({ hash }) => hash64(hash)),
    success: action.success,
    type: action.type,
    details: detailsJson(action),
    ...(external === undefined
      ? {}
      : { trace_external_hash: hash64(external.hash), trace_external_hash_norm: hash64(external.hashNorm as string) }),
    ...(include.accounts ? { accounts: accountsOf(action).map(upperRaw) } : {}),
    ...(include.transactions ? { transactions_full: entries.map(transactionJson) } : {}),
    finality: trace.pending ? 'pending' : 'finalized',
  };
}

function detailsJson(action: Action): Record<string, unknown> {
  switch (action.type) {
    case 'ton_transfer':
      return {
        source: address(action.source),
        destination: address(action.destination),
        value: amount(action.value),
        value_extra_currencies: {},
        comment: action.comment ?? null,
        encrypted: false,
      };
    case 'call_contract':
      return {
        opcode: opcodeJson(action.opcode),
        source: address(action.source),
        destination: address(action.destination),
        value: amount(action.value),
        extra_currencies: {},
      };
    case 'contract_deploy':
      // What is empty is left out here.
      return {
        opcode: opcodeJson(action.opcode),
        ...(action.source === undefined ? {} : { source: address(action.source) }),
        destination: address(action.destination),
        ...(action.value === undefined ? {} : { value: amount(action.value) }),
      };
    case 'jetton_transfer':
      return {
        asset: address(action.asset),
        sender: address(action.sender),
        receiver: address(action.receiver),
        sender_jetton_wallet: address(action.senderWallet),
        receiver_jetton_wallet: address(action.receiverWallet),
        amount: amount(action.amount),
        comment: action.comment ?? null,
        is_encrypted_comment: false,
        query_id: amount(action.queryId),
        response_destination: address(action.responseDestination),
        custom_payload: null,
        forward_payload: null,
        forward_amount: amount(action.forwardAmount),
      };
    case 'jetton_burn':
      return {
        owner: address(action.owner),
        owner_jetton_wallet: address(action.wallet),
        asset: address(action.asset),
        amount: amount(action.amount),
      };
    case 'jetton_mint':
      return {
        asset: address(action.asset),
        receiver: address(action.receiver),
        receiver_jetton_wallet: address(action.wallet),
        amount: amount(action.amount),
        ton_amount: amount(action.value),
      };
    case 'stake_deposit':
      return {
        ...stakeJson(action),
        amount: amount(action.amount),
        tokens_minted: amount(action.minted),
        asset: address(action.asset),
      };
    case 'stake_withdrawal':
      return {
        ...stakeJson(action),
        amount: amount(action.amount),
        payout_nft: address(action.bill),
        tokens_burnt: amount(action.burnt),
        asset: address(action.asset),
      };
    case 'stake_withdrawal_request':
      return {
        ...stakeJson(action),
        payout_nft: address(action.bill),
        asset: address(action.asset),
        tokens_burnt: amount(action.burnt),
      };
  }
}

function stakeJson({ kind, holder, pool }: Extract<Action, { holder: Address }>): Record<string, unknown> {
  return { provider: kind, stake_holder: address(holder), pool: address(pool) };
}
