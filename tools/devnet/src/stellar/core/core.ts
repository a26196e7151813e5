import { createHash } from 'node:crypto';
import { createTurns } from '../../in-turn.ts';
import { copyState, type State } from '../state.ts';
import { type Applied, apply } from './apply.ts';
import { available } from './reserves.ts';
import type { Outcome } from './results.ts';
import { bid, feeSource, feeUnits, type Submission } from './submission.ts';
import { type Rules, validate } from './validate.ts';

/** A ledger that was closed. */
export interface Ledger {
  readonly sequence: number;
  /** Seconds since 1970. */
  readonly closeTime: number;
  /** Hex. It names the ledger, and is the hash of no header. */
  readonly hash: string;
  readonly previousHash: string;
  readonly entries: readonly Entry[];
  readonly baseFee: bigint;
  readonly baseReserve: bigint;
}

/** A transaction that stands in a ledger. */
export interface Entry {
  readonly ledger: number;
  /** Seconds since 1970. */
  readonly closeTime: number;
  /** Its place in the ledger, from 1. */
  readonly order: number;
  readonly submission: Submission;
  readonly applied: Omit<Applied, 'state'>;
}

/** What core says of a submission (stellar-core:src/main/CommandHandler.cpp tx). */
export type Answer =
  | { readonly status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER' }
  | { readonly status: 'ERROR'; readonly outcome: Outcome };

export interface CoreOptions {
  readonly passphrase: string;
  readonly state: State;
  /** Seconds since 1970. */
  readonly startTime: number;
  /** Milliseconds. By default time stands still. */
  readonly now: (() => number) | undefined;
}

/** Of mainnet in August 2026, about. */
export const firstLedger = 64_000_000;

/** Seconds between ledgers. */
const pace = 5;

/** How many seconds later than the last ledger the next one may close: the queue refuses what ends before (stellar-core getUpperBoundCloseTimeOffset). */
const queueMargin = 2 * pace;

/** What may be taken back. */
interface Kept {
  readonly state: State;
  readonly ledgers: readonly Ledger[];
  readonly states: readonly { readonly ledger: number; readonly state: State }[];
  readonly waiting: readonly Submission[];
  readonly settings: Settings;
}

/** What controls set. */
export interface Settings {
  automine: boolean;
  baseFee: bigint;
  baseReserve: bigint;
  /** Stroops for an operation that are charged. */
  feeRate: bigint;
  /** Stroops for an operation that the queue demands. */
  surge: bigint | undefined;
  /** How many ledgers history stays behind at most. */
  lag: number;
  historyLedger: number;
  /** The first ledger that history has. */
  elder: number;
}

/** The ledger, core's queue, and how far history is. */
export class Core {
  readonly passphrase: string;
  readonly settings: Settings;
  readonly #clock: (() => number) | undefined;
  readonly #inTurn = createTurns();
  #state: State;
  #ledgers: Ledger[] = [];
  /** States after ledgers that history has not reached yet, and after the one that it has. */
  #states: { readonly ledger: number; state: State }[] = [];
  #waiting: Submission[] = [];

  constructor({ passphrase, state, startTime, now }: CoreOptions) {
    this.passphrase = passphrase;
    this.#state = state;
    this.#clock = now;
    this.settings = {
      automine: true,
      baseFee: 100n,
      baseReserve: 5_000_000n,
      feeRate: 100n,
      surge: undefined,
      lag: 0,
      historyLedger: firstLedger,
      elder: firstLedger,
    };
    this.#addLedger(startTime, []);
  }

  /** As core has it. */
  get state(): State {
    return this.#state;
  }

  get head(): Ledger {
    const ledger = this.#ledgers.at(-1);
    if (ledger === undefined) throw new TypeError('There is no ledger.');
    return ledger;
  }

  /** The last ledger that history has. */
  get historyHead(): Ledger {
    return this.ledger(this.settings.historyLedger) ?? this.head;
  }

  /** The state as history has it. */
  get historyState(): State {
    return this.#states.find(({ ledger }) => ledger === this.settings.historyLedger)?.state ?? this.#state;
  }

  ledger(sequence: number): Ledger | undefined {
    return this.#ledgers[sequence - firstLedger];
  }

  /** Ledgers that history has, oldest first. */
  get history(): readonly Ledger[] {
    const { elder, historyLedger } = this.settings;
    return this.#ledgers.slice(elder - firstLedger, historyLedger - firstLedger + 1);
  }

  get rules(): Rules {
    const { sequence: ledger, closeTime } = this.head;
    const { baseFee, baseReserve } = this.settings;
    return { ledger, closeTime, baseFee, baseReserve, margin: queueMargin };
  }

  /** What an operation costs. */
  get #feeRate(): bigint {
    const { feeRate, baseFee } = this.settings;
    return feeRate > baseFee ? feeRate : baseFee;
  }

  /** When the next ledger closes that a transaction or a test brings about. With a clock it is as close to it as can be: close times must grow. */
  get #nextTime(): number {
    const now = this.#clock?.();
    if (now === undefined) return this.head.closeTime + pace;
    return Math.max(Math.floor(now / 1000), this.head.closeTime + 1);
  }

  /** Changes the state without a transaction. History, which may be behind, gets the same change if it has what is changed. */
  change<T>(act: (state: State) => T): T {
    const state = copyState(this.#state);
    const result = act(state);
    for (const kept of this.#states) {
      if (kept.state === this.#state) {
        kept.state = state;
        continue;
      }
      const older = copyState(kept.state);
      try {
        act(older);
        kept.state = older;
      } catch {
        // An account or a trustline that was not there yet.
      }
    }
    this.#state = state;
    return result;
  }

  /** Runs something, and takes back afterwards all that it did. */
  async rehearse<T>(run: () => Promise<T>): Promise<T> {
    const before: Kept = {
      state: this.#state,
      ledgers: [...this.#ledgers],
      states: this.#states.map((one) => ({ ...one })),
      waiting: [...this.#waiting],
      settings: { ...this.settings },
    };
    try {
      return await run();
    } finally {
      this.#state = before.state;
      this.#ledgers = [...before.ledgers];
      this.#states = before.states.map((one) => ({ ...one }));
      this.#waiting = [...before.waiting];
      Object.assign(this.settings, before.settings);
    }
  }

  /** Follows the clock. */
  async catchUp(): Promise<void> {
    const now = this.#clock?.();
    if (now === undefined) return;
    const seconds = Math.floor(now / 1000);
    if (seconds - this.head.closeTime < pace) return;
    await this.#inTurn(async () => {
      if (seconds > this.head.closeTime) this.#close(seconds);
    });
  }

  async close(count: number): Promise<void> {
    await this.#inTurn(async () => {
      for (let index = 0; index < count; index++) this.#close(this.#nextTime);
    });
  }

  async advance(seconds: number): Promise<void> {
    await this.#inTurn(async () => this.#close(this.head.closeTime + Math.round(seconds)));
  }

  setLag(ledgers: number): void {
    this.settings.lag = ledgers;
    this.#followHistory();
  }

  drop(hash: string): void {
    this.#waiting = this.#waiting.filter((one) => one.hash !== hash && one.inner.hash !== hash);
  }

  /** Takes a transaction into the queue (stellar-core:src/herder/TransactionQueue.cpp canAdd). `waits`: no ledger closes for it. */
  async submit(submission: Submission, { waits = false } = {}): Promise<Answer> {
    return this.#inTurn(async () => {
      const answer = this.#add(submission);
      if (answer.status === 'PENDING' && this.settings.automine && !waits) this.#close(this.#nextTime);
      return answer;
    });
  }

  #add(submission: Submission): Answer {
    const error = (outcome: Outcome): Answer => ({ status: 'ERROR', outcome });
    const refuse = (code: 'txBadSeq' | 'txInsufficientFee' | 'txInsufficientBalance', feeCharged = 0n): Answer =>
      error({ code, operations: [], feeCharged, inner: undefined });
    const present = this.#waiting.find(({ inner }) => inner.source.account === submission.inner.source.account);
    if (present !== undefined) {
      if (present.hash === submission.hash) return { status: 'DUPLICATE' };
      if (submission.inner.sequence < present.inner.sequence) return refuse('txBadSeq');
      if (submission.feeBump === undefined || submission.inner.sequence !== present.inner.sequence) {
        return { status: 'TRY_AGAIN_LATER' };
      }
      const needed = (10n * bid(present) * feeUnits(submission) + feeUnits(present) - 1n) / feeUnits(present);
      if (bid(submission) < needed) return refuse('txInsufficientFee', needed);
    }
    const { surge } = this.settings;
    if (surge !== undefined && bid(submission) < surge * feeUnits(submission)) {
      return refuse('txInsufficientFee', surge * feeUnits(submission));
    }
    const refusal = validate(this.#state, submission, this.rules);
    if (refusal !== undefined) return error(refusal);
    if (!this.#canPay(submission, present)) return refuse('txInsufficientBalance');
    this.#waiting = [...this.#waiting.filter((one) => one !== present), submission];
    return { status: 'PENDING' };
  }

  /** Whether the account that pays can pay for all that waits. */
  #canPay(submission: Submission, replaced: Submission | undefined): boolean {
    const id = feeSource(submission).account;
    const payer = this.#state.accounts.get(id);
    const others = this.#waiting.filter((one) => one !== replaced && feeSource(one).account === id);
    const promised = others.reduce((sum, one) => sum + bid(one), 0n);
    return payer !== undefined && available(payer, this.settings.baseReserve) - bid(submission) >= promised;
  }

  #close(closeTime: number): void {
    const sequence = this.head.sequence + 1;
    const entries: Entry[] = [];
    const waiting = this.#waiting;
    this.#waiting = [];
    const before = this.#state;
    const rules = { ...this.rules, margin: closeTime - this.head.closeTime };
    for (const submission of waiting) {
      // Those that became invalid while they waited get into no ledger. What others of the same ledger do is not known yet.
      if (validate(before, submission, rules) !== undefined) continue;
      const header = { ledger: sequence, closeTime, baseReserve: this.settings.baseReserve };
      const { state, ...applied } = apply(this.#state, submission, header, this.#feeRate);
      this.#state = state;
      entries.push({ ledger: sequence, closeTime, order: entries.length + 1, submission, applied });
    }
    this.#addLedger(closeTime, entries);
  }

  #addLedger(closeTime: number, entries: readonly Entry[]): void {
    const parent = this.#ledgers.at(-1);
    const sequence = parent === undefined ? firstLedger : parent.sequence + 1;
    const { baseFee, baseReserve } = this.settings;
    this.#ledgers.push({
      sequence,
      closeTime,
      hash: nameOf(sequence),
      previousHash: nameOf(sequence - 1),
      entries,
      baseFee,
      baseReserve,
    });
    this.#states.push({ ledger: sequence, state: this.#state });
    this.#followHistory();
  }

  #followHistory(): void {
    const { settings } = this;
    settings.historyLedger = Math.max(settings.historyLedger, this.head.sequence - settings.lag);
    this.#states = this.#states.filter(({ ledger }) => ledger >= settings.historyLedger);
  }
}

const nameOf = (sequence: number): string => createHash('sha256').update(`ledger ${sequence}`).digest('hex');
