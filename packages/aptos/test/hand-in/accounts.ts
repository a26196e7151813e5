import type { AptosAccount } from '@isochain/devnet';

/** An account of the stand-in, loaded only when somebody signs. */
export async function account(index: number): Promise<AptosAccount> {
  const { aptosAccounts } = await import('@isochain/devnet');
  const found = aptosAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
