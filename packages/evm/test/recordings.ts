import { readFileSync } from 'node:fs';
import type { EncodedItem } from '@isochain/core';
import encode from '../fixtures/encoded-transfer.json' with { type: 'json' };
import refused from '../fixtures/reverts.json' with { type: 'json' };
import mined from '../fixtures/transactions.json' with { type: 'json' };

// What nodes really answered: see fixtures/README.md.

const read = (path: string) => readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8');

export interface RecordedAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

interface Session {
  readonly calls: readonly {
    readonly label: string;
    readonly request?: { readonly method: string; readonly params: unknown[] };
    readonly response: RecordedAnswer;
  }[];
}

export type AnvilSession = 'default' | 'berlin' | 'optimism';

export function anvilCalls(session: AnvilSession): Session['calls'] {
  return (JSON.parse(read(`anvil-1.7.1/${session}.json`)) as Session).calls;
}

/** One answer of a recorded session with anvil. */
export function anvil(session: AnvilSession, label: string): RecordedAnswer {
  const call = anvilCalls(session).find((entry) => entry.label === label);
  if (call === undefined) throw new Error(`No call ${label} in the session ${session}`);
  return call.response;
}

/** Facts of a mined transaction: see fixtures/README.md. */
interface MinedTransaction {
  readonly hash: string;
  readonly block: number;
  readonly from: string;
  readonly to: string | null;
  readonly blockTime?: number;
  readonly type?: number;
  readonly value?: string;
  readonly nonce?: number;
  readonly gasLimit?: number;
  readonly gasPrice?: string;
  readonly input?: string;
  readonly outcome?: {
    readonly status?: number;
    readonly gasUsed: number;
    readonly gasPrice: string;
    readonly l1Fee?: string;
    readonly logs: readonly {
      readonly index: number;
      readonly contract: string;
      readonly topics: readonly string[];
      readonly data: string;
    }[];
  };
}

export type MinedName = keyof typeof transactions;

const { transactions } = mined;
const factsOf = (name: MinedName): MinedTransaction => transactions[name];
const quantity = (value: string | number | undefined) =>
  value === undefined ? undefined : `0x${BigInt(value).toString(16)}`;

/** JSON has no fields that are undefined. */
const spelled = (fields: object): Record<string, unknown> => JSON.parse(JSON.stringify(fields));

/** What eth_getTransactionByHash answers of a mined transaction. */
export function minedTransaction(name: MinedName): Record<string, unknown> {
  const { hash, block, blockTime, type, from, to, value, nonce, gasLimit, gasPrice, input } = factsOf(name);
  return spelled({
    ...{ hash, from, to, input },
    blockNumber: quantity(block),
    blockTimestamp: quantity(blockTime),
    type: quantity(type),
    value: quantity(value),
    nonce: quantity(nonce),
    gas: quantity(gasLimit),
    gasPrice: quantity(gasPrice),
  });
}

/** What eth_getTransactionReceipt answers of a mined transaction. */
export function receipt(name: MinedName): Record<string, unknown> {
  const { hash, block, type, from, to, outcome } = factsOf(name);
  if (outcome === undefined) throw new Error(`No receipt of ${name}`);
  return spelled({
    ...{ transactionHash: hash, from, to },
    blockNumber: quantity(block),
    type: quantity(type),
    status: quantity(outcome.status),
    gasUsed: quantity(outcome.gasUsed),
    effectiveGasPrice: quantity(outcome.gasPrice),
    l1Fee: quantity(outcome.l1Fee),
    logs: outcome.logs.map(({ index, contract, topics, data }) => ({
      ...{ address: contract, topics, data },
      logIndex: quantity(index),
    })),
  });
}

/** What go-ethereum answers to a call of a contract that reverts. */
export const recordedReverts: readonly (RecordedAnswer & { readonly name: string })[] = refused.reverts.map(
  ({ method, test, ...error }) => ({ name: `${method}, ${test}`, error }),
);

/** What a public service with the same interface answered to a maximum transfer: the data, and the items that it encoded. */
export const recordedEncode: { readonly data: Record<string, unknown>; readonly encoded: EncodedItem[] } = {
  data: {
    mode: 'transfer',
    senderAddress: encode.sender,
    recipientAddress: encode.recipient,
    useMaxAmount: true,
    ...{ nonce: encode.nonce, gas: encode.gas, fees: encode.fees, amount: encode.amount },
  },
  encoded: (
    [
      ['RLP', encode.rlp],
      ['WALLET_CONNECT', encode.walletConnect],
    ] as const
  ).map(([format, value]) => ({ raw: { format, value }, hash: { format: 'keccak256', value: encode.hash } })),
};
