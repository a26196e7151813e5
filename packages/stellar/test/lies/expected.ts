import { type Expected, lieRows } from '@isochain/conformance';
import { expect } from 'vitest';
import { exchange, leaver, newcomer, partner, recipient, stranger, thief, untrusting } from '../world/cast.ts';
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
      readonly params: { readonly closeAccount?: boolean; readonly reclaimAfterSeconds?: string };
    };
  };
  readonly carried?: Carried;
}

interface Limits {
  /** What the chain says, where it does not carry the transaction out. By default it must. */
  readonly fails?: RegExp;
  /** The most that is offered for fees, in stroops. */
  readonly most?: bigint;
}

/** Does what the answer says, or nothing, and costs no more than that. */
export const takes = (text: string, limits: Limits = {}): Expected => ({
  bounded: text,
  holds: (answer) => expectTaken(answer, limits),
});

/** The highest bid while ledgers are full. */
const highestBid = 1_000_000n;

function expectTaken(answer: unknown, { fails, most = highestBid }: Limits): void {
  const { carried, transaction } = answer as Answer;
  if (carried === undefined) throw new Error('There was nothing to sign.');
  const { mode, senderAddress: from, recipientAddress: to = '', amount = '0', fees, params } = transaction.data;
  const { failed, change, tokens } = carried;
  if (failed !== undefined || fails !== undefined) expect(failed).toMatch(fails ?? /^nothing fails$/);
  expect(BigInt(fees)).toBeLessThanOrEqual(most);
  const moved = failed === undefined ? BigInt(amount) : 0n;
  const cost = -(change[from] ?? 0n);
  const gain = change[to] ?? 0n;
  if (params.closeAccount === true && failed === undefined) expect(cost - gain).toBeLessThanOrEqual(BigInt(fees));
  else {
    expect(cost).toBeLessThanOrEqual((mode === 'transfer' ? moved : 0n) + BigInt(fees));
    expect(gain).toBe(mode === 'transfer' ? moved : 0n);
  }
  if (mode === 'transferToken') {
    expect(tokens[from]).toBe(-moved);
    // What is claimable waits for the recipient.
    expect(tokens[to]).toBe(params.reclaimAfterSeconds === undefined ? moved : 0n);
  }
  const everybody = [recipient, stranger, partner, newcomer, thief, untrusting, leaver, exchange];
  const others = everybody.filter(({ address }) => ![to, from].includes(address));
  expect(others.flatMap(({ address }) => [change[address], tokens[address]])).toEqual(others.flatMap(() => [0n, 0n]));
}

/** Only what is shown is false. The bytes are those of the truth. */
export const shows = (text: string): Expected => ({
  bounded: text,
  holds(answer, honest) {
    const bytesOf = (each: unknown) => (each as Answer).transaction.encoded;
    expect(bytesOf(answer)).toEqual(bytesOf(honest));
  },
});
