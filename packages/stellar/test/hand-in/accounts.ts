import type { StellarAccount } from '@isochain/devnet/stellar';

/** An account of the stand-in, loaded only when somebody signs. */
export async function account(index: number): Promise<StellarAccount> {
  const { stellarAccounts } = await import('@isochain/devnet/stellar');
  const found = stellarAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
