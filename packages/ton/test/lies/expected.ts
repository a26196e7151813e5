import { type Expected, lieRows, says } from '@isochain/conformance';
import { expect } from 'vitest';
import { recipient, thief } from '../world/cast.ts';
import type { Carried } from '../world/world.ts';
import { scenes } from './scenes.ts';

// How the catalogue is written: one row for each lie about a field. The true chain judges what encode answered.

/** Lies about one field, told in some scenes. */
export const about = lieRows(scenes);

/** Without the account: the list of its role is empty. */
export const absent = says([]);

interface Answer {
  readonly transaction: {
    readonly data: {
      readonly mode: string;
      readonly senderAddress: string;
      readonly amount?: string;
      readonly fees: string;
      readonly params: { readonly sendMode: number };
    };
  };
  readonly carried?: Carried;
  readonly status: { readonly warnings: readonly { readonly code: string }[] };
}

const dataOf = (answer: unknown) => (answer as Answer).transaction.data;

function carriedOf(answer: unknown): Carried {
  const { carried } = answer as Answer;
  if (carried === undefined) throw new Error('There was nothing to sign.');
  return carried;
}

/** No validator takes the transaction, so it costs nothing. */
export const chainRefuses = (words: RegExp): Expected => ({
  bounded: 'The chain refuses the transaction, and nobody pays anything.',
  holds(answer) {
    const { refused: reason, change } = carriedOf(answer);
    expect(reason).toMatch(words);
    expect(Object.values(change).filter((nanotons) => nanotons !== 0n)).toEqual([]);
  },
});

interface Limits {
  /** How much more than announced it costs, in nanotons. */
  readonly beyond?: bigint;
  /** The most fees that are announced, in nanotons. */
  readonly announced?: bigint;
}

function expectCost(answer: unknown, { beyond = 0n, announced }: Limits): void {
  const { senderAddress, fees, amount = '0' } = dataOf(answer);
  const { change, refused: reason } = carriedOf(answer);
  expect(reason).toBeUndefined();
  const paid = -(change[senderAddress] ?? 0n);
  expect(paid).toBeLessThanOrEqual(BigInt(amount) + BigInt(fees) + beyond);
  if (announced !== undefined) expect(BigInt(fees)).toBeLessThanOrEqual(announced);
}

/** The recipient gets what the intent says, or nobody gets anything, and the sender pays no more than was announced. */
export const takes = (text: string, limits: Limits = {}): Expected => ({
  bounded: text,
  holds: (answer) => expectTaken(answer, limits),
});

function expectTaken(answer: unknown, limits: Limits): void {
  const { amount = '0', params, mode, senderAddress } = dataOf(answer);
  const { change, jettons } = carriedOf(answer);
  if (mode === 'transferToken') {
    expect(jettons[recipient.address]).toBe(BigInt(amount));
    expect(jettons[senderAddress]).toBe(-BigInt(amount));
    expectFees(answer, limits);
    return;
  }
  if (mode !== 'transfer') {
    expectStaked(answer, limits);
    return;
  }
  const got = change[recipient.address] ?? 0n;
  if (params.sendMode === 130) {
    // Everything, so the sender has nothing left. The recipient gets what there really is, less the true fees.
    expect(got).toBeGreaterThan(0n);
    return;
  }
  expectCost(answer, limits);
  // A wallet pays for its storage and for its gas out of what it gets.
  expect(got).toBeLessThanOrEqual(BigInt(amount));
  expect(got).toBeGreaterThan(BigInt(amount) - ownCosts);
}

const ownCosts = 2_000_000n;

/** With a warning, which has no numbers. */
export const takesWith = (warned: string, limits: Limits = {}): Expected => ({
  bounded: `It is carried out, with the warning ${warned}.`,
  holds(answer) {
    expect((answer as Answer).status.warnings.map(({ code }) => code)).toContain(warned);
    expectTaken(answer, limits);
  },
});

/** All that leaves the wallet beside tokens is what was announced. */
function expectFees(answer: unknown, { beyond = 0n, announced }: Limits): void {
  const { senderAddress, fees } = dataOf(answer);
  expect(-(carriedOf(answer).change[senderAddress] ?? 0n)).toBeLessThanOrEqual(BigInt(fees) + beyond);
  if (announced !== undefined) expect(BigInt(fees)).toBeLessThanOrEqual(announced);
}

/** Stakes cost the amount and the fees at most; what ends one costs the fees at most, and the sender gets coins for what ended. Nobody else gets any. */
function expectStaked(answer: unknown, { beyond = 0n }: Limits): void {
  const { mode, senderAddress, amount = '0', fees } = dataOf(answer);
  const { change, refused: reason } = carriedOf(answer);
  expect(reason).toBeUndefined();
  const paid = -(change[senderAddress] ?? 0n);
  expect(paid).toBeLessThanOrEqual((mode === 'stake' ? BigInt(amount) : 0n) + BigInt(fees) + beyond);
  expect(change[thief]).toBe(0n);
}

/** The stake moves as the pool decides. It costs no more than was announced. */
export const stakes = (text: string, limits: Limits = {}): Expected => ({
  bounded: text,
  holds: (answer) => expectStaked(answer, limits),
});

/** A contract on the way refuses. No jettons move, and it costs no more than the announced fees. */
export const bounces = (text: string): Expected => ({
  bounded: text,
  holds(answer) {
    expect(Object.values(carriedOf(answer).jettons).filter((moved) => moved !== 0n)).toEqual([]);
    expectFees(answer, {});
  },
});
