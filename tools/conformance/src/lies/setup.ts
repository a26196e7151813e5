import type { Chain } from '@isochain/core';
import type { Endpoint } from '@isochain/core/upstream';
import type { RpcQuestion } from '../json-rpc-wire.ts';

/** Kinds of lies. Every field needs the kinds that fit it. */
export type Kind =
  | 'too large'
  | 'too small'
  /** The right answer to a question about another chain. */
  | 'another chain'
  /** The right answer to a question about another account, coin, token or transaction. */
  | 'another account'
  /** The truth of an earlier time. */
  | 'stale'
  /** A value that no chain can have: a negative amount, a height beyond all blocks. */
  | 'impossible'
  | 'missing'
  | 'duplicated'
  /** Two answers that only together do harm. */
  | 'split'
  /** Another value of the same kind, where neither size nor time says what is wrong with it. */
  | 'false';

/** An honest upstream, the same at each call: neither clock nor chance may show in its answers. */
export interface HonestUpstream {
  /** One or more, of all kinds that the scene needs. */
  readonly endpoints: readonly Endpoint[];
  readonly fetch: typeof fetch;
  /** Names of endpoints that never lie, such as one that is asked for a second opinion. */
  readonly trusted?: readonly string[];
}

/** A call of a client that asks upstreams. */
export interface LieScene {
  /** Short, for the names of tests: 'transfer', 'history'. */
  readonly name: string;
  upstream(): HonestUpstream;
  /** Opens the chain, with a clock that stands still. */
  connect(upstream: HonestUpstream): Chain;
  /** Makes the call. Its result is compared: leave out what differs from call to call. */
  run(chain: Chain): Promise<unknown>;
}

/** What a liar knows when it lies. */
export interface Telling {
  /** How often it has lied in this scene: 0 at first. */
  readonly nth: number;
  /** The question, in JSON-RPC. */
  readonly question: RpcQuestion | undefined;
  /** Places in the lists on the way to the field, outermost first. */
  readonly indices: readonly number[];
}

/** The required outcome of a lie that nobody contradicts. */
export type Expected =
  /**
   * Nothing to sign or to believe: an error with one of these codes, thrown or in `status.errors`. With an `upstream.` code, an honest endpoint
   * that is asked next makes the answer the honest one.
   */
  | { readonly refused: string | readonly string[] }
  /** A warning with this code, and with the numbers in its context. With `holds` the harm has a limit too. */
  | { readonly warned: string; holds?(answer: unknown, honest: unknown): void }
  /** It does harm up to a limit. The text says which; `holds` throws if the answer goes beyond. */
  | {
      readonly bounded: string;
      holds(answer: unknown, honest: unknown): void;
      /** The code of a refusal that may come instead, where an honest endpoint contradicts the liar. */
      readonly disputed?: string;
    }
  /** It changes nothing of the answer. */
  | { readonly ignored: true };

export interface Lie {
  /**
   * The field: the name of the answer and the path in it, as `eth_feeHistory.reward[][]`, `GET /address/:id/utxo[].value`. A list is a field
   * too: `GET /address/:id/utxo`. So is an object with members, and a whole answer.
   */
  readonly field: string;
  readonly kind: Kind;
  /** Distinguishes lies of one kind about one field. */
  readonly says?: string;
  /** In which scenes it is told. */
  readonly scenes: readonly [string, ...string[]];
  /**
   * The lie. `undefined` leaves the field out; an `RpcFailure` takes the place of a whole result in JSON-RPC, a `Response` that of a whole answer
   * of a REST interface.
   */
  tell(honest: never, telling: Telling): unknown;
  readonly must: Expected;
}

/** An error in JSON-RPC that a liar answers instead of a result. */
export class RpcFailure {
  readonly code: number;
  readonly message: string;

  constructor(code: number, message: string) {
    this.code = code;
    this.message = message;
  }
}

/** Decodes parts of answers that are not JSON: calldata, account data, raw transactions. */
export interface Codec {
  decode(value: unknown, question: RpcQuestion | undefined): unknown;
  encode(decoded: unknown, question: RpcQuestion | undefined): unknown;
}

/** A field that fees follow from: a price, or an amount of gas. */
export interface Price {
  /** As in `Lie`. */
  readonly field: string;
  readonly scenes: readonly string[];
  /** What a liar says. By default ten times the truth. `indices` as in `Telling`. */
  tell?(honest: never, indices: readonly number[]): unknown;
}

/** A family's part of the catalogue. */
export interface LiesHandIn {
  /** For test names. */
  readonly name: string;
  readonly scenes: readonly LieScene[];
  readonly lies: readonly Lie[];
  /** Names the answer to a call of JSON-RPC more precisely than its method does: `eth_call balanceOf`. */
  nameOf?(question: RpcQuestion): string | undefined;
  /** Names the answer of another interface more precisely than its method and path do, where the query or the body says what is asked. */
  nameOfRequest?(url: URL, body: string | undefined): string | undefined;
  /** By name of the answer, or by field within it. */
  readonly codecs?: Readonly<Record<string, Codec>>;
  /**
   * Fields that by design reach only the answer of a read: only the upstream knows if they are true. Each has its reason, which
   * SECURITY.md gives too.
   */
  readonly believed?: Readonly<Record<string, string>>;
  /**
   * What fees follow from. Each is told ten times over by the only node: that must be refused, or warned of with `fee.unusual`. Where no node tells any, as on a
   * chain with one fee for all, the list is empty.
   */
  readonly prices: readonly Price[];
  /** The least number of lies. 70 by default. */
  readonly atLeast?: number;
}
