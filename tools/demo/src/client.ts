/** An entry of `status`. */
interface Entry {
  readonly message: string;
  readonly code?: string;
}

interface Token {
  readonly id: string;
  readonly ticker: string;
}

export interface Position {
  readonly stakeId?: string;
  readonly validatorAddresses: readonly string[];
  readonly amount: string;
  readonly status: string;
  /** Milliseconds since 1970: when it is unlocked. */
  readonly completionDate?: string;
}

interface Validator {
  readonly address: string;
  /** Share of the rewards that it keeps, from 0 to 1. */
  readonly commission: number;
}

export interface State {
  readonly balances: {
    readonly native?: { readonly available: string; readonly total: string };
    readonly tokens?: readonly { readonly token: Token; readonly amount: string }[];
    readonly staking?: {
      readonly total: string;
      readonly positions: readonly Position[];
      readonly rewards: {
        readonly native: readonly { readonly validatorAddress: string; readonly amount: string }[];
      };
    };
  };
}

export interface Encoded {
  readonly transaction: {
    readonly data: Readonly<Record<string, unknown>> & { readonly fees: string; readonly amount: string };
    readonly encoded: readonly {
      readonly hash?: { readonly value: string };
      readonly raw?: { readonly format: string; readonly value: string };
    }[];
  };
  readonly status: { readonly errors: readonly Entry[]; readonly warnings: readonly Entry[] };
}

export interface Transaction {
  readonly id: string;
  readonly mode: string;
  readonly state: string;
  readonly fees?: { readonly amount: string };
  readonly memo?: string;
}

/** The REST API as a client sees it. This side uses no code of isochain. */
export interface Client {
  state(chainId: string, account: string): Promise<State>;
  encode(chainId: string, data: Readonly<Record<string, unknown>>): Promise<Encoded>;
  broadcast(
    chainId: string,
    signed: Encoded['transaction'] & { readonly signature: string },
  ): Promise<{ readonly hash: string }>;
  /** Undefined while the chain does not know the transaction. */
  transaction(chainId: string, id: string): Promise<Transaction | undefined>;
  /** Newest first. */
  history(chainId: string, account: string): Promise<readonly Transaction[]>;
  /** The first page. */
  validators(chainId: string): Promise<readonly Validator[]>;
}

export function createClient(baseUrl: string, key: string): Client {
  async function call(path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { authorization: key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  }
  async function ok<T>(path: string, body?: unknown): Promise<T> {
    const { status, json } = await call(path, body);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
    return json as T;
  }
  return {
    state: (chainId, account) => ok(`/api/${chainId}/account/${account}/state`),
    encode: (chainId, data) => ok(`/api/${chainId}/transaction/encode`, { transaction: { data } }),
    broadcast: (chainId, transaction) => ok(`/api/${chainId}/transaction/broadcast`, { transaction }),
    async transaction(chainId, id) {
      const { status, json } = await call(`/api/${chainId}/transaction/${id}`);
      return status === 200 ? (json as { transaction: { parsed: Transaction } }).transaction.parsed : undefined;
    },
    async history(chainId, account) {
      // The path that serves every chain.
      const path = `/api/chains/${chainId}/account/${account}/history`;
      const page = await ok<{ transactions: { parsed: Transaction }[] }>(path);
      return page.transactions.map(({ parsed }) => parsed);
    },
    async validators(chainId) {
      return (await ok<{ validators: Validator[] }>(`/api/${chainId}/validators`)).validators;
    },
  };
}
