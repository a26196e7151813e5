import { answerOnce, takeTurns } from '@isochain/conformance';
import type { AlgorandEngine } from '@isochain/devnet/algorand';
import { startWorld } from './world.ts';

// Endpoints that tell the truth, over which scenes are played. The chain is started once: nobody changes it.

let started: Promise<AlgorandEngine> | undefined;

/** The chain that is asked. */
export function askedWorld(): Promise<AlgorandEngine> {
  started ??= startWorld();
  return started;
}

/** One at a time: others would see what is only rehearsed. */
export const inTurn = takeTurns();

/** What would change the chain is only rehearsed. */
export const honestFetch: typeof fetch = answerOnce(async (url, init) => {
  const engine = await askedWorld();
  const base = url.hostname === 'indexer.test' ? engine.indexerUrl : engine.algodUrl;
  const request = () => fetch(`${base}${url.pathname}${url.search}`, init);
  return inTurn(() => (init.method === 'POST' ? engine.rehearse(request) : request()));
});

export const honestEndpoints = [
  { url: 'https://algod.test', name: 'algod', kind: 'algod' },
  { url: 'https://indexer.test', name: 'indexer', kind: 'indexer' },
] as const;
