import { EngineError, type Token } from '../engine.ts';
import { stringifyJson } from '../json.ts';
import { callRpc, RpcError } from '../json-rpc.ts';
import { askOnOwnConnection } from '../own-connection.ts';
import { startProcess } from '../process.ts';
import { starknetAccounts } from './accounts.ts';
import { accountClassHashes } from './classes/hashes.ts';
import { findStarknetDevnet, starknetDevnetMissing } from './devnet-binary.ts';
import type { StarknetAccount, StarknetDevnet } from './engine.ts';
import { byteArray, hex, padded, selectorOf, toFelt, u256 } from './vm/felt.ts';
import { contractAddress } from './vm/hashes.ts';
import { amount, type Bounds, type Call, deployAccount, invoke, signatureOf, signedBy } from './wallet.ts';
import { ethAddress, strkAddress } from './world.ts';

export interface StarknetDevnetOptions {
  /** The isochain chain id that the engine stands in for. Defaults to 'starknet-sepolia'. */
  chainId?: 'starknet' | 'starknet-sepolia';
  /** Path of another program than the one that was found. */
  binary?: string;
}

/** The first balance of each account: 10,000 STRK, also of those that paid for their deployment. */
const coinsEach = 10_000n * 10n ** 18n;
const etherEach = 10n * 10n ** 18n;
/** More than a deployment may cost. */
const deploymentFunds = 10n ** 18n;

const demoToken = { name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: 6 } as const;
const tokensEach = 1_000_000n * 10n ** BigInt(demoToken.decimals);

/** FRI, of the size that Sepolia had in block 5508517, and above the least price of the sequencer. */
const prices = { l1: 300_000_000_000_000n, l2: 10_000_000_000n, l1Data: 2_000_000_000_000n };

/** The class of the engine's own tokens. */
const tokenClass = 0x2e77ee61d4df3d988ee1f42ea5442e913862cc82c2584d212ecda76666498fcn;
/** The Universal Deployer of OpenZeppelin, which the engine has at its usual address. */
const deployer = 0x02ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125n;

/** More than anything here costs. */
const ampleBounds: Bounds = {
  l2Amount: 60_000_000n,
  l2Price: 2n * prices.l2,
  l1DataAmount: 4_096n,
  l1DataPrice: 2n * prices.l1Data,
  l1Price: 2n * prices.l1,
};

/**
 * Starts starknet-devnet on a free port of 127.0.0.1. Its five accounts are of Argent's class 0.4.0 and hold 10,000 STRK, 10 ETH and a demo token each.
 * The first four were deployed by transactions; the last one is not deployed.
 *
 * @throws EngineError when the program is missing, or does not come up in two minutes.
 *
 * @example
 * const engine = await startStarknetDevnet();
 * await engine.rpc('starknet_blockNumber');
 * await engine.stop();
 */
export async function startStarknetDevnet(options: StarknetDevnetOptions = {}): Promise<StarknetDevnet> {
  const { chainId = 'starknet-sepolia', binary = findStarknetDevnet() } = options;
  if (binary === undefined) throw new EngineError(`No Starknet node: ${starknetDevnetMissing()}.`);
  const child = await startProcess({
    name: `starknet-devnet (${chainId})`,
    command: binary,
    args: [
      ...['--host', '127.0.0.1', '--port', '0', '--seed', '0', '--accounts', '1', '--predeclare-argent'],
      ...['--chain-id', chainId === 'starknet' ? 'MAINNET' : 'TESTNET'],
      ...['--gas-price-fri', String(prices.l1), '--l2-gas-price-fri', String(prices.l2)],
      ...['--data-gas-price-fri', String(prices.l1Data)],
      // Reads of older blocks, as nodes answer them.
      ...['--state-archive-capacity', 'full'],
    ],
    ready: /listening on 127\.0\.0\.1:(\d+)/,
  });
  try {
    const url = `http://127.0.0.1:${child.announced[1]}/rpc`;
    const network = chainId === 'starknet' ? 'SN_MAIN' : 'SN_SEPOLIA';
    const treasury = await treasuryOf(url);
    const engine = engineOf(url, network, treasury, { chainId, pid: child.pid, stop: child.stop });
    await prepare(engine, network);
    return engine;
  } catch (cause) {
    await child.stop();
    throw cause;
  }
}

type Network = 'SN_MAIN' | 'SN_SEPOLIA';
type OwnEngine = StarknetDevnet & { readonly tokens: Token[] };

function engineOf(
  url: string,
  network: Network,
  treasury: StarknetAccount,
  base: { chainId: string; pid: number; stop: () => Promise<void> },
): OwnEngine {
  const tokens: Token[] = [];

  async function rpc<T>(method: string, params: object = []): Promise<T> {
    // Nothing checks the type: see the interface.
    return (await callRpc(url, method, params)) as T;
  }

  async function balance(address: string, tokenId = padded(strkAddress)): Promise<bigint> {
    const request = {
      contract_address: hex(toFelt(tokenId)),
      entry_point_selector: hex(selectorOf('balance_of')),
      calldata: [hex(toFelt(address))],
    };
    const [low = '0x0', high = '0x0'] = await rpc<string[]>('starknet_call', { request, block_id: 'pre_confirmed' });
    return BigInt(low) + (BigInt(high) << 128n);
  }

  async function mint(address: string, value: bigint, unit: 'FRI' | 'WEI'): Promise<void> {
    // The amount is a JSON number of any length.
    const params = { address: hex(toFelt(address)), amount: value, unit };
    const { text } = await askOnOwnConnection(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stringifyJson({ jsonrpc: '2.0', id: 1, method: 'devnet_mint', params }),
    });
    const answer = JSON.parse(text) as { error?: { code: number; message: string } };
    if (answer.error) throw new RpcError('devnet_mint', answer.error);
  }

  return {
    ...base,
    name: 'starknet-devnet',
    family: 'starknet',
    url,
    accounts: starknetAccounts,
    tokens,
    openZeppelin: treasury,
    get settings() {
      // It has no index.
      const endpoints = [{ url, name: 'embedded', maxBatch: 100, kind: 'node' }];
      return { endpoints, oldestBlockMs: 0, options: { tokens: [...tokens], historyScanBlocks: 10_000 } };
    },
    rpc,
    balance,
    async fund(address, value, tokenId) {
      const token = tokenId === undefined ? strkAddress : toFelt(tokenId);
      if (token === strkAddress) return mint(address, value, 'FRI');
      if (token === ethAddress) return mint(address, value, 'WEI');
      const call = { to: padded(token), name: 'transfer', calldata: [address, ...amount(value)] };
      await send({ rpc }, treasury, [call], network);
    },
    async mine(blocks = 1) {
      for (let count = 0; count < blocks; count += 1) await rpc('devnet_createBlock');
    },
    async advance(seconds) {
      await rpc('devnet_increaseTime', { time: seconds });
    },
  };
}

/** Sends calls of the OpenZeppelin account. @throws EngineError if they revert. */
async function send(
  { rpc }: Pick<StarknetDevnet, 'rpc'>,
  account: StarknetAccount,
  calls: readonly Call[],
  network: Network,
): Promise<void> {
  const where = { block_id: 'pre_confirmed', contract_address: hex(toFelt(account.address)) };
  const nonce = BigInt(await rpc<string>('starknet_getNonce', where));
  const transaction = invoke(account.address, calls, nonce, ampleBounds);
  const invoke_transaction = { ...transaction, signature: signatureOf(transaction, account.privateKey, network) };
  await expectSuccess(rpc, await rpc<Sent>('starknet_addInvokeTransaction', { invoke_transaction }));
}

interface Sent {
  readonly transaction_hash: string;
}

async function expectSuccess(rpc: StarknetDevnet['rpc'], { transaction_hash }: Sent): Promise<void> {
  const status = await rpc<{ execution_status: string; failure_reason?: string }>('starknet_getTransactionStatus', {
    transaction_hash,
  });
  if (status.execution_status === 'SUCCEEDED') return;
  throw new EngineError(`starknet-devnet reverted a transaction of its own preparation: ${status.failure_reason}`);
}

/** The account that the engine began with. */
async function treasuryOf(url: string): Promise<StarknetAccount> {
  const found = await callRpc(url, 'devnet_getPredeployedAccounts', []);
  // Our own engine is trusted.
  const [given] = found as { address: string; private_key: string; public_key: string }[];
  if (given === undefined) throw new EngineError('starknet-devnet has no account of its own.');
  return {
    index: 0,
    address: padded(toFelt(given.address)),
    // It is not of a mnemonic.
    path: '',
    privateKey: given.private_key,
    publicKey: given.public_key,
    kind: 'openzeppelin-1.0.0',
    isDeployed: true,
  };
}

/** Deploys accounts and the demo token, and fills all accounts. */
async function prepare(engine: OwnEngine, network: Network): Promise<void> {
  const treasury = engine.openZeppelin;
  for (const account of engine.accounts) {
    if (account.isDeployed) await deploy(engine, account, network);
    await engine.fund(account.address, coinsEach - (await engine.balance(account.address)));
    await engine.fund(account.address, etherEach, padded(ethAddress));
  }
  const token = await deployDemoToken(engine, treasury, network);
  engine.tokens.push({ id: token, ...demoToken });
  await engine.fund(treasury.address, coinsEach - (await engine.balance(treasury.address)));
}

async function deploy(engine: OwnEngine, account: StarknetAccount, network: Network): Promise<void> {
  const { address, publicKey = '' } = account;
  await engine.fund(address, 2n * deploymentFunds);
  const parts = [0n, toFelt(publicKey), 1n];
  const unsigned = deployAccount(accountClassHashes[account.kind], publicKey, parts, {
    ...ampleBounds,
    l2Amount: 5_000_000n,
  });
  const sent = await engine.rpc<Sent>('starknet_addDeployAccountTransaction', {
    deploy_account_transaction: signedBy(account, unsigned, network),
  });
  await expectSuccess(engine.rpc, sent);
}

/** Another instance of the engine's own token class, with all of the supply at the accounts and the treasury. */
async function deployDemoToken(engine: OwnEngine, treasury: StarknetAccount, network: Network): Promise<string> {
  const { name, ticker, decimals } = demoToken;
  const owner = toFelt(treasury.address);
  const supply = tokensEach * 1_000n;
  const calldata = [
    ...byteArray(name),
    ...byteArray(ticker),
    BigInt(decimals),
    ...u256(supply),
    owner,
    // Minter, governor, and the delay of upgrades.
    ...[owner, owner, 0n],
  ];
  const salt = toFelt('0x15091');
  const address = padded(contractAddress(tokenClass, salt, calldata));
  const deployment: Call = {
    to: padded(deployer),
    name: 'deploy_contract',
    // Not from the caller's address: then the token's address follows from class, salt and calldata alone.
    calldata: [tokenClass, salt, 0n, BigInt(calldata.length), ...calldata],
  };
  const gifts = engine.accounts.map((account) => ({
    to: address,
    name: 'transfer',
    calldata: [account.address, ...amount(tokensEach)],
  }));
  await send(engine, treasury, [deployment, ...gifts], network);
  return address;
}
