import { Address, beginCell, Cell } from '@ton/core';
import { expect, it } from 'vitest';
import recorded from '../../fixtures/liquid-pool.json' with { type: 'json' };
import { endpointOf, scriptedJettons } from '../../test/jetton-world.ts';
import { ton } from '../index.ts';
import type { TonOptions } from '../options.ts';
import { tonstakers } from '../pools/known-pools.ts';

// What pools hold, over toncenter v3. Everything but bills is walked on the machine: modes/pools.engine.test.ts.

const coin = 1_000_000_000n;
const at = (byte: number) => new Address(0, Buffer.alloc(32, byte));
const [owner, wallet, bills, honest, liar, stranger, broken] = [at(1), at(2), at(3), at(4), at(5), at(6), at(7)];
const minter = Address.parse('EQAe4iWhhHZzQlGhBPZ0_cJXMUtwAM7_tdJg8Qxq5lG3AN5d');
const cell = beginCell().endCell();
const amount = (value: bigint) => beginCell().storeCoins(value).endCell();

type Value = string | null | Address | Cell | readonly Value[];

function itemOf(value: Value): object {
  if (value === null) return { type: 'list', value: [] };
  if (value instanceof Cell) return { type: 'cell', value: value.toBoc().toString('base64') };
  if (value instanceof Address) {
    return { type: 'slice', value: beginCell().storeAddress(value).endCell().toBoc().toString('base64') };
  }
  if (typeof value === 'object') return { type: 'tuple', value: value.map(itemOf) };
  return value.startsWith('EQ') ? itemOf(Address.parse(value)) : { type: 'num', value };
}

/** The recorded pool, with bills for 30 tokens of somebody. */
const pool = (recorded.answer as Value[]).with(16, bills).with(17, String(30n * coin));
const answers: Readonly<Record<string, readonly Value[]>> = {
  [`${Address.parse(tonstakers).toRawString()} get_pool_full_data`]: pool,
  [`${minter.toRawString()} get_wallet_address`]: [wallet],
  [`${wallet.toRawString()} get_wallet_data`]: [String(50n * coin), owner, minter, cell],
  [`${honest.toRawString()} get_nft_data`]: ['-0x1', '7', bills, owner, amount(30n * coin)],
  [`${liar.toRawString()} get_nft_data`]: ['-0x1', '8', bills, owner, amount(10n ** 15n)],
  [`${stranger.toRawString()} get_nft_data`]: ['-0x1', '9', bills, at(9), amount(5n * coin)],
  [`${broken.toRawString()} get_nft_data`]: ['-0x1', '10', bills, owner, cell],
};
const places: Readonly<Record<string, Address>> = { '0x7': honest, '0x8': at(8), '0x9': stranger };

it('count bills of a liquid pool as unlocking, but only those that their collection confirms', async () => {
  const { fetch } = scriptedJettons({});
  const chain = ton.connect('ton', {
    endpoints: [endpointOf('toncenter-v3')],
    oldestBlockMs: 0,
    fetch: (async (url: string | URL, init?: { readonly body?: unknown }) => {
      const { pathname } = new URL(String(url));
      if (pathname === '/staking/nominatorPools/nominator') return Response.json({ nominator_pools: [] });
      if (pathname === '/nft/items') {
        const nft_items = [honest, liar, stranger, broken].map((address) => ({
          address: address.toRawString().toUpperCase(),
        }));
        return Response.json({ nft_items });
      }
      if (typeof init?.body !== 'string') return fetch(url, init);
      const { address, method, stack } = JSON.parse(init.body) as {
        address: string;
        method: string;
        stack: { value: string }[];
      };
      const place = places[stack[0]?.value ?? ''];
      const found =
        method === 'get_nft_address_by_index' && place !== undefined
          ? [place]
          : answers[`${Address.parse(address).toRawString()} ${method}`];
      return Response.json(
        found === undefined ? { exit_code: 11, stack: [] } : { exit_code: 0, stack: found.map(itemOf) },
      );
    }) as unknown as NonNullable<TonOptions['fetch']>,
  });
  const { staking } = (await chain.accountState(owner.toString(), { include: ['staking'] })).balances;
  // 119750903136911 coins for 115145099170107 tokens: 1.04 each, rounded down.
  const position = { validatorAddresses: [tonstakers], stakeId: tonstakers };
  expect(staking?.positions).toEqual([
    { ...position, amount: '51999999999', status: 'locked' },
    { ...position, amount: '31199999999', status: 'unlocking' },
  ]);
  expect(staking).toMatchObject({ total: '83199999998', locked: '51999999999', unlocking: '31199999999' });
});
