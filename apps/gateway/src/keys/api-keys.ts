import { type ChainId, fromHex, refuse, sha256 } from '@isochain/core';
import type { Rate } from '../config/key-settings.ts';
import type { Settings } from '../config/settings.ts';

/** An API key, as far as the service knows it: never the key itself. */
export interface ApiKey {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly expires: number | undefined;
  /** Undefined: all chains. */
  readonly chains: ReadonlySet<ChainId> | undefined;
  readonly access: 'read' | 'write';
  readonly rate: Rate | undefined;
}

export interface ApiKeys {
  /**
   * The key of an `Authorization` header: `<key>` or `Bearer <key>`.
   *
   * @param now - Milliseconds since 1970.
   * @throws RefusedError `key.missing`, `key.wrong` or `key.expired`
   */
  find(authorization: string | undefined, now: number): ApiKey;
}

/** No key that we make is longer. The limit bounds what hashing a wrong key costs. */
const longestKey = 512;

const utf8 = new TextEncoder();

export function readKeys(settings: Settings['keys']): ApiKeys {
  const known = Object.entries(settings).map(([name, entry]) => {
    const {
      sha256: hash,
      expires,
      chains,
      access,
      rate,
    } = typeof entry === 'string' ? { sha256: entry, access: 'write' as const } : entry;
    const key: ApiKey = {
      name,
      expires: expires === undefined ? undefined : Date.parse(expires),
      chains: chains === undefined ? undefined : new Set(chains),
      access,
      rate,
    };
    return { key, digest: fromHex(hash) ?? new Uint8Array() };
  });
  // Made once: an error with its stack costs more than the rest of a refusal.
  const missing = refuse('key.missing', {});
  const wrong = refuse('key.wrong', {});
  return {
    find(authorization, now) {
      const presented = authorization?.trim().replace(/^Bearer(?:\s+|$)/i, '') ?? '';
      if (presented === '') throw missing;
      if (presented.length > longestKey) throw wrong;
      const digest = sha256(utf8.encode(presented));
      // Compares all keys, each whole, so the time tells nothing.
      const [match] = known.filter((entry) => equal(entry.digest, digest));
      if (match === undefined) throw wrong;
      const { key } = match;
      if (key.expires !== undefined && now >= key.expires) {
        throw refuse('key.expired', { date: new Date(key.expires).toISOString().slice(0, 10) });
      }
      return key;
    },
  };
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/**
 * @param isWrite - Whether a transaction is made or sent.
 * @throws RefusedError `key.forbidden`
 */
export function requireAccess(key: ApiKey, chain: ChainId, isWrite: boolean): void {
  if (key.chains?.has(chain) === false) throw refuse('key.forbidden', { what: `on ${chain}` });
  if (isWrite && key.access === 'read') throw refuse('key.forbidden', { what: 'to make or send transactions' });
}
