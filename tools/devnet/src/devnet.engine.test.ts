import { expect, it } from 'vitest';
import { developmentEngines, type EngineStarter, startDevnet } from './devnet.ts';
import { type Engine, EngineError } from './engine.ts';
import { startAnvil } from './evm/anvil.ts';

it('starts the engines of the development profile, prepared', async () => {
  const lines: string[] = [];
  const devnet = await startDevnet({ onProgress: (line) => lines.push(line) });
  try {
    expect(devnet.engines.map(({ chainId, family, name }) => [chainId, family, name])).toEqual([
      ['sepolia', 'evm', 'anvil'],
      ['base-sepolia', 'evm', 'anvil --network optimism'],
      ['solana', 'solana', 'litesvm'],
    ]);
    const evm = devnet.engines.filter(({ family }) => family === 'evm');
    const chainIds = await Promise.all(evm.map((engine) => ask(engine, 'eth_chainId')));
    expect(chainIds).toEqual(['0xaa36a7', '0x14a34']);
    expect(await Promise.all(devnet.engines.slice(2).map((engine) => ask(engine, 'getHealth')))).toEqual(['ok']);

    for (const { accounts, tokens, family } of devnet.engines) {
      expect(accounts).toHaveLength(family === 'evm' ? 10 : 5);
      expect(tokens.map(({ ticker }) => ticker)).toEqual(['DEMO']);
    }
    // getOperatorFee(21000) of the oracle.
    const call = { to: '0x420000000000000000000000000000000000000F', data: `0x275aedd2${'5208'.padStart(64, '0')}` };
    const [ethereum, optimism] = await Promise.all(evm.map((engine) => ask(engine, 'eth_call', [call, 'latest'])));
    expect(ethereum).toBe('0x');
    expect(BigInt(String(optimism))).toBe(7_025_925_928n);

    expect(lines.toSorted()).toEqual([
      expect.stringMatching(/^base-sepolia: anvil --network optimism at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/),
      expect.stringMatching(/^sepolia: anvil at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/),
      expect.stringMatching(/^solana: litesvm at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/),
    ]);
  } finally {
    await devnet.stop();
  }
  for (const engine of devnet.engines) await expect(ask(engine, 'eth_chainId')).rejects.toThrow('fetch failed');
  await devnet.stop();
});

it('stops all when one does not start, and names it', async () => {
  const started: Engine[] = [];
  const remembered: EngineStarter[] = developmentEngines.map((starter) => ({
    ...starter,
    start: async () => {
      const engine = await starter.start();
      started.push(engine);
      return engine;
    },
  }));
  const broken: EngineStarter = {
    chainId: 'hoodi',
    name: 'anvil',
    start: () => startAnvil({ chainId: 'hoodi', nativeChainId: 560048, binary: '/nowhere/anvil' }),
  };
  const start = startDevnet({ engines: [broken, ...remembered] });
  await expect(start).rejects.toThrow(EngineError);
  await expect(start).rejects.toThrow(
    'anvil for hoodi did not start: anvil (hoodi) cannot be started: spawn /nowhere/anvil ENOENT',
  );

  expect(started).toHaveLength(3);
  for (const engine of started) await expect(ask(engine, 'eth_chainId')).rejects.toThrow('fetch failed');
});

it('stops an engine whose progress could not be told', async () => {
  let engine: Engine | undefined;
  const remembered: EngineStarter = {
    chainId: 'sepolia',
    name: 'anvil',
    async start() {
      engine = await startAnvil({ chainId: 'sepolia', nativeChainId: 11155111 });
      return engine;
    },
  };
  const onProgress = () => {
    throw new Error('the terminal is gone');
  };
  await expect(startDevnet({ engines: [remembered], onProgress })).rejects.toThrow('the terminal is gone');
  expect(engine).toBeDefined();
  if (engine) await expect(ask(engine, 'eth_chainId')).rejects.toThrow('fetch failed');
});

async function ask(engine: Engine, method: string, params: unknown[] = []): Promise<unknown> {
  const response = await fetch(engine.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: unknown }).result;
}
