import type { Chain, ChainId, EncodeResult } from '@isochain/core';
import type { Endpoint } from '@isochain/core/upstream';
import type { Question, Split } from './exchange.ts';

/** What the replay of records asks of a family. */
export interface RecordsHandIn {
  /** Of the family's package. */
  readonly name: string;
  /** The folder of the records, with a slash at its end. */
  readonly folder: URL;
  readonly chainIds: readonly ChainId[];
  connect(chainId: ChainId, options: ConnectionOptions): Chain;
  /** By method of JSON-RPC. */
  readonly splits?: Readonly<Record<string, Split>>;
  /** Names of response headers that the family reads, in lower case. */
  readonly headers?: readonly string[];
  /** What a question hands to the upstream to be sent to the network; undefined for any other question. */
  sent(question: Question): string | undefined;
  /** What records are made of, loaded only to make them. */
  scenes(): Promise<RecordScenes>;
}

interface ConnectionOptions {
  /** Those of the chain by default. */
  readonly endpoints?: readonly Endpoint[];
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}

export interface RecordScenes {
  /** Over upstreams that answer by script, by the name of the file that the records go to. */
  readonly scripted: Readonly<Record<string, readonly RecordScene[]>>;
  /** Over real engines, likewise. */
  readonly engines?: Readonly<Record<string, () => Promise<EngineScenes>>>;
}

export interface EngineScenes {
  readonly scenes: readonly RecordScene[];
  stop(): Promise<unknown>;
}

/** One encode, and the broadcasts of what it answers. */
export interface RecordScene {
  /** Different in each scene of a family. */
  readonly name: string;
  readonly chainId: ChainId;
  readonly intent: Readonly<Record<string, unknown>>;
  /** Of the family, as they may stand in a configuration file. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly now: number;
  upstream(): RecordedUpstream | Promise<RecordedUpstream>;
  /** Signs what was encoded: signatures by the names of their forms. Without it nothing is broadcast. */
  sign?(transaction: EncodeResult['transaction']): Promise<Record<string, string>> | Record<string, string>;
}

/** Endpoints have names, and origins of their own. */
export interface RecordedUpstream {
  readonly endpoints: readonly Endpoint[];
  readonly fetch: typeof globalThis.fetch;
}
