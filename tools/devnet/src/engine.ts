/** A funded key of an engine. It is a published test key, and worth nothing elsewhere. */
export interface Account {
  /** Index in the test mnemonic. */
  readonly index: number;
  readonly address: string;
  /** Derivation path of the key. */
  readonly path: string;
  /** Hex with 0x. */
  readonly privateKey: string;
  /** Public key in hex. Set on chains where encode may need it, because an address does not always show it. */
  readonly publicKey?: string;
}

/** A demonstration token that the accounts hold. */
export interface Token {
  /** The token's id in the service: on EVM the checksummed contract address. */
  readonly id: string;
  readonly name: string;
  readonly ticker: string;
  readonly decimals: number;
}

/** An endpoint as a gateway's configuration names it. */
interface EngineEndpoint {
  /** May hold credentials in front of the host. */
  readonly url: string;
  readonly name: string;
  /** The most calls in one JSON-RPC batch. */
  readonly maxBatch?: number;
  /** The interface that it speaks, if the family uses several. */
  readonly kind?: string;
}

/** A chain that runs on this machine. These members are the same for every kind of chain. */
export interface Engine {
  /** A description for people: 'anvil --network optimism'. */
  readonly name: string;
  /** The isochain chain id that it stands in for: 'base-sepolia'. */
  readonly chainId: string;
  /** The isochain family: 'evm'. */
  readonly family: string;
  /** The URL on 127.0.0.1 that the family's client uses: JSON-RPC, or the REST interface that the family reads. */
  readonly url: string;
  /** Funded with native coins. */
  readonly accounts: readonly Account[];
  /** Empty until the engine has been prepared. */
  readonly tokens: readonly Token[];
  /** The settings with which a gateway uses this engine: `chains.{chainId}` of its file. */
  readonly settings: {
    readonly endpoints: readonly EngineEndpoint[];
    /** 0, which means no limit: the engine makes blocks only for transactions, so the latest block may be hours old. */
    readonly oldestBlockMs: number;
    /** The family's options. */
    readonly options: Readonly<Record<string, unknown>>;
  };
  /** Adds to the native balance of any address, in smallest units, without a transaction. */
  fund(address: string, amount: bigint): Promise<void>;
  /** Makes blocks now, by default one, with the waiting transactions. */
  mine(blocks?: number): Promise<void>;
  /** Ends the engine and resolves when its process is gone. May be called twice. */
  stop(): Promise<void>;
}

/** Starts and prepares one engine of a devnet. */
export interface EngineStarter {
  /** The isochain chain id that the engine stands in for. */
  readonly chainId: string;
  /** A description for people. */
  readonly name: string;
  /**
   * Whether the development profile starts it only if the operator asks: it stands in for a main network, and nobody shall take it for that one
   * by mistake. Defaults to `false`. Tests and the demo always start it.
   */
  readonly onRequest?: boolean;
  /** What this machine lacks for the engine, in a few words for people; undefined if it can start. If something is missing, a devnet leaves it out. */
  missing?(): string | undefined;
  /** Starts the engine. Leaves nothing behind if that fails. */
  start(): Promise<Engine>;
}

/** An engine that could not be found, did not come up, or went away. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}
