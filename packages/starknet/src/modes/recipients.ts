import { type Problem, problem } from '@isochain/core';
import type { RpcOutcome } from '@isochain/core/upstream';
import { classOf } from '../account/classes.ts';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import { toFelt } from '../felt.ts';
import type { KnownToken } from '../tokens/known-tokens.ts';
import { strk } from '../tokens/native.ts';
import { rpc } from '../upstream/rpc.ts';

const field = 'transaction.data.recipientAddress';

/**
 * Recipients that keep what they get. Nobody has their keys, and their functions move nothing that was simply sent to them.
 *
 * @param known - The tokens of the list and the operator.
 * @param token - The contract of what is sent.
 */
export function recipientProblems(
  { chain, identity }: Pick<StarknetContext, 'chain' | 'identity'>,
  known: readonly KnownToken[],
  { recipient, token }: { readonly recipient: Address; readonly token: Address },
): Problem[] {
  if (recipient === token) return [problem('recipient.isToken', {}, field)];
  const keeps = (what: string) => [problem('recipient.keepsCoins', { recipient, what }, field)];
  if (recipient === strk) return keeps('the contract of STRK');
  if (recipient === chain.staking) return keeps(`the staking contract of ${identity.name}`);
  const other = known.find(({ id }) => id === recipient);
  return other === undefined ? [] : keeps(`the contract of the token ${other.ticker}`);
}

/** Questions about a recipient, for the batch of the first round. */
export function recipientQuestions(recipient: Address) {
  return { recipientClass: rpc.classHashAt(recipient), recipientNonce: rpc.nonce(recipient) } as const;
}

/**
 * A recipient that has no contract yet is an account that waits for its first coins. Only accounts have a nonce above 0. So a contract with nonce 0 and a
 * class that no known account has is probably no wallet: a pool, a bridge, an exchange's contract.
 */
export function recipientWarnings(answers: {
  readonly recipientClass: RpcOutcome<bigint>;
  readonly recipientNonce: RpcOutcome<bigint>;
}): Problem[] {
  const { recipientClass, recipientNonce } = answers;
  if (!recipientClass.ok || !recipientNonce.ok || recipientNonce.value > 0n) return [];
  if (typeof classOf(toFelt(recipientClass.value)) === 'string') return [];
  return [problem('recipient.isData', { what: 'a contract that is no known account' }, field)];
}
