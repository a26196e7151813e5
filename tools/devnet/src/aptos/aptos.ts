import type { AptosEngine, AptosOptions } from './engine.ts';

/**
 * Starts a stand-in of an Aptos node and of its indexer on a free port of 127.0.0.1. Its five accounts hold 10,000 APT and a demo token each; the last
 * one has no Account resource. It decodes transactions with the official SDK, and models the framework by its public sources.
 *
 * @example
 * const engine = await startAptos();
 * await fetch(`${engine.url}/accounts/0x1`);
 * await engine.advance(7_200);
 * await engine.stop();
 */
export async function startAptos(options: AptosOptions = {}): Promise<AptosEngine> {
  // The official SDK takes a third of a second to load. Those who import this package for another chain need not wait for it.
  const { openStandIn } = await import('./stand-in.ts');
  return openStandIn(options);
}
