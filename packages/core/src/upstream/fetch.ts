/**
 * The part of the standard `fetch` that the upstream client uses. The global `fetch` fits, and so does a leaner one for a platform. It must follow no
 * redirects, reject when the signal aborts, and send the headers unchanged.
 */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

export interface FetchInit {
  readonly method: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
  /** For a `fetch` that reads the body itself: larger answers will not be used. The standard `fetch` ignores it. */
  readonly maxBytes: number;
}

export interface FetchAnswer {
  readonly status: number;
  readonly type?: string;
  readonly headers: Pick<Headers, 'get'>;
  /** Decompressed: a stream, or bytes that were read already. A body of more than `maxBytes` may be cut off after them. */
  readonly body: ReadableStream<Uint8Array> | Uint8Array | null;
}
