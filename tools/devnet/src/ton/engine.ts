import type { Cell } from '@ton/core';
import type { Engine, Token } from '../engine.ts';
import type { TonAccount } from './accounts.ts';
import type { JettonOptions } from './jettons.ts';
import type { LiquidPoolOptions } from './liquid-pool.ts';
import type { NominatorPoolOptions } from './nominator-pool.ts';
import type { RoundResult } from './pools.ts';

/** A contract that is written without a message. */
interface ContractContent {
  readonly code: Cell;
  readonly data: Cell;
  /** Nanotons. */
  readonly balance: bigint;
}

/** An account as the chain has it. */
interface ContractState {
  readonly status: 'nonexist' | 'uninit' | 'active' | 'frozen';
  /** Nanotons. */
  readonly balance: bigint;
  readonly code: Cell | undefined;
  readonly data: Cell | undefined;
  /** What the storage fee is computed from. `lastPaid` is 0 for a contract that was written without a message: it pays none until its first transaction. */
  readonly storage: { readonly cells: bigint; readonly bits: bigint; readonly lastPaid: number; readonly due: bigint };
}

/** A running TON virtual machine, with the members that only TON engines have. Amounts are nanotons; addresses have any form. */
export interface TonEngine extends Engine {
  readonly family: 'ton';
  readonly accounts: readonly TonAccount[];
  readonly tokens: readonly Token[];
  /** The settings with which a gateway uses this engine: `chains.ton` of its file. They name one endpoint of each interface. */
  readonly settings: {
    readonly endpoints: readonly {
      readonly url: string;
      readonly name: string;
      readonly kind: 'toncenter-v3' | 'tonapi' | 'toncenter-v2';
    }[];
    readonly oldestBlockMs: number;
    readonly options: Readonly<Record<string, unknown>>;
  };
  /** The base URL of each interface. */
  readonly urls: { readonly v3: string; readonly v2: string; readonly tonapi: string };
  /** Unix time of the chain, in seconds. */
  now(): number;
  /** Moves time on. Storage fees become due. */
  advance(seconds: number): void;
  /** With `false` messages that their accounts accept wait until `mine` is called. */
  setAutomine(on: boolean): Promise<void>;
  /**
   * Pays by a message that is never sent back. An account with code pays the gas of that message out of it.
   */
  fund(address: string, amount: bigint): Promise<void>;
  state(address: string): Promise<ContractState>;
  /** Writes a whole contract, also over another one. */
  setContract(address: string, content: ContractContent): Promise<void>;
  /** Forbids that an account is deployed, as validators can (config param 44), until a time that is a year ahead. */
  suspend(address: string): Promise<void>;
  /**
   * Runs something, and takes back afterwards what it did to accounts. What it made is still found by its hash. One at a time, and nothing else
   * meanwhile.
   */
  rehearse<T>(run: () => Promise<T>): Promise<T>;
  /** Replaces one parameter of the configuration. Prices are 18, 20, 21, 24 and 25. */
  setConfigParam(id: number, value: Cell): Promise<void>;
  /** One parameter of the configuration. */
  configParam(id: number): Cell | undefined;
  /** Deploys a jetton of the reference contracts, which nobody holds yet, and answers its master's address (`EQ…`). */
  deployJetton(options: JettonOptions): Promise<string>;
  /** Mints base units for an owner, who gets no message. */
  mint(master: string, owner: string, amount: bigint): Promise<void>;
  /** The address of an owner's jetton wallet. It need not be deployed. */
  jettonWallet(master: string, owner: string): Promise<string>;
  jettonBalance(master: string, owner: string): Promise<bigint>;
  /** Writes a nominator pool into the masterchain, between two rounds, and answers its address. Its code is the engine's own unless the options name one. */
  deployNominatorPool(options?: NominatorPoolOptions): Promise<string>;
  /** Writes a liquid staking pool with its jetton, at the addresses of Tonstakers and tsTON unless the options name others. */
  deployLiquidPool(options?: LiquidPoolOptions): Promise<string>;
  /** A pool's coins go to work: all of a nominator pool's, or `amount` of a liquid pool's. */
  startRound(pool: string, amount?: bigint): Promise<void>;
  /** The coins come back, requests and bills are paid. */
  finishRound(pool: string, result?: RoundResult): Promise<void>;
  /** Runs a get method. Numbers are answered as bigint, cells and slices as cells. */
  get(address: string, method: string, args?: readonly (bigint | Cell)[]): Promise<unknown[]>;
}
