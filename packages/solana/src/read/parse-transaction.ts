import type { ParsedTransaction } from '@isochain/core';
import { shortAddress } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { SolanaContext } from '../context.ts';
import type { NodeTransaction, SignatureInfo } from '../upstream/rpc.ts';
import type { TokenFacts } from '../upstream/token-metadata.ts';
import { type Change, holdingsOf, lamportsAfter, nativeChanges, type TokenChange, tokenChanges } from './movements.ts';
import { memoOf, type Step, stepsOf } from './steps.ts';

/** Facts that a transaction itself does not tell. */
export interface Details {
  /** By mint. */
  readonly tokens: ReadonlyMap<string, TokenFacts>;
  /** Vote accounts by stake account, if the stake account still exists. */
  readonly validators: ReadonlyMap<string, string>;
}

type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;
type Party = NonNullable<ParsedTransaction['senders']>[number];

/** Lamports, or the smallest unit of a token. */
interface Leg {
  readonly address: string;
  /** Positive if it comes in. */
  readonly change: bigint;
  readonly ticker: string;
}

type Reading = Pick<ParsedTransaction, 'mode' | 'tokenId' | 'validators'> & { readonly legs: readonly Leg[] };

/** Puts a transaction into the standard shape. Heights are slots, as the chain and its explorers count. */
export function parseTransaction(
  context: SolanaContext,
  transaction: NodeTransaction,
  details: Details,
): ParsedTransaction {
  const { slot, blockTime, meta } = transaction;
  const { ticker } = context.identity;
  const [id = ''] = transaction.transaction.signatures;
  const { legs, ...reading } = read(transaction, details, ticker);
  const memo = memoOf(transaction);
  return {
    id,
    ...reading,
    state: meta.err === null ? 'confirmed' : 'failed',
    fees: { amount: meta.fee.toString(), ticker },
    blockHeight: slot.toString(),
    ...timestampOf(blockTime),
    ...(meta.computeUnitsConsumed == null ? {} : { gas: meta.computeUnitsConsumed.toString() }),
    ...(memo === undefined ? {} : { memo }),
    ...partiesOf(transaction, legs, ticker),
  };
}

/** The standard shape of a transaction without content, if the node does not give it. */
export function parseSignature(
  info: Pick<SignatureInfo, 'slot' | 'err' | 'confirmationStatus'> & Partial<SignatureInfo>,
  id: string,
): ParsedTransaction {
  const memo = info.memo?.replace(/^\[\d+\] /, '');
  return {
    id,
    mode: 'unknown',
    state: info.err !== null ? 'failed' : info.confirmationStatus === 'processed' ? 'unconfirmed' : 'confirmed',
    blockHeight: info.slot.toString(),
    ...timestampOf(info.blockTime),
    ...(memo === undefined ? {} : { memo }),
  };
}

/** @param seconds - Since 1970. */
function timestampOf(seconds: bigint | null | undefined): { timestamp?: string } {
  return seconds === null || seconds === undefined ? {} : { timestamp: (seconds * 1000n).toString() };
}

/** Senders and recipients. If nothing moved, the fee payer is the sender. */
function partiesOf(
  { transaction }: NodeTransaction,
  legs: readonly Leg[],
  ticker: string,
): Required<Pick<ParsedTransaction, 'senders' | 'recipients'>> {
  const toParty = (leg: Leg): Party => party(leg.address, leg.change < 0n ? -leg.change : leg.change, leg.ticker);
  const senders = legs.filter(({ change }) => change < 0n).map(toParty);
  const recipients = legs.filter(({ change }) => change > 0n).map(toParty);
  const [payer] = transaction.message.accountKeys;
  return {
    senders: legs.length === 0 && payer !== undefined ? [party(payer, 0n, ticker)] : senders,
    recipients,
  };
}

/** The first reading that fits. */
function read(transaction: NodeTransaction, details: Details, ticker: string): Reading {
  const steps = stepsOf(transaction).filter(({ kind }) => kind !== 'aside');
  const scene: Scene = {
    transaction,
    details,
    ticker,
    steps,
    native: nativeChanges(transaction).map((change) => ({ ...change, ticker })),
    tokens: tokenChanges(transaction),
    isMadeOf: (...kinds) => steps.length > 0 && steps.every(({ kind }) => kinds.includes(kind)),
    pick: (kind) => steps.filter((step) => step.kind === kind) as never,
  };
  return (
    readStake(scene) ??
    readUnstake(scene) ??
    readWithdraw(scene) ??
    readTokenTransfer(scene) ??
    readTransfer(scene) ??
    readEnableToken(scene) ?? { mode: 'unknown', legs: [...scene.native, ...tokenLegs(scene)] }
  );
}

interface Scene {
  readonly transaction: NodeTransaction;
  readonly details: Details;
  readonly ticker: string;
  /** Without steps of kind `aside`. */
  readonly steps: readonly Step[];
  readonly native: readonly Leg[];
  readonly tokens: readonly TokenChange[];
  isMadeOf(...kinds: Step['kind'][]): boolean;
  pick<K extends Step['kind']>(kind: K): StepOf<K>[];
}

function readStake({ transaction, native, ticker, isMadeOf, pick }: Scene): Reading | undefined {
  const [first, ...more] = pick('stake');
  if (first === undefined || !isMadeOf('stake', 'prepare', 'transfer')) return undefined;
  const amount = [first, ...more].reduce((sum, { account }) => sum + stakedAmount(transaction, native, account), 0n);
  return { mode: 'stake', legs: native, validators: { target: party(first.validator, amount, ticker) } };
}

/** The amount that came into the stake account. If it was only delegated again, what it holds. */
function stakedAmount(transaction: NodeTransaction, native: readonly Change[], account: Address): bigint {
  const change = native.find(({ address }) => address === account)?.change ?? 0n;
  return change > 0n ? change : lamportsAfter(transaction, account);
}

function readUnstake({ transaction, native, ticker, details, isMadeOf, pick }: Scene): Reading | undefined {
  const [first, ...more] = pick('unstake');
  if (first === undefined || !isMadeOf('unstake', 'prepare', 'transfer')) return undefined;
  const amount = [first, ...more].reduce((sum, { account }) => sum + lamportsAfter(transaction, account), 0n);
  return { mode: 'unstake', legs: native, ...sourceOf(details, first.account, amount, ticker) };
}

function readWithdraw({ native, ticker, details, isMadeOf, pick }: Scene): Reading | undefined {
  const [first, ...more] = pick('withdraw');
  if (first === undefined || !isMadeOf('withdraw')) return undefined;
  const amount = [first, ...more].reduce((sum, step) => sum + step.amount, 0n);
  return { mode: 'withdraw', legs: native, ...sourceOf(details, first.account, amount, ticker) };
}

function sourceOf(
  { validators }: Details,
  account: string,
  amount: bigint,
  ticker: string,
): Pick<Reading, 'validators'> {
  const validator = validators.get(account);
  return validator === undefined ? {} : { validators: { source: party(validator, amount, ticker) } };
}

function party(address: string, amount: bigint, ticker: string): Party {
  return { address, amount: amount.toString(), ticker };
}

/**
 * One token went from one owner to another, and nothing came back for it. Unknown programs may do that too, if their only coin payments are deposits
 * of token accounts.
 */
function readTokenTransfer(scene: Scene): Reading | undefined {
  const { transaction, native, tokens, isMadeOf } = scene;
  const isPlain = isMadeOf('transferToken', 'enableToken', 'transfer', 'prepare');
  const mints = new Set(tokens.map(({ mint }) => mint));
  const [tokenId] = mints;
  const isOneWay = tokens.some(({ change }) => change < 0n) && tokens.some(({ change }) => change > 0n);
  if (mints.size === 1 && tokenId !== undefined && isOneWay) {
    const holdings = holdingsOf(transaction);
    const paysOnlyDeposits = native.every(({ address, change }) => change < 0n || holdings.has(address));
    if (isPlain || paysOnlyDeposits) return { mode: 'transferToken', tokenId, legs: [...tokenLegs(scene), ...native] };
  }
  return isPlain && tokens.length === 0 ? readAskedTokenTransfer(scene) : undefined;
}

/** No token changed its owner: the transfer failed, or it went to an account of the same owner. The instructions tell what was asked for. */
function readAskedTokenTransfer({ transaction, native, details, pick }: Scene): Reading | undefined {
  const holdings = holdingsOf(transaction);
  for (const { account, owner, mint } of pick('enableToken')) holdings.set(account, { owner, mint });
  const asked = pick('transferToken');
  const mints = new Set(asked.map(({ from, to }) => (holdings.get(from) ?? holdings.get(to))?.mint));
  const [tokenId] = mints;
  if (mints.size !== 1 || tokenId === undefined) return undefined;
  const ticker = tickerOf(details, tokenId);
  const legs = asked.flatMap(({ from, to, amount }) => [
    { address: holdings.get(from)?.owner ?? from, change: -amount, ticker },
    { address: holdings.get(to)?.owner ?? to, change: amount, ticker },
  ]);
  return { mode: 'transferToken', tokenId, legs: [...legs, ...native] };
}

/**
 * Plain transfers are shown as they were asked for, even if they failed, or went in a circle. If a token account is made too, its deposit is shown.
 */
function readTransfer({ native, tokens, ticker, isMadeOf, pick }: Scene): Reading | undefined {
  const transfers = pick('transfer');
  if (transfers.length === 0 || tokens.length > 0) return undefined;
  if (!isMadeOf('transfer'))
    return isMadeOf('transfer', 'enableToken') ? { mode: 'transfer', legs: native } : undefined;
  const legs = transfers.flatMap(({ from, to, amount }) => [
    { address: from, change: -amount, ticker },
    { address: to, change: amount, ticker },
  ]);
  return { mode: 'transfer', legs: addUp(legs) };
}

/** Adds up what each address gave, and what it got. */
function addUp(legs: readonly Leg[]): Leg[] {
  const sums = new Map<string, Leg>();
  for (const leg of legs) {
    const key = `${leg.address} ${leg.change < 0n}`;
    sums.set(key, { ...leg, change: (sums.get(key)?.change ?? 0n) + leg.change });
  }
  return [...sums.values()];
}

function readEnableToken({ native, isMadeOf, pick }: Scene): Reading | undefined {
  const mints = new Set(pick('enableToken').map(({ mint }) => mint));
  const [tokenId] = mints;
  if (mints.size !== 1 || tokenId === undefined || !isMadeOf('enableToken')) return undefined;
  return { mode: 'enableToken', tokenId, legs: native };
}

function tokenLegs({ tokens, details }: Scene): Leg[] {
  return tokens.map(({ address, change, mint }) => ({ address, change, ticker: tickerOf(details, mint) }));
}

function tickerOf({ tokens }: Details, mint: string): string {
  return tokens.get(mint)?.ticker ?? shortAddress(mint);
}
