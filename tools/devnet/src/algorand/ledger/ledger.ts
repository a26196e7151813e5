import { createTurns } from '../../in-turn.ts';
import type { SignedTransaction } from '../codec/decode.ts';
import type { StatusSettings, Submission } from '../engine.ts';
import type { ApplyData } from './apply-data.ts';
import { evaluate, type Rules } from './evaluate.ts';
import { PoolError } from './pool-error.ts';
import { checkSignatures } from './signatures.ts';
import type { State } from './state.ts';
import { checkWellFormed, maxLife } from './well-formed.ts';

/** A transaction that stands in a block. */
export interface Entry {
  readonly round: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** Its place in the block, from 0. */
  readonly offset: number;
  readonly transaction: SignedTransaction;
  readonly applied: ApplyData;
}

/** A transaction that was placed in the indexer's history, as it answers it. */
export interface PlacedEntry {
  readonly round: number;
  readonly time: number;
  readonly offset: number;
  readonly placed: Readonly<Record<string, unknown>>;
}

/** What the node knows of a transaction that is in no block. */
interface Thrown {
  readonly transaction: SignedTransaction;
  readonly reason: string;
}

type Group = readonly SignedTransaction[];

export interface LedgerOptions {
  readonly genesisId: string;
  readonly genesisHash: Uint8Array;
  readonly state: State;
  readonly round: number;
  /** Milliseconds since 1970. */
  readonly startTime: number;
  /** Milliseconds. By default time stands still. */
  readonly now: (() => number) | undefined;
}

/** Milliseconds between rounds. */
const pace = 2_800;

/** What controls set. */
interface Settings {
  automine: boolean;
  minFee: bigint;
  perByte: bigint;
  isFull: boolean;
  /** How many rounds the indexer stays behind at most. */
  lag: number;
  status: StatusSettings;
}

/** All that may be taken back. Members are replaced, and never changed. */
interface World {
  readonly state: State;
  readonly round: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly indexerRound: number;
  /** States of rounds that the indexer has not reached yet, and of the one that it has. */
  readonly states: readonly { readonly round: number; readonly state: State }[];
  readonly entries: readonly (Entry | PlacedEntry)[];
  readonly committed: ReadonlyMap<string, Entry>;
  readonly pending: readonly Group[];
  readonly thrown: ReadonlyMap<string, Thrown>;
  /** The node has forgotten what stands in this round or an earlier one. */
  readonly forgotten: number;
  readonly submissions: readonly Submission[];
}

/** The node's ledger and pool, and how far the indexer is. */
export class Ledger {
  readonly genesisId: string;
  readonly genesisHash: Uint8Array;
  readonly settings: Settings;
  readonly #clock: (() => number) | undefined;
  readonly #inTurn = createTurns();
  #world: World;

  constructor({ genesisId, genesisHash, state, round, startTime, now }: LedgerOptions) {
    this.genesisId = genesisId;
    this.genesisHash = genesisHash;
    this.#clock = now;
    this.settings = { automine: true, minFee: 1_000n, perByte: 0n, isFull: false, lag: 0, status: {} };
    this.#world = {
      state,
      round,
      time: startTime,
      indexerRound: round,
      states: [{ round, state }],
      entries: [],
      committed: new Map(),
      pending: [],
      thrown: new Map(),
      forgotten: 0,
      submissions: [],
    };
  }

  /** As the node has it. Transactions in the pool are not in it. */
  get state(): State {
    return this.#world.state;
  }

  get round(): number {
    return this.#world.round;
  }

  /** The time of the last round, in milliseconds. */
  get time(): number {
    return this.#world.time;
  }

  /** Milliseconds since the last round. */
  get sinceLastRound(): number {
    const now = this.#clock?.();
    return now === undefined ? 0 : Math.max(0, now - this.time);
  }

  /** The last round that the indexer has. */
  get indexerRound(): number {
    return this.#world.indexerRound;
  }

  /** The state as the indexer has it. */
  get indexerState(): State {
    const { states, indexerRound } = this.#world;
    return states.findLast(({ round }) => round <= indexerRound)?.state ?? this.state;
  }

  /** What the indexer has, oldest first. */
  get history(): readonly (Entry | PlacedEntry)[] {
    return this.#world.entries.filter(({ round }) => round <= this.indexerRound);
  }

  get pending(): readonly SignedTransaction[] {
    return this.#world.pending.flat();
  }

  get submissions(): readonly Submission[] {
    return this.#world.submissions;
  }

  /** What the node knows of a transaction: in the pool, thrown out of it, or in one of the last 1,000 rounds. */
  find(txId: string): Entry | Thrown | undefined {
    const entry = this.#world.committed.get(txId);
    const oldest = this.round - Number(maxLife);
    if (entry !== undefined) {
      return entry.round > this.#world.forgotten && entry.round >= oldest ? entry : undefined;
    }
    const waiting = this.pending.find((one) => one.txId === txId);
    return waiting === undefined ? this.#world.thrown.get(txId) : { transaction: waiting, reason: '' };
  }

  /** Changes the state without a transaction. The indexer, which may be behind, gets the same change if it has what is changed. */
  change<T>(act: (state: State) => T, copy: (state: State) => State): T {
    const { state: before, states } = this.#world;
    const state = copy(before);
    const result = act(state);
    this.#set({
      state,
      states: states.map((kept) => {
        if (kept.state === before) return { ...kept, state };
        const older = copy(kept.state);
        try {
          act(older);
          return { ...kept, state: older };
        } catch {
          // An asset that was not there yet.
          return kept;
        }
      }),
    });
    return result;
  }

  /** Runs something, and takes back afterwards all that it did. */
  async rehearse<T>(run: () => Promise<T>): Promise<T> {
    const [world, settings] = [this.#world, { ...this.settings }];
    try {
      return await run();
    } finally {
      this.#world = world;
      Object.assign(this.settings, settings);
    }
  }

  /** Follows the clock. */
  async catchUp(): Promise<void> {
    await this.#inTurn(async () => this.#followClock());
  }

  /** Makes rounds, the first one with the waiting transactions. */
  async mine(count: number): Promise<void> {
    await this.#inTurn(async () => {
      this.#followClock();
      for (let index = 0; index < count; index++) this.#makeBlock();
    });
  }

  /** Lets seconds pass, and the rounds of that time. */
  async advance(seconds: number): Promise<void> {
    await this.#inTurn(async () => this.#pass(this.time + Math.round(seconds * 1000)));
  }

  setRound(round: number): void {
    this.#moveTo(Math.max(round, this.round), this.time);
  }

  setLag(rounds: number): void {
    this.settings.lag = rounds;
    this.#followIndexer();
  }

  /** Takes a transaction out of the pool, and others of its group. With a reason the node remembers it. */
  remove(txId: string, reason?: string): void {
    const group = this.#world.pending.find((one) => one.some((member) => member.txId === txId));
    if (group === undefined) return;
    this.#set({ pending: this.#world.pending.filter((one) => one !== group) });
    if (reason !== undefined) this.#throwOut(group, reason);
  }

  /** Forgets what stands in blocks, and what was thrown out. */
  forget(): void {
    this.#set({ forgotten: this.round, thrown: new Map() });
  }

  /** Puts a transaction into the indexer's history, in a round of its own. */
  place(make: (at: { round: number; time: number }) => Readonly<Record<string, unknown>>): void {
    this.#moveTo(this.round + 1, this.time + pace);
    const at = { round: this.round, time: Math.floor(this.time / 1000) };
    this.#set({ entries: [...this.#world.entries, { ...at, offset: 0, placed: make(at) }] });
  }

  note(submission: Submission): void {
    this.#set({ submissions: [...this.#world.submissions, submission] });
  }

  /**
   * Takes transactions into the pool (go-algorand:node/node.go broadcastSignedTxGroup, data/pools/transactionPool.go Remember).
   *
   * @throws PoolError
   */
  async submit(group: Group): Promise<void> {
    await this.#inTurn(async () => {
      this.#followClock();
      checkWellFormed(group);
      checkSignatures(group);
      if (this.settings.isFull) {
        throw new PoolError('TransactionPool.checkPendingQueueSize: transaction pool has reached capacity');
      }
      try {
        this.#remember(group);
      } catch (cause) {
        if (cause instanceof PoolError) throw new PoolError(`TransactionPool.Remember: ${cause.message}`);
        throw cause;
      }
      if (this.settings.automine) this.#makeBlock();
    });
  }

  #set(members: Partial<World>): void {
    this.#world = { ...this.#world, ...members };
  }

  #rules(round: number, before: readonly Group[]): Rules {
    const { committed } = this.#world;
    return {
      round,
      genesisId: this.genesisId,
      genesisHash: this.genesisHash,
      minFee: this.settings.minFee,
      isCommitted: (txId) => committed.has(txId),
      isPending: (txId) => before.some((group) => group.some((one) => one.txId === txId)),
    };
  }

  #remember(group: Group): void {
    const { perByte } = this.settings;
    for (const { txn, signedBytes } of group) {
      const threshold = perByte * BigInt(signedBytes.length);
      if (txn.uint('fee') < threshold) {
        // Go writes the fee, a struct, in braces.
        const size = `${perByte} per byte * ${signedBytes.length} bytes`;
        throw new PoolError(`fee {${txn.uint('fee')}} below threshold ${threshold} (${size})`);
      }
    }
    const next = this.round + 1;
    const { pending } = this.#world;
    let { state } = this;
    for (const [index, waiting] of pending.entries()) {
      state = this.#try(state, waiting, this.#rules(next, pending.slice(0, index)))?.state ?? state;
    }
    evaluate(state, group, this.#rules(next, pending));
    this.#set({ pending: [...pending, group] });
  }

  #try(state: State, group: Group, rules: Rules) {
    try {
      return evaluate(state, group, rules);
    } catch (cause) {
      if (cause instanceof PoolError) return undefined;
      throw cause;
    }
  }

  /** Makes the next block of all that waits. What is not valid any more is thrown out. */
  #makeBlock(): void {
    const { pending, committed, entries } = this.#world;
    const round = this.round + 1;
    const time = this.#nextTime();
    let { state } = this;
    const made: Entry[] = [];
    this.#set({ pending: [] });
    for (const [index, group] of pending.entries()) {
      try {
        const evaluated = evaluate(state, group, this.#rules(round, pending.slice(0, index)));
        state = evaluated.state;
        for (const [place, transaction] of group.entries()) {
          const applied = evaluated.applied[place] as ApplyData;
          made.push({ round, time: Math.floor(time / 1000), offset: made.length, transaction, applied });
        }
      } catch (cause) {
        if (!(cause instanceof PoolError)) throw cause;
        this.#throwOut(group, cause.message);
      }
    }
    if (made.length > 0) {
      const all = new Map(committed);
      for (const entry of made) all.set(entry.transaction.txId, entry);
      this.#set({ state, committed: all, entries: [...entries, ...made] });
    }
    this.#moveTo(round, time);
  }

  #throwOut(group: Group, reason: string): void {
    const thrown = new Map(this.#world.thrown);
    for (const transaction of group) thrown.set(transaction.txId, { transaction, reason });
    this.#set({ thrown });
  }

  /** When a round ends that a transaction or a test brings about. With a clock it is as close to it as can be. */
  #nextTime(): number {
    const now = this.#clock?.();
    return now === undefined ? this.time + pace : Math.max(now, this.time + 1);
  }

  #followClock(): void {
    const now = this.#clock?.();
    if (now !== undefined) this.#pass(now);
  }

  /** Makes the empty rounds until a time. */
  #pass(until: number): void {
    const rounds = Math.floor((until - this.time) / pace);
    if (this.#clock === undefined) this.#moveTo(this.round + Math.max(rounds, 0), Math.max(until, this.time));
    else if (rounds > 0) this.#moveTo(this.round + rounds, this.time + rounds * pace);
  }

  /** Goes on to a round. What waits and can stand in no later one is thrown out. */
  #moveTo(round: number, time: number): void {
    const { states } = this.#world;
    this.#set({ round, time });
    const state = states.at(-1)?.state === this.state ? states : [...states, { round, state: this.state }];
    this.#set({ states: state });
    for (const group of this.#world.pending) {
      const dead = group.find(({ txn }) => txn.uint('lv') < BigInt(round + 1));
      if (dead === undefined) continue;
      const window = `${dead.txn.uint('fv')}--${dead.txn.uint('lv')}`;
      this.remove(dead.txId, `txn dead: round ${round + 1} outside of ${window}`);
    }
    this.#followIndexer();
  }

  #followIndexer(): void {
    const { indexerRound, states } = this.#world;
    const reached = Math.max(indexerRound, this.round - this.settings.lag);
    const present = states.findLastIndex(({ round }) => round <= reached);
    this.#set({ indexerRound: reached, states: states.slice(Math.max(present, 0)) });
  }
}
