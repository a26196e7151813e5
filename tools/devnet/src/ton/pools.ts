import type { Address } from '@ton/core';
import { EngineError } from '../engine.ts';
import type { Chain } from './chain.ts';
import type { Jettons } from './jettons.ts';
import { deployLiquidPool, finishLiquidRound, type LiquidPoolOptions, lend, tonstakers } from './liquid-pool.ts';
import { deployNominatorPool, finishRound, type NominatorPoolOptions, startRound } from './nominator-pool.ts';

/** A pool as an indexer lists it. `kind` is what tonapi calls its implementation. */
export interface Pool {
  readonly address: Address;
  readonly name: string;
  readonly kind: 'tf' | 'liquidTF';
  /** The master of the pool's jetton. Only liquid pools have one. */
  readonly minter: string | undefined;
}

/** What a round of validation brings, in nanotons. */
export interface RoundResult {
  /** Defaults to nothing. */
  readonly reward?: bigint;
  /** What comes back to a liquid pool of what it lent. Defaults to nothing. */
  readonly returned?: bigint;
}

/** The pools that the engine has deployed, and their rounds. */
export class Pools {
  readonly #chain: Chain;
  readonly #jettons: Jettons;
  readonly #pools: Pool[] = [];

  constructor(chain: Chain, jettons: Jettons) {
    this.#chain = chain;
    this.#jettons = jettons;
  }

  list(): readonly Pool[] {
    return this.#pools;
  }

  /** The pool at this address. Undefined if the engine has deployed none there. */
  find(address: Address): Pool | undefined {
    return this.#pools.find((pool) => pool.address.equals(address));
  }

  async deployNominatorPool(options: NominatorPoolOptions = {}): Promise<Address> {
    const address = await deployNominatorPool(this.#chain, options);
    this.#pools.push({ address, name: options.name ?? 'Isochain Demo Validator', kind: 'tf', minter: undefined });
    return address;
  }

  async deployLiquidPool(options: LiquidPoolOptions = {}): Promise<Address> {
    const address = await deployLiquidPool(this.#chain, this.#jettons, options);
    const minter = options.minter ?? tonstakers.minter;
    this.#pools.push({ address, name: 'Isochain Demo Liquid Pool', kind: 'liquidTF', minter });
    return address;
  }

  /** The coins of a pool go to the elector: all of a nominator pool's, so much of a liquid pool's. */
  async startRound(address: Address, amount = 0n): Promise<void> {
    if (this.#known(address).kind === 'tf') await startRound(this.#chain, address);
    else await lend(this.#chain, address, amount);
  }

  async finishRound(address: Address, { reward = 0n, returned = 0n }: RoundResult = {}): Promise<void> {
    if (this.#known(address).kind === 'tf') await finishRound(this.#chain, address, reward);
    else await finishLiquidRound(this.#chain, address, { returned, profit: reward });
  }

  #known(address: Address): Pool {
    const pool = this.find(address);
    if (pool === undefined) throw new EngineError(`The engine has no pool ${address}.`);
    return pool;
  }
}
