import { type Problem, problem } from '@isochain/core';
import { toParams } from '../bytes/params.ts';
import type { EvmContext } from '../context.ts';
import { gwei, isAboveCeiling } from '../fees/ceilings.ts';
import { capOf } from '../fees/fee-models.ts';
import { disputedFactor } from '../fees/second-opinion.ts';
import { delegateOf, isContract, type Offer } from '../fees/terms.ts';
import type { Snapshot } from '../upstream/snapshot.ts';

/** A decision that refuses an intent before an offer was made. */
export function refused(errors: readonly Problem[]) {
  return { computed: {}, errors, warnings: [] };
}

/** What a mode adds to an offer. */
interface Own {
  /** In the smallest unit of what is sent. */
  readonly amount: bigint;
  readonly max: boolean;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** A decision with everything computed, with or without problems. */
export function decided(context: EvmContext, snapshot: Snapshot, offer: Offer, own: Own) {
  const { price, gas, nonce, fees, surcharge } = offer;
  const { amount, max } = own;
  const further = [...(max ? maximumProblems(context, snapshot, nonce) : []), ...own.problems];
  return {
    computed: {
      nonce: nonce.toString(),
      gas: gas.toString(),
      fees: fees.toString(),
      ...(amount > 0n ? { amount: amount.toString() } : {}),
      params: toParams(price, surcharge),
    },
    errors: [...senderProblems(snapshot), ...offer.problems, ...(isAboveCeiling(offer.problems) ? [] : further)],
    warnings: [
      ...priceWarnings(context, snapshot, offer),
      ...senderWarnings(context, snapshot, nonce, max),
      ...own.warnings,
      ...sunsetWarnings(context),
    ],
    held: snapshot.balance,
    usualFees: offer.usualFees,
  };
}

/** Warnings about the price, the same in every mode. */
function priceWarnings(context: EvmContext, { opinion }: Snapshot, { price }: Offer): Problem[] {
  const field = 'transaction.data.fees';
  const warnings: Problem[] = [];
  if (capOf(price) === 0n) warnings.push(problem('fee.zero', {}, field));
  if (opinion === 'missing') warnings.push(problem('fee.unchecked', { chain: context.identity.name }, field));
  if (typeof opinion === 'object') {
    const prices = { higher: gwei(opinion.higher), lower: gwei(opinion.lower) };
    warnings.push(problem('fee.disputed', { factor: disputedFactor, ...prices }, field));
  }
  return warnings;
}

/**
 * Nodes hold at least this many transactions of one account: the default of geth (core/txpool/legacypool, AccountSlots) and of Reth
 * (TXPOOL_MAX_ACCOUNT_SLOTS_PER_SENDER). More of them are rare: an endpoint that makes up a nonce is likelier.
 */
const heldForSure = 16n;

/** How many transactions wait before one with this nonce. */
function countAhead({ nonce: { latest, pending } }: Snapshot, nonce: bigint): bigint {
  return (nonce < pending ? nonce : pending) - latest;
}

/** The problem, if transactions wait before a maximum and the balance does not show what they will spend. */
function maximumProblems(context: EvmContext, snapshot: Snapshot, nonce: bigint): Problem[] {
  const count = countAhead(snapshot, nonce);
  if (!snapshot.hidesWaiting || count <= 0n) return [];
  const { latest } = snapshot.nonce;
  const nonces = count === 1n ? String(latest) : `${latest} to ${latest + count - 1n}`;
  const { name: chain } = context.identity;
  return [problem('balance.maxWhileWaiting', { count, nonces, chain }, 'transaction.data.amount')];
}

/** Problems of the sender, the same in every mode. */
export function senderProblems(snapshot: Snapshot): Problem[] {
  const reason = 'it is a contract';
  return isContract(snapshot.senderCode)
    ? [problem('sender.notWallet', { reason }, 'transaction.data.senderAddress')]
    : [];
}

/** Warnings about the sender, the same in every mode. */
function senderWarnings(context: EvmContext, snapshot: Snapshot, nonce: bigint, max: boolean): Problem[] {
  const warnings: Problem[] = [];
  const { pending } = snapshot.nonce;
  const field = 'transaction.data.nonce';
  const waiting = countAhead(snapshot, nonce);
  if (waiting > 0n) warnings.push(problem('sender.pendingTransactions', { count: waiting }, field));
  if (waiting > 0n && snapshot.hidesWaiting && !max) {
    const numbers = { count: waiting, chain: context.identity.name };
    warnings.push(problem('balance.waitingUnseen', numbers, 'transaction.data.amount'));
  }
  if (waiting > heldForSure) {
    warnings.push(problem('nonce.farAhead', { count: waiting, limit: heldForSure }, field));
  }
  if (nonce > pending) warnings.push(problem('nonce.gap', { nonce, next: pending }, field));
  const delegate = delegateOf(snapshot.senderCode);
  if (delegate !== undefined)
    warnings.push(problem('sender.isDelegated', { delegate }, 'transaction.data.senderAddress'));
  return warnings;
}

/** A warning about a chain that is to end. */
function sunsetWarnings({ chain, identity }: EvmContext): Problem[] {
  if (chain.sunset === undefined) return [];
  return [problem('chain.sunset', { chain: identity.name, reason: chain.sunset })];
}
