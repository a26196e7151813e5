import type { PageRequest, Validator } from '@isochain/core';
import { cleanText, type Operation, shortAddress } from '@isochain/core/upstream';
import type { CosmosContext } from '../context.ts';
import { decimalUnit } from '../decimal.ts';
import { askOne } from '../upstream/ask.ts';
import { readPages } from '../upstream/pages.ts';
import { bondedValidators, type ChainValidator } from '../upstream/queries/validators.ts';

/**
 * The validators that make blocks, most stake first. Others are left out, as delegations to them earn nothing. Nodes have no such order, so every
 * page reads all validators.
 */
export async function readValidators(
  context: CosmosContext,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<{ validators: Validator[]; next: string | undefined }> {
  const list = bondedValidators(context);
  const { items: all } = await readPages(context, list, await askOne(context, list.page(), operation), operation);
  const after = parseCursor(cursor);
  const rest = all
    .filter(({ isJailed }) => !isJailed)
    .toSorted(byStake)
    .filter((each) => after === undefined || byStake(after, each) < 0);
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  return {
    validators: shown.map(({ address, name, commission, stake }) => ({
      address,
      name: cleanText(name) || shortAddress(address),
      // Both are whole: the division is as exact as a fraction can be.
      commission: Number(commission) / Number(decimalUnit),
      stakedAmount: stake.toString(),
    })),
    next: rest.length > limit && last !== undefined ? `${last.stake}:${last.address}` : undefined,
  };
}

/** A place in the order. It stays valid when validators come and go. */
type Place = Pick<ChainValidator, 'stake' | 'address'>;

function byStake(a: Place, b: Place): number {
  if (a.stake !== b.stake) return a.stake > b.stake ? -1 : 1;
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}

function parseCursor(cursor: string | undefined): Place | undefined {
  const [, stake, address] = /^(\d{1,78}):([a-z0-9]{10,90})$/.exec(cursor ?? '') ?? [];
  return stake === undefined || address === undefined ? undefined : { stake: BigInt(stake), address };
}
