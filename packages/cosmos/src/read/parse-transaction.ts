import type { ParsedTransaction } from '@isochain/core';
import { cleanReason } from '@isochain/core/upstream';
import { denomPattern } from '../address/token-id.ts';
import type { Money } from '../bytes/messages.ts';
import type { NamedChain } from '../chains.ts';
import { entriesOf, readCoins } from '../upstream/lcd/events.ts';
import type { ChainTransaction, FoundTransaction, JsonMessage } from '../upstream/lcd/transaction-answer.ts';
import { type Deed, deedsOf, type Stake } from './deeds.ts';
import { eventsOf, type Leg, netChanges } from './movements.ts';

/** How to read a transaction. */
export interface Reading {
  /** The account of the history. Of a transaction with several messages, only those that name it are shown. All are shown by default. */
  readonly account?: string | undefined;
  /** The ticker of a denomination or a contract, if it is known. */
  readonly tickerOf?: ((denom: string) => string | undefined) | undefined;
}

type Party = NonNullable<ParsedTransaction['senders']>[number];

/** Puts a transaction into the standard shape. */
export function parseTransaction(
  named: NamedChain,
  { hash, height, time, code, content }: FoundTransaction,
  reading: Reading = {},
): ParsedTransaction {
  const outline = {
    id: hash,
    state: code === 0 ? 'confirmed' : 'failed',
    blockHeight: height.toString(),
    timestamp: time.toString(),
  } as const;
  if (content === undefined) return { ...outline, mode: 'unknown' };
  const { memo, sequence, gasUsed } = content;
  return {
    ...outline,
    ...describe(named, content, reading),
    ...feesOf(named, content, reading),
    gas: gasUsed.toString(),
    ...(sequence === undefined ? {} : { nonce: sequence.toString() }),
    ...(memo === '' ? {} : { memo }),
  };
}

/** What a message did, or by how much it changed balances if we do not know the message. */
interface Done {
  readonly deeds: readonly Deed[];
  readonly others: readonly Leg[];
}

/** Mode, accounts and amounts. The first message that we know decides the mode. */
function describe(
  named: NamedChain,
  transaction: ChainTransaction,
  reading: Reading,
): Pick<ParsedTransaction, 'mode' | 'tokenId' | 'senders' | 'recipients' | 'validators'> {
  const done = transaction.messages.flatMap((message, i): Done[] => {
    const events = transaction.code === 0 ? eventsOf(transaction, i) : [];
    if (!concerns(reading.account, message, events)) return [];
    const deeds = deedsOf({ named, message, events });
    return [deeds === undefined ? { deeds: [], others: netChanges(events) } : { deeds, others: [] }];
  });
  const deeds = done.flatMap((each) => each.deeds);
  const mode = deeds[0]?.mode ?? 'unknown';
  const legs = addUp(done.flatMap((each) => [...each.deeds.flatMap((deed) => deed.legs), ...each.others]));
  const toParty = (stake: Stake) => party(named, stake, reading);
  const senders = legs.filter(({ way }) => way === 'out').map(toParty);
  const recipients = legs.filter(({ way }) => way === 'in').map(toParty);
  const source = sumOfFirst(deeds.flatMap((deed) => deed.source ?? []));
  const target = sumOfFirst(deeds.flatMap((deed) => deed.target ?? []));
  const payer = legs.length === 0 ? payerOf(transaction) : undefined;
  const tokenId = mode === 'transferToken' ? onlyToken(named, deeds) : undefined;
  return {
    mode,
    ...(tokenId === undefined ? {} : { tokenId }),
    // If nothing moved, the payer of the fees.
    senders: payer === undefined ? senders : [toParty({ address: payer, denom: named.chain.denom, amount: 0n })],
    recipients,
    validators: {
      ...(source === undefined ? {} : { source: toParty(source) }),
      ...(target === undefined ? {} : { target: toParty(target) }),
    },
  };
}

/** Relayers and exchanges put messages for many accounts into one transaction. */
function concerns(account: string | undefined, message: JsonMessage, events: ReturnType<typeof eventsOf>): boolean {
  if (account === undefined || JSON.stringify(message).includes(account)) return true;
  return events.some(({ attributes }) => attributes.some(({ value }) => value === account));
}

/** What each address gave and got in all, by denomination. */
function addUp(legs: readonly Leg[]): Leg[] {
  const sums = new Map<string, Leg>();
  for (const leg of legs) {
    const key = `${leg.way} ${leg.address} ${leg.denom}`;
    sums.set(key, { ...leg, amount: (sums.get(key)?.amount ?? 0n) + leg.amount });
  }
  const all = [...sums.values()];
  // An amount of zero is kept only if there is no other amount.
  return all.filter(({ amount, way }) => amount > 0n || !all.some((other) => other.way === way && other.amount > 0n));
}

/** The answer has room for one validator: the first, with the sum that went to it or came from it. */
function sumOfFirst([first, ...more]: readonly Stake[]): Stake | undefined {
  if (first === undefined) return undefined;
  const same = more.filter(({ address, denom }) => address === first.address && denom === first.denom);
  return { ...first, amount: same.reduce((sum, { amount }) => sum + amount, first.amount) };
}

/** The token that moved, if it is one. */
function onlyToken({ chain }: NamedChain, deeds: readonly Deed[]): string | undefined {
  const denoms = new Set(
    deeds.flatMap((deed) => (deed.mode === 'transferToken' ? deed.legs : [])).map(({ denom }) => denom),
  );
  denoms.delete(chain.denom);
  const [tokenId] = denoms;
  return denoms.size === 1 && tokenId !== undefined && denomPattern.test(tokenId) ? tokenId : undefined;
}

/** What was paid. A transaction that failed before its fees were taken paid nothing, although it names fees. */
function feesOf(named: NamedChain, transaction: ChainTransaction, reading: Reading): Pick<ParsedTransaction, 'fees'> {
  const { code, fees, events } = transaction;
  const offered = fees.find(({ denom }) => denom === named.chain.denom) ?? fees[0];
  // Some versions of cosmos-sdk keep no events of failed transactions.
  if (code !== 0 && events.length === 0) return {};
  const paid = code === 0 ? offered : takenOf(transaction);
  const { denom, amount } = paid ?? { denom: offered?.denom ?? named.chain.denom, amount: 0n };
  return { fees: { amount: amount.toString(), ticker: tickerOf(named, denom, reading) } };
}

/** The fees that a failed transaction paid: the only coins that it moved. */
function takenOf(transaction: ChainTransaction): Money | undefined {
  const payer = payerOf(transaction);
  const moved = netChanges(transaction.events).find(({ way, address }) => way === 'out' && address === payer);
  return moved ?? valuesOf(transaction.events, 'fee').flatMap(readCoins)[0];
}

/** The account that paid the fees, or else the first signer. */
function payerOf({ events, payer }: ChainTransaction): string | undefined {
  const [signer] = valuesOf(events, 'acc_seq');
  return payer ?? valuesOf(events, 'fee_payer')[0] ?? signer?.split('/')[0];
}

/** Values of an attribute of the events `tx`, which tell of fees and signers (cosmos-sdk types/events.go). */
function valuesOf(events: ChainTransaction['events'], key: string): string[] {
  return events.flatMap((event) => (event.type === 'tx' ? entriesOf(event).flatMap((entry) => entry[key] ?? []) : []));
}

function party(named: NamedChain, { address, denom, amount, ticker }: Stake, reading: Reading): Party {
  return { address: shown(address), amount: amount.toString(), ticker: ticker ?? tickerOf(named, denom, reading) };
}

/** Without a ticker, a token is named by its denomination. It is long, but never wrong. */
function tickerOf({ chain, identity }: NamedChain, denom: string, reading: Reading): string {
  if (denom === chain.denom) return identity.ticker;
  return reading.tickerOf?.(denom) ?? (denomPattern.test(denom) ? denom : cleaned(denom));
}

/** Addresses of other chains have other forms, and some senders write a whole route instead of an address. */
function shown(address: string): string {
  return /^[A-Za-z0-9]{1,128}$/.test(address) ? address : cleaned(address);
}

function cleaned(text: string): string {
  return cleanReason(text) || 'unknown';
}
