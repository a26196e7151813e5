import { type Expected, lieRows, type Telling } from '@isochain/conformance';
import { expect } from 'vitest';
import { nobody, recipient, stranger, thief } from '../world/cast.ts';
import type { Carried } from '../world/world.ts';
import { scenes } from './scenes.ts';

// How the catalogue is written: one row for each lie about a field. The stand-in is the true chain, and judges what encode answered.

/** Lies about one field, told in some scenes. */
export const about = lieRows(scenes);

/** An element of a list, changed at one place alone. */
export const at =
  (place: number, value: unknown) =>
  (honest: unknown, { indices }: Telling): unknown =>
    indices.at(-1) === place ? value : honest;

interface Answer {
  readonly transaction: {
    readonly encoded: unknown;
    readonly data: {
      readonly mode: string;
      readonly senderAddress: string;
      readonly recipientAddress?: string;
      readonly amount?: string;
      readonly fees: string;
      readonly gas: string;
      readonly params: {
        readonly gasUnitPrice: string;
        readonly reactivate?: boolean;
        readonly feePayer?: { readonly address: string };
      };
    };
  };
  readonly carried?: Carried;
}

function carriedOf(answer: unknown): Carried {
  const { carried } = answer as Answer;
  if (carried === undefined) throw new Error('There was nothing to sign.');
  return carried;
}

interface Limits {
  /** The most fees that are announced, in octas. */
  readonly announced?: bigint;
  /** What the chain says, where it fails and charges the fee alone. */
  readonly failed?: RegExp;
  /** The same, where the chain may also carry it out. */
  readonly mayFail?: RegExp;
  /** The code of a refusal that comes instead where another endpoint contradicts the liar. */
  readonly disputed?: string;
}

/** The chain takes it. It does what the answer says, and costs no more than that. */
export const takes = (text: string, { disputed, ...limits }: Limits = {}): Expected => ({
  bounded: text,
  ...(disputed === undefined ? {} : { disputed }),
  holds: (answer) => expectTaken(answer, limits),
});

function expectTaken(answer: unknown, { announced, failed, mayFail }: Limits): void {
  const {
    mode,
    senderAddress: from,
    recipientAddress: to = '',
    amount = '0',
    fees,
    gas,
    params,
  } = (answer as Answer).transaction.data;
  const { refused: code, failed: why, change, tokens, stake } = carriedOf(answer);
  expect(code).toBeUndefined();
  const words = failed ?? mayFail;
  if (words === undefined) expect(why).toBeUndefined();
  else if (failed !== undefined || why !== undefined) expect(why).toMatch(words);
  const offered = BigInt(gas) * BigInt(params.gasUnitPrice);
  if (announced !== undefined) expect(offered).toBeLessThanOrEqual(announced);
  const isDone = why === undefined;
  const moved = isDone ? BigInt(amount) : 0n;
  const payer = params.feePayer?.address;
  const spends = mode === 'transfer' || (mode === 'stake' && params.reactivate !== true) ? moved : 0n;
  // Of a withdrawal, and of what an unstake pays out, the sender gets more than the fees cost.
  expect(-(change[from] ?? 0n)).toBeLessThanOrEqual(spends + BigInt(fees));
  if (payer !== undefined) expect(-(change[payer] ?? 0n)).toBeLessThanOrEqual(offered);
  if (mode === 'transfer') expect(change[to]).toBe(moved);
  if (mode === 'transferToken') expect([tokens[to], tokens[from]]).toEqual([moved, -moved]);
  // Coins that leave the balance for a stake are there, but for what rounding takes.
  if (spends > 0n && mode === 'stake') expect(stake[from]).toBeGreaterThanOrEqual((spends * 99n) / 100n);
  const others = [recipient, nobody, stranger, thief].filter(({ address }) => ![to, payer].includes(address));
  expect(others.flatMap(({ address }) => [change[address], tokens[address], stake[address]])).toEqual(
    others.flatMap(() => [0n, 0n, 0n]),
  );
}

/** Only what is shown is false. The bytes are those of the truth. */
export const shows = (text: string): Expected => ({
  bounded: text,
  holds(answer, honest) {
    const bytesOf = (each: unknown) => (each as Answer).transaction.encoded;
    expect(bytesOf(answer)).toEqual(bytesOf(honest));
  },
});
