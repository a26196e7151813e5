import { type CheckedIntent, type Decision, nativeAmount, type Problem, problem, type Scene } from '@isochain/core';
import { type Operation, RejectedAnswer } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { PublicKey } from '../address/public-key.ts';
import { aptMetadata, aptType, assetToken } from '../address/token-id.ts';
import type { EntryFunction } from '../bytes/calls.ts';
import type { AptosMode } from '../bytes/params.ts';
import type { AptosPlan, ReplayProtection } from '../bytes/transaction.ts';
import type { AptosContext } from '../context.ts';
import { floorOf, leastLimit, mostUnits, type Need, tightLimit, usualLimit } from '../fees/gas.ts';
import { usualFeesOf } from '../fees/usual-fees.ts';
import type { Aptos } from '../types.ts';
import { type Answers, ask, askOne, type Queries } from '../upstream/ask.ts';
import type { Ledger } from '../upstream/ledger.ts';
import { type AccountFacts, account, balance, latestKeys, type UsedKeys } from '../upstream/queries/accounts.ts';
import { type GasPrices, gasPrices } from '../upstream/queries/gas-price.ts';
import { type Simulated, simulation } from '../upstream/queries/simulation.ts';
import { expirationProblems, usualExpiration } from './expiration.ts';
import { feeWishProblems, lowFeeProblems, wishedLimit } from './fee-wishes.ts';
import { fundsProblems } from './funds.ts';
import { nonceProblems, nonceWarnings, ownNonceProblems, randomNonce, usedNonce } from './nonce.ts';
import { gasProblems, priceOf, priceProblems, wishedPriceProblems } from './price.ts';
import { payerField, payerOf, signerOf } from './signer.ts';
import { readVmStatus, transactionFails } from './vm-status.ts';

// What all modes do: two rounds. The first reads everything side by side. The second simulates the transaction.

/** What a mode adds to what all modes read. */
export interface Recipe<M extends AptosMode, Q extends Queries> {
  /** Further questions of the first round. */
  readonly questions: Q;
  /** Decides what the transaction does, before its fees are known. Pure. */
  propose(facts: Facts<Q>): Proposal<M>;
}

/** What a mode decides from. */
export interface Facts<Q extends Queries> {
  readonly answers: Answers<Q>;
  /** APT of the sender, in octas. */
  readonly held: bigint;
  /** The time of the chain, in seconds since 1970. */
  readonly time: bigint;
  /** Octas for one gas unit. */
  readonly price: bigint;
}

/** What a mode decided before the fees are known. */
export interface Proposal<M extends AptosMode> {
  /** With errors nothing is simulated. */
  readonly errors?: readonly Problem[] | undefined;
  readonly warnings?: readonly Problem[] | undefined;
  /** What is simulated. Needed unless there are errors. */
  readonly call?: EntryFunction | undefined;
  /** In the smallest unit, as far as it is known: for answers with errors. */
  readonly amount?: bigint | undefined;
  /** Calls of delegation pools need more room for gas. */
  readonly isPool?: boolean | undefined;
  /** True if all that the account has in APT is used: fees are kept back from it. */
  readonly usesAllCoins?: boolean | undefined;
  /** True if `amount` is APT that leaves the balance: fees come on top of it. */
  readonly spendsCoins?: boolean | undefined;
  /** What it means if the simulation fails. By default `transaction.fails`. */
  readonly fails?: ((status: string) => Problem) | undefined;
  /** Decides the rest, when the simulation is known. Needed unless there are errors. */
  settle?(outcome: Outcome): Settled<M>;
}

/** What the simulation told. */
export interface Outcome {
  readonly simulated: Extract<Simulated, { readonly ok: true }>;
  /** The most that the sender pays, in octas, if it uses all coins. Otherwise fees are taken from what it does not spend. */
  readonly fees: bigint;
}

/** What a mode decided. */
interface Settled<M extends AptosMode> {
  /** In the smallest unit. */
  readonly amount?: bigint | undefined;
  /** Octas that leave the sender's balance beside the fees. */
  readonly spent: bigint;
  /** What the mode's `params` hold beside those of all modes. */
  readonly params?: Omit<NonNullable<Aptos['modes'][M]['params']>, keyof Aptos['modes']['transfer']['params']>;
  readonly errors?: readonly Problem[] | undefined;
  readonly warnings?: readonly Problem[] | undefined;
}

type Intent<M extends AptosMode> = Pick<CheckedIntent<Aptos, M>, 'mode' | 'wishes' | 'amount'> & {
  readonly parsed: { readonly senderAddress: Address; readonly senderPubKey?: PublicKey | undefined };
};

/** The wishes of all modes. */
interface CommonWishes {
  readonly expirationTimestampSecs?: bigint | undefined;
  readonly gasUnitPrice?: bigint | undefined;
  readonly orderless?: boolean | undefined;
  readonly feePayer?: { readonly address: Address; readonly publicKey?: PublicKey | undefined } | undefined;
  readonly publicKey?: PublicKey | undefined;
  readonly fees?: bigint | undefined;
  readonly gas?: bigint | undefined;
  readonly nonce?: bigint | undefined;
}

/** Where the client named the sender's key, or can name it. */
function keyFieldOf(sent: PublicKey | undefined, wished: PublicKey | undefined): string {
  return sent === undefined && wished !== undefined
    ? 'transaction.data.params.publicKey'
    : 'transaction.data.senderPubKey';
}

/** Reads what an intent needs, and simulates its transaction. */
export async function readScene<M extends AptosMode, const Q extends Queries>(
  context: AptosContext,
  intent: Intent<M>,
  { questions, propose }: Recipe<M, Q>,
  operation: Operation,
): Promise<Scene<Aptos, M>> {
  const { senderAddress: sender, senderPubKey } = intent.parsed;
  const wishes = intent.wishes as CommonWishes;
  const { feePayer: sponsor, orderless: isOrderless = false } = wishes;
  const key = senderPubKey ?? wishes.publicKey;
  const known = context.gasPrices.get();
  const own = {
    sender: account(sender),
    held: balance(sender, aptType),
    ...(takesAll(intent) ? { spendable: balance(sender, assetToken(aptMetadata)) } : {}),
    ...(known === undefined ? { prices: gasPrices } : {}),
    ...(key === undefined ? { keys: latestKeys(sender) } : {}),
    ...(sponsor === undefined ? {} : { payer: account(sponsor.address), payerHeld: balance(sponsor.address, aptType) }),
    ...(sponsor === undefined || sponsor.publicKey !== undefined ? {} : { payerKeys: latestKeys(sponsor.address) }),
  };
  const all = await ask(context, { ...own, ...questions }, operation, {
    accept: ([found]) => context.blockAge.check(ledgerIn(found as AccountFacts).time),
  });
  const answers = all as unknown as Answers<Q> & OwnAnswers;
  const held = spendableOf(answers);
  if (answers.prices !== undefined) context.gasPrices.set(answers.prices);
  const prices = known ?? (answers.prices as GasPrices);
  const time = BigInt(Math.floor(ledgerIn(answers.sender).time / 1_000));

  const keyField = keyFieldOf(senderPubKey, wishes.publicKey);
  const signer = signerOf({ address: sender, account: answers.sender, key, used: answers.keys }, keyField);
  const payer =
    sponsor &&
    payerOf({
      address: sponsor.address,
      account: answers.payer as AccountFacts,
      key: sponsor.publicKey,
      used: answers.payerKeys,
    });
  const isSponsored = sponsor !== undefined;
  const { sequenceNumber: next } = answers.sender;
  const priceWishes = priceWishesOf(wishes);
  const price = priceOf(context.limits, prices, priceWishes);
  const errors = [
    ...('problem' in signer ? [signer.problem] : []),
    ...(payer !== undefined && 'problem' in payer ? [payer.problem] : []),
    ...(sponsor?.address === sender ? [payerIsSender] : []),
    ...(isOrderless ? ownNonceProblems(wishes.nonce) : nonceProblems(next, wishes.nonce)),
    ...expirationProblems(wishes.expirationTimestampSecs, time, isOrderless),
    ...priceProblems(context, prices, price, priceWishes),
    ...feeWishProblems(wishes, price, isSponsored),
  ];
  const proposal = propose({ answers, held, time, price });
  errors.push(...(proposal.errors ?? []));
  const { call, settle } = proposal;
  const isKnown = !('problem' in signer) && (payer === undefined || !('problem' in payer));
  if (errors.length > 0 || call === undefined || settle === undefined || !isKnown)
    return refused(errors, held, proposal);

  const funds = payer === undefined ? held : (answers.payerHeld ?? 0n);
  const affordable = funds / price;
  const isFirst = !isOrderless && isUnused(sender, answers.sender);
  const floor = floorOf(context.limits, price, isFirst);
  if (affordable < floor) {
    const fees = floor * price;
    const problems =
      proposal.usesAllCoins && payer === undefined
        ? [nothingToSend(context, funds, fees)]
        : fundsProblems(context, { balance: funds, spent: 0n, fees }, payer && payerField);
    return refused(problems, held, proposal);
  }
  const nonce = wishes.nonce ?? (isOrderless ? randomNonce() : next);
  const plan: AptosPlan = {
    sender,
    call,
    // The chain refuses to simulate a number that is not next.
    replay: isOrderless ? { nonce } : { sequenceNumber: next },
    maxGasAmount: affordable < mostUnits ? affordable : mostUnits,
    gasUnitPrice: price,
    expiration: wishes.expirationTimestampSecs ?? usualExpiration(context, time, isOrderless),
    chainId: context.chain.id,
    signer,
    feePayer: payer,
  };
  const simulated = await askOne(context, simulation(plan), operation);
  const replay: ReplayProtection = isOrderless ? { nonce } : { sequenceNumber: nonce };
  return {
    decide: () =>
      decide(
        context,
        intent,
        proposal,
        { ...plan, replay, simulated, floor, funds, held, left: answers.held - held, next },
        settle,
      ),
  };
}

/** The wishes that say something about the price. With another account that pays, `fees` does not. */
function priceWishesOf(wishes: CommonWishes): Pick<CommonWishes, 'gasUnitPrice' | 'fees' | 'gas'> {
  return wishes.feePayer === undefined ? wishes : { gasUnitPrice: wishes.gasUnitPrice };
}

/** Whether an intent is about all APT of its sender. */
function takesAll({
  mode,
  amount,
}: {
  readonly mode: AptosMode;
  readonly amount?: bigint | 'max' | undefined;
}): boolean {
  return amount === 'max' && (mode === 'transfer' || mode === 'stake');
}

/**
 * The APT of the sender that a maximum can use. Transfers and fees come out of the store of the fungible asset alone (aptos-labs/aptos-core,
 * aptos_account.move: fungible_transfer_only). Balances also count what an account may still hold as a coin.
 */
function spendableOf({ held, spendable }: Pick<OwnAnswers, 'held' | 'spendable'>): bigint {
  return spendable !== undefined && spendable < held ? spendable : held;
}

interface OwnAnswers {
  readonly sender: AccountFacts;
  /** As coin and as fungible asset together. */
  readonly held: bigint;
  /** As fungible asset alone. Undefined if nobody asked, or if the node does not tell it. */
  readonly spendable?: bigint | undefined;
  readonly prices?: GasPrices | undefined;
  readonly keys?: UsedKeys | undefined;
  readonly payer?: AccountFacts | undefined;
  readonly payerHeld?: bigint | undefined;
  readonly payerKeys?: UsedKeys | undefined;
}

const payerIsSender = problem(
  'wish.invalid',
  { field: payerField, reason: 'it is the sender, who pays without it' },
  payerField,
);

/** @throws RejectedAnswer if the node does not say when its latest block was made. */
function ledgerIn({ ledger }: AccountFacts): Ledger {
  if (ledger === undefined) throw new RejectedAnswer('it does not tell the time of its ledger');
  return ledger;
}

/** Whether an account has sent nothing with a sequence number yet. Nodes answer for accounts that do not exist as for new ones. */
function isUnused(sender: Address, { sequenceNumber, authenticationKey }: AccountFacts): boolean {
  return sequenceNumber === 0n && authenticationKey === sender;
}

interface Read extends AptosPlan {
  readonly simulated: Simulated;
  /** The least gas limit that the chain takes. */
  readonly floor: bigint;
  /** Octas of the account that pays. */
  readonly funds: bigint;
  /** Octas of the sender. */
  readonly held: bigint;
  /** Octas that the sender still holds as a coin, if everything is to be used. */
  readonly left: bigint;
  /** The account's next sequence number. */
  readonly next: bigint;
}

function decide<M extends AptosMode>(
  context: AptosContext,
  intent: Intent<M>,
  proposal: Proposal<M>,
  read: Read,
  settle: (outcome: Outcome) => Settled<M>,
): Decision<Aptos, M> {
  const wishes = intent.wishes as CommonWishes;
  const { simulated, gasUnitPrice: price, feePayer, funds, held, floor, replay, next } = read;
  const isOwn = feePayer === undefined;
  const warnings = [...(proposal.warnings ?? []), ...('nonce' in replay ? [] : nonceWarnings(next, wishes.nonce))];
  const stop = (errors: readonly Problem[], amount?: bigint): Decision<Aptos, M> => ({
    computed: amountText(amount ?? proposal.amount) as never,
    errors,
    warnings,
    held: isOwn ? funds : undefined,
  });
  if (!simulated.ok)
    return stop([failure(context, proposal, read, { ...simulated, isWishedNonce: wishes.nonce !== undefined })]);
  const need: Need = { gasUsed: simulated.gasUsed, isPool: proposal.isPool ?? false, floor };
  const keepsFees = isOwn && proposal.usesAllCoins === true;
  const roomy = keepsFees ? tightLimit(need) : usualLimit(need);
  const wished = wishedLimit(wishes, price, !isOwn);
  const settled = settle({ simulated, fees: isOwn ? (wished ?? roomy) * price : 0n });
  const errors = [...(settled.errors ?? [])];
  if (errors.length > 0) return stop(errors, settled.amount);
  const spent = isOwn ? settled.spent : 0n;
  const left = funds > spent ? (funds - spent) / price : 0n;
  const least = leastLimit(need);
  const gas = wished ?? (roomy <= left ? roomy : left < least ? least : left);
  const limit = { gas, usual: roomy, need, price, isWished: wished !== undefined };
  const priceWishes = priceWishesOf(wishes);
  errors.push(
    ...(wished !== undefined && wishes.gas === undefined
      ? [...lowFeeProblems(context, gas, need, price), ...wishedPriceProblems(context, limit, priceWishes)]
      : gasProblems(context, limit, priceWishes)),
  );
  if (errors.length === 0) {
    errors.push(
      ...fundsProblems(context, { balance: funds, spent, fees: gas * price }, isOwn ? undefined : payerField),
    );
    if (!isOwn) errors.push(...fundsProblems(context, { balance: held, spent: settled.spent, fees: 0n }));
  }
  warnings.push(...(settled.warnings ?? []));
  if (errors.length === 0) {
    if (keepsFees) warnings.push(...leftWarnings(context, (gas - need.gasUsed) * price, unusedGas));
    warnings.push(...leftWarnings(context, read.left, stillCoin));
    if (!isOwn) warnings.push(paidByOther(context, feePayer.address, gas * price));
  }
  const computed = {
    ...amountText(settled.amount),
    fees: isOwn ? (gas * price).toString() : '0',
    gas: gas.toString(),
    nonce: ('nonce' in replay ? replay.nonce : replay.sequenceNumber).toString(),
    ...(errors.length > 0 ? {} : { params: { ...paramsOf(read), ...(settled.params as object | undefined) } }),
  };
  return {
    computed: computed as unknown as Decision<Aptos, M>['computed'],
    errors,
    warnings,
    held: isOwn ? funds : undefined,
    usualFees: usualFeesOf(context.limits, { gas, need }, wishes),
  };
}

/** That something of a maximum stays in the account. */
function leftWarnings(context: AptosContext, left: bigint, reason: string): Problem[] {
  return left <= 0n ? [] : [problem('amount.leavesDust', { dust: nativeAmount(context, left), reason }, amountField)];
}

const unusedGas = 'the gas limit leaves room for a changed state, and gas that is not used is not charged';
const stillCoin = 'the account holds that much as a coin still, and transactions use the fungible asset';

/** That the sender pays nothing, and how much the other account may pay. */
function paidByOther(context: AptosContext, payer: Address, fees: bigint): Problem {
  return problem('fee.paidByOther', { payer, fees: nativeAmount(context, fees) }, payerField);
}

/** What it means that the simulation failed. Checks of the balance come first: without APT nothing is run. */
function failure<M extends AptosMode>(
  context: AptosContext,
  proposal: Proposal<M>,
  { funds, floor, gasUnitPrice: price, maxGasAmount, replay, feePayer }: Read,
  { status, gasUsed, isWishedNonce }: Extract<Simulated, { readonly ok: false }> & { readonly isWishedNonce: boolean },
): Problem {
  const { fails = transactionFails, amount, spendsCoins = false } = proposal;
  const { name, module, reason } = readVmStatus(status);
  const native = (octas: bigint) => nativeAmount(context, octas);
  const available = native(funds);
  const field = feePayer === undefined ? 'transaction.data.senderAddress' : payerField;
  // The chain takes the fees last, from what is left then.
  if (module === feeModule) {
    const fees = leastLimit({ gasUsed, isPool: false, floor }) * price;
    // Gas of a run that failed may be too low to explain it.
    if (feePayer === undefined && spendsCoins && amount !== undefined && amount + fees > funds) {
      const numbers = { available, amount: native(amount), fees: native(fees), needed: native(amount + fees) };
      return problem('balance.insufficient', numbers, amountField);
    }
    return problem('balance.insufficientForFees', { ticker: context.identity.ticker, available }, field);
  }
  if (name === 'NONCE_ALREADY_USED' && 'nonce' in replay && isWishedNonce) return usedNonce(replay.nonce);
  const isShort = name === undefined ? /^out of gas/i.test(status) : missingCoins.includes(name);
  if (!isShort) return fails(status);
  // The offer was all that the account can pay for. Only at the chain's own maximum it means something else.
  if (maxGasAmount === mostUnits)
    return transactionFails(`${reason}, and it offers ${maxGasAmount} units of gas at ${price} octas`);
  const fees = funds < floor * price ? { fees: native(floor * price) } : {};
  return problem('balance.insufficientForFees', { ticker: context.identity.ticker, available, ...fees }, field);
}

/** What the chain says if the account cannot pay for the gas limit, or has so little that the limit is below what is asked at least. */
const missingCoins: readonly string[] = [
  'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE',
  'MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS',
  'INSUFFICIENT_BALANCE_FOR_REQUIRED_DEPOSIT',
];

/** The module that takes the fees after a transaction (aptos-labs/aptos-core, transaction_validation.move: epilogue). */
const feeModule = '0x1::transaction_validation';

/** `params` of all modes. */
function paramsOf({ chainId, gasUnitPrice, expiration, signer, replay, feePayer }: AptosPlan) {
  return {
    chainId,
    gasUnitPrice: gasUnitPrice.toString(),
    expirationTimestampSecs: expiration.toString(),
    publicKey: signer.publicKey,
    scheme: signer.scheme,
    ...('nonce' in replay ? { orderless: true } : {}),
    ...(feePayer === undefined ? {} : { feePayer }),
  };
}

function amountText(amount: bigint | undefined): { readonly amount?: string } {
  return amount === undefined ? {} : { amount: amount.toString() };
}

/** That the fees take everything. */
export function nothingToSend(context: Pick<AptosContext, 'identity'>, held: bigint, fees: bigint): Problem {
  const numbers = { available: nativeAmount(context, held), fees: nativeAmount(context, fees) };
  return problem('balance.nothingToSend', numbers, amountField);
}

const amountField = 'transaction.data.amount';

function refused<M extends AptosMode>(
  errors: readonly Problem[],
  held: bigint,
  { warnings = [], amount }: Pick<Proposal<M>, 'warnings' | 'amount'>,
): Scene<Aptos, M> {
  return { decide: () => ({ computed: amountText(amount) as never, errors, warnings, held }) };
}
