import { readFileSync } from 'node:fs';
import { chains, type Policy } from '../src/chains.ts';
import type { SpendKind } from '../src/fees/weights.ts';
import type { Candidate } from '../src/selection/candidates.ts';
import { selectMax } from '../src/selection/select-max.ts';
import { scripts, spendKinds } from './spending.ts';

/** A payment to choose coins for. */
export interface Wallet {
  readonly name: string;
  readonly coins: readonly Candidate[];
  readonly outputs: readonly { readonly script: Uint8Array; readonly value: bigint }[];
  /** Of the change, and of the coins but those that are heavier in the fixtures. */
  readonly spend: SpendKind;
  /** sat/vB: a whole number, as others take no other. */
  readonly feeRate: bigint;
  readonly policy: Policy;
}

/** An output as the fixtures have it: an amount, or with a script of some length. */
type FixtureOutput = number | { readonly value?: unknown; readonly script?: { readonly length: number } };

interface FixtureCase {
  readonly name?: string;
  readonly description?: string;
  readonly feeRate: unknown;
  readonly inputs: readonly FixtureOutput[];
  readonly outputs: readonly FixtureOutput[];
}

interface CoinselectFixtures {
  readonly index: readonly FixtureCase[];
  readonly accumulative: readonly FixtureCase[];
  readonly break: readonly FixtureCase[];
}

/**
 * Wallets of coinselect, with each kind of coins. Amounts that are none, missing outputs and a fee rate of 0 have no counterpart here.
 */
export function coinselectWallets(): Wallet[] {
  const fixtures: CoinselectFixtures = readFixture('coinselect');
  return distinct([...fixtures.index, ...fixtures.accumulative, ...fixtures.break]).flatMap(inEachKind);
}

export function walletCoreWallets(): Wallet[] {
  const fixtures: { readonly exact: readonly FixtureCase[] } = readFixture('wallet-core');
  return fixtures.exact.flatMap(inEachKind);
}

export function bdkWallets(): Wallet[] {
  const fixtures: { readonly cases: readonly FixtureCase[] } = readFixture('bdk');
  return fixtures.cases.flatMap(inEachKind);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Wallets of all chains and kinds that can pay: up to 100 coins; scattered, equal or small amounts; payments of a part or nearly all of them.
 */
export function randomWallets(count: number, seed: number): Wallet[] {
  const random = randomNumbers(seed);
  const wallets: Wallet[] = [];
  while (wallets.length < count) {
    const wallet = randomWallet(random, wallets.length);
    if (wallet !== undefined) wallets.push(wallet);
  }
  return wallets;
}

function randomWallet(random: () => number, at: number): Wallet | undefined {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  /** Evenly over the orders of magnitude. */
  const scattered = (least: number, most: number) => Math.floor(least * (most / least) ** random());
  const chain = pick(['bitcoin', 'bitcoin', 'bitcoin', 'litecoin', 'dogecoin'] as const);
  const kinds = chain === 'dogecoin' ? (['p2pkh'] as const) : spendKinds;
  const spend = pick(kinds);
  // Amounts follow what a coin costs and what dust is: dogecoin's are a thousand times as large.
  const unit = chain === 'dogecoin' ? 1_000 : 1;
  const equal = scattered(1_000, 1e7);
  const amountOf = pick([
    () => scattered(300, 1e8),
    () => scattered(300, 1e8),
    () => equal,
    () => scattered(300, 20_000),
    () => 1_000 + below(1e6),
  ]);
  const coins = Array.from({ length: scattered(1, 100) }, () => ({
    txid: Array.from({ length: 8 }, () =>
      below(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join(''),
    vout: below(4),
    value: BigInt(amountOf() * unit),
    spend,
  }));
  const { policy } = chains[chain];
  const feeRate = chain === 'dogecoin' ? 1_000n : BigInt(scattered(1, 100));
  const script = scripts[pick(kinds)];
  const most = selectMax({ coins, script, feeRate: feeRate * 1_000n, policy, maxInputs: coins.length });
  const part = pick([random(), random() / 10, random() / 100, 0.9 + random() / 10]);
  // Dogecoin's small amounts cost more than the others know.
  if (!most.ok || Number(most.amount) * part < 1_000 * unit) return undefined;
  const outputs = [{ script, value: BigInt(Math.floor(Number(most.amount) * part)) }];
  return { name: `${chain} ${at}`, coins, outputs, spend, feeRate, policy };
}

/** A file of wallets: `coinselect`, `wallet-core` or `bdk`. */
export function readFixture(name: string) {
  return JSON.parse(readFileSync(new URL(`../fixtures/selection-${name}.json`, import.meta.url), 'utf8'));
}

function distinct(cases: readonly FixtureCase[]): FixtureCase[] {
  const key = ({ feeRate, inputs, outputs }: FixtureCase) => JSON.stringify([feeRate, inputs, outputs]);
  return [...new Map(cases.map((each) => [key(each), each])).values()];
}

function inEachKind({ name, description, feeRate, inputs, outputs }: FixtureCase): Wallet[] {
  const amounts = [...inputs, ...outputs].map(amountOf);
  const isPayment = outputs.length > 0 && amounts.every((value) => Number.isSafeInteger(value));
  if (!isPayment || !Number.isSafeInteger(feeRate) || feeRate === 0) return [];
  // @scure/btc-signer checks the key of each p2tr coin, a millisecond each.
  const kinds = spendKinds.filter((spend) => spend !== 'p2tr' || inputs.length <= 300);
  return kinds.map((spend) => ({
    name: `${name ?? description}, ${spend}`,
    coins: inputs.map((input, vout) => ({
      txid: '00'.repeat(32),
      vout,
      value: BigInt(amountOf(input) as number),
      // What has a longer script there is heavier than the others here.
      spend: typeof input === 'object' && input.script !== undefined ? 'p2pkh' : spend,
    })),
    outputs: outputs.map((output) => ({
      script:
        typeof output === 'object' && output.script !== undefined
          ? new Uint8Array(output.script.length).fill(0x6a)
          : scripts[spend],
      value: BigInt(amountOf(output) as number),
    })),
    spend,
    feeRate: BigInt(feeRate as number),
    policy: chains.bitcoin.policy,
  }));
}

function amountOf(output: FixtureOutput): unknown {
  return typeof output === 'object' ? output.value : output;
}
