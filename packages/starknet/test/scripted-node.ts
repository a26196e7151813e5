import type { Chain } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { keccak } from '@scure/starknet';
import { type StarknetChainId, type StarknetOptions, starknet } from '../src/index.ts';
import { argent040, publicKeyOf } from './keys.ts';
import { type HashedTransaction, hashOfRpc } from './rpc-hash.ts';

// Nodes that answer by script, over a fake fetch. They hash transactions by themselves, so that a slip in our own hashes cannot hide.
// Shapes of answers: starknet-specs, api/starknet_api_openrpc.json, 0.9 and 0.10.

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

/** An answer with another status than 200. A text is sent as it is. */
export class Status {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown = '') {
    this.status = status;
    this.body = body;
  }
}

export const hex = (value: bigint | number): string => `0x${value.toString(16)}`;

/** Addresses and hashes are compared without leading zeros. */
const key = (value: unknown) => hex(BigInt(String(value)));

/** The time of all scripts, in milliseconds since 1970. */
export const now: number = Date.UTC(2026, 10, 22);

type Params = Readonly<Record<string, unknown>>;

/** Answers of a contract, by the name of the function. A fault that is missing is error 21. */
export type Contract = Readonly<Record<string, ContractAnswer | ((calldata: readonly bigint[]) => ContractAnswer)>>;

type ContractAnswer = readonly (bigint | string)[] | Fault;

/** An account. Without anything else it is Argent's 0.4.0, with the key of `publicKeyOf`. */
interface ScriptedAccount {
  readonly classHash?: string;
  readonly nonce?: bigint;
  readonly owner?: string;
  readonly functions?: Contract;
}

/** What a node says to a transaction. A text is the hash that it claims. */
type Said = 'takes' | 'dies' | 'hangs' | Fault | Status | string;

/** What a node says to an estimate: units of gas, a fault, or an answer of its own in a list. */
type Estimate = { readonly l1?: bigint; readonly l2?: bigint; readonly l1Data?: bigint } | Fault | readonly unknown[];

/** What one node knows. */
export interface NodeScript {
  readonly chainId?: string;
  readonly specVersion?: string;
  /** When its latest block was made, in milliseconds since 1970. */
  readonly latestAt?: number;
  /** FRI for a unit of gas. */
  readonly prices?: { readonly l1?: bigint; readonly l2?: bigint; readonly l1Data?: bigint };
  /** Deployed accounts, by address. */
  readonly accounts?: Readonly<Record<string, ScriptedAccount>>;
  /** STRK in FRI, by address. */
  readonly strk?: Readonly<Record<string, bigint>>;
  /** Contracts other than accounts and STRK, by address. */
  readonly contracts?: Readonly<Record<string, Contract>>;
  /** The answer to `starknet_estimateFee`. */
  readonly estimate?: Estimate | ((transaction: Params, flags: readonly string[]) => Estimate);
  /** The answer to `starknet_simulateTransactions`. By default that of the estimate. */
  readonly simulate?: Estimate | ((transaction: Params, flags: readonly string[]) => Estimate);
  /** What it says to transactions. */
  readonly says?: Said | ((hash: string, transaction: Params) => Said);
  /** Transactions that it knows, by hash: their status. What it took is known too. */
  readonly known?: Readonly<Record<string, { readonly finality_status: string; readonly execution_status?: string }>>;
  /** Answers by method, before anything else. Undefined leaves it to the rest of the script. */
  readonly methods?: Readonly<Record<string, (params: Params) => unknown>>;
}

export const strk = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

/** Who sends in tests, and what the node knows of it by default: its account, and 100 STRK. */
export const sender: string = argent040;

const ids = { starknet: 'SN_MAIN', 'starknet-sepolia': 'SN_SEPOLIA' } as const;

const ascii = (text: string) => hex(BigInt(`0x${Buffer.from(text).toString('hex')}`));
const textOf = (felt: string) => Buffer.from(felt.slice(2), 'hex').toString();

/** The names of functions that scripts answer by selector. */
const selectors = new Map<string, string>();
function selectorOf(name: string): string {
  const found = selectors.get(name) ?? hex(keccak(new TextEncoder().encode(name)));
  selectors.set(name, found);
  return found;
}

interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: Params;
}

/** A call that a node got. */
interface Asked {
  readonly node: number;
  readonly method: string;
  readonly params: Params;
}

const dies = Symbol('dies');
const hangs = Symbol('hangs');

function answerOf(script: NodeScript, chainId: StarknetChainId, taken: Map<string, object>, call: RpcCall): unknown {
  const { method, params } = call;
  const scripted = script.methods?.[method]?.(params);
  if (scripted !== undefined) return scripted;
  const id = script.chainId ?? ascii(ids[chainId]);
  const at = <T>(table: Readonly<Record<string, T>> | undefined, address: unknown) =>
    Object.entries(table ?? {}).find(([name]) => key(name) === key(address))?.[1];
  const accounts = script.accounts ?? { [sender]: {} };
  const { l1 = 30_000_000_000_000n, l2 = 8_000_000_000n, l1Data = 3_000_000_000n } = script.prices ?? {};
  switch (method) {
    case 'starknet_chainId':
      return id;
    case 'starknet_specVersion':
      return script.specVersion ?? '0.10.2';
    case 'starknet_getBlockWithTxHashes':
      return {
        status: 'ACCEPTED_ON_L2',
        block_hash: '0x77',
        block_number: 5_508_517,
        timestamp: Math.floor((script.latestAt ?? now) / 1000),
        l1_gas_price: { price_in_fri: hex(l1), price_in_wei: '0x1' },
        l2_gas_price: { price_in_fri: hex(l2), price_in_wei: '0x1' },
        l1_data_gas_price: { price_in_fri: hex(l1Data), price_in_wei: '0x1' },
        transactions: [],
      };
    case 'starknet_getClassHashAt': {
      const account = at(accounts, params.contract_address);
      if (account === undefined) return new Fault(20, 'Contract not found');
      return account.classHash ?? '0x36078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f';
    }
    case 'starknet_getNonce': {
      const account = at(accounts, params.contract_address);
      return account === undefined ? new Fault(20, 'Contract not found') : hex(account.nonce ?? 5n);
    }
    case 'starknet_call': {
      const request = params.request as Record<'contract_address' | 'entry_point_selector', string> & {
        readonly calldata: readonly string[];
      };
      const account = at(accounts, request.contract_address);
      const contract: Contract | undefined =
        key(request.contract_address) === strk
          ? {
              balanceOf: ([owner = 0n]) => {
                const held = at(script.strk ?? { [sender]: 100n * 10n ** 18n }, owner) ?? 0n;
                return [held & (2n ** 128n - 1n), held >> 128n];
              },
              ...at(script.contracts, request.contract_address),
            }
          : (at(script.contracts, request.contract_address) ??
            (account && {
              get_owner: [account.owner ?? publicKeyOf()],
              get_owner_type: ['0x0'],
              get_guardian: ['0x0'],
              ...account.functions,
            }));
      if (contract === undefined) return new Fault(20, 'Contract not found');
      const [, named] =
        Object.entries(contract).find(([name]) => selectorOf(name) === key(request.entry_point_selector)) ?? [];
      const answer = typeof named === 'function' ? named(request.calldata.map(BigInt)) : named;
      if (answer === undefined) return new Fault(21, 'Requested entrypoint does not exist in the contract');
      return answer instanceof Fault
        ? answer
        : answer.map((felt: bigint | string) => (typeof felt === 'bigint' ? hex(felt) : felt));
    }
    case 'starknet_estimateFee':
    case 'starknet_simulateTransactions': {
      const isEstimate = method === 'starknet_estimateFee';
      const asked = isEstimate ? script.estimate : (script.simulate ?? script.estimate);
      const [transaction] = (isEstimate ? params.request : params.transactions) as Params[];
      const said =
        typeof asked === 'function' ? asked(transaction ?? {}, params.simulation_flags as string[]) : (asked ?? {});
      if (said instanceof Fault || Array.isArray(said)) return said;
      const gas = said as { readonly l1?: bigint; readonly l2?: bigint; readonly l1Data?: bigint };
      const [l1Gas, l2Gas, dataGas] = [gas.l1 ?? 0n, gas.l2 ?? 1_000_000n, gas.l1Data ?? 224n];
      const estimate = {
        l1_gas_consumed: hex(l1Gas),
        l1_gas_price: hex(l1),
        l2_gas_consumed: hex(l2Gas),
        l2_gas_price: hex(l2),
        l1_data_gas_consumed: hex(dataGas),
        l1_data_gas_price: hex(l1Data),
        overall_fee: hex(l1Gas * l1 + l2Gas * l2 + dataGas * l1Data),
        unit: 'FRI',
      };
      return [isEstimate ? estimate : { fee_estimation: estimate, transaction_trace: { type: 'INVOKE' } }];
    }
    case 'starknet_addInvokeTransaction':
    case 'starknet_addDeployAccountTransaction': {
      const transaction = (params.invoke_transaction ?? params.deploy_account_transaction) as Params;
      // A deployment names no address. Only the account of `sender` begins in scripts.
      const account = String(transaction.sender_address ?? sender);
      const hash = hex(hashOfRpc(transaction as unknown as HashedTransaction, textOf(id), account));
      const said = typeof script.says === 'function' ? script.says(hash, transaction) : (script.says ?? 'takes');
      if (said === 'takes') taken.set(hash, { finality_status: 'RECEIVED' });
      if (said === 'dies') return dies;
      if (said === 'hangs') return hangs;
      if (typeof said !== 'string') return said;
      return { transaction_hash: said === 'takes' ? hash : said };
    }
    case 'starknet_getTransactionStatus': {
      const found = at(script.known, params.transaction_hash) ?? taken.get(key(params.transaction_hash));
      return found ?? new Fault(29, 'Transaction hash not found');
    }
  }
  return new Fault(-32601, 'Method not found');
}

/** The answers of one node to a request. */
function reply(answers: readonly { readonly id: number; readonly answer: unknown }[], isBatch: boolean): Response {
  const whole = answers.find(({ answer }) => answer instanceof Status)?.answer;
  if (whole instanceof Status) {
    const { body, status } = whole;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  }
  const told = answers.map(({ id, answer }) =>
    answer instanceof Fault
      ? { jsonrpc: '2.0', id, error: { code: answer.code, message: answer.message, data: answer.data } }
      : { jsonrpc: '2.0', id, result: answer },
  );
  return Response.json(isBatch ? told : told[0]);
}

/**
 * One chain of the family, connected to nodes that answer by script.
 *
 * @param scripts - One for each node. `dead`: nothing answers.
 */
export function connectTo(
  chainId: StarknetChainId,
  scripts: NodeScript | readonly (NodeScript | 'dead')[],
  options: StarknetOptions & { maxBatch?: number } = {},
) {
  const nodes = [scripts].flat();
  const asked: Asked[] = [];
  const batches: number[] = [];
  const taken = nodes.map(() => new Map<string, object>());
  const traces: Trace[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const number = Number(new URL(String(input)).hostname.split('.')[1]);
    const script = nodes[number];
    const { body } = init ?? {};
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
    const sent = JSON.parse(text) as RpcCall | RpcCall[];
    const calls = [sent].flat();
    asked.push(...calls.map(({ method, params }) => ({ node: number, method, params })));
    batches.push(calls.length);
    if (script === undefined || script === 'dead') throw new TypeError('fetch failed');
    const answers = calls.map((call) => ({
      id: call.id,
      answer: answerOf(script, chainId, taken[number] ?? new Map(), call),
    }));
    if (answers.some(({ answer }) => answer === dies)) throw new TypeError('fetch failed');
    if (answers.some(({ answer }) => answer === hangs)) {
      return new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new TypeError('fetch failed'))),
      );
    }
    return reply(answers, Array.isArray(sent));
  };
  const { maxBatch = 20, ...rest } = options;
  const chain = starknet.connect(chainId, {
    endpoints: nodes.map((_, number) => ({ url: `https://node.${number}.example`, name: `node ${number}`, maxBatch })),
    fetch,
    now: () => now,
    ...rest,
  });
  return {
    // Tests also send requests that the types forbid.
    chain: chain as Chain,
    adapter: chain.adapter,
    /** Every call that was asked, in order. */
    asked,
    /** The parameters of the calls of a method. */
    askedFor: (method: string) => asked.filter((call) => call.method === method),
    /** Transactions that were sent. */
    sends: () => asked.filter(({ method }) => method.startsWith('starknet_add')),
    /** Calls in each HTTP request. */
    batches,
    /** Hand in as `onTrace`. */
    onTrace: (trace: Trace) => void traces.push(trace),
    roundTrips: () => traces.at(-1)?.roundTrips,
    /** Why attempts failed, of the last operation. */
    attempts: () => traces.at(-1)?.attempts.map(({ detail }) => detail),
  };
}

/** A transfer of 1 STRK by `sender`. */
export const transfer = {
  mode: 'transfer',
  senderAddress: sender,
  recipientAddress: '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966',
  amount: '1000000000000000000',
} as const;
