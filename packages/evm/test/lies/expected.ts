import type { Expected, Kind, Lie, Telling } from '@isochain/conformance';
import { Transaction } from 'ethers';
import { expect } from 'vitest';
import { evmChains } from '../../src/chains.data.ts';
import { everyClass } from './encode-scenes.ts';

// What must come of a lie, and short ways to say it.

/** The endpoint fails: the next one is asked. */
export const fails: Expected = { refused: 'upstream.unavailable' };
export const ignored: Expected = { ignored: true };
export const refused = (...codes: string[]): Expected => ({ refused: codes });

/** Throws if an answer goes beyond a limit. */
export type Check = (answer: unknown, honest: unknown) => void;

export const bounded = (limit: string, ...checks: readonly [Check, ...Check[]]): Expected => ({
  bounded: limit,
  holds: all(checks),
});

export const warned = (code: string, ...checks: readonly Check[]): Expected => ({ warned: code, holds: all(checks) });

const all =
  (checks: readonly Check[]): Check =>
  (answer, honest) => {
    for (const check of checks) check(answer, honest);
  };

type Entry = readonly [kind: Kind, told: unknown, must: Expected, says?: string];

/** Lies about one field. A lie is a value, or a function of the truth. `undefined` leaves the field out. */
export function lies(field: string, scenes: readonly string[], ...entries: readonly Entry[]): Lie[] {
  const [first, ...others] = scenes;
  if (first === undefined) throw new Error(`No scene for ${field}`);
  return entries.map(([kind, told, must, says]) => ({
    field,
    kind,
    scenes: [first, ...others],
    tell: typeof told === 'function' ? (told as Lie['tell']) : () => told,
    must,
    ...(says === undefined ? {} : { says }),
  }));
}

/** The first time this, and from then on that. */
export const split =
  (first: (honest: never) => unknown, then: unknown) =>
  (honest: never, { nth }: Telling) =>
    nth === 0 ? first(honest) : then;

export const truth = (honest: never) => honest;
export const twofold = (honest: readonly unknown[]) => [...honest, ...honest];

/** Scenes that encode once or more, and ask one endpoint at a time. */
export const everyEncoding = [
  ...everyClass,
  ...['maximum', 'tokens', 'all tokens', 'twice', 'maximum twice', 'to a contract', 'while one waits'],
  ...['optimism maximum', 'optimism tokens', 'tokens without multicall'],
] as const;

/** Scenes of all fee classes but some. */
export const classesBut = (...but: string[]) => everyClass.filter((name) => !but.includes(name));

// Checks of the bytes to sign, read by ethers.

/** The transactions that an answer, or a list of them, gives to sign. */
function unsignedIn(answer: unknown): Transaction[] {
  if (Array.isArray(answer)) return answer.flatMap(unsignedIn);
  const { transaction } = answer as { transaction?: { encoded?: { raw: { format: string; value: string } }[] } };
  const raws = (transaction?.encoded ?? []).filter(({ raw }) => raw.format === 'RLP');
  return raws.map(({ raw }) => Transaction.from(raw.value));
}

const capOf = ({ maxFeePerGas, gasPrice }: Transaction) => maxFeePerGas ?? gasPrice ?? 0n;
const tipOf = (unsigned: Transaction) => unsigned.maxPriorityFeePerGas ?? capOf(unsigned);

/** Recipient, amount and chain are as the client said. */
export const sameTransfer: Check = (answer, honest) => {
  const parts = ({ to, value, data, chainId }: Transaction) => ({ to, value, data, chainId });
  expect(unsignedIn(answer).map(parts)).toEqual(unsignedIn(honest).map(parts));
  expect(unsignedIn(answer)).not.toEqual([]);
};

/** The same if the amount is the whole balance. */
export const sameRecipient: Check = (answer, honest) => {
  const parts = ({ to, data, chainId }: Transaction) => ({ to, data: data.slice(0, 74), chainId });
  expect(unsignedIn(answer).map(parts)).toEqual(unsignedIn(honest).map(parts));
  expect(unsignedIn(answer)).not.toEqual([]);
};

/** Nonce, prices and gas limit are the true ones. */
export const sameTerms: Check = (answer, honest) => {
  const parts = (unsigned: Transaction) => [unsigned.nonce, unsigned.gasLimit, capOf(unsigned), tipOf(unsigned)];
  expect(unsignedIn(answer).map(parts)).toEqual(unsignedIn(honest).map(parts));
};

/** Prices and gas limit are the true ones. */
export const samePrice: Check = (answer, honest) => {
  const parts = (unsigned: Transaction) => [unsigned.gasLimit, capOf(unsigned), tipOf(unsigned)];
  expect(unsignedIn(answer).map(parts)).toEqual(unsignedIn(honest).map(parts));
};

export const sameNonce: Check = (answer, honest) =>
  expect(unsignedIn(answer).map(({ nonce }) => nonce)).toEqual(unsignedIn(honest).map(({ nonce }) => nonce));

/** All of them have one nonce: the chain carries out one. */
export const onlyOneCounts: Check = (answer) => {
  expect(new Set(unsignedIn(answer).map(({ nonce }) => nonce)).size).toBe(1);
};

/** What can be paid beyond the base fee, which the chain itself knows: gas times tip, in wei. */
export const tipsAtMost =
  (wei: bigint): Check =>
  (answer) => {
    for (const unsigned of unsignedIn(answer)) expect(unsigned.gasLimit * tipOf(unsigned)).toBeLessThanOrEqual(wei);
  };

/** What can be paid in all, by the bytes: gas times price, in wei. */
export const costsAtMost =
  (wei: bigint): Check =>
  (answer) => {
    for (const unsigned of unsignedIn(answer)) expect(unsigned.gasLimit * capOf(unsigned)).toBeLessThanOrEqual(wei);
  };

/** The cap is at most so many times the true one. */
export const capAtMost =
  (factor: bigint): Check =>
  (answer, honest) => {
    const [told, real] = [answer, honest].map((one) => unsignedIn(one)[0]);
    expect(told && real && capOf(told) <= factor * capOf(real)).toBe(true);
  };

/** Never above the ceilings of the chain: by the bytes, and by `fees`, which also counts fees outside the bytes. */
export const belowCeilings =
  (chainId: keyof typeof evmChains): Check =>
  (answer) => {
    const { ceilings } = evmChains[chainId] as { ceilings: { gasPrice: string; tip?: string; fee: string } };
    for (const unsigned of unsignedIn(answer)) {
      expect(capOf(unsigned)).toBeLessThanOrEqual(BigInt(ceilings.gasPrice));
      expect(tipOf(unsigned)).toBeLessThanOrEqual(BigInt(ceilings.tip ?? ceilings.gasPrice));
    }
    const { transaction } = answer as { transaction: { data: { fees: string } } };
    expect(BigInt(transaction.data.fees)).toBeLessThanOrEqual(BigInt(ceilings.fee));
  };

/** Amount and fees together are the balance that the upstream told: with less the chain does not run the transaction. */
export const spendsWhatWasSaid =
  (wei: bigint): Check =>
  (answer) => {
    const { transaction } = answer as { transaction: { data: { fees: string; amount: string } } };
    const { fees, amount } = transaction.data;
    expect(BigInt(fees) + BigInt(amount)).toBe(wei);
  };

/** The answer has a warning with this code and without numbers. */
export const warns =
  (code: string): Check =>
  (answer) => {
    const { status } = answer as { status: { warnings: { code: string }[] } };
    expect(status.warnings.map((warning) => warning.code)).toContain(code);
  };

/** The answer is the true one, except for these members at any depth. */
export const onlyOthers =
  (...names: readonly string[]): Check =>
  (answer, honest) =>
    expect(without(answer, names)).toEqual(without(honest, names));

function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, without(member, names)]));
}

interface Moved {
  readonly address: string;
  readonly amount: string;
  readonly ticker: string;
}

interface Listed {
  readonly transactions: readonly {
    readonly parsed: {
      readonly id: string;
      readonly senders?: readonly Moved[];
      readonly recipients?: readonly Moved[];
    };
  }[];
}

/** Every transaction is listed once. */
export const eachOnce: Check = (answer) => {
  const ids = (answer as Listed).transactions.map(({ parsed }) => parsed.id);
  expect(ids).toEqual([...new Set(ids)]);
};

/** Nothing is listed that the truth does not list. */
export const noneAdded: Check = (answer, honest) => {
  const known = (honest as Listed).transactions.map(({ parsed }) => parsed.id);
  for (const { parsed } of (answer as Listed).transactions) expect(known).toContain(parsed.id);
};

/** Whatever is shown as moved, the truth shows too. */
const noneMoved: Check = (answer, honest) => {
  const known = new Map((honest as Listed).transactions.map(({ parsed }) => [parsed.id, parsed]));
  for (const { parsed } of (answer as Listed).transactions) {
    const { senders, recipients } = known.get(parsed.id) ?? {};
    for (const party of parsed.senders ?? []) if (party.amount !== '0') expect(senders).toContainEqual(party);
    for (const party of parsed.recipients ?? []) if (party.amount !== '0') expect(recipients).toContainEqual(party);
  }
};

/** A row that does not fit costs itself. */
export const leftOut: Expected = {
  bounded: 'What does not fit is not shown as moved, and the rest is read.',
  holds: all([eachOnce, noneAdded, noneMoved]),
};

interface Held {
  readonly balances: { readonly tokens: readonly { readonly token: { name: string; ticker: string } }[] };
}

/** Only the true tokens are listed, with the facts from their contracts. */
export const noTokenAdded: Check = (answer, honest) => {
  const known = (honest as Held).balances.tokens;
  for (const token of (answer as Held).balances.tokens) expect(known).toContainEqual(token);
};
