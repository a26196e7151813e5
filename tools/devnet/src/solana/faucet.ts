import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { readAccount, writeAccount } from './accounts-db.ts';
import { concat, u32, u64, zeros } from './bytes.ts';
import { keyOf } from './keys.ts';
import type { Node } from './node.ts';
import { send } from './operator.ts';
import { programs } from './programs.ts';

export const faucet = keyOf('faucet');

/** 500 million SOL: more than any test gives away. */
const treasure = 500_000_000n * 1_000_000_000n;

export function fillFaucet(node: Node): void {
  setLamports(node, faucet.address, treasure);
}

/** Sends coins by a transaction, as a faucet does. Returns its signature. */
export function airdrop(node: Node, recipient: Address, amount: bigint): string {
  return send(node, [transferInstruction(faucet.address, recipient, amount)], [faucet]).signature;
}

function transferInstruction(from: Address, to: Address, amount: bigint): Instruction {
  return {
    programAddress: programs.system,
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data: concat(u32(2), u64(amount)),
  };
}

/** Gives an account a balance. If the account does not exist, it becomes an ordinary one. */
export function setLamports(node: Node, address: Address, lamports: bigint): void {
  const account = readAccount(node.svm, address) ?? { data: zeros(0), owner: programs.system, executable: false };
  writeAccount(node.svm, address, { ...account, lamports });
}
