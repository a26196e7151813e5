import { accountOf } from '../src/address/account-id.ts';
import { chains, type UtxoChainId } from '../src/chains.ts';
import { contextOf } from '../src/context.ts';
import { createBlockbook } from '../src/upstream/blockbook.ts';
import { type RestScript, restWorld } from './rest-upstream.ts';

export { blockbookAnswer as recording } from './blockbook-answers.ts';

/**
 * Blockbooks that answer by script, asked in this order.
 *
 * @param owner - An account id of the chain.
 */
export function blockbookWorld(
  chainId: UtxoChainId,
  owner: string,
  scripts: RestScript | Readonly<Record<'blockbook' | 'blockbook2', RestScript>>,
) {
  const { height, hash } = contextOf(chainId).checkpoint ?? {};
  const guard = { [`/api/v2/block-index/${height}`]: { blockHash: hash } };
  const all = ('blockbook' in scripts ? scripts : { blockbook: scripts }) as Record<string, RestScript>;
  const guarded = Object.entries(all).map(([name, script]) => [name, { ...guard, ...script }] as const);
  const world = restWorld(chainId, Object.fromEntries(guarded));
  return {
    ...world,
    account: accountOf(chains[chainId].network, owner),
    backend: createBlockbook(world.context),
  };
}
