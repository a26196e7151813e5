import { ceilDiv, nativeAmount, type Problem, problem } from '@isochain/core';
import { lamportsPerSignature, maxComputeUnits, type Params, priorityFee } from '../bytes/params.ts';
import type { Named } from '../context.ts';
import { decodeNonceAccount } from '../layouts/index.ts';
import type { Priority, SolanaOptions } from '../options.ts';
import type { Snapshot } from '../upstream/snapshot.ts';
import { programs } from '../well-known.ts';
import type { Wishes } from '../wishes.ts';
import { computeUnits } from './compute-units.ts';

/** Price and lifetime of a transaction, from one snapshot and the client's wishes. */
export interface Offer {
  /** What the sender is charged, in lamports. */
  readonly fees: bigint;
  /** The part of the fees that is no priority fee. */
  readonly baseFee: bigint;
  /** For data: the fees, and the compute unit limit if the transaction sets one. */
  readonly computed: { readonly fees: string; readonly gas?: string };
  /** The `params` that all modes have. */
  readonly params: Params;
  readonly problems: readonly Problem[];
}

export interface OfferRequest {
  readonly sender: string;
  /** Compute units that the instructions use. */
  readonly units: bigint;
  readonly priority: Priority;
  /** In lamports. */
  readonly baseFee: bigint;
  /** Whether the transaction sets a compute unit limit at price 0 too, as the chain charges for the limit. */
  readonly limitsUnits: boolean;
}

/** How many blocks long a blockhash is valid (MAX_PROCESSING_AGE of anza-xyz/agave). */
const blockhashLife = 150;

const defaultMaxPrice = 1_000_000;

/** Percentile of what others paid. Payments of 0 do not count. */
const percentiles = { low: 50, medium: 75, high: 95 } as const;

export function makeOffer(
  context: Named,
  options: Pick<SolanaOptions, 'maxComputeUnitPrice' | 'profile'>,
  snapshot: Snapshot,
  request: OfferRequest,
  wishes: Wishes,
): Offer {
  const problems: Problem[] = [];
  const maxPrice = BigInt(options.maxComputeUnitPrice ?? defaultMaxPrice);
  const needed = unitsWithMargin(request.units);
  const wished = wishedUnits(context, wishes, needed, problems);
  const usual = usualPrice(snapshot.prices, request.priority, maxPrice);
  const { baseFee } = request;
  const price = wishedPrice(context, wishes, { units: wished ?? needed, maxPrice, baseFee }, problems) ?? usual;
  const units = price === 0n && !request.limitsUnits ? wished : (wished ?? needed);
  const { lifetime, nonceProblems } = lifetimeOf(snapshot, request.sender, wishes);
  const fees = baseFee + priorityFee(units, price);
  return {
    fees,
    baseFee,
    computed: { fees: fees.toString(), ...(units === undefined ? {} : { gas: units.toString() }) },
    params: {
      profile: options.profile ?? 'compat',
      ...lifetime,
      ...(baseFee === lamportsPerSignature ? {} : { baseFee: baseFee.toString() }),
      ...(price === 0n ? {} : { computeUnitPrice: price.toString() }),
    },
    problems: [...problems, ...nonceProblems],
  };
}

/** Adds room for changes until the transaction runs, and for the two budget instructions. */
export function unitsWithMargin(used: bigint): bigint {
  return ceilDiv((used + 2n * computeUnits.computeBudget) * 11n, 10n) + 300n;
}

function usualPrice(prices: readonly bigint[], priority: Priority, maxPrice: bigint): bigint {
  const paid = prices.filter((price) => price > 0n).sort((a, b) => (a < b ? -1 : 1));
  if (priority === 'none' || paid.length === 0) return 0n;
  const price = paid[Math.ceil((percentiles[priority] / 100) * paid.length) - 1] ?? 0n;
  return price < maxPrice ? price : maxPrice;
}

function wishedUnits(context: Named, { gas }: Wishes, minimum: bigint, problems: Problem[]): bigint | undefined {
  if (gas === undefined) return undefined;
  const field = 'transaction.data.gas';
  if (gas < minimum) problems.push(problem('gas.tooLow', { gas, minimum }, field));
  else if (gas <= maxComputeUnits) return gas;
  else problems.push(problem('gas.tooHigh', { gas, maximum: maxComputeUnits, chain: context.identity.name }, field));
  return undefined;
}

/** The wished fees without the base fee pay for the compute units. */
function wishedPrice(
  context: Named,
  { fees }: Wishes,
  {
    units,
    maxPrice,
    baseFee: minimum,
  }: { readonly units: bigint; readonly maxPrice: bigint; readonly baseFee: bigint },
  problems: Problem[],
): bigint | undefined {
  if (fees === undefined) return undefined;
  const field = 'transaction.data.fees';
  if (fees < minimum) {
    problems.push(problem('fee.tooLow', { minimum: nativeAmount(context, minimum) }, field));
    return undefined;
  }
  const price = ((fees - minimum) * 1_000_000n) / units;
  if (price <= maxPrice) return price;
  problems.push(
    problem('fee.tooHigh', { maximum: nativeAmount(context, minimum + priorityFee(units, maxPrice)) }, field),
  );
  return undefined;
}

type Lifetime = Pick<Params, 'blockhash' | 'lastValidBlockHeight' | 'expiresAt' | 'nonceAccount'>;

function lifetimeOf(
  snapshot: Snapshot,
  sender: string,
  { nonceAccount }: Wishes,
): { lifetime: Lifetime; nonceProblems: Problem[] } {
  if (nonceAccount !== undefined) {
    const found = readNonce(snapshot, nonceAccount, sender);
    if (found.nonce !== undefined) return { lifetime: { blockhash: found.nonce, nonceAccount }, nonceProblems: [] };
    const context = { account: nonceAccount, reason: found.reason };
    // An offer with problems is never assembled.
    return {
      lifetime: { blockhash: programs.system },
      nonceProblems: [problem('nonceAccount.unusable', context, 'transaction.data.params.nonceAccount')],
    };
  }
  const { blockhash = programs.system, lastValidBlockHeight = 0n } = snapshot.latest ?? {};
  return {
    lifetime: {
      blockhash,
      lastValidBlockHeight: lastValidBlockHeight.toString(),
      expiresAt: Math.floor(snapshot.readAt + blockhashLife * snapshot.slotMs).toString(),
    },
    nonceProblems: [],
  };
}

function readNonce(
  snapshot: Snapshot,
  address: string,
  sender: string,
): { nonce: string; reason?: never } | { nonce?: never; reason: string } {
  const account = snapshot.account(address);
  if (account === undefined) return { reason: 'it does not exist' };
  const state = account.owner === programs.system ? decodeNonceAccount(account.data) : undefined;
  if (state === undefined) return { reason: 'it is not a nonce account' };
  if (state.authority !== sender) return { reason: `its authority is ${state.authority}` };
  return { nonce: state.nonce };
}
