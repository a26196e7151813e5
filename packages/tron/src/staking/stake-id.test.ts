import { expect, it } from 'vitest';
import { alice, hexOf, now } from '../../test/scripted-nodes.ts';
import { accountAnswer, inDays, type Staker, trx, validator } from '../../test/staking-world.ts';
import { stakingOf } from '../read/positions.ts';
import { accountSchema, factsOf } from '../upstream/queries/accounts.ts';
import { validatorOf } from './stake-id.ts';

it('tells the validator that the position shows', () => {
  const staker: Staker = {
    bandwidth: 10 * trx,
    energy: 5 * trx,
    votes: [
      [1, 4],
      [2, 3],
    ],
    unfreezing: [
      { amount: 3 * trx, endsAt: inDays(-1) },
      { amount: 4 * trx, endsAt: inDays(1), resource: 'ENERGY' },
    ],
  };
  const owner = hexOf(alice);
  const facts = factsOf(owner, accountSchema.parse(accountAnswer(staker)));
  const { positions } = stakingOf(owner, facts, 0n, { timestamp: now });
  expect(positions.map(({ stakeId }) => stakeId?.split(':')[0])).toEqual([
    'vote',
    'vote',
    'unvoted',
    'unfreeze',
    'unfreeze',
  ]);
  for (const { stakeId = '', validatorAddresses } of positions) {
    expect(validatorOf(stakeId, alice), stakeId).toBe(validatorAddresses[0]);
  }
  expect(validatorOf(`vote:${validator(3)}`, alice)).toBe(validator(3));
});

it.each(['', 'vote:nobody', 'unfreeze:GAS:1', 'something'])('tells nothing for "%s"', (stakeId) => {
  expect(validatorOf(stakeId, alice)).toBeUndefined();
});
