import { ton } from '@isochain/ton';
import { sign } from '../../../../packages/ton/test/ed25519.ts';
import type { Actor } from '../../../../packages/ton/test/world/actor.ts';
import { type Signed, signed } from '../../../../packages/ton/test/world/sign.ts';
import { startWorld, type World } from '../../../../packages/ton/test/world/world.ts';
import { type Behaviour, type ChainNetwork, type Encoded, openChainNetwork } from '../chain-network.ts';

// A gateway in front of the real virtual machine.

export type Kind = 'toncenter-v3' | 'toncenter-v2' | 'tonapi';

interface Node {
  readonly kind?: Kind;
  readonly behaves?: Behaviour;
}

export interface NetworkOptions {
  /** Endpoints by name, in the order in which they are asked. One honest endpoint of toncenter v3 by default. */
  readonly nodes?: Readonly<Record<string, Node>>;
  /** Settings of the chain beside its endpoints. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Network extends ChainNetwork {
  readonly world: World;
  /** How many requests to endpoints were broadcasts. */
  broadcasts(): number;
  /** Signs as a wallet does. */
  sign(transaction: Encoded, by: Actor): Signed;
  /** Signs bytes in hex, in hex. */
  signBytes(bytes: string, by: Actor): string;
}

const bases: Readonly<Record<Kind, string>> = { 'toncenter-v3': '/api/v3', 'toncenter-v2': '/api/v2', tonapi: '/v2' };
const sends = /^\/(message|sendBoc\w*|blockchain\/message)$/;

/**
 * Opens a gateway.
 *
 * @param on - A chain that is there already. Each network has its own by default.
 */
export async function openNetwork(
  { nodes = { node: {} }, settings }: NetworkOptions = {},
  on?: World,
): Promise<Network> {
  const world = on ?? (await startWorld(undefined, Date.now));
  const { origin } = new URL(world.engine.url);
  const network = await openChainNetwork({
    ...{ chainId: 'ton', settings },
    families: { ton: async () => ton },
    behaviours: Object.fromEntries(Object.entries(nodes).map(([name, { behaves }]) => [name, behaves])),
    endpointOf(name) {
      const { kind = 'toncenter-v3' } = nodes[name] ?? {};
      return { kind, basePath: bases[kind] };
    },
    forward: ({ pathname, search }, init) => fetch(`${origin}${pathname}${search}`, init),
  });
  return {
    ...network,
    world,
    async close() {
      await network.close();
      if (on === undefined) await world.engine.stop();
    },
    broadcasts: () => network.asked.filter(({ method, path }) => method === 'POST' && sends.test(path)).length,
    sign: ({ data, encoded }, by) =>
      signed(encoded, by, (data.params as { deploy?: boolean })?.deploy === true ? by.init : undefined),
    signBytes: (bytes, { secretKey }) => sign(Buffer.from(bytes, 'hex'), secretKey).toString('hex'),
  };
}
