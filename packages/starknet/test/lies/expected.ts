import { type Expected, lieRows, type Telling } from '@isochain/conformance';
import { expect } from 'vitest';
import { recipient, stranger, thief } from '../world/cast.ts';
import type { Carried } from '../world/world.ts';
import { scenes } from './scenes.ts';

// How the catalogue is written: one row for each lie about a field. The stand-in is the true chain, and judges what encode answered.

/** Lies about one field, told in some scenes. */
export const about = lieRows(scenes);

export const hex = (value: bigint): string => `0x${value.toString(16)}`;

/** A felt of a list, changed at one place alone. */
export const feltAt =
  (place: number, value: bigint) =>
  (honest: string, { indices }: Telling): string =>
    indices.at(-1) === place ? hex(value) : honest;

interface Answer {
  readonly transaction: {
    readonly encoded: unknown;
    readonly data: {
      readonly mode: string;
      readonly senderAddress?: string;
      readonly recipientAddress?: string;
      readonly amount?: string;
      readonly fees: string;
      readonly params: { readonly contractAddress?: string };
    };
  };
  readonly carried?: Carried;
}

function carriedOf(answer: unknown): Carried {
  const { carried } = answer as Answer;
  if (carried === undefined) throw new Error('There was nothing to sign.');
  return carried;
}

/** It is not sent, or no node takes it, so it costs nothing. */
export const chainRefuses = (...codes: readonly string[]): Expected => ({
  bounded: 'The transaction is refused, and nobody pays anything.',
  holds(answer) {
    const { refused: code, change } = carriedOf(answer);
    expect(codes).toContain(code);
    expect(Object.values(change).filter((fri) => fri !== 0n)).toEqual([]);
  },
});

interface Limits {
  /** The most fees that are announced, in FRI. */
  readonly announced?: bigint;
  /** Words of the chain, where it reverts the transaction and charges the fee alone. */
  readonly reverted?: RegExp;
  /** The same, where the chain may also refuse the transaction, or carry it out. */
  readonly fails?: RegExp;
  /** The code of a refusal that comes instead where another node contradicts the liar. */
  readonly disputed?: string;
}

/** The chain takes it. It does what the answer says, and costs no more than that. */
export const takes = (text: string, { disputed, ...limits }: Limits = {}): Expected => ({
  bounded: text,
  ...(disputed === undefined ? {} : { disputed }),
  holds: (answer) => expectTaken(answer, limits),
});

function expectTaken(answer: unknown, { announced, reverted, fails }: Limits): void {
  const {
    mode,
    senderAddress,
    recipientAddress = '',
    amount = '0',
    fees,
    params,
  } = (answer as Answer).transaction.data;
  const { refused: code, reverted: why, change, gold } = carriedOf(answer);
  if (fails !== undefined && code !== undefined) {
    expect(Object.values(change).filter((fri) => fri !== 0n)).toEqual([]);
    return;
  }
  expect(code).toBeUndefined();
  const words = reverted ?? fails;
  if (words === undefined) expect(why).toBeUndefined();
  else if (reverted !== undefined || why !== undefined) expect(why).toMatch(words);
  if (announced !== undefined) expect(BigInt(fees)).toBeLessThanOrEqual(announced);
  const moved = why === undefined ? BigInt(amount) : 0n;
  const from = senderAddress ?? params.contractAddress ?? '';
  const cost = -(change[from] ?? 0n) - (mode === 'transfer' || mode === 'stake' ? moved : 0n);
  expect(cost).toBeGreaterThan(mode === 'withdraw' || mode === 'claimRewards' ? -(10n ** 30n) : 0n);
  expect(cost).toBeLessThanOrEqual(BigInt(fees));
  if (mode === 'transfer') expect(change[recipientAddress]).toBe(moved);
  if (mode === 'transferToken') {
    expect(gold[recipientAddress]).toBe(moved);
    expect(gold[from]).toBe(-moved);
  }
  const others = [recipient, stranger, thief].filter(({ address }) => address !== recipientAddress);
  expect(others.map(({ address }) => change[address])).toEqual(others.map(() => 0n));
}

/** Only what is shown is false. The bytes are those of the truth. */
export const shows = (text: string): Expected => ({
  bounded: text,
  holds(answer, honest) {
    const bytesOf = (each: unknown) => (each as Answer).transaction.encoded;
    expect(bytesOf(answer)).toEqual(bytesOf(honest));
  },
});
