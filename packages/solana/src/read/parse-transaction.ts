import type { ParsedTransaction, Party } from '@isochain/core';
import {
  type AssetOf,
  feesOf,
  gaveAll,
  incomplete,
  type Leg,
  pair,
  partiesOf,
  partyOf,
  unreadParts,
  warned,
} from '@isochain/core/movements';
import type { Address } from '../address/address.ts';
import type { SolanaContext } from '../context.ts';
import type { NodeTransaction, SignatureInfo } from '../upstream/rpc.ts';
import type { TokenFacts } from '../upstream/token-metadata.ts';
import { controlsOf } from './controls.ts';
import {
  type Change,
  holdingsOf,
  lamportsAfter,
  legOf,
  nativeChanges,
  type TokenChange,
  tokenChanges,
} from './movements.ts';
import { assetsOf } from './names.ts';
import { memoOf, type Step, stepsOf } from './steps.ts';

/** Facts that a transaction itself does not tell. */
export interface Details {
  /** By mint. */
  readonly tokens: ReadonlyMap<string, TokenFacts>;
  /** Vote accounts by stake account, if the stake account still exists. */
  readonly validators: ReadonlyMap<string, string>;
}

type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;
type Reading = Pick<ParsedTransaction, 'mode' | 'tokenId' | 'validators'> & { readonly legs: readonly Leg[] };

/** Puts a transaction into the standard shape. Heights are slots, as the chain and its explorers count. */
export function parseTransaction(
  context: SolanaContext,
  transaction: NodeTransaction,
  details: Details,
): ParsedTransaction {
  const { slot, blockTime, err, fee, keys, computeUnitsConsumed, unread } = transaction;
  const assetOf = assetsOf(context, details.tokens);
  const [id = ''] = transaction.signatures;
  const [payer] = keys;
  const { legs, ...reading } = read(transaction, details, assetOf);
  const memo = isMemoOfPayers(transaction, legs) ? memoOf(transaction) : undefined;
  // If nothing moved, the fee payer is the sender.
  const parties = partiesOf(legs, legs.length === 0 && unread.length === 0 ? payer : undefined, assetOf);
  return {
    id,
    ...reading,
    state: err === null ? 'confirmed' : 'failed',
    ...(fee === undefined ? {} : feesOf(fee, payer, parties.senders, assetOf(undefined))),
    blockHeight: slot.toString(),
    ...timestampOf(blockTime),
    ...(computeUnitsConsumed == null ? {} : { gas: computeUnitsConsumed.toString() }),
    ...(memo === undefined ? {} : { memo }),
    ...parties,
    ...warned([...unreadParts(unread), ...controlsOf(transaction)]),
  };
}

/** An instruction that we know needs the signature of who pays. For others, those who signed must have given all that others got. */
function isMemoOfPayers(transaction: NodeTransaction, legs: readonly Leg[]): boolean {
  if (stepsOf(transaction).every(({ kind }) => kind !== 'other')) return true;
  const { keys, signatures } = transaction;
  const signers: readonly (string | undefined)[] = keys.slice(0, signatures.length);
  const holdings = holdingsOf(transaction);
  return gaveAll(legs, (address) => signers.includes(holdings.get(address)?.owner ?? address));
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
    state: stateOf(info),
    blockHeight: info.slot.toString(),
    ...timestampOf(info.blockTime),
    ...(memo === undefined ? {} : { memo }),
    ...incomplete(['what it does']),
  };
}

function stateOf({ err, confirmationStatus }: Pick<SignatureInfo, 'err' | 'confirmationStatus'>) {
  if (err === undefined) return 'unknown';
  if (err !== null) return 'failed';
  return confirmationStatus === 'processed' ? 'unconfirmed' : 'confirmed';
}

/** @param seconds - Since 1970. */
function timestampOf(seconds: bigint | null | undefined): { timestamp?: string } {
  return seconds === null || seconds === undefined ? {} : { timestamp: (seconds * 1000n).toString() };
}

/** The first reading that fits. */
function read(transaction: NodeTransaction, details: Details, assetOf: AssetOf): Reading {
  const steps = stepsOf(transaction).filter(({ kind }) => kind !== 'aside');
  const native = nativeChanges(transaction);
  const tokens = tokenChanges(transaction);
  const coins = native.map((change) => legOf(change));
  const tokenLegs = tokens.map((change) => legOf(change, change.mint));
  const scene: Scene = {
    ...{ transaction, details, steps, native, tokens, coins, tokenLegs },
    inCoins: (address, amount) => partyOf(address, amount, assetOf(undefined)),
    isMadeOf: (...kinds) => steps.length > 0 && steps.every(({ kind }) => kinds.includes(kind)),
    pick: (kind) => steps.filter((step) => step.kind === kind) as never,
  };
  return (
    readStake(scene) ??
    readUnstake(scene) ??
    readWithdraw(scene) ??
    readTokenTransfer(scene) ??
    readTransfer(scene) ??
    readEnableToken(scene) ?? { mode: 'unknown', legs: [...coins, ...tokenLegs] }
  );
}

interface Scene {
  readonly transaction: NodeTransaction;
  readonly details: Details;
  /** Without steps of kind `aside`. */
  readonly steps: readonly Step[];
  readonly native: readonly Change[];
  readonly tokens: readonly TokenChange[];
  /** The same changes as what each gave and got. */
  readonly coins: readonly Leg[];
  readonly tokenLegs: readonly Leg[];
  inCoins(address: string, lamports: bigint): Party;
  isMadeOf(...kinds: Step['kind'][]): boolean;
  pick<K extends Step['kind']>(kind: K): StepOf<K>[];
}

function readStake({ transaction, native, coins, inCoins, isMadeOf, pick }: Scene): Reading | undefined {
  const [first, ...more] = pick('stake');
  if (first === undefined || !isMadeOf('stake', 'prepare', 'transfer')) return undefined;
  const amount = [first, ...more].reduce((sum, { account }) => sum + stakedAmount(transaction, native, account), 0n);
  return { mode: 'stake', legs: coins, validators: { target: inCoins(first.validator, amount) } };
}

/** The amount that came into the stake account. If it was only delegated again, what it holds. */
function stakedAmount(transaction: NodeTransaction, native: readonly Change[], account: Address): bigint {
  const change = native.find(({ address }) => address === account)?.change ?? 0n;
  return change > 0n ? change : lamportsAfter(transaction, account);
}

function readUnstake({ transaction, coins, details, inCoins, isMadeOf, pick }: Scene): Reading | undefined {
  const [first, ...more] = pick('unstake');
  if (first === undefined || !isMadeOf('unstake', 'prepare', 'transfer')) return undefined;
  const amount = [first, ...more].reduce((sum, { account }) => sum + lamportsAfter(transaction, account), 0n);
  return { mode: 'unstake', legs: coins, ...sourceOf(details, first.account, amount, inCoins) };
}

function readWithdraw({ coins, details, inCoins, isMadeOf, pick }: Scene): Reading | undefined {
  const [first, ...more] = pick('withdraw');
  if (first === undefined || !isMadeOf('withdraw')) return undefined;
  const amount = [first, ...more].reduce((sum, step) => sum + step.amount, 0n);
  return { mode: 'withdraw', legs: coins, ...sourceOf(details, first.account, amount, inCoins) };
}

function sourceOf(
  { validators }: Details,
  account: string,
  amount: bigint,
  inCoins: Scene['inCoins'],
): Pick<Reading, 'validators'> {
  const validator = validators.get(account);
  return validator === undefined ? {} : { validators: { source: inCoins(validator, amount) } };
}

/**
 * One token went from one owner to another, and nothing came back for it. Unknown programs may do that too, if their only coin payments are deposits
 * of token accounts.
 */
function readTokenTransfer(scene: Scene): Reading | undefined {
  const { transaction, native, tokens, coins, tokenLegs, isMadeOf } = scene;
  const isPlain = isMadeOf('transferToken', 'enableToken', 'transfer', 'prepare');
  const mints = new Set(tokens.map(({ mint }) => mint));
  const [tokenId] = mints;
  const isOneWay = tokens.some(({ change }) => change < 0n) && tokens.some(({ change }) => change > 0n);
  if (mints.size === 1 && tokenId !== undefined && isOneWay) {
    const holdings = holdingsOf(transaction);
    const paysOnlyDeposits = native.every(({ address, change }) => change < 0n || holdings.has(address));
    if (isPlain || paysOnlyDeposits) return { mode: 'transferToken', tokenId, legs: [...tokenLegs, ...coins] };
  }
  return isPlain && tokens.length === 0 ? readAskedTokenTransfer(scene) : undefined;
}

/** No token changed its owner: the transfer failed, or it went to an account of the same owner. The instructions tell what was asked for. */
function readAskedTokenTransfer({ transaction, coins, pick }: Scene): Reading | undefined {
  const holdings = holdingsOf(transaction);
  for (const { account, owner, mint } of pick('enableToken')) holdings.set(account, { owner, mint });
  const asked = pick('transferToken');
  const mints = new Set(asked.map(({ from, to }) => (holdings.get(from) ?? holdings.get(to))?.mint));
  const [tokenId] = mints;
  if (mints.size !== 1 || tokenId === undefined) return undefined;
  const legs = asked.flatMap(({ from, to, amount }) =>
    pair(holdings.get(from)?.owner ?? from, holdings.get(to)?.owner ?? to, amount, tokenId),
  );
  // One that failed moved nothing.
  return { mode: 'transferToken', tokenId, legs: [...(transaction.err === null ? legs : []), ...coins] };
}

/** Plain transfers are shown as they were asked for, even if they went in a circle. If a token account is made too, its deposit is shown. */
function readTransfer({ transaction, coins, tokens, isMadeOf, pick }: Scene): Reading | undefined {
  const transfers = pick('transfer');
  if (transfers.length === 0 || tokens.length > 0) return undefined;
  const isPlain = isMadeOf('transfer');
  if (!isPlain && !isMadeOf('transfer', 'enableToken')) return undefined;
  // One that failed moved nothing.
  if (!isPlain || transaction.err !== null) return { mode: 'transfer', legs: coins };
  return { mode: 'transfer', legs: transfers.flatMap(({ from, to, amount }) => pair(from, to, amount)) };
}

function readEnableToken({ coins, isMadeOf, pick }: Scene): Reading | undefined {
  const mints = new Set(pick('enableToken').map(({ mint }) => mint));
  const [tokenId] = mints;
  if (mints.size !== 1 || tokenId === undefined || !isMadeOf('enableToken')) return undefined;
  return { mode: 'enableToken', tokenId, legs: coins };
}
