import type { ParsedTransaction } from '@isochain/core';
import {
  type AssetOf,
  changedControl,
  incomplete,
  type Leg,
  partiesOf,
  partyOf,
  unreadParts,
  warned,
} from '@isochain/core/movements';
import { cleanReason, stringifyJson } from '@isochain/core/upstream';
import { denomPattern } from '../address/token-id.ts';
import type { NamedChain } from '../chains.ts';
import type { ChainEvent } from '../upstream/lcd/events.ts';
import type { ChainTransaction, FoundTransaction, JsonMessage } from '../upstream/lcd/transaction-answer.ts';
import { type Act, actsOf } from './acts.ts';
import { type Control, type Deed, isRelayed, type Stake } from './deeds.ts';
import { type FeesPaid, feesPaid, isOfEvm, isTold } from './fees-paid.ts';
import { tokenOf } from './movements.ts';

/** How to read a transaction. */
export interface Reading {
  /** The account of the history. Of a transaction with several messages, only those that name it are shown. All are shown by default. */
  readonly account?: string | undefined;
  /** Whether a contract is a token of the bundled or the operator's list. */
  readonly isListed?: ((contract: string) => boolean) | undefined;
}

/** A transaction in the standard shape, but for the names of tokens. */
export interface ReadTransactionParts {
  /** All tokens that it names. */
  readonly tokens: ReadonlySet<string>;
  /** @param assetOf - Names the tokens. */
  parsed(assetOf: AssetOf): ParsedTransaction;
}

/** What a transaction did, and what of it is shown. */
interface Story {
  readonly mode: ParsedTransaction['mode'];
  readonly state: ParsedTransaction['state'];
  readonly shown: { readonly deeds: readonly Deed[]; readonly legs: readonly Leg[] };
  /** Shown as sender of nothing if nothing left anybody. */
  readonly idle: string | undefined;
  readonly fees: FeesPaid;
  /** Whether the first sender, of any account that looks, may be another than the payer of the fees. */
  readonly namesPayer: boolean;
  readonly controls: readonly Control[];
  readonly gaps: readonly string[];
}

/** Reads what a transaction did. Names of tokens come later, as a page of a history asks for all of its tokens at once. */
export function readParts(named: NamedChain, found: FoundTransaction, reading: Reading = {}): ReadTransactionParts {
  const { hash, blockHeight, time, code, content, gaps } = found;
  const story = content === undefined ? undefined : storyOf(named, found, content, reading);
  const outline = {
    id: hash,
    state: story?.state ?? stateOf(found),
    ...(blockHeight === undefined ? {} : { blockHeight: blockHeight.toString() }),
    ...(time === undefined ? {} : { timestamp: time.toString() }),
  };
  if (content === undefined || story === undefined) {
    return { tokens: new Set(), parsed: () => ({ ...outline, mode: 'unknown', ...incomplete(gaps) }) };
  }
  const { memo, sequence, gasUsed } = content;
  const { deeds, legs } = story.shown;
  const [fee] = story.fees.paid ?? [];
  const tokenId = story.mode === 'transferToken' ? onlyToken(deeds, legs) : undefined;
  const stakes = stakesOf(deeds, code === 0);
  const used = [
    ...legs.map(({ token }) => token),
    ...(fee === undefined ? [] : [tokenOf(named.chain, fee.denom)]),
    ...Object.values(stakes).flatMap(({ denom, ticker }) =>
      ticker === undefined ? [tokenOf(named.chain, denom)] : [],
    ),
  ];
  return {
    tokens: new Set(used.filter((token) => token !== undefined)),
    parsed: (assetOf) => ({
      ...outline,
      mode: story.mode,
      ...(tokenId === undefined ? {} : { tokenId }),
      ...partiesOf(legs, story.idle, assetOf),
      validators: Object.fromEntries(
        Object.entries(stakes).map(([side, stake]) => [side, stakeParty(named, stake, assetOf)]),
      ),
      ...feesOf(named, story, content, assetOf),
      ...(gasUsed === undefined ? {} : { gas: gasUsed.toString() }),
      ...(sequence === undefined ? {} : { nonce: sequence.toString() }),
      // A relayer signs for payments that others sent. They did not write its memo.
      ...(memo === '' || content.messages.some(isRelayed) ? {} : { memo }),
      ...warned([
        ...unreadParts([...gaps, ...story.gaps]),
        ...story.controls.map(({ account, by }) => changedControl(cleaned(account), cleaned(by))),
      ]),
    }),
  };
}

/** Puts a transaction into the standard shape, with tokens under their ids unless they are named. */
export function parseTransaction(
  named: NamedChain,
  found: FoundTransaction,
  { assetOf = assetById(named), ...reading }: Reading & { readonly assetOf?: AssetOf | undefined } = {},
): ParsedTransaction {
  return readParts(named, found, reading).parsed(assetOf);
}

/** Without a ticker, a token is named by its id. It is long, but never wrong. */
function assetById({ identity }: NamedChain): AssetOf {
  return (token) => (token === undefined ? { ticker: identity.ticker } : { ticker: token, tokenId: token });
}

/** A transaction that is in no block, or has no result, did not happen as far as we know. */
function stateOf({ code, blockHeight }: FoundTransaction): ParsedTransaction['state'] {
  if (code === undefined || blockHeight === undefined) return 'unknown';
  return code === 0 ? 'confirmed' : 'failed';
}

/** What each message did. The first one that we know decides the mode, whoever looks. */
function storyOf(
  named: NamedChain,
  found: FoundTransaction,
  content: ChainTransaction,
  { account, isListed = () => false }: Reading,
): Story {
  const fees = feesPaid(named, content);
  const hasRun = found.code === 0 && isTold(content);
  const messages = content.messages.map((message, i) => {
    const events = hasRun ? content.events.filter((event) => event.message === i) : [];
    const acts = actsOf({ named, message, events, isRefund: fees.isRefund, isListed });
    return { acts, isShown: concerns(account, message, events) };
  });
  const deedsIn = (acts: readonly Act[]) => acts.flatMap(({ deeds }) => deeds);
  const legsIn = (acts: readonly Act[]) => (found.code === 0 ? acts.flatMap(({ legs }) => legs).map(shownLeg) : []);
  const shown = messages.flatMap(({ acts, isShown }) => (isShown ? acts : []));
  const all = messages.flatMap(({ acts }) => acts);
  const { payer } = fees;
  const idleOf = (acts: readonly Act[]) => deedsIn(acts).find(({ actor }) => actor !== undefined)?.actor ?? payer;
  const firstSender = (acts: readonly Act[]) => legsIn(acts).find(({ way }) => way === 'out')?.address ?? idleOf(acts);
  // The first coins that are spent are the fees.
  const spent = content.events.filter(({ type }) => type === 'coin_spent').length;
  const hasLost = found.code === 0 && !hasRun && spent > (content.fees.length > 0 ? 1 : 0);
  const isFailed = found.code === 0 && hasFailedInEvm(content);
  return {
    mode: modeOf(deedsIn(all)),
    state: isFailed && stateOf(found) === 'confirmed' ? 'failed' : stateOf(found),
    shown: { deeds: deedsIn(shown), legs: [...legsIn(shown), ...beside(named, fees, account).map(shownLeg)] },
    idle: cleanAddress(idleOf(shown)),
    fees,
    namesPayer: messages.some(({ acts }) => firstSender(acts) !== payer),
    controls: found.code === 0 ? all.flatMap(({ controls }) => controls) : [],
    gaps: [...all.flatMap(({ gaps }) => gaps), ...(hasLost ? ['what its messages moved'] : [])],
  };
}

/** Relayers and exchanges put messages for many accounts into one transaction. */
function concerns(account: string | undefined, message: JsonMessage, events: readonly ChainEvent[]): boolean {
  if (account === undefined || stringifyJson(message).includes(account)) return true;
  return events.some(({ attributes }) => attributes.some(({ value }) => value === account));
}

/** A transfer of the chain's coin among the first kind of message makes it one of the coin, whoever looks. */
function modeOf(deeds: readonly Deed[]): ParsedTransaction['mode'] {
  const mode = deeds[0]?.mode ?? 'unknown';
  return mode === 'transferToken' && deeds.some((deed) => deed.mode === 'transfer') ? 'transfer' : mode;
}

/** Messages of the EVM that all ran into an error moved nothing, though the chain carried them out (evmos/ethermint x/evm/keeper/msg_server.go: EthereumTx). */
function hasFailedInEvm({ messages, events }: ChainTransaction): boolean {
  return (
    messages.length > 0 &&
    messages.every(
      (message, i) =>
        isOfEvm(message) &&
        events.some(
          (event) =>
            event.message === i &&
            event.type === 'ethereum_tx' &&
            event.attributes.some(({ key, value }) => key === 'ethereumTxFailed' && value !== ''),
        ),
    )
  );
}

/**
 * What moved beside the messages and is in no member of `fees`: further coins of the fees, and what others got out of them. The accounts that collect
 * fees are only shown to themselves.
 */
function beside({ chain }: NamedChain, { paid = [], payer, others }: FeesPaid, account: string | undefined): Leg[] {
  const further =
    payer === undefined || (account !== undefined && account !== payer)
      ? []
      : paid.slice(1).map(({ denom, amount }): Leg => {
          return { way: 'out', address: payer, amount, token: tokenOf(chain, denom) };
        });
  return [
    ...further,
    ...others.filter(({ address, way }) => (account === undefined ? way === 'out' : address === account)),
  ];
}

/** The token that moved, if it is one. */
function onlyToken(deeds: readonly Deed[], legs: readonly Leg[]): string | undefined {
  const tokens = new Set([...deeds.flatMap((deed) => deed.tokens ?? []), ...legs.map(({ token }) => token)]);
  const [token] = tokens;
  return tokens.size === 1 && token !== undefined && denomPattern.test(token) ? token : undefined;
}

type Stakes = Partial<Record<'source' | 'target', Stake>>;

/**
 * The answer has room for one validator on each side: the first, with the sum that went to it or came from it.
 *
 * @param hasRun - If it did not, nothing was staked.
 */
function stakesOf(deeds: readonly Deed[], hasRun: boolean): Stakes {
  const source = sumOfFirst(deeds.flatMap((deed) => deed.source ?? []));
  const target = sumOfFirst(deeds.flatMap((deed) => deed.target ?? []));
  const told = (stake: Stake) => (hasRun ? stake : { ...stake, amount: 0n });
  return {
    ...(source === undefined ? {} : { source: told(source) }),
    ...(target === undefined ? {} : { target: told(target) }),
  };
}

function sumOfFirst([first, ...more]: readonly Stake[]): Stake | undefined {
  if (first === undefined) return undefined;
  const same = more.filter(({ address, denom }) => address === first.address && denom === first.denom);
  return { ...first, amount: same.reduce((sum, { amount }) => sum + amount, first.amount) };
}

function stakeParty({ chain }: NamedChain, { address, denom, amount, ticker }: Stake, assetOf: AssetOf) {
  return partyOf(cleaned(address), amount, ticker === undefined ? assetOf(tokenOf(chain, denom)) : { ticker });
}

/** What was paid. A transaction that failed before its fees were taken paid nothing, although it names fees. */
function feesOf(
  { chain }: NamedChain,
  { fees: { paid, payer }, namesPayer }: Story,
  { fees: offered }: ChainTransaction,
  assetOf: AssetOf,
): Pick<ParsedTransaction, 'fees'> {
  if (paid === undefined) return {};
  const likely = offered.find(({ denom }) => denom === chain.denom) ?? offered[0];
  const { denom, amount } = paid[0] ?? { denom: likely?.denom ?? chain.denom, amount: 0n };
  const { ticker, tokenId } = assetOf(tokenOf(chain, denom));
  return {
    fees: {
      amount: amount.toString(),
      ticker,
      ...(tokenId === undefined ? {} : { tokenId }),
      ...(payer !== undefined && namesPayer && amount > 0n ? { payer: cleaned(payer) } : {}),
    },
  };
}

function shownLeg(leg: Leg): Leg {
  return { ...leg, address: cleaned(leg.address) };
}

function cleanAddress(address: string | undefined): string | undefined {
  return address === undefined ? undefined : cleaned(address);
}

/** Messages that failed may have any text in place of an address. */
function cleaned(address: string): string {
  return /^[A-Za-z0-9]{1,128}$/.test(address) ? address : cleanReason(address) || 'unknown';
}
