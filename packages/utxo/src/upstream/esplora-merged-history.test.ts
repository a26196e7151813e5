import { describe, expect, it } from 'vitest';
import { deriveAddresses } from '../../test/derive-addresses.ts';
import { type RestScript, restWorld } from '../../test/rest-upstream.ts';
import type { ExtendedAccount } from '../address/account.ts';
import { accountOf, parseAccount } from '../address/account-id.ts';
import { chains } from '../chains.ts';
import { createEsplora } from './esplora.ts';

const { network } = chains.bitcoin;

// BIP84's test vectors.
const parsed = parseAccount(
  network,
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
);
const account = accountOf(network, parsed.ok ? parsed.canonical : '') as ExtendedAccount;
const addresses = ([0, 1] as const).flatMap((branch) =>
  deriveAddresses(network, account, branch, 0, 25).map(({ address }) => address),
);
const [first = '', second = ''] = addresses;

const id = (number: number) => number.toString(16).padStart(64, '0');

interface Known {
  readonly number: number;
  readonly height: number | undefined;
}

const transaction = ({ number, height }: Known) => ({
  txid: id(number),
  vin: [{ txid: id(0xffff), vout: 0, is_coinbase: false }],
  vout: [{ scriptpubkey: '00', value: 1 }],
  status: height === undefined ? { confirmed: false } : { confirmed: true, block_height: height },
});

/** Histories of some addresses, newest first, cut as Esplora cuts them. */
function script(histories: Readonly<Record<string, readonly Known[]>>): RestScript {
  const all = addresses.map((address): RestScript => {
    const known = histories[address] ?? [];
    const mempool = known.filter(({ height }) => height === undefined).map(transaction);
    const confirmed = known.filter(({ height }) => height !== undefined).map(transaction);
    const stats = (count: number) => ({ tx_count: count, funded_txo_sum: 0, spent_txo_sum: 0 });
    return {
      [`/address/${address}`]: { chain_stats: stats(confirmed.length), mempool_stats: stats(mempool.length) },
      [`/address/${address}/txs`]: [...mempool, ...confirmed.slice(0, 25)],
      ...Object.fromEntries(
        confirmed.map(({ txid }, i) => [`/address/${address}/txs/chain/${txid}`, confirmed.slice(i + 1, i + 26)]),
      ),
    };
  });
  return Object.assign({ '/blocks/tip/height': '949548' }, ...all);
}

function open(histories: Readonly<Record<string, readonly Known[]>>) {
  const world = restWorld('bitcoin', { a: script(histories) });
  const backend = createEsplora(world.context);
  const read = async (limit: number, cursor?: string) => {
    const page = await backend.history?.(account, { limit, cursor }, world.operation);
    return { numbers: page?.transactions.map(({ txid }) => Number(`0x${txid}`)) ?? [], next: page?.next };
  };
  return { ...world, read };
}

const at = (height: number, number = height): Known => ({ number, height });
const waiting = (number: number): Known => ({ number, height: undefined });
const down = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, i) => from - i * step);

describe('the history of an extended key on Esplora', () => {
  it('joins all its addresses, newest first, with each transaction once', async () => {
    const { read } = open({
      [first]: [waiting(901), at(30), at(20), at(10)],
      [second]: [waiting(901), waiting(900), at(40), at(20), at(15)],
    });
    expect(await read(25)).toEqual({ numbers: [900, 901, 40, 30, 20, 15, 10], next: undefined });
  });

  it('is empty for an unused key', async () => {
    expect(await open({}).read(25)).toEqual({ numbers: [], next: undefined });
  });

  it.each([7, 25, 100])('is whole in pages of %i, even if addresses differ much', async (limit) => {
    // One has all even blocks, the other some odd ones; two transactions share a block with others.
    const { read } = open({
      [first]: [waiting(901), ...down(200, 60, 2).map((height) => at(height))],
      [second]: [waiting(900), at(200, 999), at(151), at(150, 998), at(61), at(1)],
    });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { numbers, next } = await read(limit, cursor);
      expect(numbers.length).toBeLessThanOrEqual(limit);
      seen.push(...numbers);
      cursor = next;
    } while (cursor !== undefined);
    const blocks = [...down(200, 60, 2), 151, 61, 1].flatMap((height) =>
      height === 200 ? [200, 999] : height === 150 ? [150, 998] : [height],
    );
    const heightOf = (number: number) => ({ 999: 200, 998: 150 })[number] ?? number;
    expect(seen).toEqual([900, 901, ...blocks.toSorted((a, b) => heightOf(b) - heightOf(a) || a - b)]);
  });

  it('continues at the same place although blocks arrive', async () => {
    const { next } = await open({ [first]: [at(30), at(20), at(10)] }).read(1);
    expect(next).toBe(`30.${id(30)}`);
    expect(
      (await open({ [first]: [at(31), at(30), at(20), at(10)], [second]: [at(32)] }).read(2, next)).numbers,
    ).toEqual([20, 10]);
  });

  it('reads no deeper than the page needs', async () => {
    const { read, paths } = open({
      [first]: down(1_000, 901).map((height) => at(height)),
      [second]: [at(990, 5)],
    });
    expect((await read(20)).numbers).toHaveLength(20);
    expect(paths().filter((path) => path.includes('/txs/chain/'))).toEqual([]);
    await read(40);
    expect(paths().filter((path) => path.includes('/txs/chain/'))).toHaveLength(1);
  });

  it('is left to other upstreams if it takes too many requests', async () => {
    const { read } = open({ [first]: down(3_000, 1).map((height) => at(height)) });
    await expect(read(25, `100.${id(100)}`)).rejects.toMatchObject({
      attempts: [{ outcome: 'unable', detail: 'more than 100 pages of history to merge' }],
    });
  });

  it('refuses a malformed cursor', async () => {
    const { read, sent } = open({});
    for (const cursor of ['', 'x', id(1), `m${id(1)}`, `-1.${id(1)}`, `5.${id(1)}0`]) {
      await expect(read(25, cursor)).rejects.toMatchObject({ code: 'page.invalid' });
    }
    expect(sent).toEqual([]);
  });
});
