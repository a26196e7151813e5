import { type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { starknet } from '@isochain/starknet';
import { type Actor, signHash } from '../../../../packages/starknet/test/world/actor.ts';
import { type Behaviour, type ChainNetwork, type Encoded, openChainNetwork } from '../chain-network.ts';

// A gateway in front of the stand-in of a node and of Voyager's index.

type Kind = 'node' | 'voyager';

interface Node {
  readonly kind?: Kind;
  readonly behaves?: Behaviour;
}

export interface NetworkOptions {
  readonly chainId?: 'starknet' | 'starknet-sepolia';
  /** Endpoints by name, in the order in which they are asked. One honest node by default. */
  readonly nodes?: Readonly<Record<string, Node>>;
  /** Settings of the chain beside its endpoints. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Network extends ChainNetwork {
  readonly engine: StarknetStandIn;
  /** How many transactions were sent to endpoints. */
  broadcasts(): number;
  /** The calls that endpoints got, in their order. */
  calls(): readonly Call[];
  /** Signs the hash: r and s in hex. */
  sign(transaction: Encoded, by: Pick<Actor, 'privateKey'>): string;
}

/** A call of JSON-RPC. */
export interface Call {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a node says to a call. */
export type Said = { readonly result: unknown } | { readonly error: object };

/**
 * Opens a gateway.
 *
 * @param on - A chain that is there already. Each network has its own by default.
 */
export async function openNetwork(
  { chainId = 'starknet', nodes = { node: {} }, settings }: NetworkOptions = {},
  on?: StarknetStandIn,
): Promise<Network> {
  const engine = on ?? (await startStarknet({ chainId, now: Date.now }));
  const network = await openChainNetwork({
    chainId,
    families: { starknet: async () => starknet },
    behaviours: Object.fromEntries(Object.entries(nodes).map(([name, { behaves }]) => [name, behaves])),
    endpointOf: (name) => (nodes[name]?.kind === 'voyager' ? { kind: 'voyager', basePath: '/beta' } : { kind: 'node' }),
    settings,
    forward: ({ pathname, search }, init) => {
      const base = new URL(engine.url).origin;
      return fetch(`${base}${pathname}${search}`, init);
    },
  });
  const calls = () => network.asked.flatMap(({ body }) => callsIn(body));
  return {
    ...network,
    engine,
    calls,
    async close() {
      await network.close();
      if (on === undefined) await engine.stop();
    },
    broadcasts: () => calls().filter(({ method }) => isSending(method)).length,
    sign: ({ encoded }, by) => signHash(encoded[0]?.hash?.value ?? '', by),
  };
}

export function isSending(method: string): boolean {
  return /^starknet_add/.test(method);
}

function callsIn(body: string | undefined): readonly Call[] {
  return body === undefined ? [] : ([JSON.parse(body)].flat() as Call[]);
}

/**
 * A node that answers some calls by itself. The rest of a batch goes to the chain.
 *
 * @param answer - Undefined for a call that the chain answers.
 */
export function answering(answer: (call: Call) => Said | undefined): Behaviour {
  return async ({ body }, forward) => {
    const asked = callsIn(body) as readonly (Call & { readonly id: unknown })[];
    const own = asked.map((call) => answer(call));
    if (own.every((said) => said === undefined)) return forward();
    if (own.some((said) => said === undefined)) {
      const told = (await (await forward()).json()) as readonly { readonly id: unknown }[];
      const answered = new Map(asked.map(({ id }, i) => [id, own[i]]));
      return Response.json(
        told.map((one) => {
          const said = answered.get(one.id);
          return said === undefined ? one : { jsonrpc: '2.0', id: one.id, ...said };
        }),
      );
    }
    const all = asked.map(({ id }, i) => ({ jsonrpc: '2.0', id, ...own[i] }));
    return Response.json(body?.trim().startsWith('[') ? all : all[0]);
  };
}

/** A node that changes some of the chain's answers. Errors stay as they are. */
export function changing(method: string, change: (told: never, call: Call) => unknown): Behaviour {
  return async ({ body }, forward) => {
    const asked = callsIn(body) as readonly (Call & { readonly id: unknown })[];
    const told: unknown = await (await forward()).json();
    const one = (answer: { readonly id: unknown; readonly result?: unknown }) => {
      const call = asked.find(({ id }) => id === answer.id);
      if (call?.method !== method || answer.result === undefined) return answer;
      return { ...answer, result: change(answer.result as never, call) };
    };
    return Response.json(Array.isArray(told) ? told.map(one) : one(told as never));
  };
}

/** A node that refuses every transaction with this error. */
export function refusing(error: {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}): Behaviour {
  return answering(({ method }) => (isSending(method) ? { error } : undefined));
}
