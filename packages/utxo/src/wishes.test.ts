import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { noWishes, paymentWishes, priceWishes, stakeWishes } from './wishes.ts';

const txid = 'ab'.repeat(32);
const schemas = { transfer: paymentWishes, stake: stakeWishes, unstake: noWishes, withdraw: priceWishes } as const;
type Mode = keyof typeof schemas;

/** What is wrong, by the names of the wishes. */
function wrong(mode: Mode, params: object): string[] {
  const { error } = schemas[mode].safeParse(params);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const flags = { includePrevTxs: false, allowSmallUtxos: false, bip69: false };

describe('wishes', () => {
  it('are none by default', () => {
    expect(paymentWishes.parse({})).toEqual(flags);
    expect(stakeWishes.parse({})).toEqual({ ...flags, postStaking: false });
    expect(priceWishes.parse({})).toEqual({});
  });

  it('are read', () => {
    const params = { feeRate: '2.5', replaces: txid.toUpperCase(), ...{ includePrevTxs: true, bip69: true } };
    expect(paymentWishes.parse({ smallUtxoLimit: '10000' })).toEqual({ ...flags, smallUtxoLimit: 10_000n });
    expect(paymentWishes.parse({ ...params, allowSmallUtxos: true })).toEqual({
      ...{ feeRate: 2500n, replaces: txid, includePrevTxs: true, allowSmallUtxos: true, bip69: true },
    });
    const babylonAddress = 'bbn1fc9qp3ujx7ylc34pcmwackdwdaexgs02rvpek8';
    const stake = { feeTarget: '144', stakingTime: '1008', postStaking: true, registers: txid, babylonAddress };
    expect(stakeWishes.parse(stake)).toEqual({ ...flags, ...stake, feeTarget: 144, stakingTime: 1008 });
    expect(stakeWishes.parse({ stakingTime: 64_000 }).stakingTime).toBe(64_000);
    expect(priceWishes.parse({ feeTarget: '6', bip69: true })).toEqual({ feeTarget: 6 });
  });

  const price = 'it must be a price per virtual byte with up to 3 decimals, like "2.5"';
  const target = 'it must be a number of blocks: "1", "3", "6", "144"';
  const time = 'it must be a number of blocks from 1 to 65535';
  const form = 'a stake has the form that Babylon asks for';
  const address = 'it is no address of an account on Babylon';

  it.each<[Mode, object, ...string[]]>([
    ['transfer', { feeRate: 2 }, `feeRate: ${price}`],
    ['stake', { feeRate: '-2' }, `feeRate: ${price}`],
    ['withdraw', { feeRate: '1e3' }, `feeRate: ${price}`],
    ['transfer', { feeTarget: '2' }, `feeTarget: ${target}`],
    ['withdraw', { feeTarget: 3 }, `feeTarget: ${target}`],
    ['transfer', { feeRate: '2', feeTarget: '3' }, 'feeTarget: give either feeRate or feeTarget'],
    ['stake', { feeRate: '2', feeTarget: '3' }, 'feeTarget: give either feeRate or feeTarget'],
    ['withdraw', { feeRate: '2', feeTarget: '3' }, 'feeTarget: give either feeRate or feeTarget'],
    ['transfer', { replaces: 'ab' }, 'replaces: it must be a transaction id'],
    ['transfer', { replaces: 7 }, 'replaces: it must be a transaction id'],
    ['transfer', { allowSmallUtxos: 'yes' }, 'allowSmallUtxos: it must be true or false'],
    ...[10_000, '1e4', '-1', '0.5'].map((wish): [Mode, object, string] => [
      'stake',
      { smallUtxoLimit: wish },
      'smallUtxoLimit: it must be a whole number in the smallest unit, like "10000"',
    ]),
    ...(['transfer', 'stake'] as const).map((mode): [Mode, object, string] => [
      mode,
      { smallUtxoLimit: '1', allowSmallUtxos: true },
      'smallUtxoLimit: give either allowSmallUtxos or smallUtxoLimit',
    ]),
    ['transfer', { bip69: 1 }, 'bip69: it must be true or false'],
    [
      'stake',
      { includePrevTxs: 'no', postStaking: 0 },
      'includePrevTxs: it must be true or false',
      'postStaking: it must be true or false',
    ],
    ['stake', { bip69: true }, `bip69: ${form}`],
    ['stake', { replaces: txid }, `replaces: ${form}`],
    ['stake', { registers: txid.slice(1) }, 'registers: it must be the id of the staking transaction'],
    ['stake', { babylonAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }, `babylonAddress: ${address}`],
    ['stake', { babylonAddress: 7 }, `babylonAddress: ${address}`],
    ...[0, 65_536, 1.5, '0', '65536', '1e3', true].map((wish): [Mode, object, string] => [
      'stake',
      { stakingTime: wish },
      `stakingTime: ${time}`,
    ]),
  ])('of a %s are refused: %j', (mode, params, ...expected) => {
    expect(wrong(mode, params)).toEqual(expected);
  });

  it.each(Object.entries(schemas))('of a %s can be described to clients', (_, schema) => {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
    expect(Object.keys(properties)).toEqual(Object.keys(schema.shape));
    for (const member of Object.values(properties)) expect(member).toHaveProperty('description');
  });
});
