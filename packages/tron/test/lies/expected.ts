import { type Expected, lieRows } from '@isochain/conformance';
import { expect } from 'vitest';
import { nobody, recipient, stranger, thief } from '../world/cast.ts';
import type { Carried } from '../world/world.ts';
import { scenes } from './scenes.ts';

// How the catalogue is written: one row for each lie about a field. The stand-in is the true chain, and judges what encode answered.

/** Lies about one field, told in some scenes. */
export const about = lieRows(scenes);

interface Answer {
  readonly transaction: {
    readonly data: {
      readonly mode: string;
      readonly senderAddress: string;
      readonly recipientAddress?: string;
      readonly tokenId?: string;
      readonly amount?: string;
      readonly fees: string;
    };
  };
  readonly carried?: Carried;
}

function carriedOf(answer: unknown): Carried {
  const { carried } = answer as Answer;
  if (carried === undefined) throw new Error('There was nothing to sign.');
  return carried;
}

/** No node takes the transaction, so it costs nothing. */
export const chainRefuses = (words: RegExp): Expected => ({
  bounded: 'The chain refuses the transaction, and nobody pays anything.',
  holds(answer) {
    const { refused: reason, change } = carriedOf(answer);
    expect(reason).toMatch(words);
    expect(Object.values(change).filter((sun) => sun !== 0n)).toEqual([]);
  },
});

interface Limits {
  /** How much more than announced it costs, in sun. */
  readonly beyond?: bigint;
  /** The most fees that are announced, in sun. */
  readonly announced?: bigint;
  /** What the contract says, where it is not a success. */
  readonly result?: string;
  /** The code of a refusal that comes instead where an honest node contradicts. */
  readonly disputed?: string;
}

/** The chain takes it. It does what the answer says, and costs no more than that. */
export const takes = (text: string, { disputed, ...limits }: Limits = {}): Expected => ({
  bounded: text,
  ...(disputed === undefined ? {} : { disputed }),
  holds: (answer) => expectTaken(answer, limits),
});

function expectTaken(answer: unknown, { beyond = 0n, announced, result = 'SUCCESS' }: Limits): void {
  const {
    mode,
    senderAddress,
    recipientAddress = '',
    tokenId,
    amount = '0',
    fees,
  } = (answer as Answer).transaction.data;
  const { refused: reason, result: said, change, tokens, stake } = carriedOf(answer);
  expect(reason).toBeUndefined();
  expect(said).toBe(result);
  if (announced !== undefined) expect(BigInt(fees)).toBeLessThanOrEqual(announced);
  const isMade = said === 'SUCCESS';
  const moved = isMade ? BigInt(amount) : 0n;
  const spent = mode === 'transfer' || mode === 'stake' ? frozenOr(mode, stake.frozen, moved) : 0n;
  expect(-(change[senderAddress] ?? 0n)).toBeLessThanOrEqual(spent + BigInt(fees) + beyond);
  if (mode === 'transfer') expect(change[recipientAddress]).toBe(moved);
  if (mode === 'transferToken') {
    expect(tokens[`${tokenId} ${recipientAddress}`]).toBe(moved);
    expect(tokens[`${tokenId} ${senderAddress}`]).toBe(-moved);
  }
  const others = [recipient, nobody, stranger, thief].filter(({ address }) => address !== recipientAddress);
  expect(others.map(({ address }) => change[address])).toEqual(others.map(() => 0n));
}

/** A stake that only votes spends nothing. The stand-in tells frozen coins of the staker alone. */
function frozenOr(mode: string, frozen: bigint, moved: bigint): bigint {
  return mode === 'stake' && frozen > 0n ? frozen : moved;
}

/** Only what is shown is false. The bytes are those of the truth. */
export const shows = (text: string): Expected => ({
  bounded: text,
  holds(answer, honest) {
    const bytesOf = (each: unknown) =>
      (each as { readonly transaction: { readonly encoded: unknown } }).transaction.encoded;
    expect(bytesOf(answer)).toEqual(bytesOf(honest));
  },
});
