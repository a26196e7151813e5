/**
 * As much of the standard `fetch` as the upstream client uses: the global one fits, and so does a leaner one that was made for a platform.
 * It follows no redirects, rejects when the signal says so, and sends the headers as they are.
 */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

export interface FetchInit {
  readonly method: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
  /** For whoever reads the body itself: an answer of more bytes than that will not be looked at. The standard `fetch` ignores it. */
  readonly maxBytes: number;
}

export interface FetchAnswer {
  readonly status: number;
  readonly type?: string;
  readonly headers: Pick<Headers, 'get'>;
  /** To be read, or read already, decompressed. One of more than `maxBytes` may be cut off anywhere beyond them. */
  readonly body: ReadableStream<Uint8Array> | Uint8Array | null;
}
