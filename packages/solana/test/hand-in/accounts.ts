import type { SigningAccount } from '@isochain/conformance/hand-ins/hand-in.ts';

/** An account of the local chain. They are loaded only when somebody signs: engines are large. */
export async function account(index: number): Promise<SigningAccount> {
  const { solanaAccounts } = await import('@isochain/devnet/solana');
  const found = solanaAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
