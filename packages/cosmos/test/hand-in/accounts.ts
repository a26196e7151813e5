import type { CosmosAccount } from '@isochain/devnet/cosmos';

/** An account of the local chain, loaded only when somebody signs. */
export async function account(index: number): Promise<CosmosAccount> {
  const { cosmosAccounts } = await import('@isochain/devnet/cosmos');
  const found = cosmosAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
