import { sha256, toHex } from '@isochain/core';
import type { Store } from './store.ts';

/** An answer as it is kept. */
interface Kept<T> {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly value: T;
}

/**
 * Answers from the store, or asks and keeps the answer. Failures are not kept. Answers with a warning are not kept either: the warning is about
 * the moment.
 *
 * @param name - Everything that the answer depends on.
 * @param seconds - 0 keeps nothing.
 */
export async function cached<T extends object>(
  store: Store,
  name: readonly (string | number | undefined)[],
  seconds: number,
  ask: () => Promise<T>,
): Promise<T> {
  if (seconds === 0) return ask();
  // Names hold texts of clients: of any length, and with characters that have a meaning in stores.
  const key = `cache:${toHex(sha256(new TextEncoder().encode(JSON.stringify(name))))}`;
  const kept = readKept<T>(await store.storage.getItem<string>(key));
  if (kept !== undefined && kept.until > Date.now()) return kept.value;
  const value = await ask();
  if ('status' in value) return value;
  const entry: Kept<T> = { until: Date.now() + seconds * 1000, value };
  await store.storage.setItem(key, JSON.stringify(entry), { ttl: seconds });
  return value;
}

/** Checks the stored value: stores may parse JSON by themselves, and other programs may have written it. */
function readKept<T>(found: unknown): Kept<T> | undefined {
  try {
    const entry: unknown = typeof found === 'string' ? JSON.parse(found) : found;
    if (typeof entry !== 'object' || entry === null || !('until' in entry) || !('value' in entry)) return undefined;
    return typeof entry.until === 'number' ? (entry as Kept<T>) : undefined;
  } catch {
    return undefined;
  }
}
