import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@isochain/leash';
import { EngineError } from '../engine.ts';
import { findFreePorts } from '../free-port.ts';
import { startProcess } from '../process.ts';
import { runToEnd } from '../run-to-end.ts';
import { cosmosAccountsOf } from './accounts.ts';
import type { CosmosEngine, CosmosToken } from './engine.ts';
import { faucetAddress } from './faucet.ts';
import { injectiveBinary, injectiveEngineMissing, injectiveFolder } from './injective-binary.ts';
import { fillGenesis, type Genesis } from './injective-genesis.ts';
import type { CosmosNode } from './node.ts';
import { runningEngine } from './running.ts';
import { denomOf, describedToken, metadataOf } from './tokens.ts';

export interface InjectiveOptions {
  /** Time between blocks. Defaults to 200. */
  readonly blockMs?: number;
  /** Defaults to 10. */
  readonly unbondingSeconds?: number;
}

export interface InjectiveEngine extends CosmosEngine {
  /** JSON-RPC of its EVM. */
  readonly evmUrl: string;
}

const nativeChainId = 'injective-1';
const prefix = 'inj';
const denom = 'inj';
const coin = 10n ** 18n;

/** The price in app.toml of `injectived init`. The real chain takes it too. */
const minGasPrice = '160000000';

const validators = [
  { moniker: 'Isochain One', tokens: 10_000_000n * coin },
  { moniker: 'Isochain Two', tokens: 1_000n * coin },
  { moniker: 'Isochain Three', tokens: 1_000n * coin },
];

/** Ports are free when they are looked for and may be taken a moment later. */
const attempts = 3;

/**
 * Starts Injective's own node, for tests: only `injectived` can judge Injective's keys, accounts and EVM. Ten test accounts at
 * m/44'/60'/0'/0/i have 10,000 INJ and 1,000,000 of two tokens.
 *
 * @throws EngineError if the program is not there (`injectiveEngineMissing`), or does not start.
 */
export async function startInjective(options: InjectiveOptions = {}): Promise<InjectiveEngine> {
  const missing = injectiveEngineMissing();
  if (missing !== undefined) throw new EngineError(`No Injective node: ${missing}.`);
  // The same keys as on Ethermint chains, and the same addresses but for the prefix.
  const accounts = cosmosAccountsOf(prefix, 'ethermint');
  const tokens: readonly CosmosToken[] = [
    {
      denom: `factory/${accounts[0]?.address}/demo`,
      name: 'Isochain Demo Dollar',
      ticker: 'DEMO',
      decimals: 6,
    },
    // Tether of Ethereum, as Injective's bridge names it.
    { denom: 'peggy0xdAC17F958D2ee523a2206206994597C13D831ec7', name: 'Tether', ticker: 'USDT', decimals: 6 },
  ];
  const { node, evmUrl } = await startNode(
    accounts.map(({ address }) => address),
    tokens,
    options,
  );
  try {
    const engine = await runningEngine({
      ...{ name: 'injectived', node, chainId: 'injective', nativeChainId, prefix, denom, minGasPrice, accounts },
      faucetKeys: 'injective',
      tokens: tokens.map(describedToken),
      validators: validators.map(({ moniker }) => moniker),
    });
    return { ...engine, evmUrl };
  } catch (cause) {
    await node.process.stop();
    throw cause;
  }
}

async function startNode(
  accounts: readonly string[],
  tokens: readonly CosmosToken[],
  { blockMs = 200, unbondingSeconds = 10 }: InjectiveOptions,
): Promise<{ readonly node: CosmosNode; readonly evmUrl: string }> {
  for (let attempt = 1; ; attempt += 1) {
    const ports = await findFreePorts(5);
    const scratch = temporaryFolder('injective');
    const home = scratch.path;
    const env = { LD_LIBRARY_PATH: injectiveFolder() };
    try {
      const init = ['init', 'devnet', '--chain-id', nativeChainId, '--home', home];
      await runToEnd({ command: injectiveBinary(), args: init, env: { ...env, HOME: home, TMPDIR: home } });
      await writeGenesis(home, accounts, tokens, unbondingSeconds);
      await configure(home, ports, blockMs);
      const child = await startProcess({
        name: 'injectived',
        command: injectiveBinary(),
        args: ['start', '--home', home, '--log-level', 'state:info,*:error'],
        env: { ...env, HOME: home },
        scratch,
        grace: 250,
        readyOn: 'stderr',
        ready: /Committed state/,
      });
      const [rpc, rest, , evm] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string, string, string];
      await answering(`${rest}/cosmos/staking/v1beta1/params`);
      return { node: { process: child, rest, rpc }, evmUrl: evm };
    } catch (cause) {
      scratch.remove();
      const isTaken = cause instanceof EngineError && cause.message.includes('address already in use');
      if (!isTaken || attempt === attempts) throw cause;
    }
  }
}

async function writeGenesis(
  home: string,
  accounts: readonly string[],
  tokens: readonly CosmosToken[],
  unbondingSeconds: number,
): Promise<void> {
  const held = Object.fromEntries(tokens.map((token) => [denomOf(token), 1_000_000n * 10n ** BigInt(token.decimals)]));
  const faucet = faucetAddress({ prefix, keys: 'injective' });
  const key = JSON.parse(await readFile(join(home, 'config/priv_validator_key.json'), 'utf8'));
  const path = join(home, 'config/genesis.json');
  const genesis: Genesis = JSON.parse(await readFile(path, 'utf8'));
  fillGenesis(genesis, {
    denom,
    unbondingSeconds,
    balances: {
      ...Object.fromEntries(accounts.map((address) => [address, { ...held, [denom]: 10_000n * coin }])),
      [faucet]: { ...held, [denom]: 10_000_000n * coin },
    },
    validators,
    consensusKey: key.pub_key.value,
    metadata: tokens.map((token) => metadataOf(denomOf(token), token)),
  });
  await writeFile(path, JSON.stringify(genesis));
}

/** Sets the ports of all interfaces, in this order: JSON-RPC, REST, gRPC, the EVM's JSON-RPC, the EVM's subscriptions. */
async function configure(home: string, ports: readonly number[], blockMs: number): Promise<void> {
  const [rpc, rest, grpc, evm, subscriptions] = ports.map((port) => `127.0.0.1:${port}`);
  await edit(join(home, 'config/app.toml'), [
    ['tcp://0.0.0.0:10337', `tcp://${rest}`],
    ['"0.0.0.0:9900"', `"${grpc}"`],
    ['"127.0.0.1:8545"', `"${evm}"`],
    ['"127.0.0.1:8546"', `"${subscriptions}"`],
  ]);
  await edit(join(home, 'config/config.toml'), [
    ['tcp://127.0.0.1:26657', `tcp://${rpc}`],
    ['tcp://0.0.0.0:26656', 'tcp://127.0.0.1:0'],
    ['pprof_laddr = "localhost:6060"', 'pprof_laddr = ""'],
    [/timeout_commit = "[^"]*"/, `timeout_commit = "${blockMs}ms"`],
    [/timeout_propose = "[^"]*"/, 'timeout_propose = "300ms"'],
  ]);
}

/** Replaces texts in a file. Fails if one is not there: another version may write another file. */
async function edit(path: string, changes: readonly (readonly [string | RegExp, string])[]): Promise<void> {
  let text = await readFile(path, 'utf8');
  for (const [from, to] of changes) {
    const changed = text.replace(from, to);
    if (changed === text) throw new EngineError(`injectived wrote no ${from} into ${path}.`);
    text = changed;
  }
  await writeFile(path, text);
}

/** The REST interface opens a moment after the first block. */
async function answering(url: string): Promise<void> {
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 50));
}
