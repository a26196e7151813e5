import type { TonAccount } from '@isochain/devnet/ton';

/** An account of the local chain, loaded only when somebody signs. */
export async function account(index: number): Promise<TonAccount> {
  const { tonAccounts } = await import('@isochain/devnet/ton');
  const found = tonAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
