import type { Input, Output, Transaction } from './node-transaction.ts';

/** Where an output was spent. */
export interface Spend {
  readonly txid: string;
  readonly vin: number;
}

/** Transactions that can be found by their ids, by the scripts that they touch, and by what they spend. */
export class TransactionSet {
  readonly #transactions = new Map<string, Transaction>();
  /** Ids by hash of the script, in the order of arrival. */
  readonly #histories = new Map<string, Set<string>>();
  readonly #spends = new Map<string, Spend>();
  readonly #findOutput: (input: Input) => Output | undefined;

  /** @param below - Another set, to find spent outputs that are not in this set. */
  constructor(below?: TransactionSet) {
    this.#findOutput = (input) => this.get(input.txid)?.outputs[input.vout] ?? below?.outputOf(input);
  }

  get(txid: string): Transaction | undefined {
    return this.#transactions.get(txid);
  }

  ids(): readonly string[] {
    return [...this.#transactions.keys()];
  }

  /** The output that an input spends. */
  outputOf(input: Input): Output | undefined {
    return this.#findOutput(input);
  }

  spendOf(txid: string, vout: number): Spend | undefined {
    return this.#spends.get(keyOf(txid, vout));
  }

  /** Oldest first. */
  historyOf(scriptHash: string): readonly Transaction[] {
    return [...(this.#histories.get(scriptHash) ?? [])].flatMap((txid) => this.get(txid) ?? []);
  }

  add(transaction: Transaction): void {
    const { txid, inputs } = transaction;
    this.#transactions.set(txid, transaction);
    inputs.forEach((input, vin) => {
      if (!input.isCoinbase) this.#spends.set(keyOf(input.txid, input.vout), { txid, vin });
    });
    for (const scriptHash of this.#touched(transaction)) {
      const history = this.#histories.get(scriptHash);
      if (history === undefined) this.#histories.set(scriptHash, new Set([txid]));
      else history.add(txid);
    }
  }

  /** Takes out a transaction. Nothing in the set may depend on it. */
  remove(txid: string): void {
    const transaction = this.get(txid);
    if (transaction === undefined) return;
    for (const scriptHash of this.#touched(transaction)) this.#histories.get(scriptHash)?.delete(txid);
    for (const { txid: spent, vout } of transaction.inputs) {
      if (this.spendOf(spent, vout)?.txid === txid) this.#spends.delete(keyOf(spent, vout));
    }
    this.#transactions.delete(txid);
  }

  #touched({ inputs, outputs }: Transaction): Set<string> {
    const spent = inputs.map((input) => this.outputOf(input));
    return new Set([...spent, ...outputs].flatMap((output) => output?.scriptHash ?? []));
  }
}

function keyOf(txid: string, vout: number): string {
  return `${txid}:${vout}`;
}
