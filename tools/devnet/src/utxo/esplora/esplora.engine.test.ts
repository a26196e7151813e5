import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressMembers, esploraTransactions, listedCoin, shapeOf } from '../../../test/esplora-answers.ts';
import { scriptOf } from '../addresses.ts';
import { type LitecoinEngine, litecoinIsAvailable, startLitecoin } from '../index.ts';

// The shapes come from real servers' answers, the values from the node.

interface Transaction {
  txid: string;
  fee: number;
  weight: number;
  vin: { prevout: object | null; witness: string[] }[];
  vout: { scriptpubkey: string; scriptpubkey_address?: string; value: number }[];
  status: object;
}

interface Stats {
  tx_count: number;
  funded_txo_count: number;
  funded_txo_sum: number;
  spent_txo_count: number;
  spent_txo_sum: number;
}

/** Unused addresses, one for each test that needs its own. */
let used = 0;
function freshScript(): Uint8Array {
  used += 1;
  return Buffer.from(`0014${used.toString(16).padStart(40, '0')}`, 'hex');
}

const scriptHash = (script: Uint8Array) => createHash('sha256').update(script).digest('hex');
const none: Stats = { tx_count: 0, funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0 };

describe.skipIf(!litecoinIsAvailable())("the engine's face (needs litecoind)", () => {
  let engine: LitecoinEngine;
  beforeAll(async () => {
    engine = await startLitecoin({ blocks: 120, utxoLimit: 60 });
  });
  afterAll(() => engine.stop());

  async function ask(path: string, init?: RequestInit): Promise<[number, string]> {
    const response = await fetch(`${engine.url}${path}`, init);
    return [response.status, await response.text()];
  }

  async function read<T>(path: string): Promise<T> {
    const [status, text] = await ask(path);
    expect([path, status]).toEqual([path, 200]);
    return JSON.parse(text) as T;
  }

  it('tells heights and hashes in text, at once', async () => {
    await engine.mine();
    const height = await engine.height();
    const hash = await engine.rpc<string>('getbestblockhash');
    expect(await ask('/blocks/tip/height')).toEqual([200, String(height)]);
    expect(await ask('/blocks/tip/hash')).toEqual([200, hash]);
    expect(await ask('/block-height/0')).toEqual([200, engine.genesisHash]);
    expect(await ask(`/block-height/${height}`)).toEqual([200, hash]);
    expect(await ask(`/block-height/${height + 1}`)).toEqual([404, 'Block not found']);
    expect(await ask('/block-height/x')).toEqual([400, 'Invalid number']);
  });

  it('counts payments to a script, in the chain and in the mempool', async () => {
    const script = freshScript();
    const path = `/scripthash/${scriptHash(script)}`;
    expect(await read(path)).toEqual({ scripthash: scriptHash(script), chain_stats: none, mempool_stats: none });
    await engine.pay([
      { to: script, amount: 1_000n },
      { to: script, amount: 2_000n },
    ]);
    await engine.pay([{ to: script, amount: 4_000n }], { confirm: false });
    const chain = { ...none, tx_count: 1, funded_txo_count: 2, funded_txo_sum: 3_000 };
    const mempool = { ...none, tx_count: 1, funded_txo_count: 1, funded_txo_sum: 4_000 };
    expect(await read(path)).toEqual({ scripthash: scriptHash(script), chain_stats: chain, mempool_stats: mempool });
    await engine.mine();
    expect(await read(path)).toMatchObject({
      chain_stats: { tx_count: 2, funded_txo_sum: 7_000 },
      mempool_stats: none,
    });
  });

  it('answers addresses in the words of its network, in the shape of a real server', async () => {
    for (const { address } of engine.accounts) {
      const answer = await read<{ address: string; chain_stats: Stats }>(`/address/${address}`);
      expect(Object.keys(answer)).toEqual(addressMembers);
      expect(answer).toMatchObject({ address, chain_stats: { funded_txo_count: 5, funded_txo_sum: 4_000_100_000 } });
      const [coin] = await read<[object]>(`/address/${address}/utxo`);
      expect(shapeOf(coin)).toEqual(shapeOf(listedCoin));
    }
    // The same hash in bitcoin's spelling, and a text that is no address.
    expect(await ask('/address/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toEqual([400, 'Address on invalid network']);
    expect(await ask('/address/nowhere/utxo')).toEqual([400, 'Invalid Bitcoin address']);
    expect(await ask(`/scripthash/${'0'.repeat(62)}`)).toEqual([400, 'Invalid scripthash']);
    expect(await ask('/scripthash/xyz')).toEqual([400, 'Invalid hex string']);
  });

  it('leaves out coins that the mempool spends, and lists coins that it adds', async () => {
    const script = freshScript();
    const [coin] = await engine.pay([{ to: script, amount: 10_000n }], { confirm: false });
    const path = `/scripthash/${scriptHash(script)}/utxo`;
    expect(await read(path)).toEqual([{ ...coin, status: { confirmed: false }, value: 10_000 }]);
    await engine.mine();
    const block = await engine.rpc<{ hash: string; height: number; time: number }>('getblock', [
      await engine.rpc('getbestblockhash'),
    ]);
    const status = { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time };
    expect(await read(path)).toEqual([{ ...coin, status, value: 10_000 }]);

    // Each payment spends a coin of the faucet and adds another.
    const [payment] = await engine.pay([{ to: script, amount: 1_000n }], { confirm: false });
    const { vin, vout } = await read<{
      vin: { txid: string; vout: number; prevout: { scriptpubkey_address: string } }[];
      vout: { scriptpubkey_address: string }[];
    }>(`/tx/${payment?.txid}`);
    const [spent] = vin;
    const coins = await read<{ txid: string; vout: number }[]>(
      `/address/${spent?.prevout.scriptpubkey_address}/utxo`,
    ).catch(() => []);
    expect(coins.some(({ txid, vout: n }) => txid === spent?.txid && n === spent?.vout)).toBe(false);
    const change = await read<object[]>(`/address/${vout[1]?.scriptpubkey_address}/utxo`);
    expect(change).toMatchObject([{ txid: payment?.txid, vout: 1, status: { confirmed: false } }]);
    expect(await read(`/tx/${spent?.txid}/outspend/${spent?.vout}`)).toEqual({
      spent: true,
      txid: payment?.txid,
      vin: 0,
      status: { confirmed: false },
    });
    await engine.mine();
  });

  it('refuses an address with more coins than it lists', async () => {
    const to = freshScript();
    await engine.pay(Array.from({ length: 61 }, () => ({ to, amount: 1_000n })));
    expect(await ask(`/scripthash/${scriptHash(to)}/utxo`)).toEqual([400, 'Too many history entries']);
    expect(await read(`/scripthash/${scriptHash(to)}`)).toMatchObject({ chain_stats: { funded_txo_count: 61 } });
  });

  it('shows transactions as real servers do', async () => {
    // An address that no other test looks at, from the examples of BIP173.
    const to = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
    const [coin] = await engine.pay([{ to, amount: 123_456_789n }], { confirm: false });
    const id = coin?.txid ?? '';
    const pending = await read<Transaction>(`/tx/${id}`);
    expect(pending.status).toEqual({ confirmed: false });
    expect(await ask(`/tx/${id}/merkleblock-proof`)).toEqual([404, 'Transaction not found']);
    await engine.mine();
    const [, proof] = await ask(`/tx/${id}/merkleblock-proof`);
    expect(await engine.rpc('verifytxoutproof', [proof])).toEqual([id]);
    const transaction = await read<Transaction>(`/tx/${id}`);
    // One input and two outputs of segwit, like this transaction of bitcoin.
    expect(shapeOf(transaction)).toEqual(shapeOf(esploraTransactions[0]));
    expect(transaction.vout[0]).toEqual({
      scriptpubkey: Buffer.from(scriptOf(to)).toString('hex'),
      scriptpubkey_asm: `OP_0 OP_PUSHBYTES_20 ${Buffer.from(scriptOf(to)).toString('hex', 2)}`,
      scriptpubkey_type: 'v0_p2wpkh',
      scriptpubkey_address: to,
      value: 123_456_789,
    });
    const entry = await engine.rpc<{ hex: string; weight: number }>('getrawtransaction', [id, true]);
    expect(transaction.weight).toBe(entry.weight);
    // The faucet pays two smallest units for a virtual byte.
    expect(transaction.fee).toBe(2 * Math.ceil(entry.weight / 4));
    expect(await ask(`/tx/${id}/hex`)).toEqual([200, entry.hex]);
    expect(await read(`/tx/${id}/status`)).toEqual(transaction.status);
    expect(await read(`/tx/${id}/outspends`)).toEqual([{ spent: false }, { spent: false }]);
    expect(await ask(`/tx/${'0'.repeat(64)}`)).toEqual([404, 'Transaction not found']);
    expect(await ask(`/tx/${'0'.repeat(64)}/outspends`)).toEqual([404, 'Transaction not found']);
    expect(await ask('/tx/00')).toEqual([400, 'Invalid hex string']);
  });

  it('shows coinbases', async () => {
    await engine.mine();
    const { tx } = await engine.rpc<{ tx: string[] }>('getblock', [await engine.rpc('getbestblockhash')]);
    const transaction = await read<Transaction>(`/tx/${tx[0]}`);
    expect(transaction).toMatchObject({
      fee: 0,
      vin: [{ txid: '0'.repeat(64), vout: 4294967295, prevout: null, is_coinbase: true, sequence: 4294967295 }],
      vout: [{ scriptpubkey_type: 'v0_p2wpkh' }, { scriptpubkey_type: 'op_return', value: 0 }],
    });
    expect(transaction.vout[1]).not.toHaveProperty('scriptpubkey_address');
  });

  it('pages through a history, newest first', async () => {
    const to = freshScript();
    const ids: string[] = [];
    for (let i = 0; i < 30; i += 1) {
      const [coin] = await engine.pay([{ to, amount: 1_000n + BigInt(i) }]);
      ids.unshift(coin?.txid ?? '');
    }
    const [waiting] = await engine.pay([{ to, amount: 5_000n }], { confirm: false });
    const path = `/scripthash/${scriptHash(to)}/txs`;
    const list = async (rest = '') => (await read<Transaction[]>(path + rest)).map(({ txid }) => txid);
    expect(await list()).toEqual([waiting?.txid, ...ids.slice(0, 25)]);
    expect(await list('/mempool')).toEqual([waiting?.txid]);
    expect(await list('/chain')).toEqual(ids.slice(0, 25));
    expect(await list(`/chain/${ids[24]}`)).toEqual(ids.slice(25));
    expect(await list(`/chain/${ids[29]}`)).toEqual([]);
    expect(await list(`/chain/${'0'.repeat(64)}`)).toEqual([]);
    expect(await list('/chain/none')).toEqual(ids.slice(0, 25));
    await engine.mine();
    expect(await list('/mempool')).toEqual([]);
    expect((await list('/chain'))[0]).toBe(waiting?.txid);
  });

  it('follows the node onto another branch', async () => {
    const to = freshScript();
    const path = `/scripthash/${scriptHash(to)}`;
    const height = await engine.height();
    const [coin] = await engine.pay([{ to, amount: 3_000n }]);
    expect(await read(path)).toMatchObject({ chain_stats: { tx_count: 1 }, mempool_stats: { tx_count: 0 } });
    await engine.rpc('invalidateblock', [await engine.rpc('getbestblockhash')]);
    expect(await ask('/blocks/tip/height')).toEqual([200, String(height)]);
    // The node puts the transaction of the lost block back into its mempool.
    expect(await read(path)).toMatchObject({ chain_stats: none, mempool_stats: { tx_count: 1 } });
    expect(await read(`/tx/${coin?.txid}/status`)).toEqual({ confirmed: false });
    // These are other blocks: the node still refuses the lost one.
    await engine.rpc('generatetodescriptor', [2, 'raw(51)']);
    expect(await read(path)).toMatchObject({ chain_stats: { tx_count: 1 }, mempool_stats: none });
    expect(await read(`/tx/${coin?.txid}/status`)).toMatchObject({ confirmed: true, block_height: height + 1 });
    expect(await ask('/blocks/tip/height')).toEqual([200, String(height + 2)]);
  });

  it('answers many requests at once while blocks are made', async () => {
    const to = freshScript();
    const asking = Array.from({ length: 40 }, () => read<{ chain_stats: Stats }>(`/scripthash/${scriptHash(to)}`));
    await Promise.all([...asking, engine.pay([{ to, amount: 3_000n }]), engine.mine(3)]);
    expect(await read(`/scripthash/${scriptHash(to)}`)).toMatchObject({ chain_stats: { tx_count: 1 } });
  });

  it('broadcasts, and answers with the words of the node', async () => {
    const [coin] = await engine.pay([{ to: freshScript(), amount: 3_000n }], { confirm: false });
    const raw = await engine.rpc<string>('getrawtransaction', [coin?.txid]);
    expect(await ask('/tx', { method: 'POST', body: raw })).toEqual([200, coin?.txid]);
    await engine.mine();
    expect(await ask('/tx', { method: 'POST', body: raw })).toEqual([
      400,
      'sendrawtransaction RPC error: {"code":-27,"message":"Transaction already in block chain"}',
    ]);
    expect(await ask('/tx', { method: 'POST', body: '0200' })).toEqual([
      400,
      'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed. Make sure the tx has at least one input."}',
    ]);
  });

  it('tells fees for the targets that the node has an estimate for', async () => {
    const fees = await read<Record<string, number>>('/fee-estimates');
    for (const [target, fee] of Object.entries(fees)) {
      const { feerate } = await engine.rpc<{ feerate: number }>('estimatesmartfee', [Number(target)]);
      expect(fee).toBeCloseTo(feerate * 1e5, 3);
    }
  });

  it.each([
    '/',
    '/v1/fees/precise',
    '/tx',
    '/tx/',
    `/tx/${'0'.repeat(64)}/more`,
    `/scripthash/${'0'.repeat(64)}/txs/chain/a/b`,
    '/blocks/tip/width',
  ])('has nothing at %s', async (path) => {
    expect(await ask(path)).toEqual([404, `endpoint does not exist ${JSON.stringify(path)}`]);
  });
});

describe.skipIf(!litecoinIsAvailable())("the face of an engine of litecoin's (needs litecoind)", () => {
  it('shows a HogEx as a node gives it, without its parts inside MWEB', async () => {
    const engine = await startLitecoin({ chainId: 'litecoin', mweb: true });
    try {
      const [account] = engine.accounts;
      const coin = await engine.pegOut(account?.address ?? '', 5_000_000n);
      const answer = (await (await fetch(`${engine.url}/tx/${coin.txid}`)).json()) as Transaction;
      expect(answer.vout[0]?.scriptpubkey).toMatch(/^5820[0-9a-f]{64}$/);
      expect(answer.vout[coin.vout]).toMatchObject({ scriptpubkey_address: account?.address, value: 5_000_000 });
      const hex = await (await fetch(`${engine.url}/tx/${coin.txid}/hex`)).text();
      // The flag of MWEB, in the place of the flag of witnesses.
      expect(hex).toMatch(/^02000000000801/);
      expect(hex).toBe(await engine.rpc('getrawtransaction', [coin.txid]));
    } finally {
      await engine.stop();
    }
  });
});
