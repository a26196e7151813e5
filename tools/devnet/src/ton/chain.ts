import { Address, Cell, loadMessage, type Message } from '@ton/core';
import {
  Blockchain,
  type BlockchainTransaction,
  createShardAccount,
  EmulationError,
  Executor,
  type SmartContract,
} from '@ton/sandbox';
import { createTurns } from '../in-turn.ts';
import { configAddress, configData, mainnetConfig, suspensionsOf, withoutValidators } from './config.ts';
import { ExactExecutor } from './exact-executor.ts';
import { Ledger, type Trace, traceOf } from './ledger.ts';
import { type MessageRecord, recordOf } from './messages.ts';
import { Refusal } from './refusal.ts';
import { refusalText } from './refusal-text.ts';

export interface ChainOptions {
  /** Unix time at the start, in seconds. */
  startTime: number;
  /** The clock that the chain follows, in milliseconds since 1970. */
  now?: (() => number) | undefined;
}

/** A message that waits for `mine`. */
interface Waiting {
  readonly record: MessageRecord;
  /** What it would make now. */
  readonly trace: Trace;
}

/** The sandbox with a clock, blocks and a ledger. Everything that changes it happens in turn. */
export class Chain {
  readonly blockchain: Blockchain;
  readonly ledger = new Ledger();
  /** The whole configuration. The machine runs with it, less the sets of validators. */
  config: Cell;
  /** Whether each message is executed at once. */
  automine = true;
  /** The number of the newest masterchain block. */
  seqno = 65_466_080;
  readonly #executor: ExactExecutor;
  readonly #clock: (() => number) | undefined;
  readonly #inTurn = createTurns();
  readonly #waiting = new Map<string, Waiting>();
  #isSuspended: ReturnType<typeof suspensionsOf>;
  /** Seconds that the time machine has added to the clock. */
  #ahead = 0;

  private constructor(blockchain: Blockchain, executor: ExactExecutor, config: Cell, options: ChainOptions) {
    this.blockchain = blockchain;
    this.#executor = executor;
    this.config = config;
    this.#isSuspended = suspensionsOf(config);
    this.#clock = options.now;
    this.blockchain.now = options.startTime;
  }

  static async create(options: ChainOptions): Promise<Chain> {
    const executor = new ExactExecutor(await Executor.create());
    const config = mainnetConfig();
    const blockchain = await Blockchain.create({ executor, config: withoutValidators(config) });
    // Only the exit code of a failed contract is wanted. The log is in the error.
    blockchain.verbosity = { print: false, blockchainLogs: false, vmLogs: 'none', debugLogs: false };
    const chain = new Chain(blockchain, executor, config, options);
    await chain.#writeConfigAccount();
    return chain;
  }

  /** Unix time of the chain, in seconds. It never goes back. */
  now(): number {
    const last = this.blockchain.now as number;
    if (this.#clock === undefined) return last;
    this.blockchain.now = Math.max(last, Math.floor(this.#clock() / 1000) + this.#ahead);
    return this.blockchain.now;
  }

  /** Moves time on. */
  advance(seconds: number): void {
    this.#ahead += seconds;
    this.blockchain.now = this.now() + (this.#clock === undefined ? seconds : 0);
    this.seqno += 1;
  }

  contract(address: Address): Promise<SmartContract> {
    return this.blockchain.getContract(address);
  }

  /** Whether the chain knows an account: it has, or had, coins or a state. */
  async isKnown(address: Address): Promise<boolean> {
    const { account } = await this.contract(address);
    const state = account.account?.storage;
    return account.lastTransactionLt > 0n || state?.state.type !== 'uninit' || state.balance.coins > 0n;
  }

  /** Whether the configuration forbids an account to be deployed (config param 44). */
  isSuspended(address: Address): boolean {
    return this.#isSuspended(address, this.now());
  }

  /** Messages that wait, as they would be executed now. */
  pending(): Trace[] {
    return [...this.#waiting.values()].map(({ trace }) => trace);
  }

  /** The waiting message with this plain or normalized hash. */
  pendingOf(hash: string): Trace | undefined {
    return [...this.#waiting.values()].find(({ record }) => record.hash === hash || record.hashNorm === hash)?.trace;
  }

  /**
   * Takes an external message, as a node takes one: it is refused if its account does not accept it now.
   *
   * @throws Refusal with the words of a node.
   */
  accept(cell: Cell): Promise<MessageRecord> {
    return this.#inTurn(async () => {
      let record: MessageRecord;
      try {
        record = recordOf(cell);
      } catch {
        throw new Refusal(
          500,
          'LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message is not valid',
        );
      }
      const { info } = record.message;
      if (info.type !== 'external-in') {
        throw new Refusal(
          500,
          'LITE_SERVER_UNKNOWN: cannot apply external message to current state : inbound external message has no ext_in_msg_info',
        );
      }
      if (cell.level() > 0) {
        throw new Refusal(
          500,
          'LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message must have zero level',
        );
      }
      if (this.#waiting.has(record.hash)) {
        throw new Refusal(
          500,
          'LITE_SERVER_UNKNOWN: cannot apply external message to current state : duplicate message',
        );
      }
      const known = await this.isKnown(info.dest);
      try {
        if (this.automine) this.#commit(await this.#run(cell));
        else this.#waiting.set(record.hash, { record, trace: await this.#preview(cell) });
      } catch (cause) {
        if (cause instanceof EmulationError)
          throw new Refusal(500, refusalText(cause, { account: info.dest, known, cell }));
        throw cause;
      }
      return record;
    });
  }

  /** Executes a message that comes from nowhere, with all that follows from it. */
  deliver(message: Message | Cell): Promise<Trace> {
    return this.#inTurn(async () => this.#commit(await this.#run(message)));
  }

  /** Runs something, and takes back afterwards what it did to accounts. What it made stays in the ledger. */
  async rehearse<T>(run: () => Promise<T>): Promise<T> {
    const before = this.blockchain.snapshot();
    try {
      return await run();
    } finally {
      await this.blockchain.loadFrom(before);
    }
  }

  /** Makes blocks: the waiting messages are executed, in the order in which they came. */
  mine(blocks: number): Promise<void> {
    return this.#inTurn(async () => {
      for (const { record } of [...this.#waiting.values()]) {
        this.#waiting.delete(record.hash);
        try {
          this.#commit(await this.#run(record.cell));
        } catch (cause) {
          // What is not accepted any more is dropped without a word, as by a collator.
          if (!(cause instanceof EmulationError)) throw cause;
        }
      }
      this.now();
      this.seqno += blocks;
    });
  }

  /** Replaces the configuration, also in the account that has it. */
  async configure(config: Cell): Promise<void> {
    this.config = config;
    this.#isSuspended = suspensionsOf(config);
    this.blockchain.setConfig(withoutValidators(config));
    await this.#writeConfigAccount();
  }

  async #writeConfigAccount(): Promise<void> {
    const address = Address.parseRaw(configAddress);
    // Nothing runs the contract: clients read its data. So its code is a cell without instructions.
    const data = configData(this.config);
    const account = createShardAccount({ address, code: Cell.EMPTY, data, balance: 1_000_000_000_000n });
    await this.blockchain.setShardAccount(address, account);
  }

  async #run(message: Message | Cell): Promise<Awaited<ReturnType<Blockchain['sendMessage']>>> {
    this.now();
    if (!('info' in message)) this.#executor.expect(message);
    return this.blockchain.sendMessage('info' in message ? message : loadMessage(message.beginParse()));
  }

  async #preview(cell: Cell): Promise<Trace> {
    return this.rehearse(async () => {
      const { transactions } = await this.#run(cell);
      return this.#traceOf(transactions, true);
    });
  }

  #traceOf(transactions: readonly BlockchainTransaction[], pending: boolean): Trace {
    const block = { seqno: this.seqno, utime: this.now(), pending };
    return traceOf(transactions, block, (hash) => this.#executor.balanceAfter(hash));
  }

  #commit({ transactions }: Awaited<ReturnType<Blockchain['sendMessage']>>): Trace {
    this.seqno += 1;
    const trace = this.#traceOf(transactions, false);
    this.ledger.add(trace);
    return trace;
  }
}
