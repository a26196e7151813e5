import { answerOnce, takeTurns } from '@isochain/conformance';
import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import { now } from './cast.ts';
import { startWorld } from './world.ts';

// Endpoints that tell the truth, over which scenes are played. Each chain is started once: nobody changes it.

let started: Promise<StellarEngine> | undefined;

/** The chain that is asked. */
export function askedWorld(): Promise<StellarEngine> {
  started ??= startWorld();
  return started;
}

let testnet: Promise<StellarEngine> | undefined;

/** The test network, as the stand-in starts. */
export function askedTestnet(): Promise<StellarEngine> {
  testnet ??= startStellar({ chainId: 'stellar-testnet', startTime: new Date(now) });
  return testnet;
}

/** One at a time: others would see what is only rehearsed. */
export const inTurn = takeTurns();

/** What would change the chain is only rehearsed. */
function honestly(engineOf: () => Promise<StellarEngine>): typeof fetch {
  return answerOnce(async (url, init) => {
    const engine = await engineOf();
    const request = () => fetch(`${engine.url}${url.pathname}${url.search}`, init);
    return inTurn(() => (init.method === 'POST' ? engine.rehearse(request) : request()));
  });
}

export const honestFetch: typeof fetch = honestly(askedWorld);
export const honestTestnet: typeof fetch = honestly(askedTestnet);

export const honestEndpoints = [{ url: 'https://horizon.test', name: 'horizon', kind: 'horizon' }] as const;
