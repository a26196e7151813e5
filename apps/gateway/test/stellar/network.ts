import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import { stellar } from '@isochain/stellar';
import { type Actor, signHash } from '../../../../packages/stellar/test/world/actor.ts';
import { type Asked, type Behaviour, type ChainNetwork, type Encoded, openChainNetwork } from '../chain-network.ts';

// A gateway in front of the stand-in of a Horizon server.

interface Node {
  readonly behaves?: Behaviour;
}

export interface NetworkOptions {
  readonly chainId?: 'stellar' | 'stellar-testnet';
  /** Endpoints by name, in the order in which they are asked. One honest endpoint by default. */
  readonly nodes?: Readonly<Record<string, Node>>;
  /** Settings of the chain beside its endpoints. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Network extends ChainNetwork {
  readonly engine: StellarEngine;
  /** How many transactions were sent to endpoints. */
  broadcasts(): number;
  /** Signs the hash: 64 bytes in hex. */
  sign(transaction: Encoded, by: Pick<Actor, 'privateKey'>): string;
}

/**
 * Opens a gateway.
 *
 * @param on - A chain that is there already. Each network has its own by default.
 */
export async function openNetwork(
  { chainId = 'stellar', nodes = { horizon: {} }, settings = { oldestBlockMs: 0 } }: NetworkOptions = {},
  on?: StellarEngine,
): Promise<Network> {
  const engine = on ?? (await startStellar({ chainId }));
  const network = await openChainNetwork({
    chainId,
    families: { stellar: async () => stellar },
    behaviours: Object.fromEntries(Object.entries(nodes).map(([name, { behaves }]) => [name, behaves])),
    endpointOf: () => ({ kind: 'horizon' }),
    settings,
    forward: ({ pathname, search }, init) => fetch(`${engine.url}${pathname}${search}`, init),
  });
  return {
    ...network,
    engine,
    async close() {
      await network.close();
      if (on === undefined) await engine.stop();
    },
    broadcasts: () => network.asked.filter(isSending).length,
    sign: ({ encoded }, by) => signHash(hashOf({ encoded }), by),
  };
}

/** What is signed, in hex. */
export function hashOf({ encoded }: Pick<Encoded, 'encoded'>): string {
  return encoded[0]?.hash?.value ?? '';
}

/** The envelope without signatures, in base64. */
export function envelopeOf({ encoded }: Pick<Encoded, 'encoded'>): string {
  return encoded[0]?.raw?.value ?? '';
}

/** Whether a request sends a transaction. */
export function isSending({ method, path }: Pick<Asked, 'method' | 'path'>): boolean {
  return method === 'POST' && /^\/transactions(_async)?$/.test(path);
}

/** What a server says: the body of its answer, and the status. */
export interface Said {
  readonly status: number;
  readonly body: unknown;
}

/** A server that answers some requests by itself. */
export function answering(answer: (asked: Asked) => Said | undefined): Behaviour {
  return async (asked, forward) => {
    const said = answer(asked);
    return said === undefined ? forward() : Response.json(said.body, { status: said.status });
  };
}

/** A problem as Horizon writes it (stellar/stellar-docs, data/apis/horizon/api-reference/errors). */
export function problem(status: number, type: string, extras?: Readonly<Record<string, unknown>>): Said {
  const title = type.replaceAll('_', ' ');
  const body = { type: `https://stellar.org/horizon-errors/${type}`, title, status, ...(extras && { extras }) };
  return { status, body };
}

/** A server that answers every transaction with this. */
export function refusing(said: Said): Behaviour {
  return answering((asked) => (isSending(asked) ? said : undefined));
}
