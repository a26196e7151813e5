import type { SigningAccount } from '@isochain/conformance/hand-ins/hand-in.ts';

/** An account of the local chain, loaded only when somebody signs. */
export async function account(index: number): Promise<SigningAccount> {
  const { cosmosAccounts } = await import('@isochain/devnet');
  const found = cosmosAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
