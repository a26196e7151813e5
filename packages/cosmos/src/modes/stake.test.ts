import { describe, expect, it } from 'vitest';
import { namesOn } from '../../test/completed.ts';
import {
  delegationAnswer,
  encodeOn,
  fails,
  gasUsed,
  pathsOn,
  redelegationsAnswer,
  validatorAnswer,
} from '../../test/modes-world.ts';
import { notFound } from '../../test/scripted-rest.ts';

const chainId = 'cosmoshub';
const { validator, source } = namesOn(chainId);
const paths = pathsOn(chainId);
const intent = { mode: 'stake', targetValidatorAddress: validator, amount: '10000' };
const max = { mode: 'stake', targetValidatorAddress: validator, useMaxAmount: true };
const coins = (spendable: string, all = spendable) => ({
  [paths.spendable]: { balance: { denom: 'uatom', amount: spendable } },
  [paths.balance]: { balance: { denom: 'uatom', amount: all } },
});

describe('a stake', () => {
  it('takes one round of questions and a simulation', async () => {
    const { data, codes, node } = await encodeOn(chainId, intent);
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ amount: '10000', gas: '130000', fees: '3250' });
    expect(node.count(paths.simulate)).toBe(1);
    expect(new Set(node.requests.map(({ path }) => path)).size).toBe(node.requests.length);
  });

  it('of all leaves the fees, and says that nothing is left to unstake with', async () => {
    const { data, codes, warned } = await encodeOn(chainId, max);
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ amount: '996750', fees: '3250' });
    expect(warned).toContain('balance.noneLeftForFees');
  });

  it('says nothing of that if enough is left', async () => {
    const at = (amount: string) => encodeOn(chainId, { ...intent, amount });
    expect((await at('993500')).warned).not.toContain('balance.noneLeftForFees');
    expect((await at('993501')).warned).toContain('balance.noneLeftForFees');
  });

  // Numbers of a node of cosmos-sdk 0.54.4, which took 990000 of them with a fee of 7500, and refused 1000000.
  describe('of a vesting account', () => {
    it('takes coins that still vest', async () => {
      const { codes, warned } = await encodeOn(chainId, { ...intent, amount: '990000' }, coins('424872', '1000000'));
      expect(codes).toEqual([]);
      expect(warned).not.toContain('balance.noneLeftForFees');
    });

    it('of all takes everything but the fees', async () => {
      const { data } = await encodeOn(chainId, max, coins('424872', '1000000'));
      expect(data.amount).toBe('996750');
    });

    it('of more is refused with the whole balance', async () => {
      const { errors, node } = await encodeOn(chainId, { ...intent, amount: '1000000' }, coins('424872', '1000000'));
      expect(errors).toMatchObject([
        { code: 'balance.insufficient', context: { available: '1000000', amount: '1000000' } },
      ]);
      expect(node.count(paths.simulate)).toBe(0);
    });

    it('pays its fees with coins that do not vest', async () => {
      const { errors } = await encodeOn(chainId, intent, coins('3249', '1000000'));
      expect(errors).toMatchObject([{ code: 'balance.insufficientForFees', context: { available: '3249' } }]);
    });

    it('warns if the coins that are left cannot pay for another transaction', async () => {
      expect((await encodeOn(chainId, intent, coins('6499', '1000000'))).warned).toContain('balance.noneLeftForFees');
      expect((await encodeOn(chainId, intent, coins('6500', '1000000'))).warned).not.toContain(
        'balance.noneLeftForFees',
      );
    });
  });

  it('of the maximum is refused if there is nothing to stake', async () => {
    const { codes, node } = await encodeOn(chainId, max, coins('0'));
    expect(codes).toEqual(['balance.nothingToSend']);
    expect(node.count(paths.simulate)).toBe(0);
  });
});

describe('the validator of a stake', () => {
  it('has to be there', async () => {
    const { errors, node } = await encodeOn(chainId, intent, { [paths.target]: notFound });
    expect(errors).toMatchObject([
      { code: 'validator.notFound', field: 'transaction.data.targetValidatorAddress', context: { validator } },
    ]);
    expect(node.count(paths.simulate)).toBe(0);
  });

  it.each([
    ['jailed', { jailed: true }, 'validator.delinquent'],
    ['unbonding', { status: 'BOND_STATUS_UNBONDING' }, 'validator.delinquent'],
    ['unbonded', { status: 'BOND_STATUS_UNBONDED' }, 'validator.delinquent'],
    ['without rewards for others', { rate: '1.000000000000000000' }, 'validator.keepsAll'],
  ])('that is %s is pointed out, since the chain says nothing', async (_name, facts, code) => {
    const { codes, warned } = await encodeOn(chainId, intent, { [paths.target]: validatorAnswer(validator, facts) });
    expect(codes).toEqual([]);
    expect(warned).toContain(code);
  });

  it('that lost all to slashing takes no stakes', async () => {
    const routes = { [paths.target]: validatorAnswer(validator, { tokens: '0' }) };
    const { errors, node } = await encodeOn(chainId, intent, routes);
    expect(errors).toMatchObject([{ code: 'validator.inactive', context: { validator } }]);
    expect(node.count(paths.simulate)).toBe(0);
  });

  it('is not called so by an answer about another one', async () => {
    const lie = encodeOn(chainId, intent, { [paths.target]: validatorAnswer(source) });
    await expect(lie).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('a redelegation', () => {
  const move = { ...intent, sourceValidatorAddress: source };
  const { amount: _, ...withoutAmount } = move;
  const sourceField = 'transaction.data.sourceValidatorAddress';

  it('takes one round of questions and a simulation', async () => {
    const { data, codes, node } = await encodeOn(chainId, move);
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ amount: '10000', fees: '3250' });
    expect(new Set(node.requests.map(({ path }) => path)).size).toBe(node.requests.length);
  });

  it('of all moves exactly the stake', async () => {
    const { data } = await encodeOn(chainId, { ...withoutAmount, useMaxAmount: true });
    expect(data.amount).toBe('500000');
  });

  it.each([
    ['without a stake', {}, { [paths.sourceDelegation]: notFound }, 'position.notFound', sourceField],
    [
      'of a stake that slashing took',
      {},
      { [paths.sourceDelegation]: delegationAnswer(source, '0') },
      'position.notFound',
      sourceField,
    ],
    ['of more than the stake', { amount: '500001' }, {}, 'position.insufficient', 'transaction.data.amount'],
    [
      'to a validator that is not there',
      {},
      { [paths.target]: notFound },
      'validator.notFound',
      'transaction.data.targetValidatorAddress',
    ],
    [
      'to the same validator',
      { targetValidatorAddress: source },
      {},
      'validator.inactive',
      'transaction.data.targetValidatorAddress',
    ],
    [
      'of coins that just came by one',
      {},
      { [paths.redelegations]: redelegationsAnswer([[validator, source]]) },
      'position.locked',
      sourceField,
    ],
    [
      'too many between two validators',
      {},
      { [paths.redelegations]: redelegationsAnswer(Array.from({ length: 7 }, () => [source, validator] as const)) },
      'position.locked',
      sourceField,
    ],
  ])('%s is refused, and nothing is simulated', async (_name, change, routes, code, field) => {
    const { errors, node } = await encodeOn(chainId, { ...move, ...change }, routes);
    expect(errors).toMatchObject([{ code, field }]);
    expect(node.count(paths.simulate)).toBe(0);
  });

  it('says until when it has to wait', async () => {
    const { errors } = await encodeOn(chainId, move, {
      [paths.redelegations]: redelegationsAnswer([[validator, source]]),
    });
    expect(errors[0]?.message).toContain('2026-12-01T10:00:00Z');
  });

  it('is possible if another pair is full, or the coins come from another validator', async () => {
    const other = namesOn('osmosis').validator;
    const pairs = [...Array.from({ length: 6 }, () => [source, validator] as const), [source, other] as const];
    const { codes } = await encodeOn(chainId, move, { [paths.redelegations]: redelegationsAnswer(pairs) });
    expect(codes).toEqual([]);
  });

  it('follows the limit of the chain', async () => {
    const { codes } = await encodeOn(chainId, move, {
      [paths.rules]: { params: { unbonding_time: '10s', max_entries: '1', bond_denom: 'uatom' } },
      [paths.redelegations]: redelegationsAnswer([[source, validator]]),
    });
    expect(codes).toEqual(['position.locked']);
  });

  it('of an amount that becomes nothing is refused', async () => {
    const { errors } = await encodeOn(
      chainId,
      { ...move, amount: '1' },
      {
        [paths.simulate]: fails('too few tokens to redelegate (truncates to zero tokens)'),
      },
    );
    expect(errors).toMatchObject([{ code: 'position.partTooLow', field: 'transaction.data.amount' }]);
  });
});

describe('a stake on Babylon', () => {
  const babylon = namesOn('babylon');
  const there = pathsOn('babylon');
  const wanted = { ...intent, targetValidatorAddress: babylon.validator };
  const epochs = (minimum?: string) => ({
    [there.epochs]: { params: { epoch_interval: '360', ...(minimum === undefined ? {} : { min_amount: minimum }) } },
  });

  it('says that it is only queued, and asks for that in the same round', async () => {
    const { codes, warnings, node } = await encodeOn('babylon', wanted, epochs('1'));
    expect(codes).toEqual([]);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'transaction.queued' }));
    expect(warnings.find(({ code }) => code === 'transaction.queued')?.message).toContain('within 360 blocks');
    expect(node.requests.at(-1)?.path).toBe(there.simulate);
  });

  it('has the minimum of its parameters', async () => {
    const { errors, node } = await encodeOn('babylon', wanted, epochs('10001'));
    expect(errors).toMatchObject([{ code: 'stake.belowMinimum', context: { minimum: '10001' } }]);
    expect(node.count(there.simulate)).toBe(0);
    expect((await encodeOn('babylon', wanted, epochs('10000'))).codes).toEqual([]);
    expect((await encodeOn('babylon', wanted, epochs())).codes).toEqual([]);
  });

  it('is refused below the minimum that only the node knows', async () => {
    const { errors } = await encodeOn('babylon', wanted, {
      ...epochs('1'),
      [there.simulate]: fails('delegation amount 10000 is below minimum required amount 20000: invalid coins'),
    });
    expect(errors).toMatchObject([{ code: 'stake.belowMinimum', context: { minimum: '20000' } }]);
  });

  it('on other chains does not ask for epochs', async () => {
    const { node, warned } = await encodeOn(chainId, intent, { [paths.simulate]: gasUsed(1) });
    expect(warned).not.toContain('transaction.queued');
    expect(node.count(paths.epochs)).toBe(0);
  });
});
