import { ceilDiv, nativeAmount, type Problem, problem } from '@isochain/core';
import { largestNonce, totalFees } from '../bytes/params.ts';
import type { EvmContext } from '../context.ts';
import type { Snapshot } from '../upstream/snapshot.ts';
import type { PlainWishes } from '../wishes.ts';
import { feeProblems, gasProblems, highestTip, isAboveCeiling, priceProblems } from './ceilings.ts';
import { type FeeSnapshot, feeModels, type Price } from './fee-models.ts';
import { type Surcharge, surcharge } from './l1-fee.ts';
import { usualGasOf, usualPriceOf } from './usual-fees.ts';

/** Gas, price and nonce of a transaction, from one snapshot and the client's wishes. */
export interface Offer {
  readonly price: Price;
  readonly gas: bigint;
  readonly nonce: bigint;
  readonly surcharge: Surcharge | undefined;
  /** The most that the sender can be charged, in wei. */
  readonly fees: bigint;
  /** What that usually is. */
  readonly usualFees: bigint;
  readonly problems: readonly Problem[];
}

export interface OfferRequest {
  /** The node's gas estimate. */
  readonly estimate: bigint;
  readonly kind: 'native' | 'contract' | 'token';
  readonly max: boolean;
  /** Offer the whole cap as tip, so that nothing stays behind. */
  readonly fillCap: boolean;
}

export function makeOffer(context: EvmContext, snapshot: Snapshot, request: OfferRequest, wishes: PlainWishes): Offer {
  const model = feeModels[context.chain.feeClass];
  const problems: Problem[] = [];
  const gas = gasLimit(context, request, wishes.gas, problems);
  const extra = snapshot.oracle === undefined ? undefined : surcharge(snapshot.oracle, gas, request.max);
  const usual = model.price(context.chain, snapshot.fees, request.max);
  const least = leastCap(context, snapshot.fees, usual.type);
  const wished = wishedPrice(context, wishes.fees, { usual, least }, gas, extra, problems);
  const price = filled(context, wished, request.fillCap && model.exact);
  const fees = totalFees(gas, price, extra);
  if (wishes.fees === undefined && !isAboveCeiling(problems)) problems.push(...feeProblems(context, fees));
  const usualGas = wishes.gas === undefined ? usualGasOf(model, request.kind, gas) : gas;
  const usualPrice = usualPriceOf(context.chain, model, snapshot.fees, request.max, price);
  return {
    price,
    gas,
    nonce: wishedNonce(wishes.nonce, snapshot, problems) ?? snapshot.nonce.pending,
    surcharge: extra,
    fees,
    usualFees: totalFees(usualGas, { type: 'legacy', gasPrice: usualPrice }, extra),
    problems,
  };
}

/**
 * With a tip as high as the cap, the price paid is the cap at any base fee: nothing is left over. The highest tip limits what an endpoint gains that
 * lies about base fees.
 */
function filled(context: EvmContext, price: Price, fillCap: boolean): Price {
  return price.type === 'eip1559' && fillCap ? withTip(context, price.maxFeePerGas, price.maxFeePerGas) : price;
}

/** The tip is at most the cap, and at most the highest tip. */
function withTip(context: EvmContext, cap: bigint, tip: bigint): Price {
  const most = [cap, highestTip(context)].reduce((least, limit) => (limit < least ? limit : least), tip);
  return { type: 'eip1559', maxFeePerGas: cap, maxPriorityFeePerGas: most };
}

function gasLimit(context: EvmContext, request: OfferRequest, gas: bigint | undefined, problems: Problem[]): bigint {
  const minimum = request.estimate;
  if (gas !== undefined && gas >= minimum) return gas;
  const percent = feeModels[context.chain.feeClass].gasPercent[request.kind];
  const needed = ceilDiv(minimum * percent, 100n);
  const tooHigh = gasProblems(context, needed);
  problems.push(...tooHigh);
  // A client may follow the advice to take more gas, so none is given above the ceiling.
  if (gas !== undefined && tooHigh.length === 0) {
    problems.push(problem('gas.tooLow', { gas, minimum }, 'transaction.data.gas'));
  }
  return needed;
}

function wishedNonce(nonce: bigint | undefined, snapshot: Snapshot, problems: Problem[]): bigint | undefined {
  const field = 'transaction.data.nonce';
  if (nonce === undefined) return undefined;
  if (nonce > largestNonce) {
    problems.push(problem('wish.invalid', { field, reason: `it must not be larger than ${largestNonce}` }, field));
    return undefined;
  }
  if (nonce >= snapshot.nonce.latest) return nonce;
  problems.push(problem('nonce.used', { nonce, next: snapshot.nonce.latest }, field));
  return undefined;
}

/** The lowest price that a block or pool takes now, without a margin: below it the transaction would only wait. */
function leastCap({ chain }: EvmContext, fees: FeeSnapshot, type: Price['type']): bigint {
  const { linea, priorityFee = 0n } = fees;
  const base = type === 'legacy' ? fees.gasPrice : (linea?.baseFeePerGas ?? fees.nextBaseFee ?? fees.gasPrice);
  // On Linea the tip pays for L1, so it is not optional there.
  const asked = (base ?? 0n) + (linea?.priorityFeePerGas ?? priorityFee);
  const floors = [chain.minTip, chain.minGasPrice].map((floor) => BigInt(floor ?? 0));
  return floors.reduce((least, floor) => (floor > least ? floor : least), asked);
}

/** The wish `fees` is the most that the client will pay in all. It lowers or raises the cap, also above the ceiling. */
function wishedPrice(
  context: EvmContext,
  fees: bigint | undefined,
  { usual, least }: { readonly usual: Price; readonly least: bigint },
  gas: bigint,
  extra: Surcharge | undefined,
  problems: Problem[],
): Price {
  if (fees === undefined) {
    problems.push(...priceProblems(context, usual));
    return usual;
  }
  const added = totalFees(0n, usual, extra);
  const cap = (fees - added) / gas;
  if (fees < added || cap < least) {
    // A client may follow the advice to offer more, so none is given above the ceilings.
    const tooHigh = [
      ...priceProblems(context, { type: 'legacy', gasPrice: least }),
      ...feeProblems(context, added + least * gas),
    ];
    const minimum = nativeAmount(context, added + least * gas);
    problems.push(tooHigh[0] ?? problem('fee.tooLow', { minimum }, 'transaction.data.fees'));
    return usual;
  }
  if (usual.type === 'legacy') return { type: 'legacy', gasPrice: cap };
  return withTip(context, cap, usual.maxPriorityFeePerGas);
}

/** EIP-7702: a delegated account has the code 0xef0100, followed by the address of the code that it runs. */
export function delegateOf(code: string): string | undefined {
  return /^0xef0100[0-9a-f]{40}$/i.test(code) ? `0x${code.slice(8)}` : undefined;
}

/** EIP-3607: an account with code cannot send, unless the code is a delegation. */
export function isContract(code: string): boolean {
  return code !== '0x' && delegateOf(code) === undefined;
}
