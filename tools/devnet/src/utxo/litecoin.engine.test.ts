import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import * as ecc from '@bitcoinerlab/secp256k1';
import { temporaryFolder } from '@isochain/leash';
import { crypto, initEccLib, Psbt, Transaction, toXOnly } from 'bitcoinjs-lib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { scriptOf } from './addresses.ts';
import type { LitecoinEngine, Outpoint, UtxoAccount } from './index.ts';
import { type LitecoinOptions, litecoinIsAvailable, startLitecoin } from './index.ts';
import { litecoinIsMissing } from './litecoind.ts';

initEccLib(ecc);

if (!litecoinIsAvailable()) console.warn(`Tests of the UTXO engine are skipped: ${litecoinIsMissing}.`);
const needsNode = describe.skipIf(!litecoinIsAvailable());
const nobody = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7';

async function start(options?: LitecoinOptions): Promise<LitecoinEngine> {
  const engine = await startLitecoin({ blocks: 120, ...options });
  onTestFinished(() => engine.stop());
  return engine;
}

/** Spends a whole coin of an account to one output, with bitcoinjs-lib. */
function spend(
  account: UtxoAccount,
  coin: Outpoint & { value: bigint },
  to: string,
  amount: bigint,
  sequence = 0xfffffffd,
) {
  const publicKey = Buffer.from(account.publicKey, 'hex');
  const key = Buffer.from(account.privateKey.slice(2), 'hex');
  const psbt = new Psbt({ maximumFeeRate: 1_000_000 });
  const witnessUtxo = { script: scriptOf(account.address), value: coin.value };
  const taproot = account.type === 'p2tr' ? { tapInternalKey: toXOnly(publicKey) } : {};
  psbt.addInput({ hash: coin.txid, index: coin.vout, sequence, witnessUtxo, ...taproot });
  psbt.addOutput({ script: scriptOf(to), value: amount });
  if (account.type === 'p2tr') {
    const even = publicKey[0] === 3 ? ecc.privateNegate(key) : key;
    const tweaked = ecc.privateAdd(even, crypto.taggedHash('TapTweak', toXOnly(publicKey)));
    if (tweaked === null) throw new Error('no such key');
    psbt.signInput(0, {
      publicKey: Buffer.from(ecc.pointFromScalar(tweaked, true) ?? []),
      sign: (hash) => ecc.sign(hash, tweaked),
      signSchnorr: (hash) => ecc.signSchnorr(hash, tweaked),
    });
  } else {
    psbt.signInput(0, { publicKey, sign: (hash) => ecc.sign(hash, key) });
  }
  return psbt.finalizeAllInputs().extractTransaction(true).toHex();
}

function accountOf(engine: LitecoinEngine, type: UtxoAccount['type']): UtxoAccount {
  const account = engine.accounts.find((one) => one.type === type);
  if (account === undefined) throw new Error(`no ${type}`);
  return account;
}

needsNode('an engine of bitcoin-testnet (needs litecoind)', () => {
  let engine: LitecoinEngine;
  /** Of the accounts, read before tests pay to them. */
  let balances: bigint[];
  /** By how many seconds the newest block was ahead of the clock right after the start. */
  let ahead: number;
  beforeAll(async () => {
    engine = await startLitecoin({ blocks: 120 });
    balances = await Promise.all(engine.accounts.map(({ address }) => engine.balanceOf(address)));
    const { time } = await engine.rpc<{ time: number }>('getblockheader', [await engine.rpc('getbestblockhash')]);
    ahead = time - Date.now() / 1000;
  });
  afterAll(() => engine.stop());

  it('is what it says it is', async () => {
    const genesisHash = '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9';
    expect(engine).toMatchObject({ name: 'litecoind', chainId: 'bitcoin-testnet', family: 'bitcoin', tokens: [] });
    expect(engine.settings).toEqual({
      endpoints: [
        { url: engine.url, name: 'litecoind', kind: 'esplora' },
        { url: engine.rpcUrl, name: 'litecoind-rpc', kind: 'core' },
      ],
      oldestBlockMs: 0,
      options: { genesisHash },
    });
    expect(engine.genesisHash).toBe(genesisHash);
    expect(engine.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(engine.rpcUrl).toMatch(/^http:\/\/isochain:[\w-]+@127\.0\.0\.1:\d+$/);
    expect(await engine.rpc('getnetworkinfo')).toMatchObject({ connections: 0 });
  });

  it('has accounts with several coins each, and tells all balances at once', () => {
    expect(engine.accounts.map(({ type }) => type)).toEqual(['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh']);
    expect(balances).toEqual(engine.accounts.map(() => 4_000_100_000n));
  });

  it('gives no block a time in the future', () => {
    // Blocks that tests mine at once get later times, because a time must be above the median of eleven.
    expect(ahead).toBeLessThanOrEqual(1);
  });

  it('funds addresses of any network, and scripts', async () => {
    const before = await engine.balanceOf(nobody);
    await engine.fund(nobody, 330n);
    expect(await engine.balanceOf(nobody)).toBe(before + 330n);
    await engine.fund('342ftSRCvFHfCeFFBuz4xwbeqnDw6BGUey', 5_000n);
    await engine.fund('DQyGohGYpVsq1oyLh35PpRz5kf3qwZonzL', 6_000n);
    const script = 'a91419a7d869032368fd1f1e26e5e73a4ad0e474960e87';
    const coin = await engine.fundScript(script, 7_000n);
    expect(await engine.balanceOf(Buffer.from(script, 'hex'))).toBe(12_000n);
    expect(await engine.rpc('gettxout', [coin.txid, coin.vout])).toMatchObject({ value: 0.00007, confirmations: 1 });
    await expect(engine.fund('nowhere', 1n)).rejects.toThrow('nowhere is not an address that this engine knows.');
  });

  it('pays thousands at once, and returns the coin of each', async () => {
    const to = accountOf(engine, 'p2pkh').address;
    const before = await engine.balanceOf(to);
    const coins = await engine.pay(Array.from({ length: 2_500 }, (_, i) => ({ to, amount: 1_000n + BigInt(i) })));
    expect(coins).toHaveLength(2_500);
    expect(new Set(coins.map(({ txid }) => txid)).size).toBe(2);
    expect(await engine.balanceOf(to)).toBe(before + 2_500n * 1_000n + (2_499n * 2_500n) / 2n);
    const last = coins.at(-1);
    expect(await engine.rpc('gettxout', [last?.txid, last?.vout])).toMatchObject({ value: 0.00003499 });
  });

  it('leaves its payments in the mempool if asked to', async () => {
    const height = await engine.height();
    const [coin] = await engine.pay([{ to: nobody, amount: 10_000n }], { confirm: false });
    expect(await engine.rpc('getrawmempool')).toEqual([coin?.txid]);
    expect(await engine.height()).toBe(height);
    await engine.mine();
    expect(await engine.height()).toBe(height + 1);
    await engine.mine(3);
    expect(await engine.height()).toBe(height + 4);
    expect(await engine.rpc('getrawmempool')).toEqual([]);
  });

  it.each(['p2wpkh', 'p2tr'] as const)('takes transactions signed by the key of its %s account', async (type) => {
    const account = accountOf(engine, type);
    const coin = { ...(await engine.fundScript(scriptOf(account.address), 100_000n)), value: 100_000n };
    const raw = spend(account, coin, nobody, 99_000n);
    expect(await engine.testMempoolAccept(raw)).toMatchObject({
      txid: Transaction.fromHex(raw).getId(),
      allowed: true,
    });
    // Signed over another amount. Segwit signatures cover the amount.
    const wrong = spend(account, { ...coin, value: 100_001n }, nobody, 99_000n);
    const { allowed, 'reject-reason': reason } = await engine.testMempoolAccept(wrong);
    expect([allowed, reason]).toEqual([false, expect.stringContaining('non-mandatory-script-verify-flag')]);
  });

  it('has the dust limits and replacements of Bitcoin Core', async () => {
    const account = accountOf(engine, 'p2wpkh');
    const coin = { ...(await engine.fundScript(scriptOf(account.address), 5_000n)), value: 5_000n };
    expect((await engine.testMempoolAccept(spend(account, coin, account.address, 294n))).allowed).toBe(true);
    const dust = await engine.testMempoolAccept(spend(account, coin, account.address, 293n));
    expect(dust).toMatchObject({ allowed: false, 'reject-reason': 'dust' });
    await engine.rpc('sendrawtransaction', [spend(account, coin, account.address, 4_000n)]);
    expect((await engine.testMempoolAccept(spend(account, coin, account.address, 3_000n))).allowed).toBe(true);
    await engine.mine();
  });

  it('has no MWEB', async () => {
    await expect(engine.pegOut(nobody, 1n)).rejects.toThrow('litecoind has no MWEB. Start it with `mweb: true`.');
  });

  it('passes on refusals of the node, with their code', async () => {
    await expect(engine.rpc('getblockhash', [1e6])).rejects.toMatchObject({
      name: 'RpcError',
      code: -8,
      reason: 'Block height out of range',
      message: 'getblockhash: Block height out of range (-8)',
    });
  });
});

needsNode('options of the engine (needs litecoind)', () => {
  it('judges as Litecoin Core does when it stands in for litecoin', async () => {
    const engine = await start({ chainId: 'litecoin' });
    const account = accountOf(engine, 'p2wpkh');
    expect(account.address).toMatch(/^ltc1q/);
    const coin = { ...(await engine.fundScript(scriptOf(account.address), 50_000n)), value: 50_000n };
    expect((await engine.testMempoolAccept(spend(account, coin, account.address, 2_940n))).allowed).toBe(true);
    const dust = await engine.testMempoolAccept(spend(account, coin, account.address, 2_939n));
    expect(dust['reject-reason']).toBe('dust');
    await engine.rpc('sendrawtransaction', [spend(account, coin, account.address, 40_000n)]);
    const conflict = await engine.testMempoolAccept(spend(account, coin, account.address, 30_000n));
    expect(conflict['reject-reason']).toBe('txn-mempool-conflict');
  });

  it('pays out of MWEB a coin that can be spent six blocks later', async () => {
    const engine = await start({ chainId: 'litecoin', mweb: true });
    const account = accountOf(engine, 'p2tr');
    const coin = { ...(await engine.pegOut(account.address, 1_000_000n)), value: 1_000_000n };
    const raw = spend(account, coin, account.address, 900_000n);
    await engine.mine(4);
    expect(await engine.testMempoolAccept(raw)).toMatchObject({
      'reject-reason': 'bad-txns-premature-spend-of-pegout',
    });
    await engine.mine();
    expect(await engine.testMempoolAccept(raw)).toMatchObject({ allowed: true });
  });

  it('judges relative time locks from its default height on', async () => {
    const engine = await start({ blocks: 600, bare: true });
    const [account] = engine.accounts;
    if (account === undefined) throw new Error('no account');
    expect(await engine.balanceOf(account.address)).toBe(0n);
    const coin = { ...(await engine.fundScript(scriptOf(account.address), 10_000n)), value: 10_000n };
    // One block after the block with the coin, and two blocks after it.
    const next = await engine.testMempoolAccept(spend(account, coin, account.address, 9_000n, 1));
    expect(next.allowed).toBe(true);
    const later = await engine.testMempoolAccept(spend(account, coin, account.address, 9_000n, 2));
    expect(later['reject-reason']).toBe('non-BIP68-final');
  });

  it('makes blocks by the clock until it is stopped', async () => {
    const engine = await start({ blockTime: 0.2, bare: true });
    const before = await engine.height();
    await expect.poll(() => engine.height(), { timeout: 60_000 }).toBeGreaterThan(before + 1);
    await engine.stop();
    await expect(engine.height()).rejects.toThrow(
      /^litecoind is gone \(.+\), so nothing answers getblockcount\. It wrote last:\n/,
    );
    await engine.stop();
  });
});

const endings: Record<string, (parent: ChildProcess) => void> = {
  'is killed': (parent) => parent.kill('SIGKILL'),
  'forgets its engine and comes to its end': (parent) => parent.stdin?.end(),
  'stops it': (parent) => parent.stdin?.write('stop\n'),
};

needsNode('an engine (needs litecoind)', () => {
  it.each(Object.entries(endings))('leaves neither a process nor a directory when its parent %s', async (_, end) => {
    const { path: place, remove } = temporaryFolder('test');
    onTestFinished(remove);
    const script = `
      const { startLitecoin } = await import(${JSON.stringify(new URL('./litecoin.ts', import.meta.url).href)});
      const engine = await startLitecoin({ blocks: 120, blockTime: 1 });
      process.stdin.once('data', () => engine.stop().then(() => process.stdin.destroy()));
      console.log(engine.rpcUrl);`;
    const parent = spawn(process.execPath, ['--conditions=isochain-source', '--input-type=module', '-e', script], {
      env: { ...process.env, TMPDIR: place },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      parent.kill('SIGKILL');
    });
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
    const { origin } = new URL(String(chunk).trim());
    expect((await fetch(origin)).status).toBe(405);
    expect(await readdir(place)).toEqual([expect.stringMatching(/^isochain-litecoind-/)]);

    end(parent);
    await once(parent, 'exit');
    await expect.poll(() => readdir(place), { timeout: 60_000, interval: 50 }).toEqual([]);
    const isGone = () =>
      fetch(origin).then(
        () => false,
        (error: Error) => error.message === 'fetch failed',
      );
    await expect.poll(isGone, { timeout: 60_000, interval: 50 }).toBe(true);
  });
});
