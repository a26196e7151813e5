import { algorand } from '@isochain/algorand';
import { type AlgorandEngine, startAlgorand } from '@isochain/devnet/algorand';
import { type Actor, signBytes } from '../../../../packages/algorand/test/world/actor.ts';
import { type Asked, type Behaviour, type ChainNetwork, type Encoded, openChainNetwork } from '../chain-network.ts';

// A gateway in front of the stand-in of a node and an indexer.

interface Node {
  /** A node by default. */
  readonly kind?: 'algod' | 'indexer';
  readonly behaves?: Behaviour;
}

export interface NetworkOptions {
  /** Endpoints by name, in the order in which they are asked. An honest node and an honest indexer by default. */
  readonly nodes?: Readonly<Record<string, Node>>;
  /** Settings of the chain beside its endpoints. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Network extends ChainNetwork {
  readonly engine: AlgorandEngine;
  /** How many transactions were sent to endpoints. */
  broadcasts(): number;
  /** Signs the bytes of `hash.value`: 64 bytes in hex. */
  sign(transaction: Encoded, by: Pick<Actor, 'privateKey'>): string;
}

export const honestNodes = { algod: {}, indexer: { kind: 'indexer' } } as const;

/**
 * Opens a gateway.
 *
 * @param on - A chain that is there already. Each network has its own by default.
 */
export async function openNetwork(
  { nodes = honestNodes, settings = {} }: NetworkOptions = {},
  on?: AlgorandEngine,
): Promise<Network> {
  const engine = on ?? (await startAlgorand());
  const kindOf = (name: string) => nodes[name]?.kind ?? 'algod';
  const network = await openChainNetwork({
    chainId: 'algorand',
    families: { algorand: async () => algorand },
    behaviours: Object.fromEntries(Object.entries(nodes).map(([name, { behaves }]) => [name, behaves])),
    endpointOf: (name) => ({ kind: kindOf(name) }),
    settings,
    forward: ({ hostname, pathname, search }, init) => {
      const isIndexer = kindOf(hostname.replace('.test', '')) === 'indexer';
      return fetch(`${isIndexer ? engine.indexerUrl : engine.algodUrl}${pathname}${search}`, init);
    },
  });
  return {
    ...network,
    engine,
    async close() {
      await network.close();
      if (on === undefined) await engine.stop();
    },
    broadcasts: () => network.asked.filter(isSending).length,
    sign: ({ encoded }, by) => signBytes(messageOf({ encoded }), by),
  };
}

/** What is signed, in hex. */
export function messageOf({ encoded }: Pick<Encoded, 'encoded'>): string {
  return encoded[0]?.hash?.value ?? '';
}

/** The transaction without signature, in hex. */
export function bytesOf({ encoded }: Pick<Encoded, 'encoded'>): string {
  return encoded[0]?.raw?.value ?? '';
}

/** The id of the transaction. */
export function idOf({ data }: Pick<Encoded, 'data'>): string {
  return String((data.params as { readonly txId?: unknown }).txId);
}

/** Whether a request sends a transaction. */
export function isSending({ method, path }: Pick<Asked, 'method' | 'path'>): boolean {
  return method === 'POST' && path === '/v2/transactions';
}

/** What a node says: the body of its answer, and the status. */
export interface Said {
  readonly status: number;
  readonly body: unknown;
}

/** A node that answers some requests by itself. */
export function answering(answer: (asked: Asked) => Said | undefined): Behaviour {
  return async (asked, forward) => {
    const said = answer(asked);
    return said === undefined ? forward() : Response.json(said.body, { status: said.status });
  };
}

/** How nodes write what they refuse. */
export function refusal(message: string, status = 400): Said {
  return { status, body: { message } };
}

/** A node that answers every transaction with this. */
export function refusing(said: Said): Behaviour {
  return answering((asked) => (isSending(asked) ? said : undefined));
}
