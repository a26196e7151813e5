import type { AlgorandAccount } from '@isochain/devnet/algorand';

/** An account of the stand-in, loaded only when somebody signs. */
export async function account(index: number): Promise<AlgorandAccount> {
  const { algorandAccounts } = await import('@isochain/devnet/algorand');
  const found = algorandAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
