import { EngineError } from '../engine.ts';
import { type AnvilEngine, startAnvil } from '../evm/anvil.ts';
import { waitForReceipt } from '../evm/receipt.ts';
import { evmAddress, type HexAddress } from './address.ts';
import type { Hex } from './protocol.ts';

export interface VmCall {
  readonly from: HexAddress;
  readonly to: HexAddress;
  readonly data: Hex;
  /** Sun. */
  readonly value: bigint;
  /** The most energy that the code may use. */
  readonly energy: bigint;
}

export interface Log {
  /** 20 bytes, as Tron's receipts have it. */
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

export interface VmResult {
  readonly status: 'success' | 'revert' | 'out of energy' | 'invalid';
  /** Without any penalty. All of the limit if the code broke off. */
  readonly energy: bigint;
  readonly output: Hex;
  readonly logs: readonly Log[];
}

/** An instruction. */
interface Step {
  readonly op: string;
  /** What is left before it. */
  readonly gas: number;
  readonly gasCost: number;
}

interface CallTrace {
  readonly output?: string;
  readonly error?: string;
  readonly logs?: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[];
  readonly calls?: readonly CallTrace[];
}

/** Gas for any call. The limit of energy is compared with what a call used. */
const plenty = 100_000_000n;

/**
 * The Tron virtual machine, as far as tokens need it: an EVM of Byzantium, which has the same prices for most instructions. Those for storage are Tron's. Addresses
 * are the same 20 bytes.
 */
export class Vm {
  readonly #engine: AnvilEngine;

  private constructor(engine: AnvilEngine) {
    this.#engine = engine;
  }

  static async start(): Promise<Vm> {
    const engine = await startAnvil({
      chainId: 'tron',
      nativeChainId: 728_126_428,
      hardfork: 'byzantium',
      extraArguments: ['--auto-impersonate', '--gas-limit', '1000000000', '--gas-price', '0', '--steps-tracing'],
    });
    return new Vm(engine);
  }

  stop(): Promise<void> {
    return this.#engine.stop();
  }

  /** Runs code and forgets what it did. */
  async simulate(call: VmCall): Promise<VmResult> {
    await this.#fund(call);
    const options = { disableStack: true, disableMemory: true, disableStorage: true };
    const [{ structLogs: steps }, frame] = await Promise.all([
      this.#trace<{ structLogs: readonly Step[] }>(call, options),
      this.#trace<CallTrace>(call, { tracer: 'callTracer', tracerConfig: { withLog: true } }),
    ]);
    const { error, output = '0x' } = frame;
    const isReverted = error !== undefined && /revert/i.test(error);
    const energy = energyOf(steps);
    if (energy > call.energy || (error !== undefined && /gas/i.test(error) && !isReverted)) {
      return { status: 'out of energy', energy: call.energy, output: '', logs: [] };
    }
    if (error === undefined) return { status: 'success', energy, output: output.slice(2), logs: logsOf(frame) };
    if (isReverted) return { status: 'revert', energy, output: output.slice(2), logs: [] };
    return { status: 'invalid', energy: call.energy, output: '', logs: [] };
  }

  /** Runs code for good. It must have succeeded in a simulation. */
  async apply(call: VmCall): Promise<void> {
    await this.#fund(call);
    const { from, to, data, value } = call;
    const hash = await this.#engine.rpc<string>('eth_sendTransaction', [
      {
        from: evmAddress(from),
        to: evmAddress(to),
        data: `0x${data}`,
        value: quantity(value),
        gas: quantity(plenty),
        gasPrice: '0x0',
      },
    ]);
    const receipt = await waitForReceipt(this.#engine, hash);
    if (receipt?.status !== '0x1') throw new EngineError('A call that succeeded in a simulation failed.');
  }

  /** Runs something, and takes back afterwards what it did to contracts. */
  async rehearse<T>(run: () => Promise<T>): Promise<T> {
    const before = await this.#engine.rpc('evm_snapshot');
    try {
      return await run();
    } finally {
      await this.#engine.rpc('evm_revert', [before]);
    }
  }

  /** Deploys creation code and answers the address. */
  async deploy(creationCode: string): Promise<HexAddress> {
    const hash = await this.#engine.rpc<string>('eth_sendTransaction', [
      { from: deployer, data: creationCode, gas: quantity(plenty), gasPrice: '0x0' },
    ]);
    const receipt = await waitForReceipt(this.#engine, hash);
    if (receipt?.status !== '0x1' || receipt.contractAddress === null) {
      throw new EngineError('anvil did not deploy a contract.');
    }
    return `41${receipt.contractAddress.slice(2).toLowerCase()}`;
  }

  /** Writes a contract to another address too, with its first storage slots. */
  async copy(from: HexAddress, to: HexAddress, slots: number): Promise<void> {
    await this.#engine.setCode(evmAddress(to), await this.code(from));
    for (let slot = 0; slot < slots; slot++) {
      const value = await this.storage(from, BigInt(slot));
      if (value !== 0n) await this.#engine.setStorage(evmAddress(to), BigInt(slot), value);
    }
  }

  /** Runtime code, with 0x. */
  code(address: HexAddress): Promise<string> {
    return this.#engine.rpc<string>('eth_getCode', [evmAddress(address), 'latest']);
  }

  async storage(address: HexAddress, slot: bigint): Promise<bigint> {
    return BigInt(await this.#engine.rpc<string>('eth_getStorageAt', [evmAddress(address), quantity(slot), 'latest']));
  }

  setStorage(address: HexAddress, slot: bigint, value: bigint): Promise<void> {
    return this.#engine.setStorage(evmAddress(address), slot, value);
  }

  #trace<T>({ from, to, data, value }: VmCall, options: object): Promise<T> {
    const call = {
      from: evmAddress(from),
      to: evmAddress(to),
      data: `0x${data}`,
      value: quantity(value),
      gas: quantity(plenty),
      gasPrice: '0x0',
    };
    return this.#engine.rpc<T>('debug_traceCall', [call, 'latest', options]);
  }

  /** Balances are the ledger's. Only what a call sends along must be there for the EVM too. */
  async #fund({ from, value }: VmCall): Promise<void> {
    if (value > 0n) await this.#engine.setBalance(evmAddress(from), value);
  }
}

/**
 * The gas of all instructions, with Tron's prices for storage (java-tron, EnergyCost: SLOAD, SET_SSTORE, RESET_SSTORE). It is counted before refunds, which Tron
 * does not have, and without the price of a transaction.
 */
function energyOf(steps: readonly Step[]): bigint {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return 0n;
  const changes = steps.map(({ op, gasCost }) => {
    if (op === 'SLOAD') return 50 - gasCost;
    return op === 'SSTORE' ? (gasCost >= 20_000 ? 20_000 : 5_000) - gasCost : 0;
  });
  return BigInt(changes.reduce((sum, one) => sum + one, first.gas - last.gas + last.gasCost));
}

/** Nobody has its key. */
const deployer = '0x00000000000000000000000000000000000de401';

function logsOf({ logs = [], calls = [] }: CallTrace): Log[] {
  const own = logs.map(({ address, topics, data }) => ({
    address: address.slice(2).toLowerCase(),
    topics: topics.map((topic) => topic.slice(2)),
    data: data.slice(2),
  }));
  return [...own, ...calls.flatMap(logsOf)];
}

function quantity(value: bigint): string {
  return `0x${value.toString(16)}`;
}
