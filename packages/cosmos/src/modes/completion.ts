import { type Decision, type Problem, problem, type Scene, toBase64, UpstreamError } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { readPublicKey } from '../address/public-key.ts';
import type { CosmosMode, Params } from '../bytes/params.ts';
import { simulation } from '../bytes/sign-documents.ts';
import type { CosmosContext } from '../context.ts';
import { sequencesOf } from '../failures.ts';
import { chooseGas } from '../fees/gas-limit.ts';
import { flatFeeIn } from '../fees/gas-price.ts';
import { makeOffer, type Offer } from '../fees/offer.ts';
import { usualFeesOf } from '../fees/usual-fees.ts';
import type { Cosmos } from '../types.ts';
import { type Answers, ask, askOne, type Queries } from '../upstream/ask.ts';
import type { AccountFacts } from '../upstream/lcd/account.ts';
import type { ChainEvent } from '../upstream/lcd/events.ts';
import { account, memoLimit } from '../upstream/queries/account.ts';
import { gasMaximum, livePrices } from '../upstream/queries/fees.ts';
import { type Simulation, simulate, simulateFlat } from '../upstream/queries/simulate.ts';
import { readSpendable, spendableQuery } from '../upstream/spendable.ts';
import { feeProblems } from './funds.ts';
import type { Sending } from './sending.ts';
import { simulationProblem } from './simulation-problem.ts';

/** What a mode adds to what all modes read. */
export interface Recipe<M extends CosmosMode, Q extends Queries> {
  /** Further questions of the same round. */
  readonly questions: Q;
  /** Reads what needs more rounds, from the answers of the first. What it returns are more answers. */
  readonly further?: ((answers: object, operation: Operation) => Promise<object>) | undefined;
  /** Further denominations that `spendableOf` has to know. */
  readonly denoms?: readonly string[] | undefined;
  /** The gas limit if nothing was simulated. */
  readonly defaultGas: bigint;
  /** Decides what the transaction does. Pure. */
  propose(facts: Facts<Q>): Proposal<M>;
}

/** What a mode decides from. */
export interface Facts<Q extends Queries> {
  readonly answers: Answers<Q>;
  readonly offer: Offer;
  /** What a maximum leaves for the fees, in the smallest unit of their denomination. */
  readonly kept: bigint;
  /** The fees that an amount is checked with. Before the simulation they are the least possible: only the simulation tells the real ones. */
  readonly due: bigint;
  /** What happened in the simulation. Undefined before it, or if the node does not tell. */
  readonly events: readonly ChainEvent[] | undefined;
  /** What the sender can spend of the native coin. */
  readonly spendable: bigint;
  /** What the sender can spend of a denomination that the recipe names. */
  spendableOf(denom: string): bigint;
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

/** Everything that was read for one intent. */
interface Read<Q extends Queries> {
  readonly account: AccountFacts | undefined;
  readonly livePrice: bigint | undefined;
  /** The most gas that a transaction may have, if the chain tells it. */
  readonly maxGas: bigint | undefined;
  readonly memoLimit: bigint | undefined;
  /** What the sender can spend, by denomination. */
  readonly spendable: ReadonlyMap<string, bigint>;
  readonly answers: Answers<Q>;
}

/** What a simulation told. */
interface Proof {
  readonly simulation: Simulation | undefined;
  readonly isOver: boolean;
  /** The next sequence of the account. A node said it when it refused another one. */
  readonly told?: bigint | undefined;
}

/** Reads what an intent needs in one round. A second round simulates the transaction, unless the client named a gas limit. */
export async function readScene<M extends CosmosMode, const Q extends Queries>(
  context: CosmosContext,
  intent: Sending<M>,
  recipe: Recipe<M, Q>,
  operation: Operation,
): Promise<Scene<Cosmos, M>> {
  const read = await readAll(context, intent, recipe, operation);
  return sceneAt(context, intent, recipe, read, { simulation: undefined, isOver: false });
}

async function readAll<Q extends Queries>(
  context: CosmosContext,
  intent: Sending,
  { questions, further, denoms: others = [] }: Pick<Recipe<CosmosMode, Q>, 'questions' | 'further' | 'denoms'>,
  operation: Operation,
): Promise<Read<Q>> {
  const { chain } = context;
  const { senderAddress: sender } = intent.parsed;
  const feeDenom = feeDenomOf(context, intent);
  const denoms = [...new Set([chain.denom, feeDenom, ...others])];
  // One answer lists all denominations.
  const asked = context.memory.listsSpendable ? denoms.slice(0, 1) : denoms;
  const prices = feeDenom === chain.denom ? livePrices(chain) : [];
  const maximum = gasMaximum(chain);
  const own = {
    account: account(sender),
    ...Object.fromEntries(asked.map((denom, i) => [`spendable${i}`, spendableQuery(context, sender, denom)])),
    ...(intent.data.memo === undefined ? {} : { memoLimit: memoLimit() }),
    ...Object.fromEntries(prices.map((query, i) => [`price${i}`, query])),
    ...(maximum === undefined ? {} : { maxGas: maximum }),
  };
  const answers = await ask(context, { ...questions, ...own }, operation);
  const found = answers as unknown as Answers<Q> & Record<string, unknown>;
  const spendable = new Map<string, bigint>();
  for (const [i, denom] of denoms.entries()) {
    const answer = found[`spendable${Math.min(i, asked.length - 1)}`];
    spendable.set(denom, await readSpendable(context, sender, denom, answer, operation));
  }
  const told = prices.map((_, i) => found[`price${i}`]).filter((price) => typeof price === 'bigint');
  return {
    account: found.account as AccountFacts | undefined,
    livePrice: told.length === 0 ? undefined : told.reduce((a, b) => (a > b ? a : b)),
    maxGas: found.maxGas as bigint | undefined,
    memoLimit: found.memoLimit as bigint | undefined,
    spendable,
    answers: further === undefined ? found : { ...found, ...(await further(found, operation)) },
  };
}

function spendableOf({ spendable }: Pick<Read<Queries>, 'spendable'>, denom: string): bigint {
  return spendable.get(denom) ?? 0n;
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
          const { sequence } = nextOf(read, proof);
          const payable = spendableOf(read, feeDenomOf(context, intent));
          const simulated = await look(context, { ...plan(), sequence }, payable, operation);
          const told = simulated?.ok === false ? sequencesOf(simulated.reason)?.expected : undefined;
          if (told === undefined)
            return sceneAt(context, intent, recipe, read, { ...proof, simulation: simulated, isOver: true });
          if (proof.told !== undefined) throw disagreement(context, sequence, told);
          // One of the two nodes lags, or has a transaction of the sender that is in no block yet. Reading again tells which.
          const again = await readAll(context, intent, recipe, operation);
          return sceneAt(context, intent, recipe, again, { simulation: undefined, isOver: false, told });
        },
      };
    },
  };
}

/** An account hardly ever has so many transactions that are in no block yet. A node that names a sequence further ahead is not believed. */
const mostWaiting = 100n;

/** The sequence of the next transaction, and how many transactions before it are in no block yet. */
function nextOf({ account: found }: Pick<Read<Queries>, 'account'>, { told }: Proof) {
  const { sequence = 0n } = found ?? {};
  // Nodes simulate on top of their waiting transactions, but answer an account as of the latest block.
  const waiting = told === undefined ? 0n : told - sequence;
  return waiting > 0n && waiting <= mostWaiting ? { sequence: sequence + waiting, waiting } : { sequence, waiting: 0n };
}

function disagreement({ chainId }: CosmosContext, one: bigint, other: bigint): UpstreamError {
  const detail = `the next sequence of the account is ${one} by one answer and ${other} by another`;
  return new UpstreamError(chainId, [{ endpoint: 'simulation', outcome: 'rejected', detail, ms: 0 }]);
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
  const transaction = simulation(plan, chain.keys, payable > 0n && plan.fee.amount > 0n ? 1n : 0n);
  const query =
    chain.feeModel === 'provenance-flat' ? simulateFlat(transaction, plan.fee.denom) : simulate(transaction);
  try {
    return await askOne(context, query, operation);
  } catch (error) {
    // Only the simulation tells flat fees.
    if (error instanceof UpstreamError && chain.feeModel !== 'provenance-flat') return undefined;
    throw error;
  }
}

function decide<M extends CosmosMode, Q extends Queries>(
  context: CosmosContext,
  intent: Sending<M>,
  recipe: Recipe<M, Q>,
  read: Read<Q>,
  proof: Proof,
): Decision<Cosmos, M> {
  const { simulation: simulated, isOver } = proof;
  const { chain, identity } = context;
  const { wishes, data, parsed } = intent;
  const feeDenom = feeDenomOf(context, intent);
  const isClaim = intent.mode === 'claimRewards';
  const isSimulated = simulated?.ok === true;
  const maximum = read.maxGas ?? (chain.maxGas === undefined ? undefined : BigInt(chain.maxGas));
  const used = isSimulated ? simulated.gasUsed : undefined;
  const mode = isClaim ? 'claim' : 'other';
  const limit = chooseGas(context, { wished: wishes.gas, used, byDefault: recipe.defaultGas, mode, maximum });
  const { gas } = limit;
  const flat = isSimulated ? flatFeeIn(simulated.fees, feeDenom) : undefined;
  const offer = makeOffer(context, { gas, feeDenom, livePrice: read.livePrice, flat }, wishes);
  const isFinal = isOver || !needsSimulation(context, intent);
  // Whether wished fees are enough is known only with the gas limit.
  const unpayable = [...limit.errors, ...(isFinal || wishes.fees === undefined ? offer.errors : [])];
  const payable = spendableOf(read, feeDenom);
  const spendable = spendableOf(read, chain.denom);
  // Fees that are not final must not hide what a simulation can tell.
  const kept = isFinal || offer.fees < payable ? offer.fees : atLeastOne(payable - 1n);
  const due = isFinal ? offer.fees : least(offer.fees, 1n);
  const proposal = recipe.propose({
    ...{ answers: read.answers, offer, kept, due, spendable, events: isSimulated ? simulated.events : undefined },
    spendableOf: (denom) => spendableOf(read, denom),
  });
  const sender = senderOf(context, intent, read);
  const funds = feeProblems(context, { feeDenom, offer, due, payable, spendable, spent: proposal.spent });
  const next = nextOf(read, proof);
  const own = [
    ...sender.errors,
    ...unpayable,
    ...nonceProblems(wishes.nonce, next.sequence),
    ...memoProblems(data.memo, read.memoLimit),
    // The fees cannot be paid, so errors that follow from them mean nothing.
    ...(unpayable.length > 0 ? [] : (proposal.errors ?? [])),
    ...(unpayable.length > 0 || (proposal.errors ?? []).length > 0 ? [] : funds),
  ];
  // Without an account number there is nothing to sign, whatever the balance is said to be.
  if (own.length === 0 && read.account === undefined)
    own.push(problem('sender.notWallet', { reason: neverReceived }, senderField));
  const failed = simulated?.ok === false ? [simulationProblem(context, intent, simulated.reason)] : [];
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
      ...(found === undefined ? {} : { nonce: (wishes.nonce ?? next.sequence).toString() }),
      ...(parsed.senderPubKey === undefined && sender.key !== undefined ? { senderPubKey: toBase64(sender.key) } : {}),
      ...(params === undefined ? {} : { params }),
    } as unknown as Decision<Cosmos, M>['computed'],
    errors: own.length > 0 ? own : failed,
    warnings: [
      ...(proposal.warnings ?? []),
      ...nonceWarnings(wishes.nonce, next),
      ...offer.warnings,
      ...(isGuessed
        ? [problem('gas.notSimulated', { chain: identity.name, gas: gas.toString() }, 'transaction.data.gas')]
        : []),
      ...(chain.sunset === undefined ? [] : [problem('chain.sunset', { chain: identity.name, reason: chain.sunset })]),
    ],
    ...(feeDenom === chain.denom
      ? { held: spendable, usualFees: usualFeesOf(chain, wishes.gas ?? recipe.defaultGas) }
      : {}),
  };
}

function atLeastOne(amount: bigint): bigint {
  return amount < 1n ? 1n : amount;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

const nonceField = 'transaction.data.nonce';

function nonceProblems(wished: bigint | undefined, next: bigint): Problem[] {
  if (wished === undefined || wished >= next) return [];
  return [problem('nonce.used', { nonce: wished, next }, nonceField)];
}

function nonceWarnings(wished: bigint | undefined, next: ReturnType<typeof nextOf>): Problem[] {
  if (wished !== undefined) {
    return wished > next.sequence ? [problem('nonce.gap', { nonce: wished, next: next.sequence }, nonceField)] : [];
  }
  return next.waiting === 0n ? [] : [problem('sender.pendingTransactions', { count: next.waiting })];
}

interface Sender {
  /** 33 bytes. Undefined if neither the client nor the chain tells the key. */
  readonly key: Uint8Array | undefined;
  readonly errors: readonly Problem[];
}

const senderField = 'transaction.data.senderAddress';

const neverReceived = 'the account has never received anything, so the chain does not know it';

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
        ? neverReceived
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
