import { describe, expect, it } from 'vitest';
import { namesOn } from '../../test/completed.ts';
import { encodeOn, pathsOn } from '../../test/modes-world.ts';
import { notFound, refusal } from '../../test/scripted-rest.ts';

const chainId = 'cosmoshub';
const { validator, recipient } = namesOn(chainId);
const paths = pathsOn(chainId);
const intent = { mode: 'claimRewards', validatorAddress: validator };
const compound = { ...intent, compound: true };
const owed = (...coins: readonly (readonly [denom: string, amount: string])[]) => ({
  [paths.rewards]: { rewards: coins.map(([denom, amount]) => ({ denom, amount })) },
});
const field = 'transaction.data.validatorAddress';

describe('a claim', () => {
  it('takes half as much gas again as its simulation, in one round of questions', async () => {
    const { data, codes, node } = await encodeOn(chainId, intent);
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ gas: '150000', fees: '3750' });
    expect(data.params).not.toHaveProperty('compoundAmount');
    expect(node.count(paths.simulate)).toBe(1);
    expect(new Set(node.requests.map(({ path }) => path)).size).toBe(node.requests.length);
  });

  // As a node of cosmos-sdk 0.54.4 says it.
  const none = refusal(500, 2, 'codespace staking code 19: no delegation for (address, validator) tuple');

  it.each([
    ['without a stake', { [paths.rewards]: none }, 'position.notFound'],
    [
      'from a validator that is not there',
      { [paths.target]: notFound, [paths.rewards]: notFound },
      'validator.notFound',
    ],
    ['of nothing', owed(), 'rewards.none'],
    ['of less than one unit', owed(['uatom', '0.999999999999999999']), 'rewards.none'],
  ])('%s is refused, and nothing is simulated', async (_name, routes, code) => {
    const { errors, node } = await encodeOn(chainId, intent, routes);
    expect(errors).toMatchObject([{ code, field }]);
    expect(node.count(paths.simulate)).toBe(0);
  });

  it('of other denominations alone is worth it', async () => {
    expect((await encodeOn(chainId, intent, owed(['uusdc', '5.5']))).codes).toEqual([]);
  });

  it('tells where the rewards go, if that is another account', async () => {
    const routes = { [paths.rewardsAddress]: { withdraw_address: recipient } };
    const { codes, warnings } = await encodeOn(chainId, intent, routes);
    expect(codes).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'rewards.elsewhere', context: { recipient } }]);
  });

  it('needs the fees', async () => {
    const { codes } = await encodeOn(chainId, intent, {
      [paths.spendable]: { balance: { denom: 'uatom', amount: '3749' } },
    });
    expect(codes).toEqual(['balance.insufficientForFees']);
  });

  it('on Babylon is carried out at once', async () => {
    const wanted = { ...intent, validatorAddress: namesOn('babylon').validator };
    expect((await encodeOn('babylon', wanted)).warned).not.toContain('transaction.queued');
  });
});

describe('a claim that stakes again', () => {
  it('stakes whole units of what is owed in the native coin', async () => {
    const { data, codes } = await encodeOn(
      chainId,
      compound,
      owed(['uusdc', '9.5'], ['uatom', '777.999999999999999999']),
    );
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ params: { compoundAmount: '777' }, gas: '150000' });
  });

  it.each([
    ['of less than one unit', owed(['uatom', '0.9']), 'rewards.none'],
    ['of other denominations alone', owed(['uusdc', '5.5']), 'rewards.none'],
    [
      'of rewards that go elsewhere: the stake would be paid with other coins',
      { [paths.rewardsAddress]: { withdraw_address: recipient } },
      'rewards.notOwn',
    ],
  ])('%s is refused, and nothing is simulated', async (_name, routes, code) => {
    const { codes, node } = await encodeOn(chainId, compound, routes);
    expect(codes).toEqual([code]);
    expect(node.count(paths.simulate)).toBe(0);
  });

  const simulated = (...amounts: readonly (string | undefined)[]) => ({
    [paths.simulate]: {
      gas_info: { gas_wanted: '0', gas_used: '100000' },
      result: {
        events: [
          { type: 'withdraw_rewards', attributes: [{ key: 'amount', value: '1uatom' }] },
          ...amounts.map((value) => ({
            type: 'withdraw_rewards',
            attributes: [
              ...(value === undefined ? [] : [{ key: 'amount', value }]),
              { key: 'validator', value: validator },
              { key: 'delegator', value: namesOn(chainId).sender },
            ],
          })),
        ],
      },
    },
  });

  // As a node of cosmos-sdk 0.54.4 writes it: the stake pays the validator's rewards again, of which nothing is left.
  it.each([
    ['a part of what was owed', ['100uatom', '0uatom'], '100'],
    ['more than was owed, by now', ['900uatom', '0uatom'], '777'],
    ['what was owed, among others', ['5ibc/AB,777uatom', ''], '777'],
    ['something that cannot be read', ['some'], '777'],
    ['nobody knows what', [undefined], '777'],
    ['something of another validator', [], '777'],
  ])('stakes no more than its simulation pays: %s', async (_, amounts, compoundAmount) => {
    const { codes, data } = await encodeOn(chainId, compound, simulated(...amounts));
    expect(codes).toEqual([]);
    expect(data.params).toMatchObject({ compoundAmount });
  });

  it.each([['0uatom'], [''], ['5ibc/AB']])('is refused if its simulation pays nothing to stake: %j', async (amount) => {
    expect((await encodeOn(chainId, compound, simulated(amount))).codes).toEqual(['rewards.none']);
  });

  it('on Babylon is queued, and has a minimum', async () => {
    const there = pathsOn('babylon');
    const wanted = { ...compound, validatorAddress: namesOn('babylon').validator };
    const epochs = (minimum: string) => ({
      [there.epochs]: { params: { epoch_interval: '360', min_amount: minimum } },
    });
    expect((await encodeOn('babylon', wanted, epochs('777'))).warned).toContain('transaction.queued');
    expect((await encodeOn('babylon', wanted, epochs('778'))).codes).toEqual(['stake.belowMinimum']);
  });
});
