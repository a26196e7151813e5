import { type Problem, problem } from '../problem.ts';
import { toStatusEntry } from '../schema/status.ts';
import type { ParsedTransaction, Party } from '../schema/transaction-record.ts';

// Address poisoning: a stranger puts an entry into a history, so that an address is copied from there by mistake. It is a transfer of nothing, or of dust, from
// or to an address that looks like one that the account knows. Such entries are marked, so that a client can hide them.

/** Whose history it is. */
export interface Owner {
  /** As answers spell it. */
  readonly account: string;
  /** Whether an address of an entry is one of the account: it may be spelled in another way, or have a number of its own behind it (muxed accounts). */
  owns(address: string): boolean;
}

/**
 * The warnings of the entries of one page that say how they may mislead.
 *
 * @param entries - Newest first. Look-alikes are only found where both addresses are on the page.
 * @returns For each entry its warnings, in the same order.
 */
export function poisoningOf(owner: Owner, entries: readonly (ParsedTransaction | undefined)[]): Problem[][] {
  return entries.map((entry, i) => {
    if (entry === undefined || isOwn(entry, owner)) return [];
    const lookAlike = lookAlikeIn(entry, owner, entries.slice(i + 1), entries.slice(0, i));
    return [
      ...(movedNothing(entry, owner) ? [problem('transaction.nothingMoved', { account: owner.account })] : []),
      ...(lookAlike === undefined ? [] : [problem('transaction.lookAlike', lookAlike)]),
    ];
  });
}

/** The same entry with more warnings. */
export function withWarnings(entry: ParsedTransaction, problems: readonly Problem[]): ParsedTransaction {
  if (problems.length === 0) return entry;
  return { ...entry, warnings: [...(entry.warnings ?? []), ...problems.map(toStatusEntry)] };
}

/** Whether the account made the transaction: it paid for it, or something left it. */
function isOwn({ fees, senders = [] }: ParsedTransaction, { owns }: Owner): boolean {
  if (senders.some((sender) => moves(sender) && owns(sender.address))) return true;
  const payer = fees?.payer ?? senders[0]?.address;
  return payer !== undefined && owns(payer) && fees?.amount !== '0';
}

/** An opt-in of somebody else is none of the account's. Stakes that others began may be. */
const mayMoveNothing: ReadonlySet<ParsedTransaction['mode']> = new Set([
  'transfer',
  'transferToken',
  'enableToken',
  'unknown',
]);

/** Stakes, and whatever an entry warns of, may concern the account all the same. */
function movedNothing(entry: ParsedTransaction, { owns }: Owner): boolean {
  const { mode, state, validators, warnings, fees } = entry;
  if (state !== 'confirmed' && state !== 'unconfirmed') return false;
  if (validators?.source !== undefined || validators?.target !== undefined || warnings !== undefined) return false;
  if (!mayMoveNothing.has(mode)) return false;
  const parties = partiesOf(entry);
  // Without any party and payer, nobody could tell what moved.
  return (
    (parties.length > 0 || fees?.payer !== undefined) && parties.every((party) => !moves(party) || !owns(party.address))
  );
}

/** An address of an entry, and one that it looks like: of what the account made itself, or of what moved before. */
function lookAlikeIn(
  entry: ParsedTransaction,
  owner: Owner,
  older: readonly (ParsedTransaction | undefined)[],
  newer: readonly (ParsedTransaction | undefined)[],
): { readonly address: string; readonly like: string } | undefined {
  const known = [...older, ...newer.filter((other) => other !== undefined && isOwn(other, owner))].flatMap((other) =>
    other === undefined ? [] : partiesOf(other).filter(moves),
  );
  for (const { address } of partiesOf(entry)) {
    if (owner.owns(address) || known.some((party) => party.address === address)) continue;
    const like = known.find((party) => looksLike(party.address, address))?.address;
    if (like !== undefined) return { address, like };
  }
  return undefined;
}

function partiesOf({ senders = [], recipients = [] }: ParsedTransaction): readonly Party[] {
  return [...senders, ...recipients];
}

function moves({ amount }: Party): boolean {
  return amount !== '0';
}

/** What every address of a chain begins with: `0x`, the name of a bech32 address with its version, or one or two letters of other encodings. */
const beginning = /^(?:0x0*|[a-z]{1,20}1[qp]?|[EU]Q|[A-Za-z0-9])/;

/** People compare some characters at both ends. Two unrelated addresses agree in these about once in 268 million pairs (7 hex digits). */
const [first, last] = [3, 4];

function looksLike(one: string, other: string): boolean {
  const [a, b] = [headOf(one), headOf(other)];
  return one !== other && a.length === first && a === b && one.slice(-last) === other.slice(-last);
}

function headOf(address: string): string {
  return address.replace(beginning, '').slice(0, first).toLowerCase();
}
