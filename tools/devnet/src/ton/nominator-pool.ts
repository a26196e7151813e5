import { type Address, beginCell, type Cell, contractAddress, Dictionary, type DictionaryValue } from '@ton/core';
import { createShardAccount } from '@ton/sandbox';
import { EngineError } from '../engine.ts';
import type { Chain } from './chain.ts';
import { codes } from './codes.ts';
import { ownAddress, pay } from './faucet.ts';

const coin = 1_000_000_000n;

export interface NominatorPoolOptions {
  /** A name: pools of other names have other addresses. */
  readonly name?: string;
  /** What the validator keeps of rewards, in hundredths of a percent. Defaults to 4,000. */
  readonly rewardShare?: number;
  /** Defaults to 40. */
  readonly maxNominators?: number;
  /** Nanotons. Defaults to 10,000 coins. */
  readonly minStake?: bigint;
  /** What the validator staked itself, in nanotons. Defaults to 100,000 coins. */
  readonly validatorStake?: bigint;
  /** Another code with the data cell of the public contract. Defaults to the engine's own. */
  readonly code?: Cell;
}

/** A position: what works now, and what joins with the next round. */
interface Nominator {
  readonly amount: bigint;
  readonly pending: bigint;
}

const nominatorValue: DictionaryValue<Nominator> = {
  serialize: ({ amount, pending }, builder) => builder.storeCoins(amount).storeCoins(pending),
  parse: (slice) => ({ amount: slice.loadCoins(), pending: slice.loadCoins() }),
};
const addresses = Dictionary.Keys.BigUint(256);

/** The data of a pool: the fields that rounds change, and the rest. */
interface PoolData {
  state: number;
  count: number;
  sent: bigint;
  validatorAmount: bigint;
  config: Cell;
  nominators: Dictionary<bigint, Nominator>;
  requests: Cell | null;
  rest: Cell;
}

function readData(data: Cell): PoolData {
  const slice = data.beginParse();
  return {
    state: slice.loadUint(8),
    count: slice.loadUint(16),
    sent: slice.loadCoins(),
    validatorAmount: slice.loadCoins(),
    config: slice.loadRef(),
    nominators: slice.loadDict(addresses, nominatorValue),
    requests: slice.loadMaybeRef(),
    rest: slice.asCell(),
  };
}

function writeData(data: PoolData): Cell {
  return beginCell()
    .storeUint(data.state, 8)
    .storeUint(data.count, 16)
    .storeCoins(data.sent)
    .storeCoins(data.validatorAmount)
    .storeRef(data.config)
    .storeDict(data.nominators)
    .storeMaybeRef(data.requests)
    .storeSlice(data.rest.beginParse())
    .endCell();
}

/** Deploys a pool in the masterchain, between two rounds. */
export async function deployNominatorPool(chain: Chain, options: NominatorPoolOptions = {}): Promise<Address> {
  const { name = 'nominator pool', rewardShare = 4000, maxNominators = 40, minStake = 10_000n * coin } = options;
  const { validatorStake = 100_000n * coin, code = codes.nominatorPool.cell } = options;
  const config = beginCell()
    .storeBuffer(ownAddress(`validator of ${name}`).hash)
    .storeUint(rewardShare, 16)
    .storeUint(maxNominators, 16)
    .storeCoins(300_000n * coin) // min_validator_stake
    .storeCoins(minStake)
    .endCell();
  const data = writeData({
    state: 0,
    count: 0,
    sent: 0n,
    validatorAmount: validatorStake,
    config,
    nominators: Dictionary.empty(addresses, nominatorValue),
    requests: null,
    // stake_at, saved_validator_set_hash, changes_count, change_time, stake_held_for, config_proposal_votings
    rest: beginCell()
      .storeUint(0, 32)
      .storeUint(0, 256)
      .storeUint(0, 8)
      .storeUint(0, 32)
      .storeUint(0, 32)
      .storeBit(false)
      .endCell(),
  });
  const address = contractAddress(-1, { code, data });
  // The public code refuses a message without a comment, so that no message could deploy it. Its balance is what storage needs, and the stake.
  const account = createShardAccount({ address, workchain: -1, code, data, balance: 20n * coin + validatorStake });
  await chain.blockchain.setShardAccount(address, account);
  return address;
}

/** A round begins: the stakes are with the elector. */
export async function startRound(chain: Chain, pool: Address): Promise<void> {
  await rewrite(chain, pool, (data, balance) => {
    if (data.state !== 0) throw new EngineError('The pool is in a round already.');
    const sent = data.nominators.values().reduce((sum, { amount }) => sum + amount, data.validatorAmount);
    return { data: { ...data, state: 2, sent }, balance: balance - sent };
  });
}

/**
 * A round ends: the stakes come back with a reward, new deposits become part of the stake, and all who asked for it are paid.
 *
 * @param reward Nanotons. The validator keeps its share of them.
 */
export async function finishRound(chain: Chain, pool: Address, reward = 0n): Promise<void> {
  await rewrite(chain, pool, (data, balance) => {
    if (data.state === 0) throw new EngineError('The pool is in no round.');
    const share = BigInt(data.config.beginParse().skip(256).loadUint(16));
    const total = data.nominators.values().reduce((sum, { amount }) => sum + amount, 0n);
    const forNominators = total === 0n ? 0n : reward - (reward * share) / 10_000n;
    let given = 0n;
    for (const [key, { amount, pending }] of data.nominators) {
      const part = total === 0n ? 0n : (forNominators * amount) / total;
      given += part;
      data.nominators.set(key, { amount: amount + part + pending, pending: 0n });
    }
    const validatorAmount = data.validatorAmount + reward - given;
    return { data: { ...data, state: 0, sent: 0n, validatorAmount }, balance: balance + data.sent + reward };
  });
  // process_withdraw_requests: query_id, and at most so many
  await pay(chain, {
    to: pool,
    value: coin,
    body: beginCell().storeUint(2, 32).storeUint(0, 64).storeUint(40, 8).endCell(),
  });
}

async function rewrite(
  chain: Chain,
  pool: Address,
  change: (data: PoolData, balance: bigint) => { data: PoolData; balance: bigint },
): Promise<void> {
  const contract = await chain.contract(pool);
  const { account } = contract;
  const state = account.account?.storage.state;
  if (!account.account || state?.type !== 'active' || !state.state.data)
    throw new EngineError(`There is no pool ${pool}.`);
  const { data, balance } = change(readData(state.state.data), contract.balance);
  const storage = {
    ...account.account.storage,
    balance: { coins: balance },
    state: { ...state, state: { ...state.state, data: writeData(data) } },
  };
  contract.account = { ...account, account: { ...account.account, storage } };
}
