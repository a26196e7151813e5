import type { Account, Engine } from '../engine.ts';

/** Which keys the test accounts have: those of Cosmos Hub, or those of Ethermint chains (Dymension, Evmos). The node takes both on every chain. */
export type CosmosKeys = 'secp256k1' | 'ethermint';

/** An account of the test mnemonic. */
export interface CosmosAccount extends Account {
  /** Compressed. The chain knows it only after the account has signed something. */
  readonly publicKey: string;
}

/** A denomination that all test accounts hold. */
export interface CosmosToken {
  /** `factory/{creator}/{name}`, `erc20/0x…`, `uusd`. Leave it out for a denomination that came over IBC. */
  readonly denom?: string;
  /** Set for a denomination that came over IBC: the channel that it came through, and its denomination on its own chain. */
  readonly ibc?: { readonly channel: string; readonly base: string };
  readonly name: string;
  readonly ticker: string;
  readonly decimals: number;
  /** In the smallest unit. Defaults to 1,000,000 whole tokens. */
  readonly amount?: bigint;
}

/** An account that exists from block 0 on, beside the test accounts. */
export interface CosmosGenesisAccount {
  readonly address: string;
  /** Amounts in the smallest unit, by denomination. */
  readonly coins?: Readonly<Record<string, bigint>>;
  /** Coins that vest evenly between two times, in seconds since 1970. They are a part of `coins`. */
  readonly vesting?: { readonly coins: Readonly<Record<string, bigint>>; readonly start: number; readonly end: number };
}

export interface CosmosValidator {
  readonly moniker: string;
  /** Its stake, in the smallest unit. */
  readonly tokens: bigint;
  /** Its share of the rewards. Defaults to '0.05'. */
  readonly commission?: string;
}

export interface CosmosOptions {
  /** The isochain chain id that the engine stands in for. Defaults to 'cosmoshub-testnet'. */
  readonly chainId?: string;
  /** What the node calls its chain. Defaults to 'provider', as Cosmos Hub's test network is called. */
  readonly nativeChainId?: string;
  /** Prefix of account addresses. In validator addresses, `valoper` follows it. Defaults to 'cosmos'. */
  readonly prefix?: string;
  /** Smallest unit of the coin. Defaults to 'uatom'. */
  readonly denom?: string;
  /** Decimals of the coin. Defaults to 6. */
  readonly decimals?: number;
  /** Which keys the test accounts have. Defaults to 'secp256k1'. */
  readonly keys?: CosmosKeys;
  /** What a node wants for a unit of gas at least, as decimal text in `denom`. Defaults to '0.005'. */
  readonly minGasPrice?: string;
  /** Time between blocks. Defaults to 200. */
  readonly blockMs?: number;
  /** How long unbonding takes, and how long redelegated coins cannot be redelegated again. Defaults to 10. */
  readonly unbondingSeconds?: number;
  /** The coins of each test account, in the smallest unit. Defaults to 10,000 whole coins. */
  readonly balance?: bigint;
  /** Defaults to one token of a token factory and one that came over IBC. */
  readonly tokens?: readonly CosmosToken[];
  /** Accounts beside the test accounts. */
  readonly accounts?: readonly CosmosGenesisAccount[];
  /** The first one makes the blocks, and needs more than two thirds of all tokens. Defaults to four: one large and three small ones. */
  readonly validators?: readonly CosmosValidator[];
}

/** A running Cosmos chain. Amounts in the smallest unit. */
export interface CosmosEngine extends Engine {
  readonly family: 'cosmos';
  /** The REST interface. */
  readonly url: string;
  /** CometBFT's JSON-RPC. */
  readonly rpcUrl: string;
  readonly pid: number;
  /** What the node calls its chain. */
  readonly nativeChainId: string;
  readonly denom: string;
  readonly accounts: readonly CosmosAccount[];
  /** Addresses of the validators, in the order of the option. */
  readonly validators: readonly string[];
  readonly settings: {
    readonly endpoints: readonly { readonly url: string; readonly name: string; readonly kind: 'rest' | 'rpc' }[];
    readonly oldestBlockMs: number;
    readonly options: Readonly<Record<string, unknown>>;
  };
  /**
   * GET of a path of the REST interface. The caller names the type of the answer: nothing checks it.
   *
   * @throws EngineError when the node refuses, with its status and words, or does not answer.
   */
  rest<T = unknown>(path: string): Promise<T>;
  /**
   * Adds to the balance of any address, with a transfer from the engine's own account.
   *
   * @param denom - Defaults to the coin. Can also be one of `tokens`.
   */
  fund(address: string, amount: bigint, denom?: string): Promise<void>;
  balanceOf(address: string, denom?: string): Promise<bigint>;
  /** The height of the newest block. */
  height(): Promise<number>;
  /**
   * Waits for blocks: the node makes them by itself, one after the other. What the node had taken before is in a block then, the state is
   * written, and the node finds every transaction by its hash and by its words.
   */
  mine(blocks?: number): Promise<void>;
}
