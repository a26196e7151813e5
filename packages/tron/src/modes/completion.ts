import { type CheckedIntent, type Decision, type Problem, problem, type Scene } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { type Address, toBase58Address } from '../address/address.ts';
import type { PublicKey } from '../address/public-key.ts';
import type { Contract } from '../bytes/contracts.ts';
import type { TronMode } from '../bytes/params.ts';
import { bandwidthSize, rawDataBytes } from '../bytes/raw-data.ts';
import type { RawTransaction } from '../bytes/transaction.ts';
import { type WalletTransaction, walletTransaction } from '../bytes/wallet-transaction.ts';
import type { TronContext } from '../context.ts';
import { usualExpiration } from '../expiration.ts';
import { baseFee, energyFee, highestEnergyFee, type Needed } from '../fees/fees.ts';
import type { Parameters } from '../fees/parameters.ts';
import { usualFeesOf } from '../fees/usual-fees.ts';
import type { Tron } from '../types.ts';
import { type Answers, ask, type Queries } from '../upstream/ask.ts';
import { type AccountFacts, account, accountResources, type ResourceFacts } from '../upstream/queries/accounts.ts';
import { type Block, latestBlock, requireReference, solidBlock } from '../upstream/queries/blocks.ts';
import { chainParameters } from '../upstream/queries/parameters.ts';
import { askSecond } from '../upstream/second-node.ts';
import { feeWarnings, fundsProblems, memoWarnings, stakingWarnings } from './funds.ts';
import { priceProblems } from './price-disputes.ts';
import { type Signer, signerOf } from './signer.ts';
import { expirationProblems, memoProblems, sizeProblems } from './terms.ts';

/** What a mode adds to what all modes read. */
export interface Recipe<M extends TronMode, Q extends Queries, S extends Queries = Queries> {
  /** Further questions of the same round. */
  readonly questions: Q;
  /** Questions that a second node is asked in the same round, where there is one: what one node alone should not decide. */
  readonly second?: S | undefined;
  /** Decides what the transaction does. Pure. */
  propose(facts: Facts<Q, S>): Proposal<M>;
}

/** What a mode decides from. */
export interface Facts<Q extends Queries, S extends Queries = Queries> {
  readonly answers: Answers<Q>;
  /** Undefined if no second node answered. */
  readonly second: Answers<S> | undefined;
  readonly sender: AccountFacts;
  readonly resources: ResourceFacts;
  readonly parameters: Parameters;
  /** The latest block: the chain's time. */
  readonly head: Block;
  /** What a transaction costs apart from energy, in sun: with its memo, and with the signature of one key. */
  baseFeeOf(contract: Contract, more?: Pick<Needed, 'activates'> & { readonly feeLimit?: bigint }): bigint;
  /** What a contract needs, with the same memo and signature. */
  neededOf(contract: Contract): Needed;
}

/** What a mode decided. */
export interface Proposal<_ extends TronMode = TronMode> {
  /** Undefined if there is nothing to sign, for a reason in `errors`. */
  readonly contract?: Contract | undefined;
  /** In the smallest unit. */
  readonly amount?: bigint | undefined;
  /** Sun that leave the balance beside the fees. */
  readonly spent: bigint;
  readonly activates?: boolean | undefined;
  /** The energy of a call: what it is expected to use, and the most that it may cost, in sun. */
  readonly call?: { readonly energy: bigint; readonly feeLimit: bigint } | undefined;
  readonly errors?: readonly Problem[] | undefined;
  readonly warnings?: readonly Problem[] | undefined;
}

type Intent<M extends TronMode> = Pick<CheckedIntent<Tron, M>, 'wishes' | 'amount'> & {
  readonly data: { readonly memo?: string | undefined };
  readonly parsed: { readonly senderAddress: Address; readonly senderPubKey?: PublicKey | undefined };
};

/** Reads what an intent needs in one round. */
export async function readScene<M extends TronMode, const Q extends Queries, const S extends Queries>(
  context: TronContext,
  intent: Intent<M>,
  { questions, second, propose }: Recipe<M, Q, S>,
  operation: Operation,
): Promise<Scene<Tron, M>> {
  const { senderAddress } = intent.parsed;
  const known = context.parameters.get();
  const own = {
    head: latestBlock,
    solid: solidBlock,
    sender: account(senderAddress),
    resources: accountResources(senderAddress),
    ...(known === undefined ? { parameters: chainParameters } : {}),
  };
  const [first, other] = await Promise.all([
    ask({ ...own, ...questions }, operation, {
      accept([head, solid]) {
        requireReference(head as Block, solid as Block);
        context.blockAge.check((head as Block).timestamp);
      },
    }),
    askSecond(context, { ...(known === undefined ? { parameters: chainParameters } : {}), ...second }, operation),
  ]);
  const answers = first as unknown as Answers<Q> &
    Omit<Answers<typeof own>, 'parameters'> & { readonly parameters?: Parameters };
  const heard = other as unknown as (Answers<S> & { readonly parameters?: Parameters }) | undefined;
  const parameters = known ?? (answers.parameters as Parameters);
  const disputes = priceProblems(context, parameters, heard?.parameters ?? parameters);
  if (disputes.length === 0 && known === undefined) context.parameters.set(parameters);
  const { head, solid, sender, resources } = answers;
  const times = { madeAt: context.now(), expiration: usualExpiration(context, head) };
  const read = { answers, second: heard, head, solid, sender, resources, parameters, disputes, ...times };
  return { decide: () => decide(context, intent, propose, read) };
}

interface Read<Q extends Queries, S extends Queries> {
  readonly answers: Answers<Q>;
  readonly second: Answers<S> | undefined;
  readonly disputes: readonly Problem[];
  readonly head: Block;
  readonly solid: Block;
  readonly sender: AccountFacts | undefined;
  readonly resources: ResourceFacts;
  readonly parameters: Parameters;
  /** Milliseconds since 1970, by our clock. The chain ignores it: it gives two equal intents two ids, so that both are carried out. */
  readonly madeAt: number;
  /** When the transaction ends, if the client does not say: milliseconds since 1970. */
  readonly expiration: number;
}

function decide<M extends TronMode, Q extends Queries, S extends Queries>(
  context: TronContext,
  { parsed, wishes, data: { memo } }: Intent<M>,
  propose: (facts: Facts<Q, S>) => Proposal<M>,
  { answers, second, head, solid, sender, resources, parameters, disputes, madeAt, expiration }: Read<Q, S>,
): Decision<Tron, M> {
  const { senderAddress: owner, senderPubKey } = parsed;
  const {
    expiration: wished,
    permissionId,
    feeLimit,
  } = wishes as {
    readonly expiration?: number;
    readonly permissionId?: number;
    readonly feeLimit?: string;
  };
  if (sender === undefined) {
    return { computed: {}, errors: [problem('sender.notFound', {}, 'transaction.data.senderAddress')], warnings: [] };
  }
  const transactionOf = (contract: Contract, feeLimit: bigint | undefined, signer?: Signer): RawTransaction => ({
    owner,
    contract,
    refBlockBytes: solid.id.slice(12, 16),
    refBlockHash: solid.id.slice(16, 32),
    expiration: wished ?? expiration,
    timestamp: madeAt,
    feeLimit,
    memo,
    permissionId: signer?.permissionId ?? permissionId ?? 0,
  });
  const signer = (contract: Contract) =>
    signerOf(sender, { sender: owner, key: senderPubKey?.address, permissionId }, contract.type);
  const signed = (contract: Contract, feeLimit?: bigint) => {
    const found = signer(contract);
    return transactionOf(contract, feeLimit, 'error' in found ? undefined : found);
  };
  const hasMemo = memo !== undefined && memo !== '';
  const neededOf = (
    contract: Contract,
    more: { readonly activates?: boolean | undefined; readonly feeLimit?: bigint },
  ) => ({
    size: bandwidthSize(rawDataBytes(signed(contract, more.feeLimit))),
    activates: more.activates,
    hasMemo,
  });
  const errors = [...disputes, ...expirationProblems(wished, head), ...memoProblems(memo)];
  // Without bytes there are no fees.
  if (errors.length > 0) return { computed: {}, errors, warnings: [], held: sender.balance };

  const proposal = propose({
    answers,
    second,
    sender,
    resources,
    parameters,
    head,
    baseFeeOf: (contract, more = {}) => baseFee(neededOf(contract, more), resources, parameters),
    neededOf: (contract) => neededOf(contract, {}),
  });
  const { contract, amount, spent, call } = proposal;
  errors.push(...(proposal.errors ?? []));
  const shared: { readonly amount?: string } =
    amount === undefined || amount === 0n ? {} : { amount: amount.toString() };
  if (contract === undefined) {
    return {
      computed: shared as Decision<Tron, M>['computed'],
      errors,
      warnings: [...(proposal.warnings ?? [])],
      held: sender.balance,
    };
  }
  const found = signer(contract);
  if ('error' in found) errors.push(found.error);
  const needed = neededOf(contract, { activates: proposal.activates, ...(call ? { feeLimit: call.feeLimit } : {}) });
  const base = baseFee(needed, resources, parameters);
  const likely = base + (call === undefined ? 0n : energyFee(call.energy, resources, parameters));
  const fees = base + (call === undefined ? 0n : highestEnergyFee(call.feeLimit, resources, parameters));
  errors.push(...sizeProblems(needed, parameters, memo));
  const funds = { balance: sender.balance, spent, likely, fees };
  if (errors.length === 0) errors.push(...fundsProblems(context, funds));
  const warnings = [
    ...(proposal.warnings ?? []),
    ...memoWarnings(context, hasMemo, parameters),
    ...feeWarnings(context, funds),
    ...stakingWarnings(context, { needed, energy: call?.energy ?? 0n }, resources, parameters),
  ];
  const computed = {
    ...shared,
    fees: fees.toString(),
    ...(call === undefined ? {} : { gas: call.energy.toString() }),
    // The transaction object could be signed as it is, so there is none beside an error.
    ...('error' in found || errors.length > 0
      ? {}
      : {
          params: {
            ...unsignable(walletTransaction(transactionOf(contract, call?.feeLimit, found))),
            ...(found.key === owner ? {} : { signers: [{ key: toBase58Address(found.key) }] }),
          },
        }),
  };
  return {
    computed: computed as unknown as Decision<Tron, M>['computed'],
    errors,
    warnings,
    held: sender.balance,
    // A limit that the client named is no surprise.
    ...(feeLimit === undefined ? { usualFees: usualFeesOf(needed, call?.energy, parameters) } : {}),
  };
}

/** The transaction object without its copies of the bytes. Core adds them, unless it finds an error of its own. */
function unsignable({ visible, raw_data }: WalletTransaction): Pick<WalletTransaction, 'visible' | 'raw_data'> {
  return { visible, raw_data };
}
