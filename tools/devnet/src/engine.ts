/** A funded key of an engine. These keys are published test keys: worth nothing anywhere else. */
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

/** A token that exists only for demonstration and that the accounts hold. */
export interface Token {
  /** As the service names tokens of this chain: on EVM the checksummed contract address. */
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
  /** Calls in one JSON-RPC batch. */
  readonly maxBatch?: number;
  /** Which interface it speaks, where a family uses several. */
  readonly kind?: string;
}

/** A running chain of this machine, with nothing in it that depends on the kind of chain. */
export interface Engine {
  /** What runs, for people: 'anvil --network optimism'. */
  readonly name: string;
  /** The isochain chain id that it stands in for: 'base-sepolia'. */
  readonly chainId: string;
  /** The isochain family: 'evm'. */
  readonly family: string;
  /** Where the family's client talks to it, on 127.0.0.1: JSON-RPC, or the REST interface that the family reads. */
  readonly url: string;
  /** Funded with native coins. */
  readonly accounts: readonly Account[];
  /** Empty until the engine has been prepared. */
  readonly tokens: readonly Token[];
  /** What a gateway's configuration says of the chain to use this engine: `chains.{chainId}` of its file. */
  readonly settings: {
    readonly endpoints: readonly EngineEndpoint[];
    /** 0: blocks are made when there is something to put into them, so that the latest may be hours old. */
    readonly oldestBlockMs: number;
    /** The family's options. */
    readonly options: Readonly<Record<string, unknown>>;
  };
  /** Adds to the native balance of any address, in smallest units, without a transaction. */
  fund(address: string, amount: bigint): Promise<void>;
  /** Makes blocks now, one unless told otherwise, with whatever waits in the pool. */
  mine(blocks?: number): Promise<void>;
  /** Ends the engine and resolves when its process is gone. May be called again. */
  stop(): Promise<void>;
}

/** Starts and prepares one engine of a devnet. */
export interface EngineStarter {
  /** The isochain chain id that the engine stands in for. */
  readonly chainId: string;
  /** What runs, for people. */
  readonly name: string;
  /** What this machine lacks for it, in a few words for people; undefined if it can start. A devnet goes without it then. */
  missing?(): string | undefined;
  /** Leaves nothing behind when it fails. */
  start(): Promise<Engine>;
}

/** An engine that could not be found, did not come up, or went away. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}
