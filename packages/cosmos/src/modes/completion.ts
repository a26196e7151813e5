import { type Decision, type Problem, problem, type Scene, toBase64, UpstreamError } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { type PublicKey, readPublicKey } from '../address/public-key.ts';
import type { CosmosMode, Params } from '../bytes/params.ts';
import { simulation } from '../bytes/sign-documents.ts';
import type { CosmosContext } from '../context.ts';
import { flatFeeOf, gasLimitOf } from '../fees/gas-price.ts';
import { makeOffer, type Offer } from '../fees/offer.ts';
import type { Cosmos } from '../types.ts';
import { type Answers, ask, askOne, type Queries } from '../upstream/ask.ts';
import type { AccountFacts } from '../upstream/lcd/account.ts';
import { account, memoLimit } from '../upstream/queries/account.ts';
import { livePrices } from '../upstream/queries/fees.ts';
import { type Simulation, simulate, simulateFlat } from '../upstream/queries/simulate.ts';
import { readSpendable, spendableQuery } from '../upstream/spendable.ts';
import { feeProblems } from './funds.ts';
import { simulationProblem } from './simulation-problem.ts';

/** What a mode adds to what all modes read. */
export interface Recipe<M extends CosmosMode, Q extends Queries> {
  /** Further questions of the same round. */
  readonly questions: Q;
  /** The gas limit if nothing was simulated. */
  readonly defaultGas: bigint;
  /** Decides what the transaction does. Pure. */
  propose(facts: Facts<Q>): Proposal<M>;
}

/** What a mode decides from. */
export interface Facts<Q extends Queries> {
  readonly answers: Answers<Q>;
  readonly offer: Offer;
  /** What the sender can spend of the native coin. */
  readonly spendable: bigint;
}

/** What a mode decided. */
export interface Proposal<M extends CosmosMode> {
  readonly amount?: bigint | undefined;
  readonly params?: Partial<Params<M>> | undefined;
  /** Native coins that leave the account beside the fees, and must be spendable. */
  readonly spent: bigint;
  readonly errors?: readonly Problem[];
  readonly warnings?: readonly Problem[];
}

/** What an intent has in every mode. */
export interface Sending<M extends CosmosMode = CosmosMode> {
  readonly mode: M;
  readonly data: { readonly memo?: string | undefined };
  readonly parsed: { readonly senderAddress: Address; readonly senderPubKey?: PublicKey | undefined };
  readonly wishes: {
    readonly fees?: bigint | undefined;
    readonly gas?: bigint | undefined;
    readonly nonce?: bigint | undefined;
    readonly feeDenom?: string | undefined;
    readonly signMode?: 'amino' | undefined;
  };
}

/** Everything that was read for one intent. */
interface Read<Q extends Queries> {
  readonly account: AccountFacts | undefined;
  readonly livePrice: bigint | undefined;
  readonly memoLimit: bigint | undefined;
  /** Of the native coin. */
  readonly spendable: bigint;
  /** Of the coin that pays the fees. */
  readonly payable: bigint;
  readonly answers: Answers<Q>;
}

/** What a simulation told. */
interface Proof {
  readonly simulation: Simulation | undefined;
  readonly isOver: boolean;
}

/** Reads what an intent needs in one round. A second round simulates the transaction, unless the client named a gas limit. */
export async function readScene<M extends CosmosMode, const Q extends Queries>(
  context: CosmosContext,
  intent: Sending<M>,
  recipe: Recipe<M, Q>,
  operation: Operation,
): Promise<Scene<Cosmos, M>> {
  const read = await readAll(context, intent, recipe.questions, operation);
  return sceneAt(context, intent, recipe, read, { simulation: undefined, isOver: false });
}

async function readAll<Q extends Queries>(
  context: CosmosContext,
  intent: Sending,
  questions: Q,
  operation: Operation,
): Promise<Read<Q>> {
  const { chain } = context;
  const { senderAddress: sender } = intent.parsed;
  const feeDenom = feeDenomOf(context, intent);
  const prices = feeDenom === chain.denom ? livePrices(chain) : [];
  const own = {
    account: account(sender),
    spendable: spendableQuery(context, sender, chain.denom),
    ...(feeDenom === chain.denom ? {} : { payable: spendableQuery(context, sender, feeDenom) }),
    ...(intent.data.memo === undefined ? {} : { memoLimit: memoLimit() }),
    ...Object.fromEntries(prices.map((query, i) => [`price${i}`, query])),
  };
  const answers = await ask(context, { ...questions, ...own }, operation);
  const found = answers as unknown as Answers<Q> & Record<string, unknown>;
  const spendable = await readSpendable(context, sender, chain.denom, found.spendable, operation);
  const payable =
    feeDenom === chain.denom ? spendable : await readSpendable(context, sender, feeDenom, found.payable, operation);
  const told = prices.map((_, i) => found[`price${i}`]).filter((price) => typeof price === 'bigint');
  return {
    account: found.account as AccountFacts | undefined,
    livePrice: told.length === 0 ? undefined : told.reduce((a, b) => (a > b ? a : b)),
    memoLimit: found.memoLimit as bigint | undefined,
    spendable,
    payable,
    answers: found,
  };
}

function feeDenomOf({ chain }: CosmosContext, intent: Sending): string {
  return intent.wishes.feeDenom ?? chain.denom;
}

function sceneAt<M extends CosmosMode, Q extends Queries>(
  context: CosmosContext,
  intent: Sending<M>,
  recipe: Recipe<M, Q>,
  read: Read<Q>,
  proof: Proof,
): Scene<Cosmos, M> {
  return {
    decide() {
      const decision = decide(context, intent, recipe, read, proof);
      if (proof.isOver || !needsSimulation(context, intent)) return decision;
      return {
        ...decision,
        async prove(operation, plan) {
          const simulated = await look(context, plan(), read.payable, operation);
          return sceneAt(context, intent, recipe, read, { simulation: simulated, isOver: true });
        },
      };
    },
  };
}

/** A client that names the gas needs no simulation. Flat fees are not a price of gas, so these two must both be named. */
function needsSimulation({ chain }: CosmosContext, { wishes }: Sending): boolean {
  if (wishes.gas === undefined) return true;
  return chain.feeModel === 'provenance-flat' && wishes.fees === undefined;
}

/**
 * Simulates the transaction with a fee of 1, so that the node counts the gas of the deduction too.
 *
 * @returns Undefined if no node simulates.
 */
async function look(
  context: CosmosContext,
  plan: Cosmos['plan'],
  payable: bigint,
  operation: Operation,
): Promise<Simulation | undefined> {
  const { chain } = context;
  const transaction = simulation(plan, chain.keys, payable > 0n ? 1n : 0n);
  const query = chain.feeModel === 'provenance-flat' ? simulateFlat(transaction) : simulate(transaction);
  try {
    return await askOne(context, query, operation);
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

function decide<M extends CosmosMode, Q extends Queries>(
  context: CosmosContext,
  intent: Sending<M>,
  recipe: Recipe<M, Q>,
  read: Read<Q>,
  { simulation: simulated, isOver }: Proof,
): Decision<Cosmos, M> {
  const { chain, identity } = context;
  const { wishes, data, parsed } = intent;
  const feeDenom = feeDenomOf(context, intent);
  const isClaim = intent.mode === 'claimRewards';
  const isSimulated = simulated?.ok === true;
  const gas =
    wishes.gas ?? (isSimulated ? gasLimitOf(simulated.gasUsed, isClaim ? 'claim' : 'other') : recipe.defaultGas);
  const flat = isSimulated ? flatFeeOf(simulated.fees, feeDenom) : undefined;
  const offer = makeOffer(chain, { gas, feeDenom, livePrice: read.livePrice, flat }, wishes);
  const proposal = recipe.propose({ answers: read.answers, offer, spendable: read.spendable });
  const sender = senderOf(context, intent, read);
  const funds = feeProblems(context, {
    feeDenom,
    offer,
    payable: read.payable,
    spendable: read.spendable,
    spent: proposal.spent,
  });
  const own = [
    ...sender.errors,
    ...offer.errors,
    ...memoProblems(data.memo, read.memoLimit),
    ...(proposal.errors ?? []),
    ...((proposal.errors ?? []).length > 0 ? [] : funds),
  ];
  const failed = simulated?.ok === false ? [simulationProblem(context, intent.mode, simulated.reason)] : [];
  const { account: found } = read;
  const params =
    found === undefined
      ? undefined
      : ({
          nativeId: context.nativeId,
          accountNumber: found.number.toString(),
          feeDenom,
          ...(wishes.signMode === undefined ? {} : { signMode: wishes.signMode }),
          ...proposal.params,
        } as Params<M>);
  const isGuessed = isOver && simulated === undefined && wishes.gas === undefined;
  return {
    computed: {
      ...(proposal.amount === undefined || proposal.amount === 0n ? {} : { amount: proposal.amount.toString() }),
      fees: offer.fees.toString(),
      gas: gas.toString(),
      ...(found === undefined ? {} : { nonce: (wishes.nonce ?? found.sequence).toString() }),
      ...(parsed.senderPubKey === undefined && sender.key !== undefined ? { senderPubKey: toBase64(sender.key) } : {}),
      ...(params === undefined ? {} : { params }),
    } as unknown as Decision<Cosmos, M>['computed'],
    errors: own.length > 0 ? own : failed,
    warnings: [
      ...(proposal.warnings ?? []),
      ...offer.warnings,
      ...(isGuessed
        ? [problem('gas.notSimulated', { chain: identity.name, gas: gas.toString() }, 'transaction.data.gas')]
        : []),
      ...(chain.sunset === undefined ? [] : [problem('chain.sunset', { chain: identity.name, reason: chain.sunset })]),
    ],
    ...(feeDenom === chain.denom ? { held: read.spendable } : {}),
  };
}

interface Sender {
  /** 33 bytes. Undefined if nobody knows the key. */
  readonly key: Uint8Array | undefined;
  readonly errors: readonly Problem[];
}

const senderField = 'transaction.data.senderAddress';

/** The sender's key, from the client or from the chain. */
function senderOf(
  context: CosmosContext,
  { parsed: { senderPubKey: given, senderAddress: sender } }: Sending,
  { account: found }: { readonly account: AccountFacts | undefined },
): Sender {
  const refused = (reason: string): Sender => ({
    key: undefined,
    errors: [problem('sender.notWallet', { reason }, senderField)],
  });
  if (found?.isModule === true) return refused('it belongs to a module of the chain, and no key signs for it');
  if (found?.key?.kind === 'multisig') return refused('several keys have to sign for it, which is not supported');
  if (given !== undefined) return { key: given.compressed, errors: [] };
  if (found === undefined || found.key === undefined) {
    const reason =
      found === undefined
        ? 'the account has never received anything, so the chain does not know it'
        : 'the account has never signed a transaction, so the chain does not know its key';
    return {
      key: undefined,
      errors: [problem('publicKey.required', { sender, reason }, 'transaction.data.senderPubKey')],
    };
  }
  const known = readPublicKey(context, toBase64(found.key.bytes));
  if (!known.ok || known.value.address !== sender) return refused('its key is of a kind that is not supported');
  return { key: known.value.compressed, errors: [] };
}

function memoProblems(memo: string | undefined, limit: bigint | undefined): Problem[] {
  if (memo === undefined || limit === undefined) return [];
  // Nodes count bytes, not characters (cosmos-sdk x/auth/ante/basic.go: ValidateMemoDecorator).
  const bytes = new TextEncoder().encode(memo).length;
  if (BigInt(bytes) <= limit) return [];
  return [problem('memo.tooLong', { bytes, limit: limit.toString() }, 'transaction.data.memo')];
}
