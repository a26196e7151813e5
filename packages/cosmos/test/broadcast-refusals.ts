import type { FamilySetup, Interceptor } from '@isochain/conformance';
import { interceptCalls } from '@isochain/conformance';
import type { Code } from '@isochain/core';

// How nodes refuse transactions, over REST and over CometBFT, for the conformance suite.

/** Codes of cosmos-sdk, types/errors/errors.go, with words of its ante handlers. */
const checked: readonly (readonly [code: Code, number: number, words: string, alone?: readonly Code[]])[] = [
  ['broadcast.invalid', 2, 'tx parse error'],
  // Nobody shows what used it.
  ['broadcast.uncertain', 32, 'account sequence mismatch, expected 9000000009, got 8: incorrect account sequence'],
  ['broadcast.insufficientFunds', 5, 'spendable balance 5uatom is smaller than 10uatom: insufficient funds'],
  ['broadcast.gasRefused', 11, 'Too much gas wanted: 10000001, maximum is 10000000: out of gas'],
  ['broadcast.feeTooLow', 13, 'insufficient fees; got: 2791uatom required: 7500uatom: insufficient fee'],
  ['broadcast.tooLarge', 21, 'tx too large'],
  ['broadcast.congested', 20, 'mempool is full'],
  ['broadcast.refused', 18, 'invalid request'],
  // Only from a sequence that is ahead.
  ['broadcast.nonceGap', 32, 'account sequence mismatch, expected 0, got 1: incorrect account sequence', []],
];

const isSent = ({ kind, method, path, body }: Parameters<Interceptor>[0]) =>
  kind === 'rpc'
    ? body?.includes('"broadcast_tx_sync"') === true
    : method === 'POST' && path === '/cosmos/tx/v1beta1/txs';

function byCode(code: number, words: string): Interceptor {
  const overRpc = interceptCalls(({ method }) =>
    method === 'broadcast_tx_sync' ? { result: { code, codespace: 'sdk', log: words, data: '', hash: '' } } : undefined,
  );
  return async (call, forward) => {
    if (!isSent(call)) return forward();
    if (call.kind === 'rpc') return overRpc(call, forward);
    return Response.json({ tx_response: { code, codespace: 'sdk', raw_log: words, txhash: '' } });
  };
}

/** Words that nobody knows, in the errors of CometBFT and of the REST gateway. */
const unknown: Interceptor = async (call, forward) => {
  if (!isSent(call)) return forward();
  const error = { code: -32603, message: 'Internal error', data: 'broadcast confirmation not received' };
  if (call.kind !== 'rpc') return Response.json({ code: 2, message: 'computer says no' }, { status: 500 });
  return interceptCalls(({ method }) => (method === 'broadcast_tx_sync' ? { error } : undefined))(call, forward);
};

export const refusals: FamilySetup['refusals'] = {
  table: new URL('../src/failures.ts', import.meta.url),
  isBroadcast: isSent,
  rows: [
    ...checked.map(([code, number, words, alone]) => ({
      ...{ code, words: `${number} ${words}`, intercept: byCode(number, words) },
      ...(alone === undefined ? {} : { alone }),
    })),
    { code: 'upstream.unavailable', words: 'words that nobody knows', intercept: unknown },
  ],
};
