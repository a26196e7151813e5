import { readFileSync } from 'node:fs';
import { toHex, UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { type RestScript, restWorld, Status } from '../../test/rest-upstream.ts';
import type { AddressAccount } from '../address/account.ts';
import { accountOf } from '../address/account-id.ts';
import { chains } from '../chains.ts';
import { createEsplora } from './esplora.ts';

function file(name: string): string {
  return readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8').trim();
}
const recording = (name: string) => JSON.parse(file(`${name}.json`));

const taproot = 'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5';
const txid = 'f5d1f75e2f3fcc0afe3210d3ef9b5bde67b6e41bb3be2de3cd4e779c1a92c1f3';
const tip = { '/blocks/tip/height': '949548' };

function open(scripts: Readonly<Record<string, RestScript>>) {
  const world = restWorld('bitcoin', scripts);
  return { ...world, backend: createEsplora(world.context) };
}

const addressAccount = (address: string) => accountOf(chains.bitcoin.network, address) as AddressAccount;

describe('totals on Esplora', () => {
  it('are read from a recorded answer', async () => {
    const { backend, operation } = open({ a: { [`/address/${taproot}`]: recording('esplora-address') } });
    expect(await backend.totals(addressAccount(taproot), operation)).toEqual({
      confirmed: 0n,
      pending: 0n,
      spending: 0n,
    });
    expect(operation.trace.roundTrips).toBe(1);
  });

  it("keep confirmed amounts apart from the mempool's changes, at any size", async () => {
    const stats = (funded: bigint, spent: bigint) => ({ tx_count: 1, funded_txo_sum: funded, spent_txo_sum: spent });
    const { backend, operation } = open({
      a: {
        [`/address/${taproot}`]: {
          chain_stats: stats(9_007_199_254_740_995n, 9_007_199_254_740_001n),
          mempool_stats: stats(96n, 1_000n),
        },
      },
    });
    expect(await backend.totals(addressAccount(taproot), operation)).toEqual({
      confirmed: 994n,
      pending: -904n,
      spending: 1_000n,
    });
  });

  it('cannot be negative', async () => {
    const stats = (funded: number, spent: number) => ({ tx_count: 1, funded_txo_sum: funded, spent_txo_sum: spent });
    const { backend, operation } = open({
      a: { [`/address/${taproot}`]: { chain_stats: stats(1, 2), mempool_stats: stats(0, 0) } },
    });
    await expect(backend.totals(addressAccount(taproot), operation)).rejects.toThrow(UpstreamError);
  });
});

describe('a transaction on Esplora', () => {
  it('is read from a recorded answer, in one round', async () => {
    const { backend, operation } = open({ a: { [`/tx/${txid}`]: recording('esplora-tx'), ...tip } });
    const found = await backend.transaction(txid, operation);
    expect(found?.tip).toBe(949_548);
    expect(found?.transaction).toMatchObject({
      txid,
      height: 722_427,
      time: 1_644_384_258_000,
      isCoinbase: false,
      fee: 407n,
      inputs: [
        {
          txid: '7eed9441df2ef5e13ccd553f8533ea0b8bb510b8638bd0b72aafd616ca2e902a',
          vout: 4,
          value: 292_320n,
          script: '0014ea08b0671596429e4cef35166c7a0667867338ab',
          address: 'bc1qagytqec4jepfun80x5txc7sxv7r8xw9tus7nqy',
          scriptSig: '',
        },
      ],
      outputs: [
        {
          value: 9_999n,
          script: '512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343',
          address: taproot,
        },
        { value: 281_914n, script: '0014580b5fd1ef93ad3a5ecac248e1f719dc719a9e96' },
      ],
    });
    expect(found?.transaction.inputs[0]?.sequence).toBe(0xfffffffe);
    expect(found?.transaction.raw).toEqual(recording('esplora-tx'));
    expect(operation.trace.roundTrips).toBe(1);
  });

  it('is undefined if the endpoint does not know it, and the endpoint stays healthy', async () => {
    const { backend, operation, upstream, paths } = open({
      a: { [`/tx/${txid}`]: new Status(404, 'Transaction not found'), ...tip },
      b: { [`/tx/${txid}`]: recording('esplora-tx'), ...tip },
    });
    expect(await backend.transaction(txid, operation)).toBeUndefined();
    expect(upstream.status()[0]?.healthy).toBe(true);
    expect(paths('b')).toEqual([]);
    expect((await backend.transaction(txid, operation, 'b'))?.transaction.txid).toBe(txid);
  });

  it('is not read from a proxy’s 404 or another transaction', async () => {
    for (const answer of [
      new Status(404, '<html>Nothing here</html>'),
      { ...recording('esplora-tx'), txid: 'ab'.repeat(32) },
    ]) {
      const { backend, operation } = open({
        a: { [`/tx/${txid}`]: answer, ...tip },
        b: { [`/tx/${txid}`]: recording('esplora-tx'), ...tip },
      });
      expect((await backend.transaction(txid, operation))?.transaction.txid).toBe(txid);
    }
  });

  it('of a miner has no inputs', async () => {
    const coinbase = {
      txid,
      vin: [{ txid: '00'.repeat(32), vout: 0xffffffff, is_coinbase: true, prevout: null, scriptsig: '03abcd' }],
      vout: [{ scriptpubkey: '51', value: 312_500_000 }],
      fee: 0,
      status: { confirmed: true, block_height: 900_000, block_time: 1 },
    };
    const { backend, operation } = open({ a: { [`/tx/${txid}`]: coinbase, ...tip } });
    expect((await backend.transaction(txid, operation))?.transaction).toMatchObject({ isCoinbase: true, inputs: [] });
  });
});

describe('previous transactions on Esplora', () => {
  const source = '6ec383579c7eea6bc7e9ba04ed378b0017428d58eae6470d5dcd97c0a9670cab';
  const hex = file('esplora-utxo-p2pkh-prevtx-hex.txt');
  // The recorded transaction has a witness. The bytes that hash to its id leave the witness out.
  const stripped =
    '0200000001bc09c1fb55aefb23df25a84fc667592cd8f8557a39c2dc91fb3fc335ac47d7e60100000000fdffffff02f73f0000000000001976a91455f7a9c7b4c055c1ead052c35cb2e314a1c004f788ace615040000000000160014204709c0ee9427668c8864b12a70c04de0ef658d00000000';

  it('come without witness, and hash to their ids', async () => {
    const { backend, operation } = open({
      a: { [`/tx/${source}/hex`]: hex, [`/tx/${txid}/hex`]: file('esplora-tx-hex.txt') },
    });
    const found = await backend.previousTransactions([source, txid], operation);
    expect([...found.keys()]).toEqual([source, txid]);
    expect(toHex(found.get(source) as Uint8Array)).toBe(stripped);
  });

  it.each([
    ['another transaction', file('esplora-tx-hex.txt')],
    ['one with another amount', hex.replace('f73f0000', 'f74f0000')],
    ['half of it', hex.slice(0, 200)],
    ['no hex', 'not a transaction'],
    ['nothing', ''],
    ['that it knows none', new Status(404, 'Transaction not found')],
  ])('come from the next endpoint where one answers %s', async (_, answer) => {
    const { backend, operation, paths } = open({
      a: { [`/tx/${source}/hex`]: answer },
      b: { [`/tx/${source}/hex`]: hex },
    });
    const found = await backend.previousTransactions([source], operation);
    expect(toHex(found.get(source) as Uint8Array)).toBe(stripped);
    expect(paths('a')).toHaveLength(1);
  });

  it('are asked for four at a time', async () => {
    const { backend, operation, mostAtOnce } = open({ a: { ...tip, [`/tx/${source}/hex`]: hex } });
    await backend.tip(operation);
    const ids = Array.from({ length: 9 }, (_, i) => `${i}`.repeat(64));
    await expect(backend.previousTransactions([source, ...ids], operation)).rejects.toThrow(UpstreamError);
    expect(mostAtOnce()).toBe(4);
  });
});

describe('the redeem script of a p2sh address on Esplora', () => {
  // The recorded transaction spends a p2sh-p2wpkh coin of this address.
  const nested = '3Ph5M76RNXgyEe78JzPJYxSEEQZLRn4zE1';
  const page = recording('esplora-address-txs-chain-middle-page');
  const received = { ...page[0], vin: [{ txid, vout: 0, is_coinbase: false }] };

  it('is the script that an earlier spend showed', async () => {
    const { backend, operation } = open({ a: { [`/address/${nested}/txs`]: page } });
    const found = await backend.redeemScript?.(addressAccount(nested), operation);
    expect(toHex(found as Uint8Array)).toBe('0014f3ed3834faee5555322a2dd75177ebd393d86afa');
  });

  it('is searched on older pages', async () => {
    const { backend, operation } = open({
      a: { [`/address/${nested}/txs`]: [received], [`/address/${nested}/txs/chain/${received.txid}`]: page },
    });
    expect(await backend.redeemScript?.(addressAccount(nested), operation)).toBeDefined();
  });

  it('is undefined if nothing was spent, or only coins of another address', async () => {
    // Its redeem script is empty.
    const other = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
    const { backend, operation } = open({
      a: {
        [`/address/${nested}/txs`]: [received],
        [`/address/${nested}/txs/chain/${received.txid}`]: [],
        [`/address/${other}/txs`]: page,
        [`/address/${other}/txs/chain/${page[24].txid}`]: [],
      },
    });
    expect(await backend.redeemScript?.(addressAccount(nested), operation)).toBeUndefined();
    expect(await backend.redeemScript?.(addressAccount(other), operation)).toBeUndefined();
  });
});

describe('the fee rate of an Esplora endpoint', () => {
  const precise = { fastestFee: 2.023, halfHourFee: 1.094, hourFee: 0.502, economyFee: 0.2, minimumFee: 0.1 };
  const withBoth = { '/v1/fees/precise': precise, '/fee-estimates': recording('esplora-fee-estimates') };

  it.each([
    [1, 2_023n],
    [undefined, 1_094n],
    [3, 1_094n],
    [6, 502n],
    [144, 200n],
  ])('within %s blocks is what mempool.space sees', async (target, rate) => {
    const { backend, operation } = open({ a: withBoth });
    expect((await backend.feeRate({ endpoint: 'a' }, operation, target)).rate).toBe(rate);
    expect(operation.trace.roundTrips).toBe(1);
  });

  it.each([
    [1, 4_178n],
    [3, 4_178n],
    [6, 2_114n],
    // 0.24600000000000002: the error of a double is no reason to round up.
    [144, 246n],
    [1_008, 246n],
    [2_000, undefined],
  ])('within %s blocks is the estimate of the node elsewhere', async (target, rate) => {
    const estimates = { '/fee-estimates': recording('esplora-fee-estimates') };
    for (const absent of [new Status(404, 'endpoint does not exist'), '<html>', { fastestFee: 'x' }]) {
      const { backend, operation } = open({ a: { ...estimates, '/v1/fees/precise': absent } });
      expect((await backend.feeRate({ endpoint: 'a' }, operation, target)).rate).toBe(rate);
    }
  });

  it('is the estimate for the next larger number of blocks', async () => {
    const { backend, operation } = open({
      a: { '/v1/fees/precise': new Status(404), '/fee-estimates': { 2: 9, 25: 1.0001, 144: 0.5 } },
    });
    expect((await backend.feeRate({ endpoint: 'a' }, operation)).rate).toBe(1_001n);
  });

  it('is undefined without an estimate', async () => {
    for (const answer of [{}, new Status(404, 'not found')]) {
      const { backend, operation } = open({ a: { '/v1/fees/precise': new Status(404), '/fee-estimates': answer } });
      expect((await backend.feeRate({ endpoint: 'a' }, operation)).rate).toBeUndefined();
    }
  });

  it('costs one request from the second time on, for either list of estimates', async () => {
    const { backend, operation, paths } = open({
      a: withBoth,
      b: { '/v1/fees/precise': new Status(404), '/fee-estimates': { 3: 5 } },
    });
    for (const endpoint of ['a', 'a', 'b', 'b']) await backend.feeRate({ endpoint }, operation);
    expect(paths('a')).toEqual(['/v1/fees/precise', '/fee-estimates', '/v1/fees/precise']);
    expect(paths('b')).toEqual(['/v1/fees/precise', '/fee-estimates', '/fee-estimates']);
  });

  it('is refused if it is malformed', async () => {
    for (const estimates of [{ 3: -1 }, { 3: '5' }, { 3: 1e12 }, { fast: 1 }, []]) {
      const { backend, operation } = open({ a: { '/v1/fees/precise': new Status(404), '/fee-estimates': estimates } });
      await expect(backend.feeRate({ endpoint: 'a' }, operation)).rejects.toThrow(UpstreamError);
    }
  });

  it('does not count if the endpoint serves another chain', async () => {
    const { backend, operation } = open({ a: { ...withBoth, '/block-height/961632': 'ab'.repeat(32) } });
    await expect(backend.feeRate({ endpoint: 'a' }, operation)).rejects.toThrow(UpstreamError);
  });
});

describe('sending on Esplora', () => {
  it('answers the id', async () => {
    const { backend, operation, sent } = open({ a: { 'POST /tx': `${txid}\n` } });
    expect(await backend.send('0200', 'a', operation)).toEqual({ ok: true, txid });
    expect(sent).toEqual([
      { to: 'a', path: '/block-height/961632', body: undefined },
      { to: 'a', path: 'POST /tx', body: '0200' },
    ]);
    expect(operation.trace.roundTrips).toBe(1);
  });

  it("passes on the node's refusal", async () => {
    const text = 'sendrawtransaction RPC error: {"code":-26,"message":"dust"}';
    const { backend, operation, upstream } = open({ a: { 'POST /tx': new Status(400, text) }, b: {} });
    expect(await backend.send('0200', 'a', operation)).toEqual({ ok: false, code: -26, message: 'dust' });
    expect(upstream.status()[0]?.healthy).toBe(true);
  });

  it('fails if nobody answers, or only a proxy', async () => {
    for (const answer of ['dead', new Status(502), new Status(400, '<html>Bad Request</html>'), 'thank you']) {
      const { backend, operation } = open({ a: { 'POST /tx': answer }, b: { 'POST /tx': txid } });
      await expect(backend.send('0200', 'a', operation)).rejects.toMatchObject({ maybeSent: true });
    }
  });
});

describe('the spend of an output on Esplora', () => {
  it('is a transaction or undefined', async () => {
    const { backend, operation } = open({
      a: {
        [`/tx/${txid}/outspend/0`]: { spent: true, txid: 'ab'.repeat(32), vin: 0, status: { confirmed: false } },
        [`/tx/${txid}/outspend/1`]: { spent: false },
      },
    });
    expect(await backend.spender?.({ txid, vout: 0 }, operation)).toBe('ab'.repeat(32));
    expect(await backend.spender?.({ txid, vout: 1 }, operation)).toBeUndefined();
  });
});

describe('the tip on Esplora', () => {
  it('is a height', async () => {
    const { backend, operation } = open({ a: { '/blocks/tip/height': 'soon' }, b: tip });
    expect(await backend.tip(operation)).toBe(949_548);
  });
});
