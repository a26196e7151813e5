import { type PageRequest, refuse, UpstreamError, type Validator } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { UtxoContext } from '../context.ts';
import { readProviders } from '../upstream/babylon/lcd.ts';
import { readIndexedProviders } from '../upstream/babylon/staking-api.ts';

export interface ValidatorPage {
  readonly validators: Validator[];
  readonly next: string | undefined;
}

/** A cursor: `i` for the index or `n` for nodes, how many entries of the page were shown already, and where the page begins. */
interface Place {
  readonly list: 'i' | 'n';
  readonly shown: number;
  readonly key: string | undefined;
}

/**
 * Lists finality providers. Babylon Labs' index is asked first, as it knows how much is staked with each. Without it Babylon's nodes are asked, and
 * the stakes are `0`. Slashed and closed providers are left out.
 *
 * @throws RefusedError `page.invalid`; UpstreamError
 */
export async function readValidators(
  context: UtxoContext,
  page: PageRequest,
  operation: Operation,
): Promise<ValidatorPage> {
  const hasIndex = context.endpointsOf('babylon-staking').length > 0;
  const place = page.cursor === undefined ? undefined : parsePlace(page.cursor);
  if (place?.list === 'n' || !hasIndex) {
    if (place?.list === 'i') throw refuse('page.invalid', {}, 'nextPage');
    return listNodes(page.limit, place?.key, operation);
  }
  try {
    return await listIndex(page.limit, place ?? { list: 'i', shown: 0, key: undefined }, operation);
  } catch (error) {
    // The two lists differ in order, so one cannot go on where the other left off.
    if (place !== undefined || !(error instanceof UpstreamError)) throw error;
    return listNodes(page.limit, undefined, operation);
  }
}

/** Pages of the index have the length that its operator chose. */
async function listIndex(limit: number, from: Place, operation: Operation): Promise<ValidatorPage> {
  const validators: Validator[] = [];
  let { key, shown } = from;
  for (;;) {
    const { items, next } = await readIndexedProviders(key, operation);
    const rest = items.slice(shown);
    const taken = rest.slice(0, limit - validators.length);
    validators.push(
      ...taken
        .filter(({ state }) => !/slash|delete/i.test(state))
        .map((found) => validator(found.key, found.name, found.commission, found.staked)),
    );
    if (taken.length < rest.length) {
      return { validators, next: writePlace({ list: 'i', shown: shown + taken.length, key }) };
    }
    // Without this check, empty pages that promise more would go on for ever.
    if (next === undefined || items.length === 0) return { validators, next: undefined };
    if (validators.length === limit) return { validators, next: writePlace({ list: 'i', shown: 0, key: next }) };
    key = next;
    shown = 0;
  }
}

async function listNodes(limit: number, key: string | undefined, operation: Operation): Promise<ValidatorPage> {
  const { providers, next } = await readProviders(limit, key, operation);
  return {
    validators: providers
      .filter(({ isSlashed, isClosed }) => !isSlashed && !isClosed)
      .map((found) => validator(found.key, found.name, found.commission, 0n)),
    next: next === undefined ? undefined : writePlace({ list: 'n', shown: 0, key: next }),
  };
}

function validator(address: string, moniker: string, commission: number, stakedAmount: bigint): Validator {
  // Anyone can be a provider, under any name.
  const shown = moniker
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 64);
  const name = shown || `${address.slice(0, 4)}..${address.slice(-4)}`;
  return { address, name, commission, stakedAmount: stakedAmount.toString() };
}

function writePlace({ list, shown, key = '' }: Place): string {
  return `${list}${shown}.${key}`;
}

function parsePlace(text: string): Place {
  const match = /^([in])(\d{1,6})\.(.*)$/.exec(text);
  if (match === null) throw refuse('page.invalid', {}, 'nextPage');
  return { list: match[1] as Place['list'], shown: Number(match[2]), key: match[3] || undefined };
}
