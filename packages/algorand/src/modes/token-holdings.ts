import { type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import { mostUint64 } from '../bytes/limits.ts';
import type { AlgorandContext } from '../context.ts';
import { noAsset } from '../read/token.ts';
import { tokenAmount, toToken } from '../tokens.ts';
import type { AssetFacts, Holding } from '../upstream/queries/assets.ts';

// What holdings let accounts send and receive (algorand/go-algorand, ledger/apply/asset.go: takeOut, putIn). The creator of an asset has a holding as everybody else.

/** The field of problems about the asset itself. */
export const tokenField = 'transaction.data.tokenId';

const amountField = 'transaction.data.amount';

/** What the sender sends, in base units, with what is wrong about it. */
interface Sending {
  /** Undefined if it does not hold that much. */
  readonly amount: bigint | undefined;
  readonly errors: readonly Problem[];
}

/**
 * What the sender can send of an asset: all of its holding, unless that is frozen.
 *
 * @param held - Undefined if the sender has not opted in.
 * @param wanted - Base units.
 */
export function sendingOf(asset: AssetFacts, held: Holding | undefined, wanted: bigint | 'max'): Sending {
  const available = held?.amount ?? 0n;
  const frozen = held?.isFrozen === true ? [problem('sender.frozen', {}, 'transaction.data.senderAddress')] : [];
  const amount = wanted === 'max' ? available : wanted;
  if (amount === 0n || available === 0n) {
    const nothing = problem('token.nothingToSend', { ticker: toToken(asset).ticker }, amountField);
    return { amount: undefined, errors: [...frozen, nothing] };
  }
  if (amount <= available) return { amount, errors: frozen };
  const numbers = { available: tokenAmount(asset, available), needed: tokenAmount(asset, amount) };
  return { amount: undefined, errors: [...frozen, problem('token.insufficient', numbers, amountField)] };
}

/**
 * Why a recipient cannot take an asset.
 *
 * @param held - Undefined if the recipient has not opted in.
 * @param amount - Base units. Undefined if it is not known.
 */
export function receivingProblems(asset: AssetFacts, held: Holding | undefined, amount: bigint | undefined): Problem[] {
  const field = 'transaction.data.recipientAddress';
  if (held === undefined) return [problem('recipient.notEnabled', { token: asset.id.toString() }, field)];
  if (held.isFrozen) return [problem('recipient.frozen', {}, field)];
  const room = mostUint64 - held.amount;
  if (amount === undefined || amount <= room) return [];
  return [problem('recipient.tokenFull', { room: tokenAmount(asset, room) }, amountField)];
}

/** There is no such asset. */
export function unknownAsset({ identity }: Pick<AlgorandContext, 'identity'>, id: TokenId): Problem {
  return problem('token.unknown', { token: id.toString(), chain: identity.name, reason: noAsset }, tokenField);
}

/** Why an account cannot opt out: the chain lets all accounts do that except the creator. */
export function creatorProblems({ creator }: AssetFacts, sender: Address): Problem[] {
  if (creator !== sender) return [];
  return [
    problem('token.unremovable', { reason: 'the account created it, and holds it as long as it exists' }, tokenField),
  ];
}

/** Tells that somebody can take the asset out of every account (ledger/apply/asset.go: AssetTransfer). */
export function clawbackWarnings({ clawback }: AssetFacts): Problem[] {
  return clawback === undefined ? [] : [problem('token.controlled', { delegate: clawback }, tokenField)];
}
