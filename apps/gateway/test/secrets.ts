import { type KnownSecret as AnySecret, knownSecrets as anySecrets } from '@isochain/conformance';
import type { SharedForm } from '@isochain/core';

export interface KnownSecret extends AnySecret {
  /** Chains and places where an id has the same form. There nobody can tell the two apart. */
  readonly isId: (chainId: string, place: string) => boolean;
}

const isId: Readonly<Record<SharedForm, KnownSecret['isId']>> = {
  bytes32: (chainId, place) =>
    (place === 'txId' && ['sepolia', 'bitcoin', 'ton', 'cosmoshub'].includes(chainId)) ||
    (['tokenId', 'accountId'].includes(place) && chainId === 'ton') ||
    (place === 'publicKey' && ['solana', 'ton'].includes(chainId)),
  bytes32AfterSlash: () => false,
  bytes64: (_, place) => place === 'publicKey',
  base58of64: (chainId, place) => chainId === 'solana' && place === 'txId',
  base64of64: () => false,
};

/** Well-known private keys and recovery phrases, in the spellings that people paste. */
export const knownSecrets: readonly KnownSecret[] = anySecrets.map((secret) => ({
  ...secret,
  isId: secret.form === undefined ? () => false : isId[secret.form],
}));

/** Only the letters and digits of a text, without escapes. A reader could put them together again. */
function bare(text: string): string {
  let plain = text;
  for (let i = 0; i < 4; i++)
    plain = plain.replace(/%([0-9a-f]{2})/gi, (_, byte) => String.fromCharCode(parseInt(byte, 16)));
  return plain.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Whether a text shows more of a secret than its beginning: its second half, or so much that the rest could be guessed. */
export function repeats(text: string, secret: string): boolean {
  const [written, key] = [bare(text), bare(secret)];
  const half = key.slice(Math.floor(key.length / 2));
  const middle = key.slice(12, 12 + Math.floor(key.length / 2));
  return written.includes(half) || written.includes(middle);
}
