import { answerOnce, takeTurns } from '@isochain/conformance';
import type { TronEngine } from '@isochain/devnet/tron';
import type { TronKind } from '../../src/options.ts';
import { startWorld } from './world.ts';

// Endpoints that tell the truth, over which scenes are played. The chain is started once: nobody changes it.

let started: Promise<TronEngine> | undefined;

/** The chain that is asked. */
export function askedWorld(): Promise<TronEngine> {
  started ??= startWorld();
  return started;
}

/** One at a time: others would see what is only rehearsed. */
export const inTurn = takeTurns();

/** What would change the chain is only rehearsed. */
export const honestFetch: typeof fetch = answerOnce(async ({ pathname, search }, init) => {
  const engine = await askedWorld();
  const request = () => fetch(`${engine.url}${pathname}${search}`, init);
  return inTurn(() => (pathname.startsWith('/wallet/broadcast') ? engine.rehearse(request) : request()));
});

export const honestEndpoints: readonly { readonly url: string; readonly name: string; readonly kind: TronKind }[] = [
  { url: 'https://node.test', name: 'node', kind: 'node' },
  { url: 'https://trongrid.test', name: 'trongrid', kind: 'trongrid' },
];
