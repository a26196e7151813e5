import { startTron, type TronEngine } from '@isochain/devnet/tron';
import { tron } from '@isochain/tron';
import { type Actor, signHash } from '../../../../packages/tron/test/world/actor.ts';
import { type Behaviour, type ChainNetwork, type Encoded, openChainNetwork } from '../chain-network.ts';

// A gateway in front of the stand-in of a node and of TronGrid. Both have one origin.

type Kind = 'node' | 'trongrid';

interface Node {
  readonly kind?: Kind;
  readonly behaves?: Behaviour;
}

export interface NetworkOptions {
  /** Endpoints by name, in the order in which they are asked. One honest node by default. */
  readonly nodes?: Readonly<Record<string, Node>>;
  /** Settings of the chain beside its endpoints. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, unknown>>;
}

export interface Network extends ChainNetwork {
  readonly engine: TronEngine;
  /** How many requests to endpoints were broadcasts. */
  broadcasts(): number;
  /** Signs the hash, in hex. */
  sign(transaction: Encoded, by: Actor): string;
}

/**
 * Opens a gateway.
 *
 * @param on - A chain that is there already. Each network has its own by default.
 */
export async function openNetwork(
  { nodes = { node: {} }, ...settings }: NetworkOptions = {},
  on?: TronEngine,
): Promise<Network> {
  const engine = on ?? (await startTron({ now: Date.now }));
  const network = await openChainNetwork({
    ...{ chainId: 'tron', ...settings },
    families: { tron: async () => tron },
    behaviours: Object.fromEntries(Object.entries(nodes).map(([name, { behaves }]) => [name, behaves])),
    endpointOf: (name) => ({ kind: nodes[name]?.kind ?? 'node' }),
    forward: ({ pathname, search }, init) => fetch(`${engine.url}${pathname}${search}`, init),
  });
  return {
    ...network,
    engine,
    async close() {
      await network.close();
      if (on === undefined) await engine.stop();
    },
    broadcasts: () => network.asked.filter(({ path }) => path.startsWith('/wallet/broadcast')).length,
    sign: ({ encoded }, by) => signHash(encoded[0]?.hash?.value ?? '', by),
  };
}
