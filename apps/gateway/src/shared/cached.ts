import { sha256, toHex } from '@isochain/core';
import type { Store } from './store.ts';

/** An answer as it is kept. */
interface Kept<T> {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly value: T;
}

/**
 * Answers from the store what was asked lately, or asks and keeps the answer. What fails is not kept, nor is an answer with a warning: that speaks of
 * the moment.
 *
 * @param name - All that the answer depends on.
 * @param seconds - 0 keeps nothing.
 */
export async function cached<T extends object>(
  store: Store,
  name: readonly (string | number | undefined)[],
  seconds: number,
  ask: () => Promise<T>,
): Promise<T> {
  if (seconds === 0) return ask();
  // Names hold what clients send: of any length, and with characters that stores have other uses for.
  const key = `cache:${toHex(sha256(new TextEncoder().encode(JSON.stringify(name))))}`;
  const kept = readKept<T>(await store.storage.getItem<string>(key));
  if (kept !== undefined && kept.until > Date.now()) return kept.value;
  const value = await ask();
  if ('status' in value) return value;
  const entry: Kept<T> = { until: Date.now() + seconds * 1000, value };
  await store.storage.setItem(key, JSON.stringify(entry), { ttl: seconds });
  return value;
}

/** Stores may parse what looks like JSON, and others may have written something. */
function readKept<T>(found: unknown): Kept<T> | undefined {
  try {
    const entry: unknown = typeof found === 'string' ? JSON.parse(found) : found;
    if (typeof entry !== 'object' || entry === null || !('until' in entry) || !('value' in entry)) return undefined;
    return typeof entry.until === 'number' ? (entry as Kept<T>) : undefined;
  } catch {
    return undefined;
  }
}
