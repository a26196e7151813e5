/** How much a run does. Rates and limits are the same in all plans. */
export interface Plan {
  readonly throughput: { readonly rounds: number; readonly seconds: number; readonly warmUp: number };
  readonly assemble: { readonly rounds: number; readonly transactions: number };
  readonly latency: { readonly requests: number };
  readonly mixed: { readonly warmUp: number; readonly requests: number };
  readonly worker: { readonly starts: number };
  readonly failingEndpoints: { readonly requests: number };
  readonly wrongKeys: { readonly rounds: number; readonly seconds: number };
}

/** The plan for the figures in docs/benchmarks.md. It takes some minutes. */
export const full: Plan = {
  throughput: { rounds: 3, seconds: 1.5, warmUp: 5_000 },
  assemble: { rounds: 21, transactions: 2_000 },
  latency: { requests: 1_000 },
  // After that many requests the heap and the libraries' caches have reached their lasting size.
  mixed: { warmUp: 50_000, requests: 100_000 },
  worker: { starts: 5 },
  failingEndpoints: { requests: 1_000 },
  wrongKeys: { rounds: 3, seconds: 2 },
};

/** The plan that only shows that everything runs. Its percentiles rest on few requests. */
export const quick: Plan = {
  throughput: { rounds: 1, seconds: 1, warmUp: 500 },
  assemble: { rounds: 5, transactions: 500 },
  latency: { requests: 200 },
  mixed: { warmUp: 1_000, requests: 5_000 },
  worker: { starts: 1 },
  failingEndpoints: { requests: 200 },
  wrongKeys: { rounds: 1, seconds: 2 },
};
