import type { RecordsHandIn, Split } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import { solana } from '../../src/index.ts';

// How the records of this folder are replayed.

interface Answer {
  readonly context: unknown;
  readonly value: readonly unknown[];
}

/** A record keeps the answer about each account, so accounts may be asked for in other lists. */
const listedAccounts: Split = {
  parts({ method, params }) {
    const [addresses, ...rest] = params as [readonly string[], ...unknown[]];
    return addresses.length === 1 ? undefined : addresses.map((address) => ({ method, params: [[address], ...rest] }));
  },
  take(result) {
    const { context, value } = result as Answer;
    return value.map((account) => ({ result: { context, value: [account] } }));
  },
  join(parts) {
    const failed = parts.find((says) => !('result' in says));
    if (failed !== undefined) return failed;
    const answers = parts.map((says) => (says as { result: Answer }).result);
    return { result: { context: answers[0]?.context, value: answers.flatMap(({ value }) => value) } };
  },
};

const family: Family = solana;

export const recorded: RecordsHandIn = {
  name: 'solana',
  folder: new URL('./', import.meta.url),
  chainIds: solana.chainIds,
  connect: (_, options) => family.connect('solana', options),
  splits: { getMultipleAccounts: listedAccounts },
  sent: ({ call }) => (call?.method === 'sendTransaction' ? (call.params as [string])[0] : undefined),
  scenes: async () => (await import('./scenes.ts')).scenes,
};
