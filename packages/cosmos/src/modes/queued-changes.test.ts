import { describe, expect, it } from 'vitest';
import { namesOn } from '../../test/completed.ts';
import { encodeOn, pathsOn, redelegationsAnswer } from '../../test/modes-world.ts';
import type { Routes } from '../../test/scripted-rest.ts';

const { sender, validator, source, recipient } = namesOn('babylon');
const paths = pathsOn('babylon');
const hash = 'ab'.repeat(32);

// babylonlabs-io/babylon x/epoching/types/query.go: QueuedMessage.ToResponse. `Msg` is what gogoproto's String() makes of the message.
const message = (type: string | undefined, text: string) => ({
  ...{ tx_id: hash, msg_id: hash, block_height: '1', block_time: '2026-11-22T00:00:00Z' },
  ...(type === undefined ? {} : { msg_type: `cosmos.staking.v1beta1.${type}` }),
  msg: text,
});
const coins = (amount: string) => `amount:<denom:"ubbn" amount:"${amount}" > `;
const one = (from: string, amount: string, by: string = sender) =>
  `delegator_address:"${by}" validator_address:"${from}" ${coins(amount)}`;
const unstake = (from: string, amount: string, by?: string) => message('MsgUndelegate', one(from, amount, by));
const delegate = (to: string, amount: string) => message('MsgDelegate', one(to, amount));
const move = (from: string, to: string, amount: string) =>
  message(
    'MsgBeginRedelegate',
    `delegator_address:"${sender}" validator_src_address:"${from}" validator_dst_address:"${to}" ${coins(amount)}`,
  );

const encode = (intent: object, msgs: readonly object[], more: Routes = {}) =>
  encodeOn(
    'babylon',
    { ...intent },
    {
      [paths.epochs]: { params: { epoch_interval: '360', min_amount: '1' } },
      [paths.queue]: { msgs, pagination: { next_key: null } },
      ...more,
    },
  );

const part = (amount: string) => ({ mode: 'unstake', validatorAddress: validator, amount });
const all = { mode: 'unstake', validatorAddress: validator, useMaxAmount: true };
const redelegation = { mode: 'stake', sourceValidatorAddress: validator, targetValidatorAddress: source };

// The account has 500,000 with each of two validators.
describe('what leaves a validator when the epoch ends', () => {
  it.each([
    ['an unstake of everything', all, [unstake(validator, '500000')]],
    ['an unstake of what a redelegation moves', all, [move(validator, source, '500000')]],
    ['a part of that', part('1'), [move(validator, source, '500000')]],
    ['a part that is larger than the rest', part('200001'), [unstake(validator, '300000')]],
    ['the rest, after two', part('100001'), [unstake(validator, '300000'), unstake(validator, '100000')]],
    ['a redelegation of everything', { ...redelegation, useMaxAmount: true }, [unstake(validator, '500000')]],
    ['a redelegation of a part', { ...redelegation, amount: '200001' }, [move(validator, source, '300000')]],
  ])('does not leave twice: %s', async (_, intent, msgs) => {
    const { errors, node } = await encode(intent, msgs);
    expect(errors).toMatchObject([{ code: 'position.locked' }]);
    expect(errors[0]?.message).toMatch(/BABY leave .* when the epoch ends/);
    expect(node.count(paths.simulate)).toBe(0);
  });

  it.each([
    ['an unstake of everything takes the rest', all, [unstake(validator, '300000')], '200000'],
    [
      'a redelegation takes the rest',
      { ...redelegation, useMaxAmount: true },
      [unstake(validator, '300000')],
      '200000',
    ],
    ['a part of the rest', part('200000'), [unstake(validator, '300000')], '200000'],
    ['the stake of another account', all, [unstake(validator, '500000', recipient)], '500000'],
    ['a stake with another validator', all, [unstake(source, '500000')], '500000'],
    // What comes may fail.
    ['what is added does not count', all, [delegate(validator, '9'), unstake(validator, '10')], '499990'],
    ['what comes from another validator does not count', all, [move(source, validator, '4')], '500000'],
    // Such a one does nothing when its turn comes.
    ['one of more than there is', all, [unstake(validator, '400000'), unstake(validator, '400000')], '100000'],
  ])('leaves the rest free: %s', async (_, intent, msgs, amount) => {
    const { codes, data, warned } = await encode(intent, msgs);
    expect(codes).toEqual([]);
    expect(data.amount).toBe(amount);
    expect(warned).toEqual(['transaction.queued']);
  });

  it('has to leave the least amount free', async () => {
    const routes = { [paths.epochs]: { params: { epoch_interval: '360', min_amount: '1000' } } };
    expect((await encode(all, [unstake(validator, '499001')], routes)).codes).toEqual(['position.partTooLow']);
    expect((await encode(all, [unstake(validator, '499000')], routes)).codes).toEqual([]);
  });

  it('is told by the transaction if the node does not tell the type of a message', async () => {
    const path = `/cosmos/tx/v1beta1/txs/${hash.toUpperCase()}`;
    const of = (type: string) => ({ [path]: { tx: { body: { messages: [{ '@type': type }] } }, tx_response: {} } });
    const msgs = [message(undefined, one(validator, '500000'))];
    const ends = of('/babylon.epoching.v1.MsgWrappedUndelegate');
    expect((await encode(all, msgs, ends)).codes).toEqual(['position.locked']);
    const begins = of('/babylon.epoching.v1.MsgWrappedDelegate');
    expect((await encode(all, msgs, begins)).codes).toEqual([]);
  });

  it('is warned of if it cannot be read', async () => {
    const { codes, warned } = await encode(all, [message('MsgUndelegate', `delegator_address:"${sender}" odd`)]);
    expect(codes).toEqual([]);
    expect(warned).toContain('account.incomplete');
  });
});

describe('the limits of the chain', () => {
  it('count a redelegation that will have come when this one is carried out', async () => {
    const { errors } = await encode({ ...redelegation, amount: '1' }, [move(source, validator, '1')]);
    expect(errors).toMatchObject([{ code: 'position.locked', field: 'transaction.data.sourceValidatorAddress' }]);
  });

  it('count redelegations that wait', async () => {
    const six = {
      [paths.redelegations]: redelegationsAnswer(Array.from({ length: 6 }, () => [validator, source] as const)),
    };
    const intent = { ...redelegation, amount: '1' };
    expect((await encode(intent, [], six)).codes).toEqual([]);
    expect((await encode(intent, [move(validator, source, '1')], six)).codes).toEqual(['position.locked']);
  });

  // The unstakes of an epoch are carried out in one block, and are one entry.
  it('count unstakes that wait as one', async () => {
    const entries = (count: number) => ({
      [paths.unbonding]: {
        unbond: { entries: Array.from({ length: count }, () => ({ completion_time: '2026-12-01T10:00:00Z' })) },
      },
    });
    const two = [unstake(validator, '1'), unstake(validator, '2')];
    expect((await encode(part('1'), two, entries(5))).codes).toEqual([]);
    expect((await encode(part('1'), two, entries(6))).codes).toEqual(['position.locked']);
    expect((await encode(part('1'), [], entries(6))).codes).toEqual([]);
  });
});
