import { JsonRpcProvider, Transaction, Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnvilEngine, startAnvil } from './anvil.ts';
import { prepareEvm } from './prepare.ts';
import { waitForReceipt } from './receipt.ts';

describe('an engine of the ethereum network', () => {
  let engine: AnvilEngine;
  /** Balances and nonces of the accounts, read before tests send. */
  let unused: { readonly balance: bigint; readonly nonce: string }[];
  beforeAll(async () => {
    engine = await startAnvil({ chainId: 'sepolia', nativeChainId: 11155111 });
    unused = await Promise.all(
      engine.accounts.map(async ({ address }) => ({
        balance: BigInt(await engine.rpc<string>('eth_getBalance', [address, 'latest'])),
        nonce: await engine.rpc<string>('eth_getTransactionCount', [address, 'latest']),
      })),
    );
  });
  afterAll(() => engine.stop());

  it('has the name, the chain id and the family that it announces', async () => {
    expect(engine).toMatchObject({
      name: 'anvil',
      chainId: 'sepolia',
      family: 'evm',
      network: 'ethereum',
      hardfork: 'osaka',
      tokens: [],
    });
    expect(engine.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await engine.rpc('eth_chainId')).toBe('0xaa36a7');
    expect(await engine.rpc('anvil_nodeInfo')).toMatchObject({ hardFork: 'Osaka' });
  });

  it('has funded and unused accounts', () => {
    expect(unused.length).toBeGreaterThan(0);
    for (const account of unused) expect(account).toEqual({ balance: 10_000n * 10n ** 18n, nonce: '0x0' });
  });

  it('adds to a balance', async () => {
    const somebody = '0x00000000000000000000000000000000000a11ce';
    await engine.fund(somebody, 5n);
    await engine.fund(somebody, 10n ** 30n);
    expect(BigInt(await engine.rpc<string>('eth_getBalance', [somebody, 'latest']))).toBe(10n ** 30n + 5n);
  });

  it('sets balance, nonce, code and storage', async () => {
    const somebody = '0x00000000000000000000000000000000000ca401';
    await engine.setBalance(somebody, 7n);
    await engine.setNonce(somebody, 3n);
    await engine.setCode(somebody, '0x60016000f3');
    await engine.setStorage(somebody, 2n, 255n);
    expect(await engine.rpc('eth_getBalance', [somebody, 'latest'])).toBe('0x7');
    expect(await engine.rpc('eth_getTransactionCount', [somebody, 'latest'])).toBe('0x3');
    expect(await engine.rpc('eth_getCode', [somebody, 'latest'])).toBe('0x60016000f3');
    expect(await engine.rpc('eth_getStorageAt', [somebody, '0x2', 'latest'])).toBe(`0x${'ff'.padStart(64, '0')}`);
    await engine.setCode(somebody, '0x');
    expect(await engine.rpc('eth_getCode', [somebody, 'latest'])).toBe('0x');
  });

  it('mines on demand', async () => {
    const before = Number(await engine.rpc('eth_blockNumber'));
    await engine.mine();
    await engine.mine(3);
    expect(Number(await engine.rpc('eth_blockNumber'))).toBe(before + 4);
  });

  it('keeps transactions waiting while automine is off', async () => {
    await engine.setAutomine(false);
    const hash = await engine.rpc<string>('eth_sendRawTransaction', [await signedTransfer(engine)]);
    expect(await waitForReceipt(engine, hash, 100)).toBeUndefined();
    await engine.mine();
    expect(await waitForReceipt(engine, hash)).toMatchObject({ status: '0x1', gasUsed: '0x5208' });
    await engine.setAutomine(true);
  });

  it('sets the base fee of the next block', async () => {
    await engine.setNextBaseFee(123_456_789_000n);
    await engine.mine();
    const block = await engine.rpc<{ baseFeePerGas: string }>('eth_getBlockByNumber', ['latest', false]);
    expect(BigInt(block.baseFeePerGas)).toBe(123_456_789_000n);
    await engine.setNextBaseFee(1_000_000_000n);
    await engine.mine();
  });

  it('passes on refusals of the engine, with their code', async () => {
    await expect(engine.rpc('eth_sendRawTransaction', ['0x00'])).rejects.toMatchObject({
      name: 'RpcError',
      code: -32602,
      message: expect.stringMatching(/^eth_sendRawTransaction: /),
    });
  });

  it('charges no L1 fees', () => {
    expect(() => engine.setL1Fees({ l1BaseFee: 1n })).toThrow(
      "anvil charges no L1 fees. Start it with network 'optimism'.",
    );
  });
});

describe('an engine with berlin rules', () => {
  let engine: AnvilEngine;
  beforeAll(async () => {
    engine = await startAnvil({ chainId: 'rootstock-testnet', nativeChainId: 31, hardfork: 'berlin' });
    await prepareEvm(engine);
  });
  afterAll(() => engine.stop());

  it('has no base fee', async () => {
    const block = await engine.rpc<Record<string, unknown>>('eth_getBlockByNumber', ['latest', false]);
    expect(block).toHaveProperty('gasLimit');
    expect(block).not.toHaveProperty('baseFeePerGas');
  });

  it('takes legacy transactions and refuses EIP-1559 transactions', async () => {
    const legacy = await signedTransfer(engine, { type: 0, gasPrice: 2_000_000_000n });
    const hash = await engine.rpc<string>('eth_sendRawTransaction', [legacy]);
    expect(await waitForReceipt(engine, hash)).toMatchObject({ status: '0x1' });
    await expect(engine.rpc('eth_sendRawTransaction', [await signedTransfer(engine)])).rejects.toThrow(/EIP-1559/);
  });

  it('runs the contracts of this package', async () => {
    const [token] = engine.tokens;
    // decimals()
    const answer = await engine.rpc<string>('eth_call', [{ to: token?.id, data: '0x313ce567' }, 'latest']);
    expect(BigInt(answer)).toBe(6n);
  });
});

describe('options', () => {
  it('makes blocks by the clock', async () => {
    const engine = await startAnvil({ chainId: 'sepolia', nativeChainId: 11155111, blockTime: 1 });
    try {
      await expect.poll(() => engine.rpc('eth_blockNumber'), { timeout: 60_000 }).not.toBe('0x0');
      // Deploying does not wait for the clock.
      await prepareEvm(engine);
    } finally {
      await engine.stop();
    }
  });

  it('mines nothing with automine off', async () => {
    const engine = await startAnvil({ chainId: 'sepolia', nativeChainId: 11155111, automine: false });
    try {
      const hash = await engine.rpc<string>('eth_sendRawTransaction', [await signedTransfer(engine)]);
      expect(await waitForReceipt(engine, hash, 100)).toBeUndefined();
      await prepareEvm(engine);
      expect(await waitForReceipt(engine, hash)).toMatchObject({ status: '0x1' });
    } finally {
      await engine.stop();
    }
  });

  it('reports a refused hardfork in the words of anvil', async () => {
    const start = startAnvil({ chainId: 'sepolia', nativeChainId: 11155111, hardfork: 'atlantis' });
    await expect(start).rejects.toThrow(/^anvil \(sepolia\) ended with exit code 1\.[\s\S]*Unknown hardfork/);
  });

  it('reports a missing program', async () => {
    const start = startAnvil({ chainId: 'sepolia', nativeChainId: 11155111, binary: '/nowhere/anvil' });
    await expect(start).rejects.toThrow('anvil (sepolia) cannot be started: spawn /nowhere/anvil ENOENT.');
  });
});

it('leaves no process behind, and later calls say that it is gone', async () => {
  const engine = await startAnvil({ chainId: 'sepolia', nativeChainId: 11155111 });
  expect(process.kill(engine.pid, 0)).toBe(true);
  await engine.stop();
  expect(() => process.kill(engine.pid, 0)).toThrow('ESRCH');
  await engine.stop();
  await expect(engine.rpc('eth_chainId')).rejects.toThrow(
    /^anvil \(sepolia\) is gone \((?:exit code 0|signal SIGTERM)\), so nothing answers eth_chainId\. It wrote last:\n/,
  );
});

it('is an ordinary node for other libraries', async () => {
  const engine = await startAnvil({ chainId: 'sepolia', nativeChainId: 11155111 });
  const provider = new JsonRpcProvider(engine.url, engine.nativeChainId, { staticNetwork: true });
  try {
    expect(await provider.getBlockNumber()).toBe(0);
    expect(await provider.getBalance(engine.accounts[3]?.address ?? '')).toBe(10_000n * 10n ** 18n);
  } finally {
    provider.destroy();
    await engine.stop();
  }
});

/** One wei from account 0, signed by ethers. */
async function signedTransfer(engine: AnvilEngine, fields: object = {}): Promise<string> {
  const wallet = new Wallet(engine.accounts[0]?.privateKey ?? '');
  const transaction = Transaction.from({
    type: 2,
    ...('gasPrice' in fields ? {} : { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n }),
    ...fields,
    chainId: engine.nativeChainId,
    nonce: Number(await engine.rpc('eth_getTransactionCount', [wallet.address, 'latest'])),
    gasLimit: 21_000n,
    to: '0x0000000000000000000000000000000000000b0b',
    value: 1n,
  });
  return wallet.signTransaction(transaction);
}
