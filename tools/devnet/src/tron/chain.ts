import { createTurns } from '../in-turn.ts';
import { type Block, blockIdOf, genesisHeader, merkleRoot, slotMs } from './blocks.ts';
import { type Execution, execute } from './execute.ts';
import { mainnetParameters } from './parameters.ts';
import type { Hex, Submission } from './protocol.ts';
import { invalid, Refusal } from './refusal.ts';
import { checkSignatures } from './signatures.ts';
import { copyState, fullWindow, parameter, type State } from './state.ts';
import type { Vm } from './vm.ts';
import { addWitnesses, liveVotes } from './witnesses.ts';

/** A transaction that is in a block. */
export interface Entry {
  readonly submission: Submission;
  readonly execution: Execution;
  readonly block: Block;
}

export interface ChainOptions {
  readonly vm: Vm;
  /** Milliseconds. */
  readonly startTime: number;
  /** The clock that blocks follow. By default time stands still. */
  readonly now: (() => number) | undefined;
  readonly network: 'mainnet' | 'another';
  readonly solidLag: number;
}

/** Of mainnet in early 2026. */
const firstNumber = 80_000_000;

/** The version that super representatives write into headers: java-tron 4.8. */
const headerVersion = 32;

/** java-tron, Constant.TRANSACTION_MAX_BYTE_SIZE, and the room for results that it counts. */
const mostBytes = 500 * 1024;
const roomForResults = 128;

/** java-tron, Constant.MAXIMUM_TIME_UNTIL_EXPIRATION. */
const longestExpiration = 86_400_000;

/** How many blocks back a transaction may refer: their numbers have two bytes. */
const recentBlocks = 65_536;

/** Blocks whose states are kept. An older one answers with the oldest of them. */
const keptStates = 128;

/** Blocks that are made at once for a clock that went on. Mainnet misses slots too. */
const mostCaughtUp = 30;

export class Chain {
  readonly vm: Vm;
  readonly genesis: Block;
  automine = true;
  /** How many blocks the solid head is behind. */
  solidLag: number;
  /** node.rpc.trxCacheEnable: whether an id counts as known before the transaction was checked. */
  cachesIds = false;
  /** Whether maintenance keeps live votes from being read. */
  inMaintenance = false;
  readonly #clock: (() => number) | undefined;
  readonly #blocks: Block[] = [];
  /** After each of the last blocks, oldest first. */
  readonly #states: State[] = [];
  readonly #entries = new Map<Hex, Entry>();
  readonly #pending = new Map<Hex, Submission>();
  readonly #cachedIds = new Set<Hex>();
  readonly #inTurn = createTurns();
  /** Milliseconds. */
  nextMaintenance: number;

  constructor({ vm, startTime, now, network, solidLag }: ChainOptions) {
    this.vm = vm;
    this.solidLag = solidLag;
    this.#clock = now;
    const state = firstState();
    const header = genesisHeader(network);
    this.genesis = { id: blockIdOf(header), header, transactions: [] };
    const time = Math.floor(startTime / slotMs) * slotMs;
    addWitnesses(state, time);
    this.nextMaintenance = time + Number(parameter(state, 'getMaintenanceTimeInterval'));
    // Enough blocks that there is a solid one from the start.
    const before = Math.max(solidLag, 1);
    for (let index = before; index >= 0; index--) {
      this.#addBlock(time - index * slotMs, [], state, firstNumber - index);
    }
  }

  get head(): Block {
    return last(this.#blocks);
  }

  get solid(): Block {
    return this.#blocks[Math.max(0, this.#blocks.length - 1 - this.solidLag)] ?? this.head;
  }

  /** After the head. */
  get state(): State {
    return last(this.#states);
  }

  /** The state after the solid block. */
  get solidState(): State {
    const back = this.head.header.number - this.solid.header.number;
    return this.#states[Math.max(0, this.#states.length - 1 - back)] ?? this.state;
  }

  /** Slot of the head. */
  get slot(): number {
    return Math.floor(this.head.header.timestamp / slotMs);
  }

  get entries(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  entry(id: Hex): Entry | undefined {
    return this.#entries.get(id);
  }

  pending(id: Hex): Submission | undefined {
    return this.#pending.get(id);
  }

  get pendingIds(): readonly Hex[] {
    return [...this.#pending.keys()];
  }

  blockByNumber(number: number): Block | undefined {
    if (number === 0) return this.genesis;
    const first = this.#blocks[0];
    return first === undefined ? undefined : this.#blocks[number - first.header.number];
  }

  blockById(id: Hex): Block | undefined {
    const block = this.blockByNumber(Number.parseInt(id.slice(0, 16), 16));
    return block?.id === id ? block : undefined;
  }

  isSolid(block: Block): boolean {
    return block.header.number <= this.solid.header.number;
  }

  /** Changes the state without a transaction. */
  async change<T>(act: (state: State) => T | Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const state = copyState(this.state);
      const result = await act(state);
      this.#states[this.#states.length - 1] = state;
      return result;
    });
  }

  /** Runs something, and takes back afterwards all that it did. One at a time, and nothing else meanwhile. */
  async rehearse<T>(run: () => Promise<T>): Promise<T> {
    const { nextMaintenance } = this;
    const kept = [this.#entries, this.#pending] as const;
    const [blocks, states] = [[...this.#blocks], [...this.#states]];
    const before = { maps: kept.map((map) => [...map]), ids: [...this.#cachedIds] };
    try {
      return await this.vm.rehearse(run);
    } finally {
      this.nextMaintenance = nextMaintenance;
      this.#blocks.splice(0, this.#blocks.length, ...blocks);
      this.#states.splice(0, this.#states.length, ...states);
      for (const [i, map] of kept.entries()) {
        map.clear();
        for (const [id, value] of before.maps[i] ?? []) (map as Map<Hex, unknown>).set(id, value);
      }
      this.#cachedIds.clear();
      for (const id of before.ids) this.#cachedIds.add(id);
    }
  }

  /** Makes the blocks that a running clock has brought. */
  async catchUp(): Promise<void> {
    const now = this.#clock?.();
    if (now === undefined) return;
    await this.#inTurn(async () => {
      const due = Math.floor((now - this.head.header.timestamp) / slotMs);
      const to = Math.floor(now / slotMs) * slotMs;
      const blocks = Math.min(due, mostCaughtUp);
      for (let index = blocks - 1; index >= 0; index--) await this.#makeBlock(to - index * slotMs);
    });
  }

  /** Makes blocks. The first of them has the transactions that wait. */
  async mine(blocks: number): Promise<void> {
    await this.#inTurn(async () => {
      for (let index = 0; index < blocks; index++) await this.#makeBlock(this.head.header.timestamp + slotMs);
    });
  }

  /** Lets time pass. The next block comes at the end of it. */
  async advance(milliseconds: number): Promise<void> {
    const slots = Math.max(1, Math.ceil(milliseconds / slotMs));
    await this.#inTurn(() => this.#makeBlock(this.head.header.timestamp + slots * slotMs));
  }

  /** @throws Refusal with the code and text of a node. */
  async submit(submission: Submission | undefined): Promise<void> {
    await this.#inTurn(async () => {
      if (submission === undefined) throw invalid('No contract!');
      if (this.cachesIds) {
        if (this.#cachedIds.has(submission.id)) {
          throw new Refusal('DUP_TRANSACTION_ERROR', 'Transaction already exists.');
        }
        this.#cachedIds.add(submission.id);
      }
      const { state } = await this.#trial();
      this.#check(state, submission);
      const place = { state, time: this.head.header.timestamp, slot: this.slot };
      const execution = await execute(place, this.vm, submission, this.automine);
      if (!this.automine) {
        this.#pending.set(submission.id, submission);
        return;
      }
      const block = this.#addBlock(this.head.header.timestamp + slotMs, [submission], state);
      this.#entries.set(submission.id, { submission, execution, block });
    });
  }

  /** The state after the transactions that wait. */
  async #trial(): Promise<{ state: State }> {
    let state = copyState(this.state);
    for (const submission of this.#pending.values()) {
      const next = copyState(state);
      try {
        await execute({ state: next, time: this.head.header.timestamp, slot: this.slot }, this.vm, submission, false);
        state = next;
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause;
      }
    }
    return { state };
  }

  /** In the order of java-tron's Wallet.broadcastTransaction and Manager.pushTransaction. */
  #check(state: State, submission: Submission): void {
    const { id, expiration, refBlockBytes, refBlockHash, bytes } = submission;
    const { timestamp, number } = this.head.header;
    const expired = new Refusal('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired');
    if (expiration < timestamp + slotMs) throw expired;
    checkSignatures(state, submission);
    const reference = Number.parseInt(refBlockBytes, 16);
    const block = this.blockByNumber(number - ((number - reference) & (recentBlocks - 1)));
    if (refBlockBytes.length !== 4 || block?.id.slice(16, 32) !== refBlockHash) {
      throw new Refusal('TAPOS_ERROR', 'Tapos check error.');
    }
    if (bytes.length + roomForResults > mostBytes) {
      throw new Refusal(
        'TOO_BIG_TRANSACTION_ERROR',
        `Too big transaction with result, TxId ${id}, the size is ${bytes.length + roomForResults} bytes, maxTxSize ${mostBytes}`,
      );
    }
    if (expiration > timestamp + longestExpiration) throw expired;
    if (this.#entries.has(id) || this.#pending.has(id)) {
      throw new Refusal('DUP_TRANSACTION_ERROR', 'Dup transaction.');
    }
  }

  async #makeBlock(timestamp: number): Promise<void> {
    let state = this.state;
    const done: { submission: Submission; execution: Execution }[] = [];
    const place = { time: this.head.header.timestamp, slot: this.slot };
    for (const submission of this.#pending.values()) {
      if (submission.expiration < timestamp) continue;
      const next = copyState(state);
      try {
        const execution = await execute({ ...place, state: next }, this.vm, submission, true);
        done.push({ submission, execution });
        state = next;
      } catch (cause) {
        // What cannot be executed any more is dropped.
        if (!(cause instanceof Refusal)) throw cause;
      }
    }
    this.#pending.clear();
    const submissions = done.map(({ submission }) => submission);
    const block = this.#addBlock(timestamp, submissions, state);
    for (const one of done) this.#entries.set(one.submission.id, { ...one, block });
  }

  #addBlock(timestamp: number, submissions: readonly Submission[], state: State, first?: number): Block {
    const parent = this.#blocks.at(-1);
    const number = first ?? (parent?.header.number ?? 0) + 1;
    const producers = [...state.witnesses.keys()].slice(0, 27);
    const header = {
      number,
      timestamp,
      txTrieRoot: merkleRoot(submissions.map(({ bytes }) => bytes)),
      parentHash: parent?.id ?? this.genesis.id,
      witness: producers[number % producers.length] ?? '',
      version: headerVersion,
    };
    this.#states.push(timestamp < this.nextMaintenance ? state : this.#maintain(state, timestamp));
    if (this.#states.length > keptStates) this.#states.shift();
    const block = { id: blockIdOf(header), header, transactions: submissions.map(({ id }) => id) };
    this.#blocks.push(block);
    return block;
  }

  /** Counts votes, as every six hours. */
  #maintain(state: State, timestamp: number): State {
    const after = copyState(state);
    const votes = liveVotes(after);
    for (const witness of after.witnesses.values()) witness.countedVotes = votes.get(witness.address) ?? 0n;
    const interval = Number(parameter(state, 'getMaintenanceTimeInterval'));
    this.nextMaintenance += Math.ceil((timestamp - this.nextMaintenance + 1) / interval) * interval;
    return after;
  }
}

function firstState(): State {
  return {
    accounts: new Map(),
    assets: new Map(),
    contracts: new Map(),
    witnesses: new Map(),
    delegations: new Map(),
    parameters: new Map(mainnetParameters),
    // Of recorded answers of getaccountresource (February 2025).
    totalNetWeight: 27_908_390_830n,
    totalEnergyWeight: 16_307_698_552n,
    // java-tron, DynamicPropertiesStore: PUBLIC_NET_LIMIT.
    publicNetLimit: 14_400_000_000n,
    publicNet: { usage: 0n, slot: 0, window: fullWindow },
  };
}

function last<T>(list: readonly T[]): T {
  const found = list.at(-1);
  if (found === undefined) throw new TypeError('The list is empty.');
  return found;
}
