import { chooseSignatures, planUnbonding, sighashOf } from '@isochain/babylon';
import { chainNames, refuse } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { UtxoContext } from './context.ts';
import type { Registration } from './types.ts';
import { readDelegation } from './upstream/babylon/lcd.ts';

/**
 * Checks that a stake may be sent to Bitcoin: Babylon has to know it, and the covenant has to have signed its unbonding transaction. Without these
 * signatures the coins would be locked until the end, so they are verified here.
 *
 * @returns `isKnown`: Babylon has seen the transaction on Bitcoin already.
 * @throws RefusedError `broadcast.stakeNotRegistered` or `broadcast.stakeNotVerified`; UpstreamError if no node of Babylon answers.
 */
export async function checkRegistration(
  context: UtxoContext,
  { stake, charges }: Pick<Registration, 'stake' | 'charges'>,
  operation: Operation,
): Promise<{ isKnown: boolean }> {
  const chain = chainNames[context.chain.babylon?.chainId ?? 'babylon'];
  const delegation = await readDelegation(stake.txid, operation);
  if (delegation === undefined) throw refuse('broadcast.stakeNotRegistered', { chain });
  const { status, signatures } = delegation;
  if (status !== 'PENDING' && status !== 'VERIFIED') return { isKnown: true };

  const { terms } = stake;
  const sighash = sighashOf(planUnbonding(stake, charges.unbondingFee));
  if (status === 'PENDING' || chooseSignatures(terms, sighash, signatures).length < terms.quorum)
    throw refuse('broadcast.stakeNotVerified', { chain });
  return { isKnown: false };
}
