import { popMessage } from '@isochain/babylon';
import type { Operation } from '@isochain/core/upstream';
import type { UtxoContext } from '../../context.ts';
import { silent } from '../silent.ts';
import { readHead } from './lcd.ts';
import { readPopUpgrades } from './staking-api.ts';

/**
 * The message that proves possession of the staker's key, for the client's address on Babylon.
 *
 * @returns undefined if the client gave no address, or if nobody can tell what Babylon asks for.
 */
export async function readPopMessage(
  context: UtxoContext,
  address: string | undefined,
  operation: Operation,
): Promise<string | undefined> {
  if (address === undefined || context.endpointsOf('babylon-staking').length === 0) return undefined;
  const answers = await silent(Promise.all([readHead(operation), readPopUpgrades(operation)]));
  if (answers === undefined) return undefined;
  const [head, upgrades] = answers;
  return popMessage(address, { ...head, upgrades });
}
