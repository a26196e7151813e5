import type { AlgorandEngine, AlgorandOptions } from './engine.ts';

/**
 * Starts a stand-in of an Algorand node and of its indexer, on two free ports of 127.0.0.1. Four of its five accounts hold 10,000 ALGO each; the last one does
 * not exist. It decodes transactions with `@msgpack/msgpack`, and models go-algorand and the indexer by their public sources.
 *
 * @example
 * const engine = await startAlgorand();
 * await fetch(`${engine.algodUrl}/v2/status`);
 * await engine.advance(3_600);
 * await engine.stop();
 */
export async function startAlgorand(options: AlgorandOptions = {}): Promise<AlgorandEngine> {
  // The libraries take a moment to load. Those who import this package for another chain need not wait for it.
  const { openStandIn } = await import('./stand-in.ts');
  return openStandIn(options);
}
