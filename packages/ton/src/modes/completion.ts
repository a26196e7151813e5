import {
  type CheckedIntent,
  type Decision,
  nativeAmount,
  type Problem,
  problem,
  RefusedError,
  type Scene,
  toHex,
} from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { longestComment } from '../bytes/comment.ts';
import { maxCoins, type Params, type TonMode } from '../bytes/params.ts';
import type { TonPlan } from '../bytes/transaction.ts';
import type { TonContext } from '../context.ts';
import { storedSize } from '../fees/account-storage.ts';
import { storageFee } from '../fees/fees.ts';
import type { ChainConfig, Prices } from '../fees/prices.ts';
import { usualPrices } from '../fees/usual-prices.ts';
import { walletFees } from '../fees/wallet-fees.ts';
import { isSuspended } from '../suspension.ts';
import type { Address } from '../ton-core.ts';
import type { Ton } from '../types.ts';
import { type Answers, ask, type Queries } from '../upstream/ask.ts';
import { type AccountFacts, type Accounts, accounts, firstBlockAt, type Rent } from '../upstream/queries/accounts.ts';
import { chainConfig } from '../upstream/queries/config.ts';
import type { OutMessage } from '../wallets/signing-message.ts';
import { addressOfWallet } from '../wallets/wallet.ts';
import { type SenderWallet, senderWallet } from './sender.ts';

/** What a mode adds to what all modes read. */
export interface Recipe<M extends TonMode, Q extends Queries, More = undefined> {
  /** Accounts to read beside the sender's. */
  readonly accounts: readonly Address[];
  /** Further questions of the same round. */
  readonly questions: Q;
  /** Asks what depends on the answers, in one round more. Most intents need none. */
  further?(answers: Answers<Q>, operation: Operation, account: Facts<Q>['account']): Promise<More>;
  /** Decides what the transaction does. Pure. */
  propose(facts: Facts<Q, More>): Proposal<M>;
}

/** What a mode decides from. */
export interface Facts<Q extends Queries, More = undefined> {
  readonly answers: Answers<Q>;
  /** What the recipe asked further. */
  readonly further: More;
  /** An account that the recipe names, or the sender's. */
  account(address: Address): AccountFacts;
  readonly prices: Prices;
  /** The sender's balance in nanotons, less what its storage will have cost when the transaction ends. */
  readonly spendable: bigint;
  /** The sequence number of the transaction. */
  readonly seqno: number;
  /** What the wallet pays for sending this message: fees of gas and of messages, in nanotons. */
  feesOf(message: OutMessage): bigint;
}

/** What a mode decided. */
export interface Proposal<M extends TonMode> {
  readonly message?: OutMessage | undefined;
  readonly amount?: bigint | undefined;
  /** Members of `params` beside those of every mode. */
  readonly params?: Partial<Params<M>> | undefined;
  /** Nanotons that leave the wallet beside its own fees and the amount, such as what pays for the work of other contracts. */
  readonly attached?: bigint;
  /** Native coins of the amount: 0 for tokens. */
  readonly spent: bigint;
  /** Further fees: of what the wallet receives from itself. */
  readonly furtherFees?: bigint;
  readonly errors?: readonly Problem[];
  readonly warnings?: readonly Problem[];
}

type Intent<M extends TonMode> = Pick<CheckedIntent<Ton, M>, 'wishes' | 'amount'> & {
  readonly data: { readonly memo?: string | undefined };
  readonly parsed: {
    readonly senderAddress: { readonly address: Address };
    readonly senderPubKey?: Uint8Array | undefined;
  };
};

/** By default a transaction can be sent for five minutes, and for an hour at most: in seconds. */
const usualTimeout = 300;
const longestTimeout = 3_600;

/** Reads what an intent needs in one round. */
export async function readScene<M extends TonMode, const Q extends Queries, More = undefined>(
  context: TonContext,
  intent: Intent<M>,
  recipe: Recipe<M, Q, More>,
  operation: Operation,
): Promise<Scene<Ton, M>> {
  const { address: sender } = intent.parsed.senderAddress;
  const known = context.config.get();
  const own = {
    accounts: accounts(sender, recipe.accounts),
    ...(known === undefined ? { config: chainConfig } : {}),
  };
  const answers = (await ask(context, { ...recipe.questions, ...own }, operation)) as unknown as Answers<Q> & {
    readonly accounts: Accounts;
    readonly config?: ChainConfig;
  };
  if (answers.config !== undefined) context.config.set(answers.config);
  const config = known ?? (answers.config as ChainConfig);
  const now = context.clock.seconds();
  const account = (address: Address) => stateOf(answers.accounts.states, address, config, now);
  const read: Read<Q, More> = {
    answers,
    further: (await recipe.further?.(answers, operation, account)) as More,
    account,
    rent: answers.accounts.rent,
    prices: config,
    now,
  };
  requireOwnKey(context, intent, account(sender));
  return { decide: () => decide(context, intent, recipe, read) };
}

/** @throws RefusedError `publicKey.mismatch` if the client's key is not that of the sender: a mistake in the request, as on every chain. */
function requireOwnKey<M extends TonMode>(context: TonContext, { parsed }: Intent<M>, own: AccountFacts): void {
  const { address: sender } = parsed.senderAddress;
  const signer = senderWallet(context, sender, parsed.senderPubKey, own);
  if ('error' in signer && signer.error.code === 'publicKey.mismatch') throw new RefusedError([signer.error]);
}

interface Read<Q extends Queries, More> {
  readonly answers: Answers<Q>;
  readonly further: More;
  readonly account: Facts<Q>['account'];
  readonly rent: Rent;
  readonly prices: Prices;
  /** Unix time in seconds, as the chain has it. */
  readonly now: number;
}

function decide<M extends TonMode, Q extends Queries, More>(
  context: TonContext,
  { parsed, wishes, data }: Intent<M>,
  { propose }: Recipe<M, Q, More>,
  { answers, further, account, rent, prices: charged, now }: Read<Q, More>,
): Decision<Ton, M> {
  const { address: sender } = parsed.senderAddress;
  const { timeout: wished, nonce } = wishes as { readonly timeout?: number; readonly nonce?: bigint };
  const validUntil = Math.min(wished ?? now + usualTimeout, now + longestTimeout);
  const own = account(sender);
  const signer = senderWallet(context, sender, parsed.senderPubKey, own);
  const isKnown = !('error' in signer);
  // Without a wallet the fees are those of the usual one: an answer with errors still shows what it would cost.
  const wallet: SenderWallet = isKnown ? signer : someWallet;
  const planOf = (message: OutMessage): TonPlan => ({
    wallet: wallet.wallet,
    seqno: wallet.seqno,
    validUntil,
    message,
    sender,
    deploy: wallet.deploy,
  });
  // The chain charges storage before everything else, and the latest block that takes the transaction charges most.
  const storage = rent.due + storageFee(charged.storage, storedSize(own), paidAt(rent, now), validUntil);
  const spendable = own.balance > storage ? own.balance - storage : 0n;
  const feesOf = (message: OutMessage) => walletFees(charged, planOf(writable(message)));
  const usual = (message: OutMessage) =>
    walletFees(usualPrices, planOf(writable(message))) +
    storageFee(usualPrices.storage, storedSize(own), paidAt(rent, now), validUntil);
  const proposal = propose({ answers, further, account, prices: charged, spendable, seqno: wallet.seqno, feesOf });
  const { message, attached = 0n, spent, furtherFees = 0n } = proposal;
  const walletCost = message === undefined ? undefined : feesOf(message) + storage + furtherFees;
  const fees = walletCost === undefined ? undefined : walletCost + attached;
  const errors = [
    ...(isKnown ? [] : [signer.error]),
    ...(isKnown ? nonceProblems(nonce, signer.seqno) : []),
    ...timeoutProblems(wished, now),
    ...memoProblems(data.memo),
    ...(proposal.errors ?? []),
  ];
  const lacking =
    errors.length > 0 || fees === undefined ? [] : fundsProblems(context, { balance: own.balance, fees, spent });
  const params = isKnown &&
    message !== undefined && {
      timeout: validUntil,
      walletVersion: signer.wallet.version,
      walletId: signer.wallet.walletId,
      publicKey: toHex(signer.wallet.publicKey),
      deploy: signer.deploy,
      ...(addressOfWallet(signer.wallet).equals(sender) ? {} : { unusualStart: true }),
      bounce: message.bounce,
      sendMode: message.mode,
      ...proposal.params,
    };
  return {
    computed: {
      ...(proposal.amount === undefined || proposal.amount === 0n ? {} : { amount: proposal.amount.toString() }),
      ...(fees === undefined ? {} : { fees: fees.toString() }),
      ...(isKnown ? { nonce: String(signer.seqno) } : {}),
      ...(parsed.senderPubKey === undefined && isKnown ? { senderPubKey: toHex(signer.wallet.publicKey) } : {}),
      ...(params === false ? {} : { params }),
    } as unknown as Decision<Ton, M>['computed'],
    errors: [...errors, ...lacking],
    warnings: [...(proposal.warnings ?? [])],
    held: own.balance,
    ...(message === undefined ? {} : { usualFees: usual(message) + furtherFees + attached }),
  };
}

/**
 * From when on storage counts: the first block if it is not known when it was paid last, so that the fees are never too low. At the prices of 2026 a
 * wallet has cost about 0.05 coins since then. A time of the future would make it free.
 */
function paidAt({ lastPaid = firstBlockAt }: Rent, now: number): number {
  return Math.min(lastPaid, now);
}

/** An amount that no message can hold is refused because nobody has it. Its fees are those of the highest amount. */
function writable(message: OutMessage): OutMessage {
  return message.value > maxCoins ? { ...message, value: maxCoins } : message;
}

/** Stands in for a wallet that nobody knows, so that fees can be shown. */
const someWallet: SenderWallet = {
  wallet: { version: 'v4r2', walletId: 0, publicKey: new Uint8Array(32) },
  seqno: 0,
  deploy: false,
};

/** The configuration tells who is suspended, also where an interface does not say so of an account. */
function stateOf(states: Accounts['states'], address: Address, { suspension }: ChainConfig, now: number): AccountFacts {
  const state = states.get(address.toRawString());
  if (state === undefined) throw new Error('An account was not asked for.');
  if (suspension === undefined || !isSuspended(suspension, address, now)) return state;
  return { ...state, isSuspended: true };
}

/** Nodes take a message only if its sequence number is the next one. They keep none for later. */
function nonceProblems(wished: bigint | undefined, next: number): Problem[] {
  const field = 'transaction.data.nonce';
  if (wished === undefined || wished === BigInt(next)) return [];
  if (wished < BigInt(next)) return [problem('nonce.used', { nonce: wished, next: BigInt(next) }, field)];
  return [problem('wish.invalid', { field, reason: `nodes take only the next sequence number, ${next}` }, field)];
}

/** Our own clock was compared before. The chain's may be ahead of it. */
function timeoutProblems(wished: number | undefined, now: number): Problem[] {
  if (wished === undefined || wished > now) return [];
  const field = 'transaction.data.params.timeout';
  return [problem('wish.invalid', { field, reason: 'it is in the past' }, field)];
}

function memoProblems(memo: string | undefined): Problem[] {
  const field = 'transaction.data.memo';
  if (memo === undefined) return [];
  // Half a character (a lone surrogate) has no bytes in UTF-8.
  if (/\p{Surrogate}/u.test(memo))
    return [problem('wish.invalid', { field, reason: 'it has half a character' }, field)];
  const bytes = new TextEncoder().encode(memo).length;
  return bytes <= longestComment ? [] : [problem('memo.tooLong', { bytes, limit: String(longestComment) }, field)];
}

interface Funds {
  readonly balance: bigint;
  readonly fees: bigint;
  readonly spent: bigint;
}

/** With the send modes used here, a wallet that lacks coins uses up the sequence number and sends nothing. */
function fundsProblems(context: TonContext, { balance, fees, spent }: Funds): Problem[] {
  if (balance >= spent + fees) return [];
  const available = nativeAmount(context, balance);
  if (spent > 0n) {
    const numbers = {
      available,
      amount: nativeAmount(context, spent),
      fees: nativeAmount(context, fees),
      needed: nativeAmount(context, spent + fees),
    };
    return [problem('balance.insufficient', numbers, 'transaction.data.amount')];
  }
  const numbers = { ticker: context.identity.ticker, fees: nativeAmount(context, fees), available };
  return [problem('balance.insufficientForFees', numbers, 'transaction.data.senderAddress')];
}
