import { type AmountOf, type Intent, type Problem, parseAmount, problem } from '@isochain/core';
import type { EvmContext } from './chains.ts';
import { type FeeSnapshot, feeModels, type Price } from './fees/fee-models.ts';
import { type Surcharge, surcharge } from './fees/l1-fee.ts';
import { largestNonce, totalFees } from './params.ts';
import type { Snapshot } from './snapshot.ts';

/** What a transaction will say about gas, price and nonce, all from one snapshot and the client's wishes. */
export interface Offer {
  readonly price: Price;
  readonly gas: bigint;
  readonly nonce: bigint;
  readonly surcharge: Surcharge | undefined;
  /** The most that the sender can be charged, in wei. */
  readonly fees: bigint;
  readonly problems: readonly Problem[];
}

/** What the client would like to have. */
export type Wishes = Pick<Intent, 'gas' | 'nonce' | 'fees'>;

export interface OfferRequest {
  /** What the node estimated. */
  readonly estimate: bigint;
  readonly kind: 'native' | 'contract' | 'token';
  readonly max: boolean;
  /** Offer the whole cap as tip, so that nothing stays behind. */
  readonly fillCap: boolean;
}

export function makeOffer(context: EvmContext, snapshot: Snapshot, request: OfferRequest, wishes: Wishes): Offer {
  const model = feeModels[context.chain.feeClass];
  const problems: Problem[] = [];
  const needed = (request.estimate * model.gasPercent[request.kind] + 99n) / 100n;
  const gas = wishedGas(wishes, request.estimate, problems) ?? needed;
  const extra = snapshot.oracle === undefined ? undefined : surcharge(snapshot.oracle, gas, request.max);
  const usual = model.price(context.chain, snapshot.fees, request.max);
  const least = leastCap(context, snapshot.fees, usual.type);
  const wished = wishedPrice(context, wishes, { usual, least }, gas, extra, problems);
  const price = filled(wished, request.fillCap && model.exact);
  return {
    price,
    gas,
    nonce: wishedNonce(wishes, snapshot, problems) ?? snapshot.nonce.pending,
    surcharge: extra,
    fees: totalFees(gas, price, extra),
    problems,
  };
}

/** With a tip as high as the cap the price paid is the cap, whatever the base fee turns out to be: nothing is left over. */
function filled(price: Price, fillCap: boolean): Price {
  return price.type === 'eip1559' && fillCap ? { ...price, maxPriorityFeePerGas: price.maxFeePerGas } : price;
}

function wishedGas(wishes: Wishes, minimum: bigint, problems: Problem[]): bigint | undefined {
  const gas = parseAmount(wishes.gas ?? '');
  if (gas === undefined || gas >= minimum) return gas;
  problems.push(problem('gas.tooLow', { gas, minimum }, 'transaction.data.gas'));
  return undefined;
}

function wishedNonce(wishes: Wishes, snapshot: Snapshot, problems: Problem[]): bigint | undefined {
  const field = 'transaction.data.nonce';
  const nonce = parseAmount(wishes.nonce ?? '');
  if (nonce === undefined) return undefined;
  if (nonce > largestNonce) {
    problems.push(problem('wish.invalid', { field, reason: `it must not be larger than ${largestNonce}` }, field));
    return undefined;
  }
  if (nonce >= snapshot.nonce.latest) return nonce;
  problems.push(problem('nonce.used', { nonce, next: snapshot.nonce.latest }, field));
  return undefined;
}

/** What a block takes now, without any margin: below it the transaction would only wait. A pool has floors of its own. */
function leastCap({ chain }: EvmContext, fees: FeeSnapshot, type: Price['type']): bigint {
  const { linea, priorityFee = 0n } = fees;
  const base = type === 'legacy' ? fees.gasPrice : (linea?.baseFeePerGas ?? fees.nextBaseFee ?? fees.gasPrice);
  // On Linea the tip carries the cost of L1, so it is not a matter of taste there.
  const asked = (base ?? 0n) + (linea?.priorityFeePerGas ?? priorityFee);
  const floors = [chain.minTip, chain.minGasPrice].map((floor) => BigInt(floor ?? 0));
  return floors.reduce((least, floor) => (floor > least ? floor : least), asked);
}

/** `fees` as a wish is the most that the client is ready to pay in all: it lowers or raises the cap. */
function wishedPrice(
  context: EvmContext,
  wishes: Wishes,
  { usual, least }: { readonly usual: Price; readonly least: bigint },
  gas: bigint,
  extra: Surcharge | undefined,
  problems: Problem[],
): Price {
  const fees = parseAmount(wishes.fees ?? '');
  if (fees === undefined) return usual;
  const cap = (fees - totalFees(0n, usual, extra)) / gas;
  if (cap < least) {
    const minimum = nativeAmount(context, totalFees(0n, usual, extra) + least * gas);
    problems.push(problem('fee.tooLow', { minimum }, 'transaction.data.fees'));
    return usual;
  }
  if (usual.type === 'legacy') return { type: 'legacy', gasPrice: cap };
  const tip = usual.maxPriorityFeePerGas < cap ? usual.maxPriorityFeePerGas : cap;
  return { type: 'eip1559', maxFeePerGas: cap, maxPriorityFeePerGas: tip };
}

/** An amount of the native coin, for messages. */
export function nativeAmount(context: EvmContext, amount: bigint): AmountOf {
  return { amount, decimals: context.identity.decimals, ticker: context.identity.ticker };
}

/** Warnings about the sender that every mode gives. */
export function senderWarnings(snapshot: Snapshot, nonce: bigint): Problem[] {
  const warnings: Problem[] = [];
  const { latest, pending } = snapshot.nonce;
  const field = 'transaction.data.nonce';
  const waiting = (nonce < pending ? nonce : pending) - latest;
  if (waiting > 0n) warnings.push(problem('sender.pendingTransactions', { count: waiting }, field));
  if (nonce > pending) warnings.push(problem('nonce.gap', { nonce, next: pending }, field));
  const delegate = delegateOf(snapshot.senderCode);
  if (delegate !== undefined)
    warnings.push(problem('sender.isDelegated', { delegate }, 'transaction.data.senderAddress'));
  return warnings;
}

/** EIP-7702: the code of a delegated account is 0xef0100 and the address of the code that it runs. */
export function delegateOf(code: string): string | undefined {
  return /^0xef0100[0-9a-f]{40}$/i.test(code) ? `0x${code.slice(8)}` : undefined;
}

/** EIP-3607: an account with code cannot send, unless the code is a delegation. */
export function isContract(code: string): boolean {
  return code !== '0x' && delegateOf(code) === undefined;
}
