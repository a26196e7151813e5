import type { Chain } from '../node/chain.ts';
import { callFailure } from '../node/execute.ts';
import { InvalidParams, Refusal } from '../node/refusal.ts';
import { objectOf, readFelt, readFelts, readTransaction } from '../node/transaction.ts';
import { hex } from '../vm/felt.ts';
import { NoEntryPoint } from '../vm/machine.ts';
import { NotDeployed, Panic } from '../vm/panic.ts';
import { blockJson, blockOf } from './blocks.ts';
import { getEvents } from './events.ts';
import { estimateJson, invocationJson, receiptJson, resourcesJson } from './transactions.ts';

/** Reads parameters by name, or by position. */
type Parameters = (name: string) => unknown;

interface Method {
  /** Names in the order of the specification. */
  readonly names: readonly string[];
  run(chain: Chain, parameter: Parameters): unknown;
}

const atBlock = (names: readonly string[], run: Method['run']): Method => ({ names: ['block_id', ...names], run });

/** starknet-specs:api/starknet_api_openrpc.json and starknet_write_api.json, as far as clients of this service need them. */
const methods: Readonly<Record<string, Method>> = {
  starknet_specVersion: { names: [], run: (chain) => chain.specVersion },
  starknet_chainId: { names: [], run: (chain) => hex(chain.chainId) },
  starknet_blockNumber: { names: [], run: (chain) => chain.head.number },
  starknet_blockHashAndNumber: {
    names: [],
    run: ({ head }) => ({ block_hash: hex(head.hash), block_number: head.number }),
  },
  starknet_getBlockWithTxHashes: atBlock([], (chain, read) =>
    blockJson(chain, blockOf(chain, read('block_id')), 'hashes'),
  ),
  starknet_getBlockWithTxs: atBlock([], (chain, read) =>
    blockJson(chain, blockOf(chain, read('block_id')), 'transactions'),
  ),
  starknet_getBlockWithReceipts: atBlock([], (chain, read) =>
    blockJson(chain, blockOf(chain, read('block_id')), 'receipts'),
  ),
  starknet_getNonce: atBlock(['contract_address'], (chain, read) => {
    const block = blockOf(chain, read('block_id'))?.number;
    const address = readFelt(read('contract_address'), 'contract_address');
    if (chain.machine.classHashAt(address, block) === 0n) throw new Refusal(20);
    return hex(chain.machine.nonceAt(address, block));
  }),
  starknet_getClassHashAt: atBlock(['contract_address'], (chain, read) => {
    const block = blockOf(chain, read('block_id'))?.number;
    const classHash = chain.machine.classHashAt(readFelt(read('contract_address'), 'contract_address'), block);
    if (classHash === 0n) throw new Refusal(20);
    return hex(classHash);
  }),
  starknet_call: {
    names: ['request', 'block_id'],
    run: (chain, read) => call(chain, objectOf(read('request')), read('block_id')),
  },
  starknet_estimateFee: {
    names: ['request', 'simulation_flags', 'block_id'],
    run: (chain, read) => {
      const flags = readFlags(read('simulation_flags'));
      blockOf(chain, read('block_id'));
      const found = chain.estimate(readTransactions(chain, read('request')), flags.has('SKIP_VALIDATE'));
      return found.map((one) => estimateJson(one, chain.prices));
    },
  },
  starknet_simulateTransactions: {
    names: ['block_id', 'transactions', 'simulation_flags'],
    run: (chain, read) => {
      const flags = readFlags(read('simulation_flags'));
      blockOf(chain, read('block_id'));
      const transactions = readTransactions(chain, read('transactions'));
      const found = chain.estimate(transactions, flags.has('SKIP_VALIDATE'), true);
      return found.map((one, index) => ({
        fee_estimation: estimateJson(one, chain.prices),
        // Other invocations and state differences are not modelled.
        transaction_trace: {
          type: transactions[index]?.type,
          ...(transactions[index]?.type === 'INVOKE'
            ? { execute_invocation: invocationJson(transactions[index]?.address ?? 0n, one) }
            : {}),
          execution_resources: resourcesJson(one.gas),
        },
      }));
    },
  },
  starknet_addInvokeTransaction: {
    names: ['invoke_transaction'],
    run: (chain, read) => {
      const transaction = readTransaction(read('invoke_transaction'), chain.chainId, 'INVOKE');
      chain.submit(transaction);
      return { transaction_hash: hex(transaction.hash) };
    },
  },
  starknet_addDeployAccountTransaction: {
    names: ['deploy_account_transaction'],
    run: (chain, read) => {
      const transaction = readTransaction(read('deploy_account_transaction'), chain.chainId, 'DEPLOY_ACCOUNT');
      chain.submit(transaction);
      return { transaction_hash: hex(transaction.hash), contract_address: hex(transaction.address) };
    },
  },
  starknet_getTransactionStatus: {
    names: ['transaction_hash'],
    run: (chain, read) => {
      const found = chain.find(readFelt(read('transaction_hash'), 'transaction_hash'));
      if (found === undefined) throw new Refusal(29);
      if ('waiting' in found) return { finality_status: 'RECEIVED' };
      const { mined, block } = found;
      return {
        finality_status: block === undefined ? 'PRE_CONFIRMED' : 'ACCEPTED_ON_L2',
        failure_reason: mined.revertReason ?? null,
        execution_status: mined.status,
      };
    },
  },
  starknet_getTransactionReceipt: {
    names: ['transaction_hash'],
    run: (chain, read) => {
      const found = chain.find(readFelt(read('transaction_hash'), 'transaction_hash'));
      if (found === undefined || 'waiting' in found) throw new Refusal(29);
      return receiptJson(found.mined, found.block);
    },
  },
  starknet_getTransactionByHash: {
    names: ['transaction_hash'],
    run: (chain, read) => {
      const found = chain.find(readFelt(read('transaction_hash'), 'transaction_hash'));
      if (found === undefined) throw new Refusal(29);
      const transaction = 'waiting' in found ? found.waiting : found.mined.transaction;
      return { transaction_hash: hex(transaction.hash), ...transaction.json };
    },
  },
  starknet_getEvents: { names: ['filter'], run: (chain, read) => getEvents(chain, read('filter')) },
};

export class NoSuchMethod extends Error {
  override readonly name = 'NoSuchMethod';
  readonly code = -32601;
  constructor() {
    super('Method not found');
  }
}

/**
 * Runs a method.
 *
 * @throws Refusal, InvalidParams, NoSuchMethod.
 */
export function runMethod(chain: Chain, name: string, params: unknown): unknown {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) throw new NoSuchMethod();
  const given = params ?? [];
  const read = (parameter: string): unknown =>
    Array.isArray(given) ? given[method.names.indexOf(parameter)] : objectOf(given)[parameter];
  return method.run(chain, read);
}

function call(chain: Chain, request: Readonly<Record<string, unknown>>, blockId: unknown): string[] {
  const address = readFelt(request.contract_address, 'contract_address');
  const selector = readFelt(request.entry_point_selector, 'entry_point_selector');
  const calldata = readFelts(request.calldata, 'calldata');
  const run = chain.runAt(blockOf(chain, blockId));
  const mark = chain.machine.store.mark();
  try {
    return chain.machine.call(address, selector, calldata, run).map(hex);
  } catch (cause) {
    if (cause instanceof NotDeployed) {
      if (cause.address === address) throw new Refusal(20);
      throw new Refusal(40, { revert_error: cause.message });
    }
    if (cause instanceof NoEntryPoint) throw new Refusal(21);
    if (!(cause instanceof Panic)) throw cause;
    throw new Refusal(40, callFailure(chain.machine, address, selector, cause, run.state));
  } finally {
    chain.machine.store.rollback(mark);
  }
}

function readTransactions(chain: Chain, value: unknown) {
  if (!Array.isArray(value)) throw new InvalidParams('expected a list of transactions');
  return value.map((one) => readTransaction(one, chain.chainId));
}

function readFlags(value: unknown): ReadonlySet<string> {
  const known = ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE', 'RETURN_INITIAL_READS'];
  if (!Array.isArray(value) || value.some((flag) => !known.includes(flag))) {
    throw new InvalidParams('Invalid simulation flags');
  }
  return new Set(value);
}
