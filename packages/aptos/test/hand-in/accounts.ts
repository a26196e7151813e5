import type { AptosAccount } from '@isochain/devnet/aptos';

/** An account of the stand-in, loaded only when somebody signs. */
export async function account(index: number): Promise<AptosAccount> {
  const { aptosAccounts } = await import('@isochain/devnet/aptos');
  const found = aptosAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
