/** A request as it reaches a stand-in. */
export interface UpstreamRequest {
  readonly method: string;
  /** Below the endpoint's URL, with the query: empty, or from the slash on. */
  readonly path: string;
  readonly body: string;
}

export interface UpstreamAnswer {
  readonly body: string;
  /** 200 by default. */
  readonly status?: number;
  /** Of the body; JSON by default. */
  readonly type?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers as an upstream of a chain would: the same to the same request, at once. */
export type StandIn = (request: UpstreamRequest) => UpstreamAnswer;
