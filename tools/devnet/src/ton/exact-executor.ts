import { beginCell, Cell, loadMessage, loadShardAccount, serializeTuple, storeMessage } from '@ton/core';
import type { Executor, IExecutor } from '@ton/sandbox';
import { messagesOf } from './messages.ts';

type GetMethodArgs = Parameters<IExecutor['runGetMethod']>[0];

/** How many outcomes of get methods are remembered. */
const mostRemembered = 5_000;

/**
 * Runs each message as its sender wrote it. The sandbox reads messages and writes them again, with the body in another place. Hashes of messages and
 * the import fee would not be those of the chain.
 */
export class ExactExecutor implements IExecutor {
  readonly #inner: Executor;
  /** By the hash that the sandbox's own writing has. */
  readonly #asWritten = new Map<string, Cell>();

  /** By the hash of a transaction, in hex. */
  readonly #balances = new Map<string, bigint>();

  /** Outcomes of get methods under one configuration, by everything else that they can see. */
  readonly #outcomes = new Map<string, ReturnType<Executor['runGetMethod']>>();
  #config = '';

  constructor(inner: Executor) {
    this.#inner = inner;
  }

  /** Says that this message is going to be run. */
  expect(message: Cell): void {
    this.#asWritten.set(rewritten(message), message);
  }

  /** The balance that a transaction left. */
  balanceAfter(transaction: string): bigint {
    return this.#balances.get(transaction) ?? 0n;
  }

  /** Each run writes code and data of the contract for the machine again, which takes longer than the method. So equal questions are answered once. */
  runGetMethod(args: GetMethodArgs) {
    if (args.config !== this.#config || this.#outcomes.size >= mostRemembered) this.#outcomes.clear();
    this.#config = args.config;
    const question = questionOf(args);
    const known = this.#outcomes.get(question);
    if (known !== undefined) return known;
    const outcome = this.#inner.runGetMethod(args);
    this.#outcomes.set(question, outcome);
    return outcome;
  }

  runTickTock(args: Parameters<IExecutor['runTickTock']>[0]) {
    return this.#inner.runTickTock(args);
  }

  async runTransaction(args: Parameters<IExecutor['runTransaction']>[0]) {
    const message = this.#asWritten.get(args.message.hash().toString('hex')) ?? args.message;
    const outcome = await this.#inner.runTransaction({ ...args, message });
    if (outcome.result.success) {
      const transaction = Cell.fromBase64(outcome.result.transaction);
      for (const child of messagesOf(transaction).out) this.expect(child);
      const { account } = loadShardAccount(Cell.fromBase64(outcome.result.shardAccount).beginParse());
      this.#balances.set(transaction.hash().toString('hex'), account?.storage.balance.coins ?? 0n);
    }
    return outcome;
  }
}

function rewritten(message: Cell): string {
  return beginCell()
    .store(storeMessage(loadMessage(message.beginParse())))
    .endCell()
    .hash()
    .toString('hex');
}

/** Tells questions to get methods apart, under one configuration. */
function questionOf({ config: _, ...args }: GetMethodArgs): string {
  return JSON.stringify(
    { ...args, address: args.address.toRawString(), stack: serializeTuple(args.stack) },
    (_, value: unknown) =>
      value instanceof Cell ? value.hash().toString('hex') : typeof value === 'bigint' ? `${value}` : value,
  );
}
