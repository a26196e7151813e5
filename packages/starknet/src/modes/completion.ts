import { type CheckedIntent, type Decision, type Problem, problem, type Scene } from '@isochain/core';
import { type Answers, ask, type Operation, type Questions } from '@isochain/core/upstream';
import type { ClassName } from '../account/classes.ts';
import type { Address } from '../address/address.ts';
import { type PublicKey, toUncompressed } from '../address/public-key.ts';
import type { Call } from '../bytes/calls.ts';
import type { StarknetMode } from '../bytes/params.ts';
import { rpcBounds } from '../bytes/rpc-transaction.ts';
import { highestFee, type ResourceBounds, type StarknetPlan } from '../bytes/transaction.ts';
import type { StarknetContext } from '../context.ts';
import { boundsOf, ceilingProblems, type Prices } from '../fees/bounds.ts';
import { tipProblems } from '../fees/ceilings.ts';
import { usualFeesOf } from '../fees/usual-fees.ts';
import { toFelt } from '../felt.ts';
import type { Starknet } from '../types.ts';
import { type AccountFacts, accountQuestions, readAccount } from '../upstream/account.ts';
import { type Estimated, estimateFees } from '../upstream/estimate.ts';
import { rpc } from '../upstream/rpc.ts';
import { type Simulated, simulate } from '../upstream/simulation.ts';
import { fundsProblems, maximumWarnings, missingCoinProblems } from './funds.ts';
import { nonceProblems, nonceWarnings } from './nonce.ts';

// What all modes that call contracts do: two rounds. The first reads everything. The second asks what the transaction needs.

/** Modes that call contracts: all but deployAccount. */
export type InvokeMode = Exclude<StarknetMode, 'deployAccount'>;

/** What a mode adds to what all modes read. */
export interface Recipe<M extends InvokeMode, Q extends Questions> {
  /** Further questions of the first round. */
  readonly questions: Q;
  /** Decides what the transaction does, before its fees are known. Pure. */
  propose(facts: Facts<Q>): Proposal<M>;
}

/** What a mode decides from. */
export interface Facts<Q extends Questions> {
  readonly answers: Answers<Q>;
  readonly account: AccountFacts;
  /** STRK of the sender, in FRI. */
  readonly balance: bigint;
  /** The time of the latest block, in seconds since 1970. */
  readonly time: number;
}

/** What a mode decided before the fees are known. */
export interface Proposal<M extends InvokeMode> {
  /** With errors nothing is estimated. */
  readonly errors?: readonly Problem[] | undefined;
  readonly warnings?: readonly Problem[] | undefined;
  /** What is estimated. Needed unless there are errors. */
  readonly calls?: readonly Call[] | undefined;
  /** In the smallest unit, as far as it is known: for answers with errors. */
  readonly amount?: bigint | undefined;
  /** Asks for a simulation beside the estimate, and says what is wrong with what it does. */
  readonly judge?: ((simulated: Simulated) => readonly Problem[]) | undefined;
  /** What it means if the estimate fails. By default `transaction.fails`. */
  readonly fails?: ((reason: string) => Problem) | undefined;
  /** Decides the rest, when the fees are known. Needed unless there are errors. */
  settle?(fees: bigint): Settled<M>;
}

/** What a mode decided. */
interface Settled<M extends InvokeMode> {
  /** In the smallest unit. */
  readonly amount?: bigint | undefined;
  /** FRI that leave the balance beside the fees. */
  readonly spent: bigint;
  /** What the mode's `params` hold beside those of all modes. */
  readonly params: Omit<NonNullable<Starknet['modes'][M]['params']>, keyof SharedParams>;
  readonly errors?: readonly Problem[] | undefined;
  readonly warnings?: readonly Problem[] | undefined;
}

/** `params` of all modes. */
interface SharedParams {
  readonly account: unknown;
  readonly ownerPubKey: unknown;
  readonly resourceBounds: unknown;
  readonly tip: unknown;
  readonly transaction?: unknown;
}

type Intent<M extends InvokeMode> = Pick<CheckedIntent<Starknet, M>, 'wishes' | 'amount'> & {
  readonly parsed: { readonly senderAddress: Address; readonly senderPubKey?: PublicKey | undefined };
};

/** Reads what an intent needs, and what its transaction needs. */
export async function readScene<M extends InvokeMode, const Q extends Questions>(
  context: StarknetContext,
  intent: Intent<M>,
  { questions, propose }: Recipe<M, Q>,
  operation: Operation,
): Promise<Scene<Starknet, M>> {
  const { senderAddress: sender, senderPubKey } = intent.parsed;
  const { tip = '0', nonce: wished } = intent.wishes as { readonly tip?: string; readonly nonce?: bigint };
  const own = { ...accountQuestions(sender), latest: rpc.latestBlock() };
  const all = await ask(operation, { ...own, ...questions } as typeof own & Q);
  const answers = all as unknown as Answers<typeof own> & Answers<Q>;
  const account = readAccount(answers);
  const balance = answers.held;
  if ('problem' in account) return refused([account.problem], balance);
  const stranger = keyProblems(account.owner, senderPubKey);
  if (stranger.length > 0) return refused(stranger, balance);

  const { latest } = answers;
  const proposal = propose({ answers, account, balance, time: latest.timestamp });
  const wishes = [...nonceProblems(account.nonce, wished), ...tipProblems(context.ceilings, BigInt(tip))];
  const errors = [...(proposal.errors ?? []), ...wishes];
  const { calls, settle } = proposal;
  if (errors.length > 0 || calls === undefined || settle === undefined)
    return refused(errors, balance, proposal.warnings, amountText(proposal.amount));

  const shared = {
    chain: context.chain.id,
    sender,
    owner: account.owner,
    account: account.className,
    tip: BigInt(tip),
  };
  const plan: StarknetPlan = { type: 'INVOKE', ...shared, nonce: account.nonce, bounds: nothing, calls };
  const { judge } = proposal;
  const [estimated, simulated] = await Promise.all([
    estimateFees(plan, operation),
    judge === undefined ? undefined : simulate(plan, operation),
  ]);
  const judged = judge === undefined || simulated === undefined ? [] : judge(simulated);
  const nonce = wished ?? account.nonce;
  const read = { ...shared, nonce, wished, next: account.nonce, estimated, judged, balance, prices: pricesOf(latest) };
  return { decide: () => decide(context, intent, proposal, { ...read, settle }) };
}

/** No bounds: for an estimate. */
export const nothing: ResourceBounds = {
  l1_gas: { maxAmount: 0n, maxPricePerUnit: 0n },
  l2_gas: { maxAmount: 0n, maxPricePerUnit: 0n },
  l1_data_gas: { maxAmount: 0n, maxPricePerUnit: 0n },
};

interface Read<M extends InvokeMode> {
  readonly owner: Parameters<typeof toUncompressed>[0];
  readonly account: ClassName;
  readonly tip: bigint;
  readonly nonce: bigint;
  /** The nonce that the client asks for. */
  readonly wished: bigint | undefined;
  /** The account's next nonce. */
  readonly next: bigint;
  readonly balance: bigint;
  readonly prices: Prices;
  readonly estimated: Estimated;
  /** What is wrong with what the transaction would do. */
  readonly judged: readonly Problem[];
  settle(fees: bigint): Settled<M>;
}

function decide<M extends InvokeMode>(
  context: StarknetContext,
  { amount: wanted }: Intent<M>,
  proposal: Proposal<M>,
  { settle, owner, account, tip, nonce, wished, next, balance, prices, estimated, judged }: Read<M>,
): Decision<Starknet, M> {
  const warnings = [...(proposal.warnings ?? []), ...nonceWarnings(next, wished)];
  if (!estimated.ok) {
    const { fails = transactionFails } = proposal;
    // Some nodes cannot estimate what an account without coins does.
    const errors = [...missingCoinProblems(context, balance), fails(estimated.reason)];
    return { computed: amountText(proposal.amount) as never, errors, warnings, held: balance };
  }
  const { estimate, surcharge } = estimated;
  const bounds = boundsOf(estimate, prices, surcharge);
  const absurd = ceilingProblems(context, bounds, tip);
  if (absurd.length > 0)
    return { computed: amountText(proposal.amount) as never, errors: absurd, warnings, held: balance };
  const fees = highestFee({ bounds, tip });
  const settled = settle(fees);
  const errors = [...judged, ...(settled.errors ?? [])];
  if (errors.length === judged.length) errors.push(...fundsProblems(context, { balance, spent: settled.spent, fees }));
  // A maximum of anything else leaves nothing of it behind.
  if (wanted === 'max' && settled.spent > 0n && errors.length === 0)
    warnings.push(...maximumWarnings(context, { estimate, surcharge, prices, tip, fees }));
  warnings.push(...(settled.warnings ?? []));
  const computed = {
    ...amountText(settled.amount),
    fees: fees.toString(),
    gas: bounds.l2_gas.maxAmount.toString(),
    nonce: nonce.toString(),
    ...(errors.length > 0
      ? {}
      : { params: { ...paramsOf({ owner, account, tip, bounds }), ...(settled.params as object) } }),
  };
  return {
    computed: computed as unknown as Decision<Starknet, M>['computed'],
    errors,
    warnings,
    held: balance,
    usualFees: usualFeesOf(estimate, surcharge, prices, tip),
  };
}

function transactionFails(reason: string): Problem {
  return problem('transaction.fails', { reason }, 'transaction.data');
}

/** `params` of all modes. */
export function paramsOf({
  owner,
  account,
  tip,
  bounds,
}: Pick<Read<InvokeMode>, 'owner' | 'account' | 'tip'> & { readonly bounds: ResourceBounds }) {
  return { account, ownerPubKey: toUncompressed(owner), resourceBounds: rpcBounds(bounds), tip: toFelt(tip) };
}

/** Prices of a block, in FRI. */
export function pricesOf(latest: {
  readonly l1_gas_price: { readonly price_in_fri: bigint };
  readonly l2_gas_price: { readonly price_in_fri: bigint };
  readonly l1_data_gas_price: { readonly price_in_fri: bigint };
}): Prices {
  return {
    l1GasPrice: latest.l1_gas_price.price_in_fri,
    l2GasPrice: latest.l2_gas_price.price_in_fri,
    l1DataGasPrice: latest.l1_data_gas_price.price_in_fri,
  };
}

/** The account says which key signs for it. */
function keyProblems(owner: PublicKey, key: PublicKey | undefined): Problem[] {
  if (key === undefined || key.x === owner.x) return [];
  return [
    problem(
      'sender.notWallet',
      { reason: 'its owner is another key than senderPubKey' },
      'transaction.data.senderPubKey',
    ),
  ];
}

function amountText(amount: bigint | undefined): { readonly amount?: string } {
  return amount === undefined ? {} : { amount: amount.toString() };
}

function refused<M extends InvokeMode>(
  errors: readonly Problem[],
  held: bigint | undefined,
  warnings: readonly Problem[] = [],
  computed: object = {},
): Scene<Starknet, M> {
  return { decide: () => ({ computed: computed as never, errors, warnings, held }) };
}
