import type { SigningAccount } from '@isochain/conformance/hand-ins/hand-in.ts';

/** An account of the local chain. They are loaded only when somebody signs: engines are large. */
export async function account(index: number): Promise<SigningAccount> {
  const { utxoAccounts } = await import('@isochain/devnet/utxo');
  const found = utxoAccounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
