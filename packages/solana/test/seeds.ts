import { createHash } from 'node:crypto';
import type { Address } from '../src/address/address.ts';
import { addressWithSeed } from '../src/address/pda.ts';
import { programs } from '../src/well-known.ts';

/** The seed of a new stake account, as docs/solana.md says it. */
export function seedOf(blockhash: string, target: string, amount: string, memo: string | null = null): string {
  const source = JSON.stringify([blockhash, target, amount, memo]);
  return createHash('sha256').update(source).digest('hex').slice(0, 32);
}

/** The address of the new stake account that has this seed. */
export function seededAccount(sender: string, ...source: Parameters<typeof seedOf>): Address {
  return addressWithSeed(sender, seedOf(...source), programs.stake);
}
