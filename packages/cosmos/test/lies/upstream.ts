import type { LieScene } from '@isochain/conformance';
import type { Chain, Family } from '@isochain/core';
import { type CosmosChainId, type CosmosOptions, cosmos } from '../../src/index.ts';
import type { CosmosKind } from '../../src/options.ts';
import type { Ledger } from '../stand-in/ledger.ts';
import { answerRpc } from './rpc.ts';
import { now, startWorld } from './world.ts';

// Honest nodes, over which scenes are played.

const family: Family = cosmos;

/** Answers that a node gives by path, instead of the chain in memory. Undefined: the chain in memory answers. */
export type Further = (url: URL, ledger: Ledger) => unknown;

export interface Where {
  readonly chainId: CosmosChainId;
  /** The interfaces of the node. REST by default. */
  readonly kinds?: readonly CosmosKind[];
  readonly build?: (ledger: Ledger) => void;
  readonly further?: Further;
  readonly options?: Partial<CosmosOptions>;
}

/** What a client does with an honest upstream. */
export interface CosmosScene extends LieScene {
  readonly where: Where;
}

export function scene(name: string, where: Where, run: (chain: Chain) => Promise<unknown>): CosmosScene {
  const { chainId, kinds = ['rest'], build, further, options = {} } = where;
  return {
    ...{ name, where, run },
    upstream() {
      const { ledger, fetch } = startWorld(chainId, build);
      const honest: typeof fetch = async (input, init) => {
        const url = new URL(String(input));
        if (url.hostname.startsWith('rpc')) return answerRpc(ledger, init);
        const own = further?.(url, ledger);
        if (own instanceof Response) return own;
        return own === undefined ? fetch(input, init) : Response.json(own);
      };
      return { endpoints: kinds.map((kind) => ({ url: `https://${kind}.test`, name: kind, kind })), fetch: honest };
    },
    connect: ({ endpoints, fetch }) => family.connect(chainId, { endpoints, fetch, now: () => now, ...options }),
  };
}

/** The refusal of nodes that do not know the question. */
export const unknownRoute = (): Response =>
  Response.json({ code: 12, message: 'Not Implemented', details: [] }, { status: 501 });
