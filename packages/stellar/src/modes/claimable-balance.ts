import { type CheckedIntent, nativeAmount, type Problem, problem, toHex } from '@isochain/core';
import { hash } from '@stellar/stellar-sdk/base';
import type { Address } from '../address/address.ts';
import { keyBytes } from '../address/public-key.ts';
import type { TokenId } from '../address/token-id.ts';
import type { StellarContext } from '../context.ts';
import type { Stellar } from '../types.ts';
import { type AccountFacts, account } from '../upstream/queries/accounts.ts';
import type { Query } from '../upstream/query.ts';
import type { Facts, Proposal } from './completion.ts';
import { type RecipientQuestions, recipientProblems } from './recipients.ts';
import { clawbackWarnings, type Obstacle, trustlineOf } from './token-holdings.ts';

// Tokens for a recipient that cannot take them yet: they wait in an entry of the ledger until somebody claims them (CAP-23).

type TransferToken = CheckedIntent<Stellar, 'transferToken'>;

/** Questions about the issuer. Undefined if its account does not exist any more. */
export type IssuerQuestions = { readonly issuer: Query<AccountFacts | undefined> };

export function issuerOf({ issuer }: TokenId): Query<AccountFacts | undefined> {
  return account(issuer);
}

/** Seven days. */
const usualReclaimSeconds = 604_800n;

/** Ten years. A number of milliseconds would lock the tokens for longer than anybody waits. */
const longestReclaimSeconds = 315_360_000n;

/** Recipient and sender: the sender locks one base reserve for each (stellar/stellar-core, SponsorshipUtils.cpp: computeMultiplier). */
const claimants = 2n;

const claimableField = 'transaction.data.params.claimable';
const reclaimField = 'transaction.data.params.reclaimAfterSeconds';
const recipientField = 'transaction.data.recipientAddress';

/** What is wrong about the time after which the sender may take the tokens back. */
export function reclaimProblems({
  claimable,
  reclaimAfterSeconds: seconds,
}: {
  readonly claimable?: boolean | undefined;
  readonly reclaimAfterSeconds?: bigint | undefined;
}): Problem[] {
  if (seconds === undefined) return [];
  const invalid = (reason: string) => [problem('wish.invalid', { field: reclaimField, reason }, reclaimField)];
  if (claimable !== true) return invalid('it counts together with claimable only');
  if (seconds === 0n)
    return invalid('the sender could take the tokens back at once, so the recipient could not rely on them');
  return seconds > longestReclaimSeconds ? invalid('it is more than ten years: it counts seconds') : [];
}

interface Case {
  readonly facts: Facts<RecipientQuestions & IssuerQuestions>;
  /** In the smallest unit. The sender can send it. */
  readonly amount: bigint;
  readonly obstacle: Obstacle;
}

/** A claimable balance: the recipient can claim it at any time, and the sender after some time. */
export function proposeClaimable(
  context: Pick<StellarContext, 'identity'>,
  { parsed, wishes }: TransferToken,
  { facts: { answers, sender, reserve }, amount, obstacle }: Case,
): Proposal<'transferToken'> {
  const { senderAddress: from, recipientAddress: to, tokenId: token } = parsed;
  const { recipient, issuer } = answers;
  const seconds = wishes.reclaimAfterSeconds ?? usualReclaimSeconds;
  const locked = claimants * reserve.baseReserve;
  const refusal = refusalOf(parsed, answers, obstacle);
  const errors = [
    ...reclaimProblems(wishes),
    ...recipientProblems(to, recipient),
    ...(refusal === undefined
      ? []
      : [obstacle.problem, problem('wish.invalid', { field: claimableField, reason: refusal }, claimableField)]),
  ];
  if (errors.length > 0) return { errors, amount };
  const balance = claimableBalanceId(from.account, wishes.nonce ?? sender.sequence + 1n);
  const after = `after ${durationOf(seconds)}`;
  const needsApproval =
    obstacle.kind === 'notApproved' || (trustlineOf(recipient, token) === undefined && issuer?.flags.authRequired);
  return {
    warnings: [
      problem('token.claimable', { balance, after, reserve: nativeAmount(context, locked) }, recipientField),
      ...(needsApproval ? [problem('token.needsApproval', { who: 'recipient' }, recipientField)] : []),
      ...clawbackWarnings(token, [trustlineOf(sender, token)]),
    ],
    amount,
    locked,
    lockedFor: 'the claimable balance',
    params: { reclaimAfterSeconds: seconds.toString() },
  };
}

/** Why the recipient would never get the tokens in this way. */
function refusalOf(
  { senderAddress: from, recipientAddress: to }: TransferToken['parsed'],
  { recipient, issuer }: { readonly recipient: AccountFacts | undefined; readonly issuer: AccountFacts | undefined },
  { kind }: Obstacle,
): string | undefined {
  if (to.account === from.account) return 'the sender is the recipient';
  if (to.id !== undefined) return 'the recipient has a number in its address, which a claimable balance cannot hold';
  // Exchanges credit payments with a memo. Nobody there would claim anything.
  if (recipient?.requiresMemo === true) return 'the recipient takes payments with a memo only';
  // Without its issuer no trustline can be made or approved.
  if (issuer === undefined && kind !== 'noRoom')
    return 'the issuer of the token does not exist any more, so the recipient could never claim it';
  return undefined;
}

/**
 * The id of the claimable balance that the first operation of a transaction creates, as Horizon writes it: the version and a SHA-256, in hex (stellar/stellar-core,
 * src/transactions/CreateClaimableBalanceOpFrame.cpp: getBalanceID; stellar/stellar-xdr, Stellar-transaction.x: HashIDPreimage).
 *
 * @param sequence - Of the transaction.
 */
export function claimableBalanceId(source: Address, sequence: bigint): string {
  const preimage = new Uint8Array(52);
  const view = new DataView(preimage.buffer);
  view.setUint32(0, operationIdType);
  preimage.set(keyBytes(source), 8);
  view.setBigInt64(40, sequence);
  return `00000000${toHex(hash(preimage))}`;
}

/** ENVELOPE_TYPE_OP_ID. */
const operationIdType = 6;

const units = [
  ['day', 86_400n],
  ['hour', 3_600n],
  ['minute', 60n],
  ['second', 1n],
] as const;

/** `604800` is `7 days`. */
function durationOf(seconds: bigint): string {
  const [name, size] = units.find(([, each]) => seconds % each === 0n) ?? units[3];
  const count = seconds / size;
  return `${count} ${name}${count === 1n ? '' : 's'}`;
}
