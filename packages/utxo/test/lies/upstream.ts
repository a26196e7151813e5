import type { LieScene } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import type { Endpoint } from '@isochain/core/upstream';
import { Transaction } from 'bitcoinjs-lib';
import { blockWith } from '../../../babylon/test/blocks.ts';
import { type UtxoOptions, utxo } from '../../src/index.ts';
import { scriptedCore } from '../scripted-core.ts';
import type { Routes } from '../scripted-rest.ts';
import { type Handler, ScriptedChain, type ScriptedChainId } from '../scripted-upstream.ts';

// Honest indexers, nodes and interfaces of Babylon, for scenes.

const family: Family = utxo;

export const now = 1_700_000_000_000;

export type UpstreamKind = 'esplora' | 'blockbook' | 'core';

export interface Where {
  readonly chainId?: ScriptedChainId;
  readonly kinds: readonly UpstreamKind[];
  /** Puts the scene's coins and transactions onto the chain. */
  build(chain: ScriptedChain): void;
  /** Whether the Esplora has the fees of mempool.space too. */
  readonly hasPreciseFees?: boolean;
  /** Interfaces of Babylon: nodes that say the same, and the index. All nodes but the first never lie. */
  readonly babylon?: Routes;
  /** How many nodes: 2 by default. */
  readonly nodes?: 2 | 3;
  readonly index?: Routes;
  readonly options?: UtxoOptions;
}

/** Something that a client does over an honest upstream. */
export interface UtxoScene extends LieScene {
  /** The true chain. */
  readonly truth: ScriptedChain;
}

export function scene(name: string, where: Where, run: LieScene['run']): UtxoScene {
  const { chainId = 'bitcoin', kinds, build, babylon, nodes = 2, index, options = {} } = where;
  const names = ['babylon', 'babylon-2', 'babylon-3'].slice(0, nodes);
  const made = () => {
    const chain = new ScriptedChain(chainId);
    chain.latestAt = now - 60_000;
    build(chain);
    return chain;
  };
  return {
    name,
    truth: made(),
    upstream() {
      const chain = made();
      const endpoints: Endpoint[] = kinds.map((kind) => ({ url: `https://${kind}.test`, name: kind, kind }));
      if (babylon !== undefined)
        for (const name of names) endpoints.push({ url: `https://${name}.test`, name, kind: 'babylon' });
      if (index !== undefined) endpoints.push({ url: 'https://index.test', name: 'index', kind: 'babylon-staking' });
      return {
        endpoints,
        trusted: names.slice(1),
        fetch: chain.fetch({
          'https://esplora.test': esplora(chain, where),
          'https://blockbook.test': blockbook(chain),
          'https://core.test': scriptedCore(chain),
          ...Object.fromEntries(names.map((name) => [`https://${name}.test`, routed(babylon)])),
          'https://index.test': routed(index),
        }),
      };
    },
    connect: ({ endpoints, fetch }) => family.connect(chainId, { endpoints, fetch, now: () => now, ...options }),
    run,
  };
}

function routed(routes: Routes = {}): Handler {
  return (_method, path) => {
    const answer: unknown = routes[path];
    if (answer === undefined) return undefined;
    // A module's answer about an unknown object.
    const isMissing = typeof answer === 'object' && answer !== null && 'code' in answer;
    return { status: isMissing ? 404 : 200, body: answer };
  };
}

/** With the requests after signing. */
function esplora(chain: ScriptedChain, { hasPreciseFees = false }: Where): Handler {
  const indexed = chain.esplora();
  return (method, path, body) => {
    if (method === 'POST' && path === '/tx') return { body: Transaction.fromHex(body).getId() };
    if (hasPreciseFees && path === '/v1/fees/precise')
      return { body: { fastestFee: 4, halfHourFee: 2, hourFee: 1.5, economyFee: 1, minimumFee: 1 } };
    const proven = /^\/tx\/(\w+)\/merkleblock-proof$/.exec(path)?.[1];
    if (proven !== undefined) return { body: blockWith(proven).merkleBlock };
    const [, txid, vout] = /^\/tx\/(\w+)\/outspend\/(\d+)$/.exec(path) ?? [];
    if (txid === undefined) return indexed(method, path, body);
    const spender = spenderOf(chain, txid, Number(vout));
    return { body: spender === undefined ? { spent: false } : { spent: true, txid: spender } };
  };
}

function blockbook(chain: ScriptedChain): Handler {
  const indexed = chain.blockbook();
  return (method, path, body) => {
    if (method === 'POST') return { body: { result: Transaction.fromHex(body).getId() } };
    return indexed(method, path, body);
  };
}

function spenderOf({ transactions }: ScriptedChain, txid: string, vout: number): string | undefined {
  return transactions.find(({ inputs }) => inputs.some((input) => input.txid === txid && input.vout === vout))?.txid;
}
