import type { Account } from '@isochain/devnet/engine';

/** An account of the stand-in, loaded only when somebody signs. */
export async function account(index: number): Promise<Account> {
  const { tronAccounts } = await import('@isochain/devnet/tron');
  const found = tronAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
