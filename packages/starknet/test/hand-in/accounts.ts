import type { StarknetAccount } from '@isochain/devnet/starknet';

/** An account of the engines, loaded only when somebody signs. */
export async function account(index: number): Promise<StarknetAccount> {
  const { starknetAccounts } = await import('@isochain/devnet/starknet');
  const found = starknetAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
