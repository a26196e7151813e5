import { expect, it } from 'vitest';
import { cosmosEngineMissing } from './cosmos/node-binary.ts';
import { developmentEngines, startDevnet } from './devnet.ts';
import type { EngineStarter } from './engine.ts';
import { type Engine, EngineError } from './engine.ts';
import { startAnvil } from './evm/anvil.ts';
import { starknetDevnetMissing } from './starknet/devnet-binary.ts';
import { litecoinIsAvailable } from './utxo/litecoind.ts';

const hasLitecoin = litecoinIsAvailable();
const hasCosmos = cosmosEngineMissing() === undefined;
const hasStarknet = starknetDevnetMissing() === undefined;

it('starts the engines of the development profile and the stand-ins, prepared', async () => {
  const lines: string[] = [];
  const devnet = await startDevnet({ onProgress: (line) => lines.push(line) });
  try {
    expect(devnet.engines.map(({ chainId, family, name }) => [chainId, family, name])).toEqual([
      ['sepolia', 'evm', 'anvil'],
      ['base-sepolia', 'evm', 'anvil --network optimism'],
      ['solana', 'solana', 'litesvm'],
      ...(hasLitecoin ? [['bitcoin-testnet', 'bitcoin', 'litecoind']] : []),
      ...(hasCosmos ? [['cosmoshub-testnet', 'cosmos', 'cosmos-devnet']] : []),
      ['ton', 'ton', '@ton/sandbox'],
      ...(hasStarknet ? [['starknet-sepolia', 'starknet', 'starknet-devnet']] : []),
      ['tron', 'tron', 'stand-in of a Tron node'],
      ['starknet', 'starknet', 'stand-in of a Starknet node'],
      ['aptos', 'aptos', 'stand-in of an Aptos node'],
      ['stellar', 'stellar', 'stand-in of a Horizon server'],
      ['algorand', 'algorand', 'stand-in of an Algorand node and indexer'],
    ]);
    expect(devnet.missing.map(({ chainId }) => chainId)).toEqual([
      ...(hasLitecoin ? [] : ['bitcoin-testnet']),
      ...(hasCosmos ? [] : ['cosmoshub-testnet']),
      ...(hasStarknet ? [] : ['starknet-sepolia']),
    ]);
    const evm = devnet.engines.filter(({ family }) => family === 'evm');
    const chainIds = await Promise.all(evm.map((engine) => ask(engine, 'eth_chainId')));
    expect(chainIds).toEqual(['0xaa36a7', '0x14a34']);
    expect(await Promise.all(devnet.engines.slice(2, 3).map((engine) => ask(engine, 'getHealth')))).toEqual(['ok']);
    for (const engine of devnet.engines.slice(2, 3)) {
      // The block's time is the present, to the second. Clients show it beside a transaction.
      const before = Date.now() / 1000;
      const time = Number(await ask(engine, 'getBlockTime', [await ask(engine, 'getSlot')]));
      expect(time).toBeGreaterThan(before - 2);
      expect(time).toBeLessThanOrEqual(Date.now() / 1000);
    }
    for (const { url } of devnet.engines.filter(({ family }) => family === 'bitcoin')) {
      expect(Number(await (await fetch(`${url}/blocks/tip/height`)).text())).toBeGreaterThan(150);
    }

    const expected = {
      evm: { accounts: 10, tokens: ['DEMO'] },
      solana: { accounts: 5, tokens: ['DEMO'] },
      bitcoin: { accounts: 4, tokens: [] },
      cosmos: { accounts: 10, tokens: ['DEMO', 'OSMO'] },
      ton: { accounts: 5, tokens: ['DEMO'] },
      tron: { accounts: 5, tokens: ['DEMO'] },
      starknet: { accounts: 5, tokens: ['DEMO'] },
      aptos: { accounts: 5, tokens: ['DEMO'] },
      stellar: { accounts: 5, tokens: ['DEMO', 'USDC', 'REGU', 'TWELVELETTER'] },
      algorand: { accounts: 5, tokens: ['DEMO', 'USDC', 'HUGE', 'ASA 1000000003', 'FROZEN', 'GATED'] },
    };
    for (const { accounts, tokens, family } of devnet.engines) {
      const found = { accounts: accounts.length, tokens: tokens.map(({ ticker }) => ticker) };
      expect([family, found]).toEqual([family, expected[family as keyof typeof expected]]);
    }
    // getOperatorFee(21000) of the oracle.
    const call = { to: '0x420000000000000000000000000000000000000F', data: `0x275aedd2${'5208'.padStart(64, '0')}` };
    const [ethereum, optimism] = await Promise.all(evm.map((engine) => ask(engine, 'eth_call', [call, 'latest'])));
    expect(ethereum).toBe('0x');
    expect(BigInt(String(optimism))).toBe(7_025_925_928n);

    expect(lines.toSorted()).toEqual([
      expect.stringMatching(
        /^algorand: stand-in of an Algorand node and indexer at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/,
      ),
      expect.stringMatching(/^aptos: stand-in of an Aptos node at http:\/\/127\.0\.0\.1:\d+\/v1 \(\d+ ms\)$/),
      expect.stringMatching(/^base-sepolia: anvil --network optimism at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/),
      expect.stringMatching(
        hasLitecoin
          ? /^bitcoin-testnet: litecoind at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/
          : /^bitcoin-testnet: litecoind is not installed \(Debian has it as package litecoind\)$/,
      ),
      expect.stringMatching(
        hasCosmos
          ? /^cosmoshub-testnet: cosmos-devnet at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/
          : /^cosmoshub-testnet: .*`npm run build:engine`/,
      ),
      expect.stringMatching(/^sepolia: anvil at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/),
      expect.stringMatching(/^solana: litesvm at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/),
      expect.stringMatching(
        hasStarknet
          ? /^starknet-sepolia: starknet-devnet at http:\/\/127\.0\.0\.1:\d+\/rpc \(\d+ ms\)$/
          : /^starknet-sepolia: .*`npm run build:engine -- starknet`/,
      ),
      expect.stringMatching(/^starknet: stand-in of a Starknet node at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/),
      expect.stringMatching(/^stellar: stand-in of a Horizon server at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/),
      expect.stringMatching(/^ton: @ton\/sandbox at http:\/\/127\.0\.0\.1:\d+\/api\/v3 \(\d+ ms\)$/),
      expect.stringMatching(/^tron: stand-in of a Tron node at http:\/\/127\.0\.0\.1:\d+ \(\d+ ms\)$/),
    ]);
  } finally {
    await devnet.stop();
  }
  for (const engine of devnet.engines) await expect(ask(engine, 'eth_chainId')).rejects.toThrow('fetch failed');
  await devnet.stop();
});

it('stops all engines when one does not start, and names that one', async () => {
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

  expect(started).toHaveLength(4 + Number(hasLitecoin) + Number(hasCosmos) + Number(hasStarknet));
  for (const engine of started) await expect(ask(engine, 'eth_chainId')).rejects.toThrow('fetch failed');
});

it('leaves out an engine that is not installed, and says so', async () => {
  const lines: string[] = [];
  const absent: EngineStarter = {
    chainId: 'hoodi',
    name: 'anvil',
    missing: () => 'anvil is on holiday',
    start: () => Promise.reject(new Error('started all the same')),
  };
  const devnet = await startDevnet({ engines: [absent], onProgress: (line) => lines.push(line) });
  expect(devnet.engines).toEqual([]);
  expect(devnet.missing).toEqual([{ chainId: 'hoodi', reason: 'anvil is on holiday' }]);
  expect(lines).toEqual(['hoodi: anvil is on holiday']);
  await devnet.stop();
});

it('stops an engine if telling its progress fails', async () => {
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
