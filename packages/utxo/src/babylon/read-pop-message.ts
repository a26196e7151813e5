import { accountBytes, popMessage } from '@isochain/babylon';
import { type Operation, refuse } from '@isochain/core';
import type { UtxoContext } from '../chains.ts';
import { silent } from '../upstreams/silent.ts';
import { readHead } from './lcd.ts';
import { readPopUpgrades } from './staking-api.ts';

/**
 * The message for the address that a client tells as `params.babylonAddress`, which is none of the fields of a stake.
 *
 * @returns undefined if it told none, or if nobody can tell what Babylon asks for.
 * @throws RefusedError `wish.invalid`
 */
export async function readPopMessage(
  context: UtxoContext,
  params: unknown,
  operation: Operation,
): Promise<string | undefined> {
  const address = (params as { babylonAddress?: unknown } | null | undefined)?.babylonAddress;
  if (address === undefined || address === '') return undefined;
  if (typeof address !== 'string' || accountBytes(address) === undefined) {
    const field = 'transaction.data.params.babylonAddress';
    throw refuse('wish.invalid', { field, reason: 'it is no address of an account on Babylon' }, field);
  }
  if (context.endpointsOf('babylon-staking').length === 0) return undefined;
  const answers = await silent(Promise.all([readHead(operation), readPopUpgrades(operation)]));
  if (answers === undefined) return undefined;
  const [head, upgrades] = answers;
  return popMessage(address, { ...head, upgrades });
}
