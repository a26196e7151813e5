import { fromBase58 } from '@isochain/core/bytes';
import type { Address } from '../address/address.ts';
import { type Facts, readInstruction } from '../bytes/instructions.ts';
import type { NodeTransaction } from '../upstream/rpc.ts';
import { programs } from '../well-known.ts';

// What the instructions of a transaction ask for, as far as its kind depends on it. Balances tell what really moved: movements.ts.

export type Step =
  /** Fees, memos and nonces, which do not matter for the kind. */
  | { readonly kind: 'aside' }
  /** Makes or prepares an account for what follows. */
  | { readonly kind: 'prepare' }
  | { readonly kind: 'transfer'; readonly from: Address; readonly to: Address; readonly amount: bigint }
  /** Between token accounts. */
  | { readonly kind: 'transferToken'; readonly from: Address; readonly to: Address; readonly amount: bigint }
  | { readonly kind: 'enableToken'; readonly account: Address; readonly owner: Address; readonly mint: Address }
  | { readonly kind: 'stake'; readonly account: Address; readonly validator: Address }
  | { readonly kind: 'unstake'; readonly account: Address }
  | { readonly kind: 'withdraw'; readonly account: Address; readonly to: Address; readonly amount: bigint }
  /** Anything else: we do not know what it does. */
  | { readonly kind: 'other' };

/** One step for each instruction of the transaction itself. Inner instructions are not read. */
export function stepsOf(transaction: NodeTransaction): Step[] {
  return factsOf(transaction).map((facts) => (facts === undefined ? undefined : toStep(facts)) ?? { kind: 'other' });
}

/** The texts of its memos, joined in order. */
export function memoOf(transaction: NodeTransaction): string | undefined {
  const texts = factsOf(transaction).flatMap((facts) => facts?.memo ?? []);
  return texts.length === 0 ? undefined : texts.join('\n');
}

function factsOf(transaction: NodeTransaction): (Facts | undefined)[] {
  const { keys, instructions } = transaction;
  return instructions.map((instruction) => {
    if (instruction === undefined) return undefined;
    const { programIdIndex, accounts, data } = instruction;
    const bytes = data === '' ? new Uint8Array() : fromBase58(data);
    return bytes === undefined ? undefined : readInstruction(keys, programIdIndex, accounts, bytes);
  });
}

/** @returns Undefined if an account is missing. */
function toStep(facts: Facts): Step | undefined {
  // Names of keys are addresses.
  const { coinsFrom, coinsTo, source, destination, createdTokenAccount, tokenOwner, tokenId } = facts as Keys;
  const { delegated, voteAccount, deactivated, withdrawnFrom, withdrawnTo, program } = facts as Keys;
  const has = (name: string) => name in facts;
  const amount = BigInt(facts.tokens ?? facts.withdrawn ?? facts.coins ?? 0);
  if (has('coinsTo')) return coinsFrom && coinsTo && { kind: 'transfer', from: coinsFrom, to: coinsTo, amount };
  if (has('tokens')) return source && destination && { kind: 'transferToken', from: source, to: destination, amount };
  if (has('createdTokenAccount')) {
    const [account, owner, mint] = [createdTokenAccount, tokenOwner, tokenId];
    return account && owner && mint && { kind: 'enableToken', account, owner, mint };
  }
  if (has('delegated'))
    return delegated && voteAccount && { kind: 'stake', account: delegated, validator: voteAccount };
  if (has('deactivated')) return deactivated && { kind: 'unstake', account: deactivated };
  if (has('withdrawn')) {
    return withdrawnFrom && withdrawnTo && { kind: 'withdraw', account: withdrawnFrom, to: withdrawnTo, amount };
  }
  return { kind: has('memo') || has('nonceAccount') || program === programs.computeBudget ? 'aside' : 'prepare' };
}

type Keys = Readonly<Record<string, Address | undefined>>;
