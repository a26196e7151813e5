import type { Chain } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { AbiCoder, Interface } from 'ethers';
import { type EvmChainId, type EvmOptions, evm } from '../src/index.ts';

// A node that answers by script, over a fake fetch. It encodes and decodes with ethers, so that a slip in our own encoding cannot hide.

/** The error that a node answers to one call. */
export class Fault {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    this.code = code;
    this.message = message;
    this.data = data;
  }
}

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A contract: its answer to calldata, or a fault. Undefined if it has no such function. */
export type Contract = (data: string, from: string | undefined) => string | Fault | undefined;

export interface NodeScript {
  /** Balances in wei, by lower-case address. */
  readonly balances?: Readonly<Record<string, bigint>>;
  readonly pendingBalances?: Readonly<Record<string, bigint>>;
  readonly nonces?: Readonly<Record<string, number>>;
  readonly pendingNonces?: Readonly<Record<string, number>>;
  readonly code?: Readonly<Record<string, string>>;
  readonly contracts?: Readonly<Record<string, Contract>>;
  /** Base fee of the next block. */
  readonly baseFee?: bigint;
  /** Median tips of the last blocks. An empty block has no tip. */
  readonly tips?: readonly (bigint | undefined)[];
  readonly estimate?: bigint | Fault | ((call: Record<string, string>, params: readonly unknown[]) => bigint | Fault);
  /** Whether Multicall3 answers at its address; true by default. */
  readonly multicall?: boolean;
  /** Answers by method, before anything else. Undefined leaves it to the rest of the script. */
  readonly methods?: Readonly<Record<string, (params: readonly unknown[]) => unknown>>;
}

const multicall3 = new Interface([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
]);

export const abi = AbiCoder.defaultAbiCoder();

export const hex = (value: bigint | number) => `0x${value.toString(16)}`;

/** The time of a block that was made this second, as a node writes it. */
export const justNow = () => hex(Math.floor(Date.now() / 1000));

/** Multicall3 of ZKsync and of everybody else. */
const multicallAddresses = ['0xca11bde05977b3631167028862be2a173976ca11', '0xf9cda624fbc7e059355ce98a31693d299facd963'];

export interface Node {
  readonly fetch: typeof fetch;
  /** Every call that was asked, in order. */
  readonly asked: Call[];
  /** Calls in each HTTP request. */
  readonly batches: number[];
}

export function scriptedNode(chainId: number, script: NodeScript): Node {
  const asked: Call[] = [];
  const batches: number[] = [];
  const of = <T>(table: Readonly<Record<string, T>> | undefined, key: unknown) => table?.[String(key).toLowerCase()];

  const callContract = (target: string, data: string, from: string | undefined): string | Fault => {
    const contract = of(script.contracts, target);
    // An address without code does nothing, and succeeds.
    if (contract === undefined) return '0x';
    return contract(data, from) ?? new Fault(3, 'execution reverted', '0x');
  };

  const ethCall = ({ to = '', data = '0x', from }: Record<string, string>): string | Fault => {
    if (script.multicall !== false && multicallAddresses.includes(to.toLowerCase())) {
      const [calls] = multicall3.decodeFunctionData('aggregate3', data);
      const results = calls.map(({ target, callData }: { target: string; callData: string }) => {
        const answer = callContract(target, callData, undefined);
        return answer instanceof Fault ? [false, String(answer.data ?? '0x')] : [true, answer];
      });
      return multicall3.encodeFunctionResult('aggregate3', [results]);
    }
    return callContract(to, data, from);
  };

  const answer = ({ method, params }: Call): unknown => {
    const scripted = script.methods?.[method]?.(params);
    if (scripted !== undefined) return scripted;
    const [first, second] = params;
    switch (method) {
      case 'eth_chainId':
        return hex(chainId);
      case 'eth_getTransactionCount': {
        const latest = of(script.nonces, first) ?? 0;
        return hex(second === 'pending' ? (of(script.pendingNonces, first) ?? latest) : latest);
      }
      case 'eth_getBalance': {
        const latest = of(script.balances, first) ?? 0n;
        return hex(second === 'pending' ? (of(script.pendingBalances, first) ?? latest) : latest);
      }
      case 'eth_getCode':
        return of(script.code, first) ?? (of(script.contracts, first) === undefined ? '0x' : '0x60806040');
      case 'eth_call':
        return ethCall(first as Record<string, string>);
      case 'eth_estimateGas': {
        const { estimate = 21_000n } = script;
        const gas = typeof estimate === 'function' ? estimate(first as Record<string, string>, params) : estimate;
        return gas instanceof Fault ? gas : hex(gas);
      }
      case 'eth_getBlockByNumber': {
        if (first !== 'latest') break;
        return { number: '0x10', timestamp: justNow(), baseFeePerGas: hex(script.baseFee ?? 0n) };
      }
      case 'eth_feeHistory': {
        if (script.baseFee === undefined) break;
        const { tips = [] } = script;
        return {
          oldestBlock: '0x1',
          baseFeePerGas: [...tips, 0n].map(() => hex(script.baseFee ?? 0n)),
          gasUsedRatio: tips.map((tip) => (tip === undefined ? 0 : 0.5)),
          reward: tips.map((tip) => [hex(tip ?? 0n)]),
        };
      }
    }
    throw new Error(`The script has no answer to ${method} ${JSON.stringify(params)}`);
  };

  const one = (call: Call & { id: number }) => {
    asked.push({ method: call.method, params: call.params });
    const result = answer(call);
    return result instanceof Fault
      ? { jsonrpc: '2.0', id: call.id, error: { code: result.code, message: result.message, data: result.data } }
      : { jsonrpc: '2.0', id: call.id, result };
  };

  return {
    asked,
    batches,
    async fetch(_input, init) {
      const { body } = init ?? {};
      const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
      const calls = JSON.parse(text) as (Call & { id: number }) | (Call & { id: number })[];
      batches.push(Array.isArray(calls) ? calls.length : 1);
      return Response.json(Array.isArray(calls) ? calls.map(one) : one(calls));
    },
  };
}

/** One chain of the family, connected to a node that answers by script. */
export function connectTo(chainId: EvmChainId, script: NodeScript, options: EvmOptions & { maxBatch?: number } = {}) {
  const nativeId = Number(evm.family.bytes(chainId).identity.nativeId);
  const node = scriptedNode(nativeId, script);
  const endpoints = [{ url: 'https://node.test', name: 'node', maxBatch: options.maxBatch ?? 10 }];
  // Tests also send requests that the types forbid.
  const chain: Chain = evm.connect(chainId, { fetch: node.fetch, endpoints, ...options });
  const traces: Trace[] = [];
  return {
    node,
    chain,
    /** Hand in as `onTrace`. */
    onTrace: (trace: Trace) => void traces.push(trace),
    roundTrips: () => traces.at(-1)?.roundTrips,
    /** Why attempts failed, of the last operation. */
    attempts: () => traces.at(-1)?.attempts.map(({ detail }) => detail),
  };
}

export const word = (value: bigint | number | string) =>
  abi.encode([typeof value === 'string' ? 'address' : 'uint256'], [value]);

const erc20 = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function name() view returns (string)',
  'function transfer(address to, uint256 amount) returns (bool)',
]);

/** What a token tells of itself and of its holders. */
interface TokenScript {
  readonly decimals?: number;
  readonly symbol?: string;
  readonly name?: string;
  readonly balances?: Readonly<Record<string, bigint>>;
  /** Whom the issuer stopped, by the name of the function that tells it. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
}

/** An ERC-20 token. A test can replace the answer of each function. */
export function token(
  facts: TokenScript = {},
  replaced: Readonly<Record<string, string | Fault | undefined>> = {},
): Contract {
  const { decimals = 6, symbol = 'USDC', name = 'USD Coin', balances = {}, lists = {} } = facts;
  const listing = new Interface(Object.keys(lists).map((list) => `function ${list}(address) view returns (bool)`));
  return (data) => {
    const asked = listing.parseTransaction({ data });
    if (asked !== null) {
      const isOn = lists[asked.name]?.some((one) => one.toLowerCase() === String(asked.args[0]).toLowerCase());
      return word(isOn === true ? 1n : 0n);
    }
    const call = erc20.parseTransaction({ data });
    if (call === null) return undefined;
    if (call.name in replaced) return replaced[call.name];
    switch (call.name) {
      case 'balanceOf':
        return word(balances[String(call.args[0]).toLowerCase()] ?? 0n);
      case 'decimals':
        return word(decimals);
      case 'symbol':
        return abi.encode(['string'], [symbol]);
      case 'name':
        return abi.encode(['string'], [name]);
      default:
        return word(1n);
    }
  };
}

const gasPriceOracle = new Interface([
  'function getL1FeeUpperBound(uint256 size) view returns (uint256)',
  'function getL1Fee(bytes transaction) view returns (uint256)',
  'function getOperatorFee(uint256 gas) view returns (uint256)',
  'function tokenRatio() view returns (uint256)',
]);

export const gasPriceOracleAddress = '0x420000000000000000000000000000000000000f';

/** GasPriceOracle of the OP stack; a function that is not given reverts. */
export function oracle(functions: {
  readonly getL1FeeUpperBound?: (size: bigint) => bigint;
  readonly getL1Fee?: (bytes: string) => bigint;
  readonly getOperatorFee?: (gas: bigint) => bigint;
  readonly tokenRatio?: () => bigint;
}): Contract {
  return (data) => {
    const call = gasPriceOracle.parseTransaction({ data });
    if (call === null) return undefined;
    const [argument] = call.args;
    const run = functions[call.name as keyof typeof functions] as ((argument: unknown) => bigint) | undefined;
    return run === undefined ? undefined : word(run(argument));
  };
}
