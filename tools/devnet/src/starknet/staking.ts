import { poseidonHashMany } from '@scure/starknet';
import { EngineError } from '../engine.ts';
import { fakePoolClassHash, poolClassHash, poolSlots } from './classes/pool.ts';
import { stakingClass, stakingClassHash, stakingSlots } from './classes/staking.ts';
import type { PoolMember, ValidatorSummary } from './engine.ts';
import { addressBound, ascii, padded, selectorOf } from './vm/felt.ts';
import type { Emitted, Machine } from './vm/machine.ts';
import { mint, placeToken, strkAddress } from './world.ts';

/** The staking contracts (keep-starknet-strange/starkzap presets; Keplr, DAppNode and validator tools have the same). */
export const stakingAddresses = {
  starknet: 0x00ca1702e64c81d9a07b86bd2c540188d92a2c73cf5cc0e508d949015e7e84a7n,
  'starknet-sepolia': 0x03745ab04a431fc02871a139be6b93d9260b0ff3e779ad9c8b377183b23109f1n,
} as const;

/** One week: what the contract has without a change (starknet-staking:src/staking/staking.cairo, DEFAULT_EXIT_WAIT_WINDOW). */
const exitWindow = 604_800n;
const strk = 10n ** 18n;

/** The validators at the start. The fifth leaves, the last one takes no delegations. Commissions are hundredths of a percent. */
const firstValidators = [
  { commission: 1_000, own: 500_000n, delegated: 1_000_000n },
  { commission: 500, own: 250_000n, delegated: 2_000_000n },
  { commission: 0, own: 100_000n, delegated: 300_000n },
  { commission: 10_000, own: 50_000n, delegated: 0n },
  { commission: 750, own: 40_000n, delegated: 60_000n, leaves: true },
  { commission: undefined, own: 30_000n, delegated: 0n },
] as const;

const addressFrom = (text: string, index: number) => poseidonHashMany([ascii(text), BigInt(index)]) % addressBound;

/** Controls of the staking contract and its pools, outside of transactions. */
export class Staking {
  readonly address: bigint;
  readonly bitcoinPool: bigint;
  readonly fakePool: bigint;
  /** Events of the time before the chain began, for readers that look for pools in events. */
  readonly firstEvents: readonly Emitted[];
  readonly #machine: Machine;
  #versions = 0;

  /** Puts the contracts into the state. `now` is seconds since 1970. */
  constructor(machine: Machine, address: bigint, now: number) {
    this.#machine = machine;
    this.address = address;
    machine.place(address, stakingClassHash);
    this.#set(strkAddress, stakingSlots.strk);
    this.#set(poolClassHash, stakingSlots.poolClass);
    this.#set(exitWindow, stakingSlots.exitWindow);
    this.#set(1n, stakingSlots.hasPeerIds);

    const bitcoin = placeToken(machine, { name: 'Wrapped Bitcoin', symbol: 'WBTC', decimals: 8 });
    const events: Emitted[] = [];
    for (const [index, given] of firstValidators.entries()) {
      const staker = addressFrom('validator', index);
      this.#set(BigInt(index + 1), stakingSlots.count);
      this.#set(staker, stakingSlots.staker, BigInt(index));
      this.#set(1n, stakingSlots.state, staker);
      this.#set(given.own * strk, stakingSlots.ownStake, staker);
      // One of them told no key.
      if (index !== 2) this.#set(addressFrom('public key', index), stakingSlots.publicKey, staker);
      mint(machine, strkAddress, address, (given.own + given.delegated) * strk);
      if (given.commission === undefined) continue;
      this.#set(BigInt(given.commission) + 1n, stakingSlots.commission, staker);
      const pool = addressFrom('pool', index);
      events.push(this.#openPool(staker, pool, strkAddress, given.commission));
      this.#set(given.delegated * strk, stakingSlots.delegated, pool);
      if ('leaves' in given) this.#set(BigInt(now) + exitWindow, stakingSlots.unstakeTime, staker);
    }
    const first = addressFrom('validator', 0);
    this.bitcoinPool = addressFrom('bitcoin pool', 0);
    events.push(this.#openPool(first, this.bitcoinPool, bitcoin, firstValidators[0].commission));
    this.fakePool = addressFrom('fake pool', 0);
    this.#placePool(first, this.fakePool, strkAddress, fakePoolClassHash);
    this.firstEvents = events;
  }

  validators(): ValidatorSummary[] {
    const count = Number(this.#get(stakingSlots.count));
    return Array.from({ length: count }, (_, index) => {
      const staker = this.#get(stakingSlots.staker, BigInt(index));
      const pool = this.#strkPool(staker);
      const commission = this.#get(stakingSlots.commission, staker);
      const isGone = this.#get(stakingSlots.state, staker) === 0n;
      const isLeaving = this.#get(stakingSlots.unstakeTime, staker) !== 0n;
      return {
        address: padded(staker),
        pool: pool === undefined ? undefined : padded(pool),
        delegated: pool === undefined ? 0n : this.#get(stakingSlots.delegated, pool),
        ownStake: this.#get(stakingSlots.ownStake, staker),
        commission: commission === 0n ? 0 : Number(commission - 1n),
        state: isGone ? 'removed' : isLeaving ? 'leaving' : 'active',
      };
    });
  }

  member(pool: bigint, member: bigint): PoolMember | undefined {
    const get = (name: string) => this.#machine.store.get(this.#machine.slot(pool, name, member));
    if (get(poolSlots.isMember) === 0n) return undefined;
    const time = Number(get(poolSlots.unpoolTime));
    return {
      amount: get(poolSlots.amount),
      unclaimedRewards: get(poolSlots.reward),
      unpoolAmount: get(poolSlots.unpoolAmount),
      unpoolTime: time === 0 ? undefined : time,
      rewardAddress: padded(get(poolSlots.rewardAddress)),
    };
  }

  /** The pool gets what it will pay. */
  addReward(pool: bigint, member: bigint, amount: bigint): void {
    const slot = this.#machine.slot(pool, poolSlots.reward, member);
    this.#machine.store.set(slot, this.#machine.store.get(slot) + amount);
    mint(this.#machine, strkAddress, pool, amount);
  }

  setCommission(staker: bigint, commission: number): void {
    this.#set(BigInt(commission) + 1n, stakingSlots.commission, staker);
  }

  setState(staker: bigint, state: ValidatorSummary['state'], now: number): void {
    if (this.#get(stakingSlots.state, staker) === 0n) throw new EngineError('The validator is gone for good.');
    if (state === 'active') this.#set(0n, stakingSlots.unstakeTime, staker);
    if (state === 'leaving') this.#set(BigInt(now) + exitWindow, stakingSlots.unstakeTime, staker);
    if (state !== 'removed') return;
    this.#set(0n, stakingSlots.state, staker);
    this.#set(0n, stakingSlots.ownStake, staker);
    for (const pool of this.#pools(staker)) {
      const token = this.#get(stakingSlots.poolToken, staker, pool);
      const amount = this.#get(stakingSlots.delegated, pool);
      this.#machine.store.set(this.#machine.slot(pool, poolSlots.isRemoved), 1n);
      this.#set(0n, stakingSlots.delegated, pool);
      this.#set(0n, stakingSlots.poolToken, staker, pool);
      this.#move(token, pool, amount);
    }
    this.#set(0n, stakingSlots.poolCount, staker);
  }

  setPaused(on: boolean): void {
    this.#set(on ? 1n : 0n, stakingSlots.paused);
  }

  setPeerIds(on: boolean): void {
    this.#set(on ? 1n : 0n, stakingSlots.hasPeerIds);
  }

  /** Another version of the contract, without these functions. */
  removeFunctions(names: readonly string[]): void {
    this.#versions += 1;
    const hash = ascii(`staking contract ${this.#versions}`);
    this.#machine.declare(stakingClass(hash, names));
    this.#machine.place(this.address, hash);
  }

  #openPool(staker: bigint, pool: bigint, token: bigint, commission: number): Emitted {
    const count = this.#get(stakingSlots.poolCount, staker);
    this.#set(pool, stakingSlots.pool, staker, count);
    this.#set(count + 1n, stakingSlots.poolCount, staker);
    this.#set(token, stakingSlots.poolToken, staker, pool);
    this.#placePool(staker, pool, token, poolClassHash);
    const keys = [selectorOf('NewDelegationPool'), staker, pool, token];
    return { from: this.address, keys, data: [BigInt(commission)] };
  }

  #placePool(staker: bigint, pool: bigint, token: bigint, classHash: bigint): void {
    this.#machine.place(pool, classHash);
    const values = { staker, token, staking: this.address, strk: strkAddress };
    for (const [name, value] of Object.entries(values)) {
      this.#machine.store.set(this.#machine.slot(pool, name), value);
    }
  }

  #pools(staker: bigint): bigint[] {
    const count = Number(this.#get(stakingSlots.poolCount, staker));
    return Array.from({ length: count }, (_, index) => this.#get(stakingSlots.pool, staker, BigInt(index)));
  }

  #strkPool(staker: bigint): bigint | undefined {
    return this.#pools(staker).find((pool) => this.#get(stakingSlots.poolToken, staker, pool) === strkAddress);
  }

  #move(token: bigint, to: bigint, amount: bigint): void {
    const { store } = this.#machine;
    const from = this.#machine.slot(token, 'balance', this.address);
    store.set(from, store.get(from) - amount);
    const slot = this.#machine.slot(token, 'balance', to);
    store.set(slot, store.get(slot) + amount);
  }

  #get(name: string, ...keys: bigint[]): bigint {
    return this.#machine.store.get(this.#machine.slot(this.address, name, ...keys));
  }

  #set(value: bigint, name: string, ...keys: bigint[]): void {
    this.#machine.store.set(this.#machine.slot(this.address, name, ...keys), value);
  }
}
