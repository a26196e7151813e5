import {
  isUnbondingOf,
  lockTimeOf,
  refundOutput,
  type Stake,
  type StakingParameters,
  stakeOfDelegation,
  stakesOfTag,
  type WithdrawalPath,
} from '@isochain/babylon';
import { atMost, type ParsedTransaction, RefusedError, toHex, UpstreamError } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Outpoint } from '../../coin.ts';
import type { UtxoContext } from '../../context.ts';
import type { ChainTransaction, TransactionInput, TransactionOutput } from '../backend.ts';
import type { Upstreams } from '../choose.ts';
import { readAllVersions, readDelegation } from './lcd.ts';
import { createMemory } from './memory.ts';
import { isTaprootOn, type Suspicion, suspect } from './suspects.ts';

/** What a transaction does with a stake. `unknown` if it may do something, but no node of Babylon answers. */
export type StakeReading = Pick<ParsedTransaction, 'mode' | 'validators'>;

/**
 * Tells what transactions do with stakes. A transaction without a stake is not in the answer.
 *
 * @param isOwn - Finds the inputs and outputs of the account that asks, if an account asks.
 */
export type ReadStakes = (
  transactions: readonly ChainTransaction[],
  operation: Operation,
  isOwn?: (side: TransactionInput | TransactionOutput) => boolean,
) => Promise<ReadonlyMap<string, StakeReading>>;

/** How long a read waits for Babylon, which only explains the transactions. */
const patience = { timeoutMs: 3_000 };

const parallelLookups = 4;

/** How many questions are asked for one page of a history. */
const mostLookups = 60;

/** Stakes never change. But a stake may be registered later, and new parameters come. */
const changingMs = 600_000;
const rememberedStakes = { most: 2_000, somethingMs: Number.POSITIVE_INFINITY, nothingMs: changingMs };
const rememberedVersions = { most: 1, somethingMs: changingMs, nothingMs: 0 };

/** Between a stake and its withdrawal there may be an unbonding and a slashing transaction. */
const furthest = 2;

/** Coins of a stake, and the output that has them. If the unbonding time is not known, there is one candidate for each possible time. */
interface Origin {
  readonly stakes: readonly Stake[];
  readonly path: WithdrawalPath;
  /** Satoshi. */
  readonly value: bigint;
}

/** Thrown if an answer is needed, and there is none. */
class Unclear extends Error {}

/** @param upstreams - Read the transactions that inputs spend. */
export function createStakeReader(context: UtxoContext, upstreams: Pick<Upstreams, 'transaction'>): ReadStakes {
  const { network, identity, now } = context;
  const stakes = createMemory<Stake>(rememberedStakes, now);
  const parameters = createMemory<readonly StakingParameters[]>(rememberedVersions, now);
  const isTaproot = isTaprootOn(network);

  async function versionsOf(operation: Operation): Promise<readonly StakingParameters[]> {
    const known = parameters.get('');
    if (known?.value !== undefined) return known.value;
    const versions = await readAllVersions(operation, patience);
    parameters.set('', versions);
    return versions;
  }

  return async (transactions, operation, isOwn) => {
    const inspect = (versions?: readonly StakingParameters[]) =>
      transactions.flatMap((transaction) => {
        const suspicion = suspect(network, transaction, versions, isOwn);
        return suspicion === undefined ? [] : [{ transaction, suspicion }];
      });
    const first = inspect();
    if (first.length === 0) return new Map();
    const unclear = ({ transaction }: (typeof first)[number]) => [transaction.txid, { mode: 'unknown' }] as const;
    let versions: readonly StakingParameters[];
    try {
      versions = await versionsOf(operation);
    } catch (error) {
      if (!isSilence(error)) throw error;
      return new Map(first.map(unclear));
    }
    const investigation = investigate(versions, operation);
    const readings = await atMost(parallelLookups, inspect(versions), async (found) => {
      try {
        const reading = await investigation(found.transaction, found.suspicion);
        return reading === undefined ? undefined : ([found.transaction.txid, reading] as const);
      } catch (error) {
        if (error instanceof Unclear) return unclear(found);
        throw error;
      }
    });
    return new Map(readings.filter((reading) => reading !== undefined));
  };

  /** Reads one page, or one transaction. After the first missing answer nothing more is asked. */
  function investigate(versions: readonly StakingParameters[], operation: Operation) {
    let left = mostLookups;

    async function lookUp<T>(ask: () => Promise<T>): Promise<T> {
      if (left <= 0) throw new Unclear();
      left -= 1;
      try {
        return await ask();
      } catch (error) {
        if (!isSilence(error)) throw error;
        left = 0;
        throw new Unclear();
      }
    }

    /** The stake that Babylon knows under this id. */
    async function registered(txid: string): Promise<Stake | undefined> {
      const known = stakes.get(txid);
      if (known !== undefined) return known.value;
      const delegation = await lookUp(() => readDelegation(txid, operation, patience));
      const stake = delegation && (await proven(txid, delegation));
      stakes.set(txid, stake);
      return stake;
    }

    async function proven(
      txid: string,
      delegation: NonNullable<Awaited<ReturnType<typeof readDelegation>>>,
    ): Promise<Stake | undefined> {
      const isMeant = ({ version }: StakingParameters) => version === delegation.version;
      const version =
        versions.find(isMeant) ?? (await lookUp(() => readAllVersions(operation, patience))).find(isMeant);
      return version && (await operation.compute(() => stakeOfDelegation(txid, delegation, version)?.stake));
    }

    /** The stake that an output belongs to. */
    async function trace({ txid, vout }: Outpoint, steps: number): Promise<Origin | undefined> {
      const stake = await registered(txid);
      if (stake !== undefined)
        return stake.vout === vout ? { stakes: [stake], path: 'expired', value: stake.value } : undefined;
      const parent = (await lookUp(() => upstreams.transaction(txid, operation)))?.transaction;
      if (parent === undefined) return undefined;
      const tagged = await operation.compute(() => stakesOfTag(parent, versions));
      const [one] = tagged;
      if (one !== undefined)
        return one.vout === vout ? { stakes: tagged, path: 'expired', value: one.value } : undefined;
      // A transaction that ends or slashes a stake has one input.
      const [input, ...others] = parent.inputs;
      if (steps === 0 || input === undefined || others.length > 0 || !isTaproot(input)) return undefined;
      const origin = await trace(input, steps - 1);
      return origin && operation.compute(() => follow(origin, parent, vout));
    }

    return async (transaction: ChainTransaction, suspicion: Suspicion): Promise<StakeReading | undefined> => {
      const { isTagged, mayStake, mayUnstake, withdrawn } = suspicion;
      const [tagged] = isTagged ? await operation.compute(() => stakesOfTag(transaction, versions)) : [];
      if (tagged !== undefined) return staking(tagged);

      const [only] = transaction.inputs;
      if (mayUnstake && only !== undefined) {
        const origin = await trace(only, 0);
        const isEnd = await operation.compute(() => origin?.stakes.some((one) => isUnbondingOf(one, transaction)));
        const [ended] = origin?.stakes ?? [];
        if (isEnd && ended) return { mode: 'unstake', validators: { source: party(ended, ended.value) } };
      }

      const stake = mayStake ? await registered(transaction.txid) : undefined;
      if (stake !== undefined) return staking(stake);

      const sources: { stake: Stake; value: bigint }[] = [];
      for (const input of withdrawn) {
        const { stakes: [from] = [], path = 'expired', value = 0n } = (await trace(input, furthest)) ?? {};
        if (from && (input.sequence ?? 0) >= lockTimeOf(from.terms, path)) sources.push({ stake: from, value });
      }
      const [source] = sources;
      if (source === undefined) return undefined;
      const total = sources.reduce((sum, { value }) => sum + value, 0n);
      return { mode: 'withdraw', validators: { source: party(source.stake, total) } };
    };
  }

  function staking(stake: Stake): StakeReading {
    return { mode: 'stake', validators: { target: party(stake, stake.value) } };
  }

  /** The finality provider of a stake; the first, if it has several. */
  function party({ terms }: Stake, amount: bigint) {
    const [provider = new Uint8Array()] = terms.providers;
    return { address: toHex(provider), amount: amount.toString(), ticker: identity.ticker };
  }
}

/** Where a transaction moves the coins of a stake. */
function follow(origin: Origin, { txid, outputs }: ChainTransaction, vout: number): Origin | undefined {
  const output = outputs[vout];
  if (output === undefined) return undefined;
  const { stakes, path } = origin;
  const ended = path === 'expired' ? stakes.find((stake) => isUnbondingOf(stake, { txid, outputs })) : undefined;
  if (ended !== undefined) return { stakes: [ended], path: 'unbonded', value: output.value };
  if (path === 'slashed') return undefined;
  const slashed = stakes.find(({ terms }) => toHex(refundOutput(terms).script) === output.script);
  return slashed && { stakes: [slashed], path: 'slashed', value: output.value };
}

/** Whether nobody answered, or nobody can (nodes without an index of transactions). */
function isSilence(error: unknown): boolean {
  return error instanceof UpstreamError || (error instanceof RefusedError && error.code === 'account.tooLarge');
}
