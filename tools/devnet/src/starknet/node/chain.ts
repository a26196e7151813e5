import { poseidonHashMany } from '@scure/starknet';
import type { MiningMode } from '../engine.ts';
import { ascii, hex, padded, selectorOf } from '../vm/felt.ts';
import { invokeHash } from '../vm/hashes.ts';
import type { BlockInfo, Emitted, Machine, Run } from '../vm/machine.ts';
import {
  type Context,
  type Estimated,
  type Executed,
  ExecutionFailure,
  estimate,
  executeInBlock,
  simulate,
  tryValidation,
  ValidationFailure,
} from './execute.ts';
import { largestFee, type Prices, type Usage, usualPrices, usualUsage, validationGas } from './gas.ts';
import { Refusal } from './refusal.ts';
import { boundsJson, type Transaction } from './transaction.ts';

/** A transaction with what became of it. */
export interface Mined extends Executed {
  readonly transaction: Transaction;
}

export interface Block extends BlockInfo {
  readonly hash: bigint;
  readonly parentHash: bigint;
  readonly prices: Prices;
  readonly transactions: readonly Mined[];
}

/** Limits of the sequencer's gateway (starkware-libs/sequencer:crates/apollo_deployments/resources/app_configs/gateway_config.json). */
const limits = {
  nonceGap: 200n,
  calldata: 5_000,
  signature: 4_000,
  l2Amount: 1_210_000_000n,
  /** A replacement pays so much more, in percent. */
  replacement: 10n,
};

/** The least L1 data gas of any transaction, as in the recorded reverted one. */
const leastData = 128n;
/** L2 gas that any transaction uses beside its validation. */
const leastL2 = 100_000n;

export interface ChainOptions {
  readonly machine: Machine;
  readonly chainId: bigint;
  readonly strk: bigint;
  /** Seconds since 1970. */
  readonly startTime: number;
  /** The clock that blocks follow. Without one, time goes on with blocks alone. */
  readonly now: (() => number) | undefined;
}

/** Seconds between blocks. */
const blockSeconds = 2;

/** Blocks, the pre-confirmed block, and the mempool. */
export class Chain {
  readonly machine: Machine;
  readonly chainId: bigint;
  readonly strk: bigint;
  blocks: Block[] = [];
  /** Transactions of the next block, executed. */
  pending: Mined[] = [];
  /** Transactions that wait. */
  mempool: Transaction[] = [];
  mining: MiningMode = 'each';
  prices: Prices = usualPrices;
  usage: Usage = usualUsage;
  priceFloor = 8_000_000_000n;
  /** The version of JSON-RPC that the node speaks. */
  specVersion = '0.10.2';
  readonly #now: (() => number) | undefined;
  #snapshots = 0;
  /** Seconds that `advance` added to the clock. */
  #ahead = 0;

  constructor({ machine, chainId, strk, startTime, now }: ChainOptions) {
    this.machine = machine;
    this.chainId = chainId;
    this.strk = strk;
    this.#now = now;
    this.#seal(startTime);
  }

  get head(): Block {
    const head = this.blocks.at(-1);
    if (head === undefined) throw new Error('The chain has no genesis block.');
    return head;
  }

  /** The block that is being made. */
  get next(): BlockInfo {
    const clock = (this.#now?.() ?? 0) + this.#ahead;
    return { number: this.head.number + 1, timestamp: Math.max(this.head.timestamp + blockSeconds, clock) };
  }

  get context(): Context {
    return { machine: this.machine, block: this.next, prices: this.prices, usage: this.usage, strk: this.strk };
  }

  /** A block with one transaction of nobody that emitted these events. For what happened before the chain began. */
  record(events: readonly Emitted[]): void {
    const none = { maxAmount: 0n, maxPrice: 0n };
    const bounds = { l1: none, l2: none, l1Data: none };
    const json = {
      ...{ type: 'INVOKE', version: '0x3', signature: [], nonce: '0x0', tip: '0x0', paymaster_data: [] },
      ...{ resource_bounds: boundsJson(bounds), nonce_data_availability_mode: 'L1', fee_data_availability_mode: 'L1' },
      ...{ account_deployment_data: [], sender_address: '0x1', calldata: ['0x0'] },
    };
    const shared = { version: 3n, chainId: this.chainId, nonce: 0n, tip: 0n, bounds, paymasterData: [] };
    const hash = invokeHash({ ...shared, sender: 1n, calldata: [0n], accountDeploymentData: [] });
    const common = { address: 1n, hash, version: 3n, isQuery: false, signature: [], nonce: 0n, tip: 0n, bounds, json };
    const transaction: Transaction = { ...common, type: 'INVOKE', calldata: [0n] };
    const gas = { l1: 0n, l2: 0n, l1Data: 0n };
    this.pending.push({ transaction, status: 'SUCCEEDED', revertReason: undefined, events, gas, fee: 0n });
    this.#seal(this.next.timestamp);
  }

  /** Changes the state outside of transactions: the change is part of the latest block. */
  change<T>(act: () => T): T {
    const { store } = this.machine;
    // With transactions in the next block, versions would get out of order.
    if (this.pending.length === 0) store.block = this.head.number;
    try {
      return act();
    } finally {
      store.block = this.head.number + 1;
    }
  }

  /** Makes blocks: the first with all that waits. */
  mine(blocks = 1): void {
    for (let count = 0; count < blocks; count += 1) {
      this.#include();
      this.#seal(this.next.timestamp);
    }
  }

  /** Lets seconds pass, and makes a block at the end of them. */
  advance(seconds: number): void {
    this.#include();
    const timestamp = Math.max(this.head.timestamp, this.next.timestamp - blockSeconds) + seconds;
    this.#ahead += seconds;
    this.#seal(timestamp);
  }

  /**
   * Takes a transaction as the sequencer's gateway does.
   *
   * @throws Refusal with the code of the specification.
   */
  submit(transaction: Transaction): void {
    this.#check(transaction);
    this.mempool = this.mempool.filter(
      (other) => other.address !== transaction.address || other.nonce !== transaction.nonce,
    );
    this.mempool.push(transaction);
    if (this.mining === 'received') return;
    this.#include();
    if (this.mining === 'each' && this.pending.length > 0) this.#seal(this.next.timestamp);
  }

  find(hash: bigint): { mined: Mined; block: Block | undefined } | { waiting: Transaction } | undefined {
    for (const block of this.blocks) {
      const mined = block.transactions.find(({ transaction }) => transaction.hash === hash);
      if (mined !== undefined) return { mined, block };
    }
    const mined = this.pending.find(({ transaction }) => transaction.hash === hash);
    if (mined !== undefined) return { mined, block: undefined };
    const waiting = this.mempool.find((transaction) => transaction.hash === hash);
    return waiting && { waiting };
  }

  /**
   * Estimates transactions one after the other, each on the state that the former leaves.
   *
   * @throws Refusal 41 with the index of the one that fails.
   */
  estimate(transactions: readonly Transaction[], skipValidate: boolean, isSimulation = false): Estimated[] {
    const { store } = this.machine;
    const mark = store.mark();
    try {
      return transactions.map((transaction, index) => {
        const fail = (error: unknown) => new Refusal(41, { transaction_index: index, execution_error: error });
        if (transaction.type === 'DEPLOY_ACCOUNT') {
          if (this.machine.classOf(transaction.classHash)?.construct === undefined) throw new Refusal(28);
          if (this.machine.classHashAt(transaction.address) !== 0n) {
            const at = `Requested contract address ${padded(transaction.address)} is unavailable for deployment.\n`;
            throw fail(`Contract constructor execution has failed: ${at}`);
          }
        }
        if (transaction.nonce !== this.machine.nonceAt(transaction.address)) {
          throw fail('Account transaction nonce is invalid.');
        }
        try {
          return isSimulation
            ? simulate(this.context, transaction, skipValidate)
            : estimate(this.context, transaction, skipValidate, true);
        } catch (cause) {
          if (cause instanceof ValidationFailure) throw fail(`Account validation failed: ${cause.message}`);
          if (cause instanceof ExecutionFailure) throw fail(cause.error);
          throw cause;
        }
      });
    } finally {
      store.rollback(mark);
    }
  }

  /** What `starknet_call` needs: the block and the state after it. */
  runAt(block: Block | undefined): Run {
    const events: Emitted[] = [];
    return block === undefined ? { block: this.next, events } : { block, events, state: block.number };
  }

  /** A copy of all that is not in the store, to return to. */
  snapshot(): () => void {
    const mark = this.machine.store.mark();
    const { blocks, pending, mempool, mining, prices, usage, priceFloor } = this;
    const kept = { blocks: [...blocks], pending: [...pending], mempool: [...mempool] };
    const ahead = this.#ahead;
    this.#snapshots += 1;
    return () => {
      this.#snapshots -= 1;
      this.machine.store.rollback(mark);
      Object.assign(this, kept, { mining, prices, usage, priceFloor });
      this.#ahead = ahead;
      this.machine.store.block = this.head.number + 1;
    };
  }

  #check(transaction: Transaction): void {
    const { machine } = this;
    const { address, hash, bounds, nonce, signature, type } = transaction;
    if (transaction.isQuery) throw new Refusal(61);
    if (type === 'INVOKE' && transaction.calldata.length > limits.calldata) {
      throw new Refusal(63, `The calldata is too long: ${transaction.calldata.length} > ${limits.calldata}.`);
    }
    if (signature.length > limits.signature) throw new Refusal(63, 'The signature is too long.');
    if (bounds.l2.maxAmount > limits.l2Amount) throw new Refusal(63, 'The L2 gas amount is too high.');
    if (bounds.l2.maxPrice < this.priceFloor) throw new Refusal(65);
    const threshold = this.head.prices.l2;
    if (bounds.l2.maxPrice < threshold) {
      throw new Refusal(
        63,
        `Transaction L2 gas price ${bounds.l2.maxPrice} is below the required threshold ${threshold}.`,
      );
    }
    const isWaiting = [...this.mempool, ...this.pending.map((mined) => mined.transaction)].some(
      (other) => other.hash === hash,
    );
    if (isWaiting) throw new Refusal(59);

    const classHash = type === 'DEPLOY_ACCOUNT' ? transaction.classHash : machine.classHashAt(address);
    if (type === 'DEPLOY_ACCOUNT' && machine.classOf(classHash)?.construct === undefined) throw new Refusal(28);
    const rival = this.#checkNonce(transaction);
    const deployment = this.mempool.find((other) => other.address === address && other.type === 'DEPLOY_ACCOUNT');
    if (classHash !== 0n && machine.classOf(classHash)?.entryPoints.has(selectorOf('__execute__')) !== true) {
      throw new Refusal(58);
    }
    if (rival !== undefined && !outbids(transaction, rival)) throw new Refusal(64);
    const isDear =
      bounds.l2.maxPrice < this.prices.l2 ||
      bounds.l1Data.maxPrice < this.prices.l1Data ||
      (this.usage.l1 > 0n && bounds.l1.maxPrice < this.prices.l1);
    const isSmall = bounds.l2.maxAmount < validationGas(classHash) + leastL2 || bounds.l1Data.maxAmount < leastData;
    if (isDear || isSmall) throw new Refusal(53);
    const balance = machine.store.get(machine.slot(this.strk, 'balance', address));
    if (balance < largestFee(transaction)) throw new Refusal(54);
    // An account whose deployment waits cannot be asked yet. The gateway skips the validation then.
    if (type === 'INVOKE' && classHash === 0n && deployment !== undefined && nonce > 0n) return;
    try {
      tryValidation(this.context, transaction);
    } catch (cause) {
      if (cause instanceof ValidationFailure) throw new Refusal(55, cause.message);
      throw cause;
    }
  }

  /** @returns The transaction with the same nonce that waits, if there is one. */
  #checkNonce(transaction: Transaction): Transaction | undefined {
    const { address, nonce, type } = transaction;
    const present = this.machine.nonceAt(address);
    const invalid = (text: string) => new Refusal(52, text);
    if (type === 'DEPLOY_ACCOUNT') {
      if (present !== 0n || this.machine.classHashAt(address) !== 0n) {
        const why = `Account is already deployed (nonce=${hex(present)}).`;
        throw invalid(`Invalid deploy account transaction. ${why}`);
      }
      if (nonce !== 0n) throw invalid(`Invalid transaction nonce. Expected: nonce = 0, got: ${hex(nonce)}.`);
    }
    const isAwaited = this.mempool.some((other) => other.address === address && other.type === 'DEPLOY_ACCOUNT');
    const isAbsent = this.machine.classHashAt(address) === 0n && !isAwaited;
    const most = isAbsent ? present : present + limits.nonceGap;
    if (nonce < present || nonce > most) {
      const where = `Invalid transaction nonce of contract at address ${padded(address)}.`;
      throw invalid(`${where} Account nonce: ${present}; got: ${nonce}.`);
    }
    return this.mempool.find((other) => other.address === address && other.nonce === nonce);
  }

  /** Executes what waits and has the right nonce, in the order of arrival. */
  #include(): void {
    for (;;) {
      const index = this.mempool.findIndex(({ address, nonce }) => nonce === this.machine.nonceAt(address));
      const [transaction] = index < 0 ? [] : this.mempool.splice(index, 1);
      if (transaction === undefined) return;
      const mark = this.machine.store.mark();
      try {
        this.pending.push({ ...executeInBlock(this.context, transaction), transaction });
      } catch (cause) {
        // What is no longer valid disappears without a trace.
        if (!(cause instanceof ValidationFailure)) throw cause;
        this.machine.store.rollback(mark);
      }
    }
  }

  #seal(timestamp: number): void {
    const parent = this.blocks.at(-1);
    const number = parent === undefined ? 0 : parent.number + 1;
    const hashes = this.pending.map(({ transaction }) => transaction.hash);
    const parentHash = parent?.hash ?? 0n;
    const parts = [ascii('block'), this.chainId, BigInt(number), BigInt(timestamp), parentHash, ...hashes];
    const hash = poseidonHashMany(parts);
    this.blocks.push({ number, timestamp, hash, parentHash, prices: this.prices, transactions: this.pending });
    this.pending = [];
    this.machine.store.block = number + 1;
    if (this.#snapshots === 0) this.machine.store.settle();
  }
}

/** Whether a transaction may take the place of one with its nonce: 10 % more tip and price. */
function outbids(transaction: Transaction, rival: Transaction): boolean {
  const more = (now: bigint, before: bigint) => now * 100n >= before * (100n + limits.replacement);
  return more(transaction.tip, rival.tip) && more(transaction.bounds.l2.maxPrice, rival.bounds.l2.maxPrice);
}
