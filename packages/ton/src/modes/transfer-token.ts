import {
  attempt,
  type CheckedIntent,
  type ModeVerbs,
  nativeAmount,
  type Problem,
  problem,
  toHex,
} from '@isochain/core';
import type { KnownToken } from '@isochain/core/tokens';
import type { Operation } from '@isochain/core/upstream';
import { basechain, canonicalAddress } from '../address/address.ts';
import { commentCell } from '../bytes/comment.ts';
import { jettonTransferCell } from '../bytes/jetton-messages.ts';
import type { TonContext } from '../context.ts';
import { jettonTransferCoins, notificationCoins } from '../fees/jetton-fees.ts';
import { knownJettons } from '../jettons/known-jettons.ts';
import type { TonOptions } from '../options.ts';
import { Address, type Cell, contractAddress } from '../ton-core.ts';
import type { Ton } from '../types.ts';
import { askOne } from '../upstream/ask.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { noContract } from '../upstream/queries/get-method.ts';
import type { JettonContract } from '../upstream/queries/jetton-contracts.ts';
import {
  type Claim,
  claim,
  type JettonHolding,
  jettonHolding,
  type ListedWallet,
  type WalletData,
  walletData,
} from '../upstream/queries/jetton-holding.ts';
import type { Query } from '../upstream/query.ts';
import { readStateInit } from '../wallets/read-message.ts';
import { sendModes } from '../wallets/signing-message.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { askLocks, type JettonLocks, lockProblems } from './jetton-locks.ts';
import { askJettonContract, isOtherContract, recipientProblems, recipientWarnings } from './recipients.ts';

type Intent = CheckedIntent<Ton, 'transferToken'>;

const fields = {
  amount: 'transaction.data.amount',
  recipient: 'transaction.data.recipientAddress',
  token: 'transaction.data.tokenId',
} as const;

/**
 * Transfers of jettons. The message goes to the sender's jetton wallet, and only to one that the master itself names. If that cannot be learned,
 * there is no transaction: a message to another address would lose the coins, or the jettons.
 */
export function transferToken(
  context: TonContext,
  options: Pick<TonOptions, 'tokens'>,
): ModeVerbs<Ton, 'transferToken'> {
  const known = new Map(knownJettons(options.tokens).map((token) => [token.id, token]));
  return {
    wishes: wishesOf(context),
    honours,
    ask(intent, operation) {
      const { senderAddress: sender, tokenId: master, recipientAddress: recipient } = intent.parsed;
      return readScene(
        context,
        intent,
        {
          accounts: [recipient.address],
          questions: {
            holding: jettonHolding(sender.address, master.address),
            theirs: jettonHolding(recipient.address, master.address),
          },
          further: ({ holding, theirs }, inTurn, account) =>
            readFurther(context, intent, { holding, theirs, recipient: account(recipient.address) }, inTurn),
          propose: (facts) => propose(context, intent, known, facts),
        },
        operation,
      );
    },
  };
}

interface Questions {
  readonly holding: Query<JettonHolding>;
  /** Of the recipient. */
  readonly theirs: Query<JettonHolding>;
  readonly [name: string]: Query;
}

/** What depends on the first answers. */
interface Further {
  /** Where there is no index: what the wallet says of itself. Undefined if it is not deployed. */
  readonly data?: WalletData | undefined;
  /** Proof for a mintless jetton. Undefined if it is not needed, or nobody tells it. */
  readonly claim?: Claim | undefined;
  /** Set if the recipient is a contract of a jetton. */
  readonly contract: JettonContract | undefined;
  /** Undefined if the master names no usable wallet for the sender. */
  readonly locks: JettonLocks | undefined;
  /** Unix time in seconds. */
  readonly now: number;
}

interface First {
  readonly holding: JettonHolding;
  readonly theirs: JettonHolding;
  readonly recipient: AccountFacts;
}

async function readFurther(
  context: TonContext,
  { parsed }: Intent,
  { holding: { word, listed }, theirs, recipient }: First,
  operation: Operation,
): Promise<Further> {
  const { senderAddress: sender, tokenId: master, recipientAddress: to } = parsed;
  const wallet = 'wallet' in word && !isParty(word.wallet, sender.address, master.address) ? word.wallet : undefined;
  const needsClaim = wallet !== undefined && listed !== undefined && rowOf(listed, wallet)?.unclaimed !== undefined;
  const isSame = sender.address.equals(to.address);
  const [data, proof, contract, locks] = await Promise.all([
    wallet !== undefined && listed === undefined ? askOne(context, walletData(wallet), operation) : undefined,
    needsClaim && context.kinds.includes('tonapi')
      ? askOne(context, claim(sender.address, master.address), operation)
      : undefined,
    askJettonContract(context, to.address, recipient, operation),
    wallet && askLocks(context, { wallet, recipient: theirs, isSame }, operation),
  ]);
  return { data, claim: proof, contract, locks, now: Math.floor(context.now() / 1000) };
}

/** A master that names itself or the sender as the jetton wallet is refused. Neither is asked like one. */
function isParty(wallet: Address, sender: Address, master: Address): boolean {
  return wallet.equals(master) || wallet.equals(sender);
}

function rowOf(listed: readonly ListedWallet[], wallet: Address): ListedWallet | undefined {
  return listed.find(({ address }) => address === wallet.toRawString());
}

/** The sender's jettons, as far as they can be sent. */
interface Holding {
  readonly wallet: Address;
  readonly balance: bigint;
  readonly claim?: Claim | undefined;
  readonly unit: Unit;
}

interface Unit {
  readonly ticker: string;
  readonly decimals: number;
}

function propose(
  context: TonContext,
  { amount: wanted = 0n, parsed, data: { memo } }: Intent,
  known: ReadonlyMap<string, KnownToken>,
  facts: Facts<Questions, Further>,
): Proposal<'transferToken'> {
  const { recipientAddress: recipient, senderAddress: sender, tokenId: master } = parsed;
  const read = holdingOf(context, { sender: sender.address, master: master.address, wanted }, known, facts);
  if ('errors' in read) return { spent: 0n, errors: read.errors };
  const { holding, warnings } = read;
  const state = facts.account(recipient.address);
  const errors = [
    ...ownerProblems(recipient.address, master.address, holding, facts.further),
    ...shortage(holding, wanted),
    ...(facts.further.locks === undefined ? [] : lockProblems(facts.further.locks)),
  ];
  const amount = wanted === 'max' ? holding.balance : wanted;
  const { customPayload, stateInit } = holding.claim ?? {};
  const body = jettonTransferCell({
    queryId: BigInt(facts.seqno),
    // More than the balance is refused. Such a message only shows what it would cost.
    amount: amount < holding.balance ? amount : holding.balance,
    to: recipient.address,
    excessTo: sender.address,
    customPayload,
    forwardAmount: notificationCoins,
    forwardPayload: memo === undefined ? undefined : commentCell(memo),
  });
  const init = stateInit && readStateInit(stateInit);
  const attached = jettonTransferCoins(facts.prices.message, body, init);
  return {
    message: { to: holding.wallet, bounce: true, value: attached, mode: sendModes.fixed, body, init },
    amount,
    spent: 0n,
    attached,
    params: {
      jetton: {
        wallet: canonicalAddress(holding.wallet),
        attached: attached.toString(),
        forwardAmount: notificationCoins.toString(),
        queryId: String(facts.seqno),
        ...(customPayload === undefined ? {} : { customPayload: toHex(customPayload.toBoc()) }),
        ...(stateInit === undefined ? {} : { stateInit: toHex(stateInit.toBoc()) }),
      },
    },
    errors,
    warnings: [
      problem('fee.comesBack', { attached: nativeAmount(context, attached) }, 'transaction.data.fees'),
      ...recipientWarnings(state),
      ...(errors.length > 0 ? [] : contractWarnings(state)),
      ...warnings,
    ],
  };
}

interface Wanted {
  readonly sender: Address;
  readonly master: Address;
  readonly wanted: bigint | 'max';
}

type Found =
  | { readonly holding: Holding; readonly warnings: readonly Problem[] }
  | { readonly errors: readonly Problem[] };

/** What the sender holds in the wallet that the master confirms. */
function holdingOf(
  { identity }: TonContext,
  { sender, master, wanted }: Wanted,
  known: ReadonlyMap<string, KnownToken>,
  { answers: { holding }, further: { data, claim: proof, now } }: Facts<Questions, Further>,
): Found {
  const { word, listed } = holding;
  const token = canonicalAddress(master);
  const refused = (error: Problem): Found => ({ errors: [error] });
  if (!('wallet' in word)) {
    return refused(
      word.exitCode === noContract
        ? problem('token.unknown', { token, chain: identity.name, reason: 'there is no contract' }, fields.token)
        : problem('token.notFungible', { token, reason: 'it names no jetton wallets' }, fields.token),
    );
  }
  const { wallet } = word;
  const unconfirmed = (other: string) =>
    refused(problem('token.walletUnconfirmed', { wallet: other, token }, fields.token));
  if (isParty(wallet, sender, master)) return unconfirmed(canonicalAddress(wallet));
  if (wallet.workChain !== basechain) {
    return refused(problem('token.untransferable', { reason: 'its wallets are in the masterchain' }, fields.token));
  }
  const row = listed && rowOf(listed, wallet);
  const [other] = listed ?? [];
  if (row === undefined && other !== undefined) return unconfirmed(canonicalAddress(Address.parseRaw(other.address)));
  if (data !== undefined && !(data.owner?.equals(sender) && data.master?.equals(master))) {
    return unconfirmed(canonicalAddress(wallet));
  }
  const unit = known.get(token) ?? row?.facts ?? { ticker: token, decimals: 0 };
  if (row?.isTransferable === false) {
    return refused(problem('token.untransferable', { reason: 'its issuer forbids transfers' }, fields.token));
  }
  const { unclaimed, lock } = row ?? {};
  const balance = row?.balance ?? data?.balance ?? 0n;
  const isClaimable = unclaimed !== undefined && now >= unclaimed.from && now < unclaimed.until;
  // What was received in the ordinary way can be sent without a proof, if the index tells it apart.
  const needsProof = isClaimable && (unclaimed.amount === 0n || wanted === 'max' || wanted > balance);
  if (needsProof && proof === undefined) {
    const amount = { amount: unclaimed.amount === 0n ? balance : unclaimed.amount, ...unitOf(unit) };
    return refused(problem('token.unclaimed', { amount, chain: identity.name }, fields.token));
  }
  if (proof?.stateInit !== undefined && !isInitOf(proof.stateInit, wallet))
    return unconfirmed(canonicalAddress(wallet));
  return {
    holding: {
      wallet,
      balance: balance + (isClaimable && proof !== undefined ? unclaimed.amount : 0n),
      claim: proof,
      unit,
    },
    warnings: lock === undefined || lock.amount === 0n ? [] : [lockWarning(lock, unit)],
  };
}

function lockWarning({ amount, till }: { readonly amount: bigint; readonly till: number }, unit: Unit): Problem {
  const until = new Date(till * 1000).toISOString();
  return problem('token.locked', { amount: { amount, ...unitOf(unit) }, until }, fields.amount);
}

function unitOf({ ticker, decimals }: Unit): Unit {
  return { ticker, decimals };
}

/** A state of another contract would be an address that nobody asked the master about. */
function isInitOf(cell: Cell, wallet: Address): boolean {
  const init = attempt(() => readStateInit(cell));
  return init !== undefined && contractAddress(wallet.workChain, init).equals(wallet);
}

const contracts: Readonly<Record<JettonContract, string>> = {
  master: 'the contract of a token',
  wallet: 'a jetton wallet',
};

/** Jettons that a contract of a jetton or of the chain owns can never be moved again. */
function ownerProblems(
  recipient: Address,
  master: Address,
  { wallet }: Holding,
  { contract }: Further,
): readonly Problem[] {
  if (recipient.equals(master)) return [problem('recipient.isToken', {}, fields.recipient)];
  const problems = recipientProblems(recipient);
  if (problems.length > 0) return problems;
  const what = recipient.equals(wallet) ? 'the jetton wallet of the sender' : contract && contracts[contract];
  if (what !== undefined) {
    return [problem('recipient.keepsCoins', { recipient: canonicalAddress(recipient), what }, fields.recipient)];
  }
  if (recipient.workChain === basechain) return [];
  // Jetton wallets refuse owners of another workchain (exit code 333 of ton-blockchain/token-contract and stablecoin-contract).
  const reason = 'jettons stay in workchain 0, and the recipient is in the masterchain';
  return [problem('token.untransferable', { reason }, fields.recipient)];
}

/** A contract can move jettons on only if its code knows how. */
function contractWarnings(recipient: AccountFacts): Problem[] {
  if (!isOtherContract(recipient)) return [];
  return [problem('recipient.isData', { what: 'a contract that is no known wallet' }, fields.recipient)];
}

function shortage({ balance, unit }: Holding, wanted: bigint | 'max'): Problem[] {
  if (wanted === 'max') {
    return balance > 0n ? [] : [problem('token.nothingToSend', { ticker: unit.ticker }, fields.amount)];
  }
  if (wanted <= balance) return [];
  const numbers = { available: { amount: balance, ...unitOf(unit) }, needed: { amount: wanted, ...unitOf(unit) } };
  return [problem('token.insufficient', numbers, fields.amount)];
}
