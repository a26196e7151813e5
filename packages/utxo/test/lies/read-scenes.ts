import type { Chain } from '@isochain/core';
import type { ScriptedChain } from '../scripted-upstream.ts';
import { addressAt, descriptor, pathOf, recipient, segwit, strangerAddress } from './accounts.ts';
import { scene, type UpstreamKind, type UtxoScene } from './upstream.ts';

// What clients read: balances, histories, one transaction.

let shown = '';

/** Coins that came, went and wait. */
function live(chain: ScriptedChain): void {
  chain.fund(segwit, 50_000n, { from: strangerAddress });
  const spent = chain.fund(segwit, 80_000n, { from: strangerAddress });
  shown = chain.spend(
    [spent],
    [
      { address: recipient, value: 30_000n },
      { address: segwit, value: 49_000n },
    ],
  );
  chain.confirm(shown, 850_000);
  chain.fund(segwit, 7_000n, { height: null, from: strangerAddress });
}

function liveExtended(chain: ScriptedChain): void {
  chain.fund(addressAt(0, 0), 50_000n, { path: pathOf(0, 0), from: strangerAddress });
  chain.fund(addressAt(1, 0), 20_000n, { path: pathOf(1, 0), from: strangerAddress });
  chain.fund(addressAt(0, 1), 7_000n, { path: pathOf(0, 1), height: null, from: strangerAddress });
}

const state = (account: string) => (chain: Chain) => chain.accountState(account, { include: ['native'] });
const history = (account: string) => (chain: Chain) => chain.history(account, { limit: 10 });
const transaction = (chain: Chain) => chain.transaction(shown);

const all: readonly UpstreamKind[] = ['esplora', 'blockbook', 'core'];

export const readScenes: readonly UtxoScene[] = [
  ...all.flatMap((kind) => [
    scene(`state (${kind})`, { kinds: [kind], build: live }, state(segwit)),
    scene(`extended state (${kind})`, { kinds: [kind], build: liveExtended }, state(descriptor)),
    scene(`transaction (${kind})`, { kinds: [kind], build: live }, transaction),
  ]),
  ...(['esplora', 'blockbook'] as const).flatMap((kind) => [
    scene(`history (${kind})`, { kinds: [kind], build: live }, history(segwit)),
    scene(`extended history (${kind})`, { kinds: [kind], build: liveExtended }, history(descriptor)),
  ]),
];
