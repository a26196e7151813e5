import type { SigningAccount } from '@isochain/conformance/hand-ins/hand-in.ts';

/** An account of the local EVM chains. They are loaded only when somebody signs: engines are large. */
export async function account(index: number): Promise<SigningAccount> {
  const { accounts } = await import('@isochain/devnet/evm');
  const found = accounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}
