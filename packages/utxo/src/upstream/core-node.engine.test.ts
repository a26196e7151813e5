import { pbkdf2Sync } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import { openKinds, toHex } from '@isochain/core';
import { createUpstream } from '@isochain/core/upstream';
import { mnemonic } from '@isochain/devnet/mnemonic';
import { type LitecoinEngine, litecoinIsAvailable, startLitecoin, type UtxoAccount } from '@isochain/devnet/utxo';
import { BIP32Factory } from 'bip32';
import { networks, Psbt, Transaction } from 'bitcoinjs-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountOf } from '../address/account-id.ts';
import { outputsOf } from '../bytes/raw-transaction.ts';
import type { UtxoChainId } from '../chains.ts';
import type { CoinList } from '../coin.ts';
import { contextOf } from '../context.ts';
import { createCoreNode } from './core-node.ts';
import { upstreamKinds } from './kinds.ts';

if (!litecoinIsAvailable()) {
  console.warn(
    'Tests of the node interface are skipped: litecoind is not installed (Debian has it as package litecoind).',
  );
}
const needsNode = describe.skipIf(!litecoinIsAvailable());

function open(engine: LitecoinEngine) {
  const chainId = engine.chainId as UtxoChainId;
  const options = { endpoints: engine.settings.endpoints, genesisHash: engine.genesisHash };
  const context = contextOf(chainId, options);
  const upstream = createUpstream({
    chainId,
    endpoints: options.endpoints ?? [],
    kinds: openKinds(upstreamKinds, context),
    defaultMaxBatch: 100,
  });
  const backend = createCoreNode(context);
  const operation = () => upstream.operation();
  return {
    backend,
    operation,
    endpoint: context.endpointsOf('core')[0] ?? '',
    coins: (owner: string) => backend.coins(accountOf(context.network, owner), operation()),
    totals: (owner: string) => backend.totals(accountOf(context.network, owner), operation()),
  };
}

const sum = ({ coins }: CoinList) => coins.reduce((total, { value }) => total + value, 0n);

needsNode('a node of bitcoin-testnet (needs litecoind)', () => {
  let engine: LitecoinEngine;
  let node: ReturnType<typeof open>;
  beforeAll(async () => {
    engine = await startLitecoin({ blocks: 120 });
    node = open(engine);
  });
  afterAll(() => engine?.stop());
  // A test must not see what another test left in the mempool.
  beforeEach(() => engine.mine());

  const account = (type: UtxoAccount['type']) => {
    const found = engine.accounts.find((one) => one.type === type);
    if (found === undefined) throw new Error(`no ${type}`);
    return found;
  };

  /** An account-level key of the test mnemonic, by a library that is not ours. */
  function accountKey(purpose: number, index = 0): string {
    const seed = pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512');
    return BIP32Factory(ecc)
      .fromSeed(seed, networks.testnet)
      .derivePath(`m/${purpose}'/1'/${index}'`)
      .neutered()
      .toBase58();
  }

  /** Signs a transfer from a p2wpkh account by a library that is not ours. */
  function transfer(coin: CoinList['coins'][number], outputs: readonly { address: string; value: bigint }[]): string {
    const { address, publicKey, privateKey } = account('p2wpkh');
    const psbt = new Psbt({ network: networks.testnet });
    const script = Buffer.from(outputScript(address));
    psbt.addInput({ hash: coin.txid, index: coin.vout, witnessUtxo: { script, value: coin.value } });
    for (const output of outputs) psbt.addOutput(output);
    const key = Buffer.from(privateKey.slice(2), 'hex');
    psbt.signInput(0, { publicKey: Buffer.from(publicKey, 'hex'), sign: (hash) => ecc.sign(hash, key) });
    return psbt.finalizeAllInputs().extractTransaction(true).toHex();
  }

  function outputScript(address: string): Uint8Array {
    const owner = accountOf(contextOf('bitcoin-testnet').network, address);
    return owner.kind === 'address' ? owner.script : new Uint8Array();
  }

  it.each(['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const)('finds the coins of a %s address', async (type) => {
    const { address } = account(type);
    const list = await node.coins(address);
    expect(sum(list)).toBe(await engine.balanceOf(address));
    expect(list.coins.map(({ value }) => value)).toContain(100_000n);
    expect(list.coins.every(({ height }) => height !== undefined && height <= list.tip)).toBe(true);
    expect(list).toMatchObject({ tip: await engine.height(), isUsed: true, unused: undefined });
    expect(await node.totals(address)).toEqual({ confirmed: sum(list), pending: 0n });
  });

  it.each([
    [44, 'pkh(', ')', 'p2pkh'],
    [49, 'sh(wpkh(', '))', 'p2sh-p2wpkh'],
    [84, 'wpkh(', ')', 'p2wpkh'],
    // The node does not know tr().
    [86, 'tr(', ')', 'p2tr'],
  ] as const)('finds the coins of an extended key by BIP%i', async (purpose, before, after, type) => {
    const owner = `${before}[00000000/${purpose}h/1h/0h]${accountKey(purpose)}/<0;1>/*${after}`;
    const list = await node.coins(owner);
    expect(sum(list)).toBe(await engine.balanceOf(account(type).address));
    expect(list.coins.map(({ position }) => position)).toEqual(list.coins.map(() => ({ branch: 0, index: 0 })));
    expect(list.unused).toEqual({ receiving: 1, change: 0 });
  });

  it('finds the coins of other addresses of an extended key, in the mempool too', async () => {
    const key = BIP32Factory(ecc).fromBase58(accountKey(84, 1), networks.testnet);
    const at = (branch: number, index: number) =>
      Buffer.concat([Buffer.from('0014', 'hex'), Buffer.from(key.derive(branch).derive(index).identifier)]);
    await engine.fundScript(at(0, 700), 7_000n);
    await engine.fundScript(at(1, 3), 8_000n);
    await engine.pay([{ to: at(1, 4), amount: 9_000n }], { confirm: false });
    const list = await node.coins(`wpkh(${accountKey(84, 1)})`);
    const places = list.coins.map(({ value, position }) => [value, position?.branch, position?.index]);
    expect(places).toContainEqual([7_000n, 0, 700]);
    expect(places).toContainEqual([8_000n, 1, 3]);
    expect(places).toContainEqual([9_000n, 1, 4]);
    expect(list.unused).toEqual({ receiving: 701, change: 5 });
  });

  it('follows coins through the mempool', async () => {
    const { address } = account('p2wpkh');
    const before = await node.coins(address);
    const coin = before.coins.find(({ value }) => value === 1_000_000_000n);
    if (coin === undefined) throw new Error('no coin');
    const foreign = account('p2pkh').address;
    const raw = transfer(coin, [
      { address: foreign, value: 600_000_000n },
      { address, value: 399_990_000n },
    ]);
    const sent = await node.backend.send(raw, node.endpoint, node.operation());
    const { txid } =
      Transaction.fromHex(raw).getId() === '' ? { txid: '' } : { txid: Transaction.fromHex(raw).getId() };
    expect(sent).toEqual({ ok: true, txid });
    await engine.pay([{ to: address, amount: 12_345n }], { confirm: false });

    const waiting = await node.coins(address);
    expect(waiting.coins.filter(({ height }) => height === undefined)).toHaveLength(2);
    const own = waiting.coins.find((one) => one.txid === txid);
    expect(own).toMatchObject({ vout: 1, value: 399_990_000n, isOwnChange: true, isCoinbase: false });
    expect(waiting.coins.find(({ value }) => value === 12_345n)).toMatchObject({ isOwnChange: false });
    expect(waiting.coins.some((one) => one.txid === coin.txid && one.vout === coin.vout)).toBe(false);
    expect(await node.totals(address)).toEqual({
      confirmed: sum(before),
      pending: 399_990_000n + 12_345n - 1_000_000_000n,
    });

    // Sent again it is in the mempool already, which the node takes for success.
    expect(await node.backend.send(raw, node.endpoint, node.operation())).toEqual({ ok: true, txid });
    const pending = await node.backend.transaction(txid, node.operation());
    expect(pending?.transaction).toMatchObject({
      height: undefined,
      fee: 10_000n,
      inputs: [{ txid: coin.txid, vout: coin.vout, value: 1_000_000_000n, address }],
      outputs: [
        { value: 600_000_000n, address: foreign },
        { value: 399_990_000n, address },
      ],
    });

    await engine.mine();
    const after = await node.coins(address);
    expect(sum(after)).toBe(sum(before) - 600_010_000n + 12_345n);
    expect(after.coins.find((one) => one.txid === txid)).toMatchObject({ height: after.tip, isCoinbase: false });
    const confirmed = await node.backend.transaction(txid, node.operation());
    expect(confirmed).toMatchObject({ tip: after.tip, transaction: { height: after.tip, fee: 10_000n } });

    // Spent: the answer depends on whether an output is left.
    const again = await node.backend.send(raw, node.endpoint, node.operation());
    expect(again).toEqual({ ok: false, code: -27, message: 'Transaction already in block chain' });
    const conflict = transfer(coin, [{ address: foreign, value: 1_000n }]);
    expect(await node.backend.send(conflict, node.endpoint, node.operation())).toMatchObject({
      ok: false,
      code: -25,
      message: 'bad-txns-inputs-missingorspent',
    });
  });

  it('knows the coins of miners', async () => {
    const { address } = account('p2tr');
    await engine.rpc('generatetodescriptor', [1, `raw(${toHex(outputScript(address))})`]);
    const list = await node.coins(address);
    expect(list.coins.filter(({ isCoinbase }) => isCoinbase === true)).toMatchObject([{ height: list.tip }]);
    expect(list.coins.filter(({ isCoinbase }) => isCoinbase !== true).length).toBeGreaterThanOrEqual(5);
    const txid = list.coins.find(({ isCoinbase }) => isCoinbase === true)?.txid ?? '';
    const found = await node.backend.transaction(txid, node.operation());
    expect(found?.transaction).toMatchObject({ isCoinbase: true, inputs: [], height: list.tip });
  });

  it('has previous transactions in full', async () => {
    const { coins } = await node.coins(account('p2pkh').address);
    const txids = [...new Set(coins.map(({ txid }) => txid))];
    const found = await node.backend.previousTransactions(txids, node.operation());
    for (const { txid, vout, value } of coins) {
      const bytes = found.get(txid) ?? new Uint8Array();
      expect(outputsOf(bytes)[vout]?.value).toBe(value);
      expect(Transaction.fromHex(toHex(bytes)).getId()).toBe(txid);
    }
  });

  it('answers undefined for unknown transactions', async () => {
    expect(await node.backend.transaction('ab'.repeat(32), node.operation())).toBeUndefined();
    await expect(node.backend.previousTransactions(['ab'.repeat(32)], node.operation())).rejects.toThrow();
  });

  it('tells its height, and that it lacks an estimate', async () => {
    expect(await node.backend.tip(node.operation())).toBe(await engine.height());
    expect((await node.backend.feeRate({ endpoint: node.endpoint }, node.operation())).rate).toBeUndefined();
  });

  it('tells why it refuses a transaction', async () => {
    expect(await node.backend.send('0200', node.endpoint, node.operation())).toEqual({
      ok: false,
      code: -22,
      message: 'TX decode failed. Make sure the tx has at least one input.',
    });
  });

  it('is not asked when it serves another chain', async () => {
    const { chainId, settings } = engine;
    const context = contextOf('bitcoin-testnet', { endpoints: settings.endpoints });
    const upstream = createUpstream({
      chainId,
      endpoints: settings.endpoints,
      kinds: openKinds(upstreamKinds, context),
    });
    await expect(createCoreNode(context).tip(upstream.operation())).rejects.toMatchObject({
      attempts: [{ outcome: 'rejected' }],
    });
  });
});

needsNode('a node of litecoin (needs litecoind)', () => {
  it('tells coins that left MWEB until they may be spent', async () => {
    const engine = await startLitecoin({ chainId: 'litecoin', mweb: true, bare: true });
    try {
      const node = open(engine);
      const owner = engine.accounts[0]?.address ?? '';
      const pegOut = await engine.pegOut(owner, 5_000_000n);
      await engine.fund(owner, 700_000n);
      const list = await node.coins(owner);
      expect(list.coins.find(({ txid }) => txid === pegOut.txid)).toMatchObject({
        ...pegOut,
        value: 5_000_000n,
        isPegOut: true,
      });
      expect(list.coins.find(({ value }) => value === 700_000n)).toMatchObject({ isPegOut: false });
      // What is spent from later has to hash to its id although the node writes it with a mark.
      const found = await node.backend.previousTransactions([pegOut.txid], node.operation());
      expect(outputsOf(found.get(pegOut.txid) ?? new Uint8Array())[pegOut.vout]?.value).toBe(5_000_000n);
      await engine.mine(5);
      const later = await node.coins(owner);
      expect(later.coins.map(({ isPegOut }) => isPegOut)).toEqual([false, false]);
    } finally {
      await engine.stop();
    }
  });
});
