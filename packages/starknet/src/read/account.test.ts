import type { ReadBalances } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { type Contract, connectTo, Fault, type NodeScript, sender } from '../../test/scripted-node.ts';

/** Addresses of tokens in the bundled list (starknet-io/starknet-addresses, bridged_tokens/mainnet.json). */
const eth = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
const usdt = '0x068f5c6a61780768455de69077e07e89787839bf8166decfbf92b645209c0fb8';

const tokens = Array.from({ length: 20 }, (_, i) => ({
  id: `0x0${(i + 10).toString(16).repeat(31)}b`.padEnd(66, '7'),
  ...{ name: `Token ${i}`, ticker: `T${i}`, decimals: i },
}));

const holding = (amount: bigint): Contract => ({ balanceOf: [amount, 0n] });

/** Stakes are read by calls of their own: see positions.ts. */
const wanted = { parts: new Set(['native', 'tokens'] as const), publicKey: undefined };

async function readState({ adapter }: Pick<ReturnType<typeof connectTo>, 'adapter'>, address = sender) {
  const operation = adapter.upstream.operation();
  const balances: ReadBalances = (await adapter.reads.accountState?.read(address, wanted, operation)) ?? {};
  const held = balances.tokens?.map(({ token, amount }) => `${amount} ${token.ticker}`);
  return { balances, held, roundTrips: operation.trace.roundTrips };
}

const state = async (script: NodeScript, options: object = {}, address = sender) => {
  const connected = connectTo('starknet', script, options);
  return { ...connected, ...(await readState(connected, address)) };
};

describe('an account state', () => {
  it('has the native coins and the tokens above 0, in one round trip', async () => {
    const { balances, held, roundTrips, batches } = await state({
      contracts: { [eth]: holding(5n), [usdt]: { balanceOf: [1n, 1n] } },
    });
    expect(balances.native).toMatchObject({ available: `${100n * 10n ** 18n}`, total: `${100n * 10n ** 18n}` });
    expect(held).toEqual(['5 ETH', `${2n ** 128n + 1n} USDT`]);
    expect(balances.tokens?.[0]?.token).toEqual({
      ...{ type: 'ERC20', id: eth, contractAddress: eth },
      ...{ name: 'Ether', ticker: 'ETH', decimals: '18' },
    });
    expect(roundTrips).toBe(1);
    // Three questions of the guard, STRK, and 40 tokens.
    expect(batches).toEqual([20, 20, 4]);
  });

  it('with twenty tokens of the operator takes one batch more, and no round trip', async () => {
    const contracts = Object.fromEntries(tokens.map(({ id }, i) => [id, holding(BigInt(i))]));
    const { held, roundTrips, batches } = await state({ contracts }, { tokens });
    expect(held).toEqual(tokens.slice(1).map(({ ticker }, i) => `${i + 1} ${ticker}`));
    expect(roundTrips).toBe(1);
    expect(batches).toEqual([20, 20, 20, 4]);
  });

  it('of an address that nobody ever used is zero, and no error', async () => {
    const other = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';
    const { balances } = await state({ contracts: { [eth]: holding(0n) } }, {}, other);
    expect(balances.native).toMatchObject({ available: '0', total: '0' });
    expect(balances.tokens).toEqual([]);
  });

  it('asks a token by its other name, and remembers it', async () => {
    const script = { contracts: { [eth]: { balance_of: [9n, 0n] }, [usdt]: holding(3n) } };
    const first = await state(script);
    expect(first.held).toEqual(['9 ETH', '3 USDT']);
    expect(first.roundTrips).toBe(2);
    expect(await readState(first)).toMatchObject({ held: ['9 ETH', '3 USDT'], roundTrips: 1 });
  });

  it('says nothing of a listed token that is not there', async () => {
    expect((await state({ contracts: { [usdt]: holding(3n) } })).balances.unread).toEqual([]);
  });

  it.each<[string, Contract]>([
    ['panics', { balanceOf: new Fault(40, 'Contract error', { revert_error: 'no' }) }],
    ['has neither function', { name: [1n] }],
    ['answers no number', { balanceOf: [2n ** 128n, 0n], balance_of: [1n] }],
    ['answers nothing', { balanceOf: [], balance_of: [] }],
    ['answers what is no number at all', { balanceOf: ['x'], balance_of: ['x'] }],
  ])('leaves a token out that %s, and has the others', async (_, contract) => {
    const { held, balances } = await state({ contracts: { [eth]: contract, [usdt]: holding(3n) } });
    expect(held).toEqual(['3 USDT']);
    expect(balances.unread).toEqual(['the balance of ETH']);
    expect(balances.native?.available).toBe(`${100n * 10n ** 18n}`);
  });

  it.each([
    ['there is no STRK', new Fault(20, 'Contract not found')],
    ['STRK does not answer', new Fault(40, 'Contract error')],
    ['STRK has a balance that is no number', [2n ** 128n, 0n]],
    ['STRK has half a balance', [1n]],
  ])('is never 0 because a node says that %s: another node is asked', async (_, answer) => {
    const broken = {
      contracts: { '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d': { balanceOf: answer } },
    };
    await expect(state(broken)).rejects.toMatchObject({ code: 'upstream.unavailable' });
    const { balances } = await readState(connectTo('starknet', [broken, {}]));
    expect(balances.native?.available).toBe(`${100n * 10n ** 18n}`);
  });
});
