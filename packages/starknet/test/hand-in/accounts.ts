import type { StarknetAccount } from '@isochain/devnet';

/** An account of the engines, loaded only when somebody signs. */
export async function account(index: number): Promise<StarknetAccount> {
  const { starknetAccounts } = await import('@isochain/devnet');
  const found = starknetAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
