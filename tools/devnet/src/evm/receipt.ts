import { setTimeout as wait } from 'node:timers/promises';
import type { AnvilEngine } from './anvil.ts';

/** The fields of a receipt that tests use. Quantities are hex, as from the engine. */
export interface Receipt {
  readonly status: '0x0' | '0x1';
  readonly blockNumber: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  readonly contractAddress: string | null;
}

/**
 * Waits for a receipt: anvil mines a moment after it has accepted a transaction.
 *
 * @param timeout Milliseconds. The default is far more than a mined transaction needs.
 * @returns undefined if there is none in time. The transaction may still wait in the pool, or never be mined.
 */
export async function waitForReceipt(
  engine: Pick<AnvilEngine, 'rpc'>,
  hash: string,
  timeout = 60_000,
): Promise<Receipt | undefined> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const receipt = await engine.rpc<Receipt | null>('eth_getTransactionReceipt', [hash]);
    if (receipt !== null) return receipt;
    if (Date.now() >= deadline) return undefined;
    await wait(5);
  }
}
