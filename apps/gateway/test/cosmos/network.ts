import type { CompletedData, EncodedItem } from '@isochain/core';
import type { CosmosChainId } from '@isochain/cosmos';
import { signedForms } from '../../../../packages/cosmos/test/conformance.ts';
import { signHash, type TestKey, testKey } from '../../../../packages/cosmos/test/keys.ts';
import { type StandIn, startStandIn } from '../../../../packages/cosmos/test/stand-in/index.ts';
import { operatorsOf, standInChain } from '../../../../packages/cosmos/test/stand-in/setting.ts';
import { type Answer, type Entry, open, type Subject } from '../harness.ts';

// A gateway in front of a chain in memory. Nodes may change what the chain answers.

/** A request to a node. */
export interface Asked {
  readonly node: string;
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

/** Answers in the place of the chain, or after it. */
export type Behaviour = (asked: Asked, forward: () => Promise<Response>) => Promise<Response> | Response;

export interface NetworkOptions {
  /** Nodes by name, in the order in which they are asked. One honest node by default. */
  readonly nodes?: Readonly<Record<string, Behaviour>>;
  /** Set if the operator names none. */
  readonly endpoints?: 'none';
  /** The chain's own id, if its nodes serve another network than the table of chains says. */
  readonly serves?: string;
  /** The clock of the chain. */
  readonly now?: () => number;
  /** Settings of the chain beside its endpoints. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, unknown>>;
}

/** What encode answered. */
export interface Encoded {
  readonly data: CompletedData & Readonly<Record<string, unknown>>;
  readonly encoded: readonly EncodedItem[];
}

export interface Network extends Pick<Subject, 'send' | 'log' | 'close'> {
  readonly chain: StandIn['ledger'];
  /** Addresses of the validators. */
  readonly validators: readonly string[];
  /** All requests to nodes. */
  readonly asked: readonly Asked[];
  /** How many of them were broadcasts. */
  broadcasts(): number;
  /** The account of a key, with coins. Without an amount it has none. */
  funded(index: number, amount?: bigint): TestKey;
  key(index: number): TestKey;
  encode(data: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Encodes, and fails if there are errors. */
  encoded(data: Readonly<Record<string, unknown>>): Promise<Encoded>;
  sign(transaction: Encoded, key: TestKey): string;
  /** @param hash - In hex. */
  signHash(hash: string, key: TestKey): string;
  broadcast(transaction: Encoded, signature: string): Promise<Answer>;
}

/** As a node without own opinions does. */
export const honest: Behaviour = (_, forward) => forward();

/** Changes an answer of the chain before it is given out. */
export function lies(path: RegExp, change: (told: never) => unknown): Behaviour {
  return async (asked, forward) => {
    const answer = await forward();
    return path.test(asked.path) && answer.ok ? Response.json(change((await answer.json()) as never)) : answer;
  };
}

/** Codes, fields and messages of the errors of an answer. */
export function errorsOf({ status, body }: Answer): { readonly status: number; readonly errors: readonly Entry[] } {
  return { status, errors: body.status?.errors ?? [] };
}

export function warningsOf({ body }: Answer): readonly (string | undefined)[] {
  return (body.status?.warnings ?? []).map(({ code }) => code);
}

export async function openNetwork(chainId: CosmosChainId, options: NetworkOptions = {}): Promise<Network> {
  const { nodes = { node: honest }, endpoints, serves, now, settings, limits } = options;
  const table = standInChain(chainId);
  const played = { ...table, nativeId: serves ?? table.nativeId };
  const validators = operatorsOf(played);
  const { ledger, fetch: ask } = startStandIn(played, validators, now);
  const asked: Asked[] = [];
  const named = Object.keys(nodes).map((name) => ({ url: `https://${name}.test`, name, kind: 'rest' }));
  const subject = await open(
    async (app) => ({
      request: async (route, init) => app.fetch(new Request(`http://gateway.test${route}`, init)),
      close: async () => {},
    }),
    {
      families: { cosmos: () => import('@isochain/cosmos').then(({ cosmos }) => cosmos) },
      async fetch(url, init) {
        const { hostname, pathname } = new URL(url);
        const node = hostname.replace('.test', '');
        const { method = 'GET', signal = undefined } = init ?? {};
        const request = { node, method, path: decodeURIComponent(pathname), signal: signal ?? undefined };
        asked.push(request);
        return (nodes[node] ?? honest)(request, () => ask(url, init));
      },
      settings: {
        chains: {
          [chainId]: {
            ...(endpoints === 'none' ? {} : { endpoints: named }),
            ...settings,
          },
        },
        limits,
      },
    },
  );
  const encode = (data: Readonly<Record<string, unknown>>) =>
    subject.send('POST', `/api/${chainId}/transaction/encode`, { transaction: { data } });
  return {
    ...{ chain: ledger, validators, asked, encode },
    ...{ send: subject.send, log: subject.log, close: subject.close },
    broadcasts: () => asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/txs')).length,
    key: (index) => testKey(played, index),
    funded(index, amount) {
      const key = testKey(played, index);
      if (amount === undefined) ledger.account(key.address);
      else ledger.credit(key.address, played.denom, amount);
      return key;
    },
    async encoded(data) {
      const answer = await encode(data);
      const { errors } = errorsOf(answer);
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return answer.body.transaction as Encoded;
    },
    sign: ({ encoded }, key) => signedForms(played, encoded, key).hex,
    signHash: (hash, key) => Buffer.from(signHash(Buffer.from(hash, 'hex'), key)).toString('hex'),
    broadcast: ({ data, encoded }, signature) =>
      subject.send('POST', `/api/${chainId}/transaction/broadcast`, { transaction: { data, encoded, signature } }),
  };
}
