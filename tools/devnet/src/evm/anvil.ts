import { type Engine, EngineError, type Token } from '../engine.ts';
import { callRpc, RpcError } from '../json-rpc.ts';
import { mnemonic } from '../mnemonic.ts';
import { type EngineProcess, startProcess } from '../process.ts';
import { accounts } from './accounts.ts';
import { findAnvil } from './anvil-binary.ts';
import { type L1Fees, writeL1Fees } from './l1-fees.ts';

export interface AnvilOptions {
  /** The isochain chain id that the engine stands in for: 'sepolia'. */
  chainId: string;
  /** The EIP-155 chain id: 11155111. */
  nativeChainId: number;
  /** 'optimism' adds the L1 data fee and the operator fee of the OP stack. Defaults to 'ethereum'. */
  network?: 'ethereum' | 'optimism';
  /**
   * The rules of the chain from the first block on: 'berlin' is a chain without EIP-1559. Defaults to 'osaka', and to 'isthmus' on the optimism
   * network, because anvil charges isthmus' operator fee there under every hardfork.
   */
  hardfork?: string;
  /** Seconds between blocks. By default a block is made for each transaction, at once. */
  blockTime?: number;
  /** With `false` nothing is mined until `mine` is called. Defaults to `true`; not to be combined with `blockTime`. */
  automine?: boolean;
  /** More arguments for anvil. */
  extraArguments?: readonly string[];
  /** Path of another anvil program, instead of the npm package's. */
  binary?: string;
}

/** A running anvil, with the members that only EVM engines have. Amounts and fees in wei. */
export interface AnvilEngine extends Engine {
  readonly family: 'evm';
  readonly nativeChainId: number;
  readonly network: 'ethereum' | 'optimism';
  readonly hardfork: string;
  readonly pid: number;
  /**
   * Calls any JSON-RPC method of the engine. Nothing checks the answer's type.
   *
   * @throws RpcError when the engine refuses; EngineError when it does not answer.
   */
  rpc<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>;
  /** With `false` transactions wait in the pool until `mine` is called. */
  setAutomine(on: boolean): Promise<void>;
  /** Sets the base fee of the next block. Later base fees follow from it. */
  setNextBaseFee(wei: bigint): Promise<void>;
  setBalance(address: string, wei: bigint): Promise<void>;
  /** Sets runtime code, as hex; '0x' removes it. */
  setCode(address: string, code: string): Promise<void>;
  /** Sets the next nonce of an account. It may be lower than before. */
  setNonce(address: string, nonce: bigint): Promise<void>;
  /** Writes one storage slot of a contract. */
  setStorage(address: string, slot: bigint, value: bigint): Promise<void>;
  /** Changes the fees beside gas, from the next transaction on. Fees that are left out stay. Only on the optimism network. */
  setL1Fees(fees: Partial<L1Fees>): Promise<void>;
  /** Lists a token in `tokens`. It is not checked. */
  addToken(token: Token): void;
}

/**
 * Starts anvil on a free port of 127.0.0.1, with ten accounts of 10,000 coins each.
 *
 * @throws EngineError when the program is missing or does not come up in two minutes.
 *
 * @example
 * const engine = await startAnvil({ chainId: 'sepolia', nativeChainId: 11155111 });
 * await engine.rpc('eth_blockNumber');
 * await engine.stop();
 */
export async function startAnvil(options: AnvilOptions): Promise<AnvilEngine> {
  const { chainId, nativeChainId, network = 'ethereum', blockTime, automine = true } = options;
  const hardfork = options.hardfork ?? (network === 'optimism' ? 'isthmus' : 'osaka');
  const name = network === 'ethereum' ? 'anvil' : `anvil --network ${network}`;
  const child = await startProcess({
    name: `${name} (${chainId})`,
    command: options.binary ?? findAnvil(),
    args: [
      ...['--host', '127.0.0.1', '--port', '0'],
      ...['--chain-id', String(nativeChainId), '--network', network, '--hardfork', hardfork],
      ...['--mnemonic', mnemonic, '--accounts', String(accounts.length)],
      ...(blockTime === undefined ? [] : ['--block-time', String(blockTime)]),
      ...(automine ? [] : ['--no-mining']),
      ...(options.extraArguments ?? []),
    ],
    ready: /Listening on 127\.0\.0\.1:(\d+)/,
  });
  const url = `http://127.0.0.1:${child.announced[1]}`;
  const tokens: Token[] = [];

  async function rpc<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    try {
      // Nothing checks the type: see the interface.
      return (await callRpc(url, method, params)) as T;
    } catch (cause) {
      if (cause instanceof RpcError) throw cause;
      throw new EngineError(silence(`${name} (${chainId})`, method, child), { cause });
    }
  }

  return {
    name,
    chainId,
    family: 'evm',
    nativeChainId,
    network,
    hardfork,
    url,
    pid: child.pid,
    accounts,
    tokens,
    get settings() {
      // A local engine takes batches of any size, and its chain is short enough to read every block.
      const endpoints = [{ url, name: 'embedded', maxBatch: 100 }];
      return { endpoints, oldestBlockMs: 0, options: { tokens: [...tokens], historyScanBlocks: 2000 } };
    },
    rpc,
    stop: child.stop,
    addToken: (token) => {
      tokens.push(token);
    },
    fund: (address, amount) => rpc('anvil_addBalance', [address, quantity(amount)]),
    mine: (blocks = 1) => rpc('anvil_mine', [quantity(blocks)]),
    setAutomine: (on) => rpc('evm_setAutomine', [on]),
    setNextBaseFee: (wei) => rpc('anvil_setNextBlockBaseFeePerGas', [quantity(wei)]),
    setBalance: (address, wei) => rpc('anvil_setBalance', [address, quantity(wei)]),
    setCode: (address, code) => rpc('anvil_setCode', [address, code]),
    setNonce: (address, nonce) => rpc('anvil_setNonce', [address, quantity(nonce)]),
    setStorage: (address, slot, value) => rpc('anvil_setStorageAt', [address, quantity(slot), word(value)]),
    setL1Fees: (fees) => {
      if (network !== 'optimism')
        throw new EngineError(`${name} charges no L1 fees. Start it with network 'optimism'.`);
      return writeL1Fees({ rpc }, fees);
    },
  };
}

function silence(name: string, method: string, child: EngineProcess): string {
  const ended = child.ended();
  if (ended === undefined) return `${name} did not answer ${method}.`;
  return `${name} is gone (${ended}), so nothing answers ${method}. It wrote last:\n${child.tail().trimEnd()}`;
}

function quantity(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

function word(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
