import { describe, expect, it } from 'vitest';
import { namesOn } from '../../test/completed.ts';
import { delegationAnswer, encodeOn, fails, pathsOn, validatorAnswer } from '../../test/modes-world.ts';
import { refusal } from '../../test/scripted-rest.ts';

const chainId = 'cosmoshub';
const { validator } = namesOn(chainId);
const paths = pathsOn(chainId);
const intent = { mode: 'unstake', validatorAddress: validator, amount: '10000' };
const max = { mode: 'unstake', validatorAddress: validator, useMaxAmount: true };
const field = 'transaction.data.validatorAddress';

const entries = (count: number) => ({
  [paths.unbonding]: {
    unbond: {
      entries: Array.from({ length: count }, (_, i) => ({ completion_time: `2026-12-0${i + 1}T10:00:00Z` })),
    },
  },
});

describe('an unstake', () => {
  it('takes one round of questions and a simulation', async () => {
    const { data, codes, node } = await encodeOn(chainId, intent);
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ amount: '10000', fees: '3250' });
    expect(node.count(paths.simulate)).toBe(1);
    expect(new Set(node.requests.map(({ path }) => path)).size).toBe(node.requests.length);
  });

  it('of all ends exactly the stake, as slashing has left it', async () => {
    const { data } = await encodeOn(chainId, max, { [paths.delegation]: delegationAnswer(validator, '499999') });
    expect(data.amount).toBe('499999');
  });

  it('does not ask about the validator: stakes with a jailed one end too', async () => {
    const { codes, node } = await encodeOn(chainId, intent, {
      [paths.target]: validatorAnswer(validator, { jailed: true }),
    });
    expect(codes).toEqual([]);
    expect(node.requests.map(({ path }) => path)).not.toContain(paths.target);
  });

  // As a node of cosmos-sdk 0.54.4 says it.
  const none = refusal(404, 5, `delegation with delegator x not found for validator ${validator}`);

  it.each([
    ['without a stake', {}, { [paths.delegation]: none }, 'position.notFound', field],
    ['of more than the stake', { amount: '500001' }, {}, 'position.insufficient', 'transaction.data.amount'],
    ['that is the eighth', {}, entries(7), 'position.locked', field],
  ])('%s is refused, and nothing is simulated', async (_name, change, routes, code, where) => {
    const { errors, node } = await encodeOn(chainId, { ...intent, ...change }, routes);
    expect(errors).toMatchObject([{ code, field: where }]);
    expect(node.count(paths.simulate)).toBe(0);
  });

  it('that is the seventh is free, and the eighth says when the first is over', async () => {
    expect((await encodeOn(chainId, intent, entries(6))).codes).toEqual([]);
    const { errors } = await encodeOn(chainId, intent, entries(7));
    expect(errors[0]?.message).toContain('2026-12-01T10:00:00Z');
  });

  it('needs the fees', async () => {
    const { errors } = await encodeOn(chainId, intent, {
      [paths.spendable]: { balance: { denom: 'uatom', amount: '3249' } },
    });
    expect(errors).toMatchObject([{ code: 'balance.insufficientForFees', context: { available: '3249' } }]);
  });

  it('on Babylon is queued, and has a minimum', async () => {
    const there = pathsOn('babylon');
    const wanted = { ...intent, validatorAddress: namesOn('babylon').validator };
    const epochs = (minimum: string) => ({
      [there.epochs]: { params: { epoch_interval: 360, min_amount: minimum } },
    });
    expect((await encodeOn('babylon', wanted, epochs('10000'))).warned).toContain('transaction.queued');
    expect((await encodeOn('babylon', wanted, epochs('10001'))).codes).toEqual(['position.partTooLow']);
    const { codes } = await encodeOn('babylon', wanted, {
      ...epochs('1'),
      [there.simulate]: fails('undelegation amount 10000 is below minimum required amount 20000: invalid coins'),
    });
    expect(codes).toEqual(['position.partTooLow']);
  });
});
