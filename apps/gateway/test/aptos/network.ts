import { aptos } from '@isochain/aptos';
import { type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import { type Actor, signMessage } from '../../../../packages/aptos/test/world/actor.ts';
import { type Asked, type Behaviour, type ChainNetwork, type Encoded, openChainNetwork } from '../chain-network.ts';

// A gateway in front of the stand-in of a node and of its indexer.

type Kind = 'node' | 'indexer';

interface Node {
  readonly kind?: Kind;
  readonly behaves?: Behaviour;
}

export interface NetworkOptions {
  readonly chainId?: 'aptos' | 'aptos-testnet';
  /** Endpoints by name, in the order in which they are asked. An honest node and an honest indexer by default. */
  readonly nodes?: Readonly<Record<string, Node>>;
  /** Settings of the chain beside its endpoints. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Network extends ChainNetwork {
  readonly engine: AptosEngine;
  /** How many transactions were sent to endpoints. */
  broadcasts(): number;
  /** Signs the message: 64 bytes in hex. */
  sign(transaction: Encoded, by: Pick<Actor, 'privateKey'>): string;
}

/** One honest endpoint of each kind. */
const honestNodes: NonNullable<NetworkOptions['nodes']> = { node: {}, indexer: { kind: 'indexer' } };

/**
 * Opens a gateway.
 *
 * @param on - A chain that is there already. Each network has its own by default.
 */
export async function openNetwork(
  { chainId = 'aptos', nodes = honestNodes, settings = { oldestBlockMs: 0 } }: NetworkOptions = {},
  on?: AptosEngine,
): Promise<Network> {
  const engine = on ?? (await startAptos({ chainId }));
  const network = await openChainNetwork({
    chainId,
    families: { aptos: async () => aptos },
    behaviours: Object.fromEntries(Object.entries(nodes).map(([name, { behaves }]) => [name, behaves])),
    endpointOf: (name) =>
      nodes[name]?.kind === 'indexer'
        ? { kind: 'indexer', basePath: '/v1/graphql' }
        : { kind: 'node', basePath: '/v1' },
    settings,
    forward: ({ pathname, search }, init) => fetch(`${new URL(engine.url).origin}${pathname}${search}`, init),
  });
  return {
    ...network,
    engine,
    async close() {
      await network.close();
      if (on === undefined) await engine.stop();
    },
    broadcasts: () => network.asked.filter(isSending).length,
    sign: ({ encoded }, by) => signMessage(messageOf({ encoded }), by),
  };
}

/** What is signed, in hex. */
export function messageOf({ encoded }: Pick<Encoded, 'encoded'>): string {
  return encoded[0]?.raw?.value ?? '';
}

/** Whether a request sends a transaction. */
export function isSending({ method, path }: Pick<Asked, 'method' | 'path'>): boolean {
  return method === 'POST' && path === '/transactions';
}

/** What a node says: the body of its answer, and the status. */
export interface Said {
  readonly status: number;
  readonly body: unknown;
}

/** A node that answers some requests by itself, and without the headers of the chain. */
export function answering(answer: (asked: Asked) => Said | undefined): Behaviour {
  return async (asked, forward) => {
    const said = answer(asked);
    return said === undefined ? forward() : Response.json(said.body, { status: said.status });
  };
}

/** A node that changes some answers of the chain, and keeps their headers. Errors stay as they are. */
export function changing(path: RegExp, change: (told: never, asked: Asked) => unknown): Behaviour {
  return async (asked, forward) => {
    const answer = await forward();
    if (!path.test(asked.path) || !answer.ok) return answer;
    const { status, headers } = answer;
    return new Response(JSON.stringify(change((await answer.json()) as never, asked)), {
      status,
      headers: own(headers),
    });
  };
}

/** A node that changes headers of the chain's answers. Undefined takes one away. */
export function withHeaders(changed: Readonly<Record<string, string | undefined>>): Behaviour {
  return async (_, forward) => {
    const answer = await forward();
    const headers = own(answer.headers);
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    }
    return new Response(await answer.text(), { status: answer.status, headers });
  };
}

/** Headers of an answer that gets another body. */
function own(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('content-length');
  return kept;
}

/** An error as nodes write it (aptos-labs/aptos-core, api/types/src/error.rs). */
export interface NodeError {
  readonly status: number;
  readonly error_code: string;
  readonly message: string;
  readonly vm_error_code?: number | null;
}

/** A node that refuses every transaction with this error. */
export function refusing({ status, ...error }: NodeError): Behaviour {
  return answering((asked) => (isSending(asked) ? { status, body: { vm_error_code: null, ...error } } : undefined));
}

/** What a node says if the virtual machine refuses a transaction before it runs (aptos-labs/aptos-core, api/src/transactions.rs). */
export function vmError(name: string, vmErrorCode: number): NodeError {
  return {
    ...{ status: 400, error_code: 'vm_error', vm_error_code: vmErrorCode },
    message: `Invalid transaction: Type: Validation Code: ${name}`,
  };
}
