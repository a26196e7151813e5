import { attempt, type PageRequest, type Validator } from '@isochain/core';
import {
  cleanText,
  eachLegible,
  firstOf,
  type Operation,
  shortAddress,
  type UpstreamError,
} from '@isochain/core/upstream';
import { type Address, fromBase58Address, toBase58Address } from '../address/address.ts';
import { sunOfVote } from '../bytes/plan.ts';
import type { TronContext } from '../context.ts';
import { ask, askOne } from '../upstream/ask.ts';
import {
  countedWitnesses,
  liveWitnesses,
  rewardedWitnesses,
  shownBrokerage,
  type Witness,
} from '../upstream/queries/witnesses.ts';

/** How long a commission is believed, in milliseconds. It changes at maintenance, every six hours (getMaintenanceTimeInterval). */
const brokerageMs = 6 * 3_600_000;

/** Each of a page takes a request, and is left out if the answer does not fit. So many stay below the 50 requests of Workers' free plan. */
const mostOfPage = 40;

/**
 * The super representatives and their partners, most votes first: votes for anybody else earn nothing. Their number is small, so every page reads all
 * of them. Only those of the page are asked what they keep of rewards.
 */
export async function readValidators(
  context: TronContext,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<{ validators: Validator[]; next: string | undefined }> {
  const sources = [liveWitnesses, countedWitnesses];
  const found = await firstOf(sources, operation, (query, each) => askOne(query, each), lastFailure);
  const after = parseCursor(cursor);
  const rest = found
    .slice(0, rewardedWitnesses)
    .toSorted(byVotes)
    .filter((each) => after === undefined || byVotes(after, each) < 0);
  const shown = rest.slice(0, Math.min(limit, mostOfPage));
  const last = shown.at(-1);
  const commissions = await readBrokerages(
    context,
    shown.map(({ address }) => address),
    operation,
  );
  return {
    validators: shown.flatMap(({ address, votes, url }) => {
      const commission = commissions.get(address);
      if (commission === undefined) return [];
      const text = toBase58Address(address);
      return [
        {
          address: text,
          name: hostOf(url) || shortAddress(text),
          commission,
          stakedAmount: (votes * sunOfVote).toString(),
        },
      ];
    }),
    next:
      rest.length > shown.length && last !== undefined ? `${last.votes}:${toBase58Address(last.address)}` : undefined,
  };
}

function lastFailure(failures: readonly UpstreamError[]): UpstreamError {
  return failures.at(-1) as UpstreamError;
}

async function readBrokerages(
  { brokerages: known, now }: TronContext,
  addresses: readonly Address[],
  operation: Operation,
): Promise<ReadonlyMap<string, number>> {
  const at = now();
  const unknown = addresses.filter((address) => (known.get(address)?.until ?? 0) <= at);
  if (unknown.length > 0) {
    const questions = Object.fromEntries(unknown.map((address) => [address, shownBrokerage(address)]));
    const found = await eachLegible(questions, (some) => ask(some, operation));
    for (const [address, fraction] of Object.entries(found))
      if (fraction !== undefined) known.set(address, { fraction, until: at + brokerageMs });
  }
  return new Map([...known].map(([address, { fraction }]) => [address, fraction]));
}

/** The chain has no names of super representatives, only an address of a page that each chose. */
function hostOf(page: string): string {
  const text = cleanText(page);
  const url = attempt(() => new URL(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`));
  return cleanText(url?.host ?? '');
}

/** A place in the order. It stays valid when votes change. */
type Place = Pick<Witness, 'votes' | 'address'>;

function byVotes(a: Place, b: Place): number {
  if (a.votes !== b.votes) return a.votes > b.votes ? -1 : 1;
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}

function parseCursor(cursor: string | undefined): Place | undefined {
  const [, votes, text] = /^(\d{1,19}):(T[1-9A-HJ-NP-Za-km-z]{33})$/.exec(cursor ?? '') ?? [];
  const address = text === undefined ? undefined : fromBase58Address(text);
  return votes === undefined || address === undefined ? undefined : { votes: BigInt(votes), address };
}
