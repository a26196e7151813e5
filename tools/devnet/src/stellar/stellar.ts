import type { StellarEngine, StellarOptions } from './engine.ts';

/**
 * Starts a stand-in of a Horizon server, with its core, on a free port of 127.0.0.1. Four of its five accounts hold 10,000 XLM each; the last one does not
 * exist. It decodes transactions with `@stellar/stellar-base`, and models stellar-core and Horizon by their public sources.
 *
 * @example
 * const engine = await startStellar();
 * await fetch(`${engine.url}/fee_stats`);
 * await engine.advance(3_600);
 * await engine.stop();
 */
export async function startStellar(options: StellarOptions = {}): Promise<StellarEngine> {
  // The library takes a moment to load. Those who import this package for another chain need not wait for it.
  const { openStandIn } = await import('./stand-in.ts');
  return openStandIn(options);
}
