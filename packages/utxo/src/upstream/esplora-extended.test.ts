import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { deriveAddresses } from '../../test/derive-addresses.ts';
import { type RestScript, restWorld, Status } from '../../test/rest-upstream.ts';
import type { ExtendedAccount } from '../address/account.ts';
import { accountOf, parseAccount } from '../address/account-id.ts';
import { chains } from '../chains.ts';
import type { UtxoOptions } from '../options.ts';
import { createEsplora } from './esplora.ts';

const { network } = chains.bitcoin;

// BIP84's test vectors.
const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const firstReceiving = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const secondReceiving = 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g';
const firstChange = 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el';

function accountOfKey(text: string): ExtendedAccount {
  const parsed = parseAccount(network, text);
  const account = parsed.ok ? accountOf(network, parsed.canonical) : undefined;
  if (account?.kind !== 'extended') throw new TypeError('no key');
  return account;
}
const account = accountOfKey(zpub);
const addresses = [
  deriveAddresses(network, account, 0, 0, 60).map((derived) => derived.address),
  deriveAddresses(network, account, 1, 0, 60).map((derived) => derived.address),
] as const;

const id = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32);

const side = (count: number, funded = 0, spent = 0) => ({
  tx_count: count,
  funded_txo_sum: funded,
  spent_txo_sum: spent,
});
const stats = (chain = side(0), mempool = side(0)) => ({ chain_stats: chain, mempool_stats: mempool });

/** A chain on which only some addresses were ever used. */
function script(used: Readonly<Record<string, unknown>>, more: RestScript = {}): RestScript {
  const all = addresses.flat().map((address) => [`/address/${address}`, used[address] ?? stats()]);
  return { ...Object.fromEntries(all), '/blocks/tip/height': '900000', ...more };
}

function open(scripts: Readonly<Record<string, RestScript>>, options: Omit<UtxoOptions, 'endpoints'> = {}) {
  const world = restWorld('bitcoin', scripts, options);
  return { ...world, backend: createEsplora(world.context) };
}

const coin = (byte: number, value: number, height: number | undefined = 800_000) => ({
  txid: id(byte),
  vout: 0,
  value,
  status: height === undefined ? { confirmed: false } : { confirmed: true, block_height: height },
});

describe('coins of an extended key on Esplora', () => {
  it('are looked up at the addresses of both branches with coins, four requests at a time', async () => {
    const { backend, operation, paths, mostAtOnce } = open({
      a: script(
        {
          [firstReceiving]: stats(side(2, 7_000, 7_000)),
          [secondReceiving]: stats(side(1, 5_000)),
          [firstChange]: stats(side(0), side(1, 300)),
        },
        {
          [`/address/${secondReceiving}/utxo`]: [coin(1, 5_000)],
          [`/address/${firstChange}/utxo`]: [{ ...coin(2, 300), status: { confirmed: false } }],
          [`/tx/${id(2)}`]: {
            txid: id(2),
            // Spends a coin of the first receiving address.
            vin: [
              {
                txid: id(9),
                vout: 0,
                is_coinbase: false,
                prevout: { scriptpubkey: '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2', value: 400 },
              },
            ],
            vout: [{ scriptpubkey: '00143e34985dca6fddc9fb369940e4c7d8e2873f529c', value: 300 }],
            status: { confirmed: false },
          },
        },
      ),
    });
    expect(await backend.coins(account, operation)).toEqual({
      hasOdd: false,
      coins: [
        { ...plain(1, 5_000n), height: 800_000, isCoinbase: undefined, position: { branch: 0, index: 1 } },
        {
          ...plain(2, 300n),
          height: undefined,
          isCoinbase: false,
          isPegOut: false,
          isOwnChange: true,
          isTruc: false,
          position: { branch: 1, index: 0 },
        },
      ],
      tip: 900_000,
      unused: { receiving: 2, change: 1 },
      isUsed: true,
      shown: expect.any(Function),
    });
    // 22 and 21 addresses, the tip, two lists and one transaction.
    expect(paths()).toHaveLength(22 + 21 + 1 + 2 + 1);
    // A request and its guard, until the endpoint is known.
    expect(mostAtOnce()).toBeLessThanOrEqual(6);
  });

  it('are four requests at a time once the endpoint is known', async () => {
    const world = open({ a: script({}) });
    await world.backend.tip(world.operation);
    const { sent } = world;
    const before = sent.length;
    await world.backend.coins(account, world.operation);
    expect(sent.length - before).toBe(41);
    expect(world.mostAtOnce()).toBe(4);
  });

  it('of an unused key are empty', async () => {
    const { backend, operation } = open({ a: script({}) });
    expect(await backend.coins(account, operation)).toEqual({
      hasOdd: false,
      coins: [],
      tip: 900_000,
      unused: { receiving: 0, change: 0 },
      isUsed: false,
      shown: expect.any(Function),
    });
  });

  it('are searched until 20 addresses in a row are unused', async () => {
    const used = stats(side(1, 1_000));
    const at = (index: number) => addresses[0][index] as string;
    const lists = Object.fromEntries([19, 39].map((index) => [`/address/${at(index)}/utxo`, [coin(index, 1_000)]]));
    const { backend, operation, paths } = open({ a: script({ [at(19)]: used, [at(39)]: used }, lists) });
    const { coins, unused } = await backend.coins(account, operation);
    expect(coins.map(({ position }) => position?.index)).toEqual([19, 39]);
    expect(unused).toEqual({ receiving: 0, change: 0 });
    // 0 to 59, and 0 to 19.
    expect(paths().filter((path) => /^\/address\/\w+$/.test(path))).toHaveLength(80);

    const beyond = open({ a: script({ [at(20)]: used }) });
    expect((await beyond.backend.coins(account, beyond.operation)).coins).toEqual([]);
  });

  it('of too many addresses are left to other upstreams', async () => {
    const used = stats(side(1, 1_000));
    const { backend, operation, paths } = open(
      { a: script({ [addresses[0][0] as string]: used }) },
      { maxScannedAddresses: 40 },
    );
    const error = await backend.coins(account, operation).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UpstreamError);
    expect((error as UpstreamError).attempts).toMatchObject([
      { outcome: 'unable', detail: 'more than 40 addresses to look up one by one' },
    ]);
    expect(paths()).toHaveLength(40);
  });

  it('that two addresses claim are not believed', async () => {
    const lists = {
      [`/address/${firstReceiving}/utxo`]: [coin(1, 1_000)],
      [`/address/${secondReceiving}/utxo`]: [coin(1, 1_000)],
    };
    const used = stats(side(1, 1_000));
    const { backend, operation } = open({ a: script({ [firstReceiving]: used, [secondReceiving]: used }, lists) });
    await expect(backend.coins(account, operation)).rejects.toMatchObject({
      attempts: [{ outcome: 'malformed', detail: 'a coin of two addresses' }],
    });
  });

  it('come from the next endpoint if one lists too little', async () => {
    const used = { [firstReceiving]: stats(side(1, 1_000)) };
    const list = (answer: unknown) => script(used, { [`/address/${firstReceiving}/utxo`]: answer });
    const { backend, operation } = open({
      a: list(new Status(400, 'Too many history entries')),
      b: list([coin(1, 1_000)]),
    });
    expect((await backend.coins(account, operation)).coins).toHaveLength(1);
  });

  it('add up to the totals', async () => {
    const { backend, operation } = open({
      a: script({
        [firstReceiving]: stats(side(2, 7_000, 2_000), side(1, 0, 5_000)),
        [firstChange]: stats(side(0), side(1, 4_100)),
      }),
    });
    expect(await backend.totals(account, operation)).toEqual({ confirmed: 5_000n, pending: -900n, spending: 5_000n });
  });
});

function plain(byte: number, value: bigint) {
  return { txid: id(byte), vout: 0, value };
}
