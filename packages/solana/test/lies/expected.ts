import type { Expected, Kind, Lie } from '@isochain/conformance';
import { Message } from '@solana/web3.js';
import { expect } from 'vitest';

// How lies end, in words that the parts of the catalogue share.

export const unavailable: Expected = { refused: 'upstream.unavailable' };
export const ignored: Expected = { ignored: true };

type Scenes = Lie['scenes'];

/** A lie about a field. */
export function lie(
  field: string,
  [kind, says]: readonly [Kind, string?],
  scenes: Scenes,
  tell: Lie['tell'],
  must: Expected,
): Lie {
  return { field, kind, ...(says === undefined ? {} : { says }), scenes, tell, must };
}

/** An answer of encode, as far as lies concern it. */
export interface Encoded {
  readonly transaction: {
    readonly data: Readonly<Record<string, unknown>> & {
      readonly amount?: string;
      readonly fees: string;
      readonly gas?: string;
      readonly params: Readonly<Record<string, unknown>>;
    };
    readonly encoded: readonly { readonly raw?: { readonly value: string } }[];
  };
}

interface Step {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: string;
}

/** What the bytes do, read by @solana/web3.js. A new stake account has no address here: it follows from what is staked. */
export function stepsOf(answer: unknown): Step[] {
  const { data, encoded } = (answer as Encoded).transaction;
  const { accountKeys, instructions } = Message.from(Buffer.from(encoded[0]?.raw?.value ?? '', 'hex'));
  const newStake = (data.params.newStake as { readonly account: string } | undefined)?.account;
  const keyAt = (index: number) => {
    const key = accountKeys[index]?.toBase58() ?? '';
    return key === newStake ? 'new stake account' : key;
  };
  return instructions.map(({ programIdIndex, accounts, data }) => ({
    program: keyAt(programIdIndex),
    accounts: accounts.map(keyAt),
    data,
  }));
}

/** The bytes do the same, whatever block they refer to. */
export function doesTheSame(answer: unknown, honest: unknown): void {
  expect(stepsOf(answer)).toEqual(stepsOf(honest));
}

export const same = (bounded: string): Expected => ({ bounded, holds: doesTheSame });

/** All instructions but the last, which moves, are equal. Its program is equal too, and its accounts except at these places. */
export function differsOnlyIn(places: readonly number[], isDataToo = false) {
  return (answer: unknown, honest: unknown): void => {
    const strip = ({ program, accounts, data }: Step) => ({
      program,
      accounts: accounts.map((address, i) => (places.includes(i) ? '' : address)),
      ...(isDataToo ? {} : { data }),
    });
    expect(stepsOf(answer).map(strip)).toEqual(stepsOf(honest).map(strip));
  };
}

const inAnswer = (answer: unknown) => (answer as Encoded).transaction.data;

/** The same accounts, the same fees, and an amount that is at most the honest one. */
export function spendsNoMore(answer: unknown, honest: unknown): void {
  differsOnlyIn([], true)(answer, honest);
  expect(inAnswer(answer).fees).toBe(inAnswer(honest).fees);
  expect(BigInt(inAnswer(answer).amount ?? 0)).toBeLessThanOrEqual(BigInt(inAnswer(honest).amount ?? 0));
}

/** The same accounts and fees. An amount beyond what is there fails on the chain. */
export function fails(amount: bigint) {
  return (answer: unknown, honest: unknown): void => {
    differsOnlyIn([], true)(answer, honest);
    expect(inAnswer(answer).fees).toBe(inAnswer(honest).fees);
    if (inAnswer(answer).amount !== inAnswer(honest).amount) expect(inAnswer(answer).amount).toBe(String(amount));
  };
}

export function dataOf(answer: unknown): Encoded['transaction']['data'] {
  return inAnswer(answer);
}
