import { answerOnce, takeTurns } from '@isochain/conformance';
import { type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import type { AptosKind } from '../../src/options.ts';
import { now } from './cast.ts';
import { startWorld } from './world.ts';

// Endpoints that tell the truth, over which scenes are played. Each chain is started once: nobody changes it.

let started: Promise<AptosEngine> | undefined;

/** The chain that is asked. */
export function askedWorld(): Promise<AptosEngine> {
  started ??= startWorld();
  return started;
}

let testnet: Promise<AptosEngine> | undefined;

/** The test network, as the stand-in starts. */
export function askedTestnet(): Promise<AptosEngine> {
  testnet ??= startAptos({ chainId: 'aptos-testnet', startTime: new Date(now) });
  return testnet;
}

/** One at a time: others would see what is only rehearsed. */
export const inTurn = takeTurns();

/** What would change the chain is only rehearsed. */
function honestly(engineOf: () => Promise<AptosEngine>): typeof fetch {
  return answerOnce(async (url, init) => {
    const engine = await engineOf();
    const base = url.hostname.startsWith('indexer') ? engine.indexerUrl : `${engine.url}${url.pathname}`;
    const request = () => fetch(`${base}${url.search}`, init);
    const isSending = init.method === 'POST' && url.pathname.endsWith('/transactions');
    return inTurn(() => (isSending ? engine.rehearse(request) : request()));
  });
}

export const honestFetch: typeof fetch = honestly(askedWorld);
export const honestTestnet: typeof fetch = honestly(askedTestnet);

export const honestEndpoints: readonly { readonly url: string; readonly name: string; readonly kind: AptosKind }[] = [
  { url: 'https://node.test', name: 'node', kind: 'node' },
  { url: 'https://indexer.test', name: 'indexer', kind: 'indexer' },
];
