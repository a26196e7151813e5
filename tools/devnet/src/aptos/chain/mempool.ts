import type { Address } from '../address.ts';
import { NodeError } from '../node-error.ts';
import type { Submission } from './submission.ts';

/** Transactions of one account that the mempool takes (aptos-core, config/src/config/mempool_config.rs: capacity_per_user). */
const capacityPerAccount = 100;
/** After how many seconds a transaction is dropped (the same file: system_transaction_timeout_secs). */
const timeout = 600;

/** Transactions that wait for a block, in the order in which they came. */
export class Mempool {
  capacity = 2_000_000;
  #entries = new Map<Address, { submission: Submission; since: number }>();

  get waiting(): readonly Submission[] {
    return [...this.#entries.values()].map(({ submission }) => submission);
  }

  get(hash: Address): Submission | undefined {
    return this.#entries.get(hash)?.submission;
  }

  drop(hash: Address): void {
    this.#entries.delete(hash);
  }

  /** Drops what has expired, and what has waited for too long. `now` is seconds since 1970. */
  dropOld(now: number): void {
    for (const [hash, { submission, since }] of this.#entries) {
      if (BigInt(now) >= submission.expiration || now >= since + timeout) this.#entries.delete(hash);
    }
  }

  /**
   * Takes a transaction that the chain would run.
   *
   * @throws NodeError 507 if there is no room, 400 `invalid_transaction_update` if another transaction of the same turn is waiting.
   */
  add(submission: Submission, now: number): void {
    const rival = this.waiting.find((other) => other.sender === submission.sender && hasSameTurn(other, submission));
    if (rival === undefined) this.#requireRoom(submission.sender);
    else this.#replace(rival, submission);
    this.#entries.set(submission.hash, { submission, since: now });
  }

  /** Answers what brings back the present content. */
  snapshot(): () => void {
    const [entries, capacity] = [new Map(this.#entries), this.capacity];
    return () => {
      this.#entries = entries;
      this.capacity = capacity;
    };
  }

  #requireRoom(sender: Address): void {
    const size = this.#entries.size;
    if (size >= this.capacity) {
      throw new NodeError(507, 'mempool_is_full', `Mempool is full. Mempool size: ${size}, Capacity: ${this.capacity}`);
    }
    const own = this.waiting.filter((submission) => submission.sender === sender).length;
    if (own < capacityPerAccount) return;
    const text = `Mempool over capacity for account. Number of transactions from account: ${own} Capacity per account: ${capacityPerAccount}`;
    throw new NodeError(507, 'mempool_is_full', text);
  }

  /** Only the same call with a higher price may take the place of one that waits. */
  #replace(old: Submission, next: Submission): void {
    const refuse = (text: string) =>
      new NodeError(400, 'invalid_transaction_update', `Transaction already in mempool with a ${text}`);
    if (callText(old) !== callText(next)) throw refuse('different payload');
    if (old.expiration !== next.expiration) throw refuse('different expiration timestamp');
    if (old.maxGas !== next.maxGas) throw refuse('different max gas amount');
    if (old.gasPrice > next.gasPrice) throw refuse('higher gas price');
    this.#entries.delete(old.hash);
  }
}

/** Whether only one of two transactions of an account can be executed. */
function hasSameTurn(one: Submission, other: Submission): boolean {
  return one.sequenceNumber === other.sequenceNumber && one.nonce === other.nonce;
}

function callText({ call }: Submission): string {
  return JSON.stringify([call?.function, call?.typeArguments, call?.args.map((arg) => [...arg])]);
}
