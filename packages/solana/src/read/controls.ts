import type { Problem } from '@isochain/core';
import { fromBase58 } from '@isochain/core/bytes';
import { changedControl } from '@isochain/core/movements';
import type { Address } from '../address/address.ts';
import { type Bytes, bytesOf, decoded } from '../layouts/bytes.ts';
import type { NodeInstruction, NodeTransaction } from '../upstream/rpc.ts';
import { programs } from '../well-known.ts';

// Instructions after which somebody else may spend from an account. Programs may call them too. Sources: solana-program/token, interface/src/instruction.rs;
// solana-program/stake, interface/src/instruction.rs; anza-xyz/solana-sdk, system-interface/src/instruction.rs and vote-interface/src/instruction/mod.rs.

interface Control {
  readonly account: Address;
  /** Who may spend from now on. */
  readonly by: Address;
}

/** Changes of who may spend. A transaction that failed changed nothing. */
export function controlsOf(transaction: NodeTransaction): Problem[] {
  const { err, instructions, innerInstructions } = transaction;
  if (err !== null) return [];
  const found = new Map<string, Control>();
  for (const instruction of [...instructions, ...innerInstructions]) {
    const control = instruction === undefined ? undefined : controlOf(transaction, instruction);
    if (control !== undefined) found.set(`${control.account} ${control.by}`, control);
  }
  return [...found.values()].map(({ account, by }) => changedControl(account, by));
}

function controlOf(
  transaction: NodeTransaction,
  { programIdIndex, accounts, data }: NodeInstruction,
): Control | undefined {
  const { keys } = transaction;
  const key = (i: number) => keys[accounts[i] ?? -1];
  const bytes = fromBase58(data);
  const account = key(0);
  if (bytes === undefined || account === undefined) return undefined;
  const by = decoded((): Address | undefined => {
    switch (keys[programIdIndex]) {
      case programs.token:
      case programs.token2022:
        return ofToken(bytesOf(bytes), key);
      case programs.stake:
        return ofStake(bytesOf(bytes), key);
      case programs.vote:
        return ofVote(bytesOf(bytes));
      case programs.system:
        return ofSystem(bytesOf(bytes), isFunded(transaction, accounts[0] ?? -1));
      default:
        return undefined;
    }
  });
  return by === undefined ? undefined : { account, by };
}

type Key = (index: number) => Address | undefined;

/** SetAuthority of a token account (its owner, or who may close it), Approve and ApproveChecked. */
function ofToken(bytes: Bytes, key: Key): Address | undefined {
  const [setAuthority, approve, approveChecked] = [6, 4, 13];
  const [owner, closer] = [2, 3];
  const tag = bytes.u8(0);
  if (tag === approve) return key(1);
  if (tag === approveChecked) return key(2);
  const isOfHolder = tag === setAuthority && [owner, closer].includes(bytes.u8(1));
  return isOfHolder && bytes.u8(2) === 1 ? bytes.address(3) : undefined;
}

/** Authorize, AuthorizeWithSeed, AuthorizeChecked and AuthorizeCheckedWithSeed: of who may stake and of who may withdraw. */
function ofStake(bytes: Bytes, key: Key): Address | undefined {
  const named = [1, 8];
  const signing = [10, 11];
  const tag = bytes.u32(0);
  if (named.includes(tag)) return bytes.address(4);
  return signing.includes(tag) ? key(3) : undefined;
}

/** Authorize of who may withdraw. */
function ofVote(bytes: Bytes): Address | undefined {
  const [authorize, withdrawer] = [1, 1];
  return bytes.u32(0) === authorize && bytes.u32(36) === withdrawer ? bytes.address(4) : undefined;
}

/** AuthorizeNonceAccount. Assign gives a wallet to a program; an account without coins is only being made. */
function ofSystem(bytes: Bytes, isWallet: boolean): Address | undefined {
  const [assign, authorizeNonce] = [1, 7];
  const tag = bytes.u32(0);
  return tag === authorizeNonce || (tag === assign && isWallet) ? bytes.address(4) : undefined;
}

/** Whether an account signed the transaction and had coins before it. */
function isFunded({ signers, preBalances }: NodeTransaction, index: number): boolean {
  return index >= 0 && index < signers && (preBalances[index] ?? 0n) > 0n;
}
