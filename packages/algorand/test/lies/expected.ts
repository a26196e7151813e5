import { type Expected, lieRows } from '@isochain/conformance';
import { expect } from 'vitest';
import type { Carried } from '../world/world.ts';
import { scenes } from './scenes.ts';

// How the catalogue is written: one row for each lie about a field. The stand-in is the true chain, and judges what encode answered.

/** Lies about one field, told in some scenes. */
export const about = lieRows(scenes);

interface Answer {
  readonly transaction: {
    readonly encoded: unknown;
    readonly data: {
      readonly mode: string;
      readonly senderAddress: string;
      readonly recipientAddress?: string;
      readonly amount?: string;
      readonly fees: string;
    };
  };
  readonly carried?: Carried;
}

interface Limits {
  /** What the node says, where it does not take the transaction. By default it must take it. */
  readonly fails?: RegExp;
  /** The most that is offered for fees, in microAlgos. */
  readonly most?: bigint;
}

/** Does what the answer says, or nothing, and costs no more than that. */
export const takes = (text: string, limits: Limits = {}): Expected => ({
  bounded: text,
  holds: (answer) => expectTaken(answer, limits),
});

/** The ceiling of fees, in microAlgos. */
const ceiling = 100_000n;

function expectTaken(answer: unknown, { fails, most = ceiling }: Limits): void {
  const { carried, transaction } = answer as Answer;
  if (carried === undefined) throw new Error('There was nothing to sign.');
  const { mode, senderAddress: from, recipientAddress: to = '', amount = '0', fees } = transaction.data;
  const { failed, change, tokens, authorizers } = carried;
  if (failed !== undefined || fails !== undefined) expect(failed).toMatch(fails ?? /^nothing fails$/);
  expect(BigInt(fees)).toBeLessThanOrEqual(most);
  const moved = failed === undefined ? BigInt(amount) : 0n;
  // What fails costs nothing at all.
  const paid = failed === undefined ? BigInt(fees) : 0n;
  const native = mode === 'transfer' ? moved : 0n;
  const asset = mode === 'transferToken' ? moved : 0n;
  for (const [account, gained] of Object.entries(change))
    expect([account, gained]).toEqual([account, account === from ? -native - paid : account === to ? native : 0n]);
  for (const [account, gained] of Object.entries(tokens))
    expect([account, gained]).toEqual([account, account === from ? -asset : account === to ? asset : 0n]);
  expect(authorizers.filter((each) => each !== undefined)).toHaveLength(1);
}

/** Only what is shown is false. The bytes are those of the truth. */
export const shows = (text: string): Expected => ({
  bounded: text,
  holds(answer, honest) {
    const bytesOf = (each: unknown) => (each as Answer).transaction.encoded;
    expect(bytesOf(answer)).toEqual(bytesOf(honest));
  },
});
