import { createTurns } from '../../in-turn.ts';
import { type Address, aptAsset, aptCoin } from '../address.ts';
import type { GasPrices, GasUnits } from '../engine.ts';
import { balanceOf } from '../framework/coins.ts';
import { endEpoch } from '../framework/stake.ts';
import { Discard, NodeError } from '../node-error.ts';
import { copyState, type State } from '../state.ts';
import { type Environment, execute, type Outcome } from './execute.ts';
import { Mempool } from './mempool.ts';
import type { Submission } from './submission.ts';
import { intrinsicUnits, type Rules, validate } from './validate.ts';

/** A transaction that stands on the chain. */
export interface Entry {
  readonly version: bigint;
  readonly submission: Submission;
  readonly outcome: Outcome;
  readonly block: Block;
}

/** Its first version is the block's metadata, its last one the block's epilogue. */
export interface Block {
  readonly height: bigint;
  readonly firstVersion: bigint;
  readonly lastVersion: bigint;
  /** Microseconds since 1970. */
  readonly timestamp: number;
  readonly epoch: number;
}

export interface ChainOptions {
  readonly state: State;
  readonly chainId: number;
  /** Milliseconds since 1970. */
  readonly startTime: number;
  /** The clock that the chain follows, in milliseconds. By default time stands still. */
  readonly now: (() => number) | undefined;
}

/** What a simulation may estimate, by the flags of the request. */
export interface SimulationFlags {
  readonly estimateMaxGas: boolean;
  readonly estimatePrice: boolean;
  readonly estimatePrioritizedPrice: boolean;
}

/** Of mainnet in 2026, about. */
const firstVersion = 7_400_000_000n;
const firstHeight = 930_000_000n;

/** How much later the next block is: odd, so that a reader who takes microseconds for something else is found out. */
const blockMicroseconds = 123_457;
const epochMilliseconds = 7_200_000;

/** States that are kept for reads of older versions. */
const keptStates = 256;

/** Milliseconds between the blocks that a running clock brings. */
const idleMilliseconds = 1000;

/** The largest gas limit, which a simulation that estimates it begins with. */
const maximumGas = 20_000_000n;

export class Chain {
  readonly chainId: number;
  automine = true;
  minimumPrice = 100n;
  prices: GasPrices = { deprioritized: 100n, regular: 100n, prioritized: 150n };
  units: GasUnits = {
    transfer: 63n,
    coinTransfer: 80n,
    assetTransfer: 75n,
    register: 40n,
    addStake: 4_610n,
    unlock: 4_360n,
    reactivate: 4_200n,
    withdraw: 3_500n,
    other: 55n,
  };
  /** Whether the gas charge is one more Withdraw event. */
  chargeIsEvent = true;
  /** What each transaction gets back for storage. */
  refundOctas = 0n;
  readonly mempool = new Mempool();
  /** The first version that the node still has. */
  oldestVersion = firstVersion;
  state: State;
  /** Microseconds since 1970. */
  time: number;
  readonly #clock: (() => number) | undefined;
  readonly #inTurn = createTurns();
  #blocks: Block[] = [];
  #entries: Entry[] = [];
  #byHash = new Map<Address, Entry>();
  /** States after versions, oldest first. */
  #states: { version: bigint; state: State }[] = [];

  constructor({ state, chainId, startTime, now }: ChainOptions) {
    this.chainId = chainId;
    this.state = state;
    this.time = startTime * 1000;
    this.#clock = now;
    state.epochEnd = startTime + epochMilliseconds;
    this.#addBlock([]);
  }

  get rules(): Rules {
    return { chainId: this.chainId, minimumPrice: this.minimumPrice };
  }

  get #environment(): Environment {
    return { now: this.seconds, units: this.units, chargeIsEvent: this.chargeIsEvent, refundOctas: this.refundOctas };
  }

  /** Seconds since 1970. */
  get seconds(): number {
    return Math.floor(this.time / 1_000_000);
  }

  get head(): Block {
    const block = this.#blocks.at(-1);
    if (block === undefined) throw new TypeError('There is no block.');
    return block;
  }

  get firstBlock(): Block {
    return this.#blocks[0] ?? this.head;
  }

  get version(): bigint {
    return this.head.lastVersion;
  }

  get oldestBlock(): Block {
    return this.#blocks.find(({ lastVersion }) => lastVersion >= this.oldestVersion) ?? this.head;
  }

  /** Oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  entry(hash: Address): Entry | undefined {
    return this.#byHash.get(hash);
  }

  entryAt(version: bigint): Entry | undefined {
    return this.#entries.find((entry) => entry.version === version);
  }

  blockAt(version: bigint): Block | undefined {
    return this.#blocks.find((block) => block.firstVersion <= version && version <= block.lastVersion);
  }

  blockByHeight(height: bigint): Block | undefined {
    return this.#blocks.find((block) => block.height === height);
  }

  /** The state after a version. Undefined if it was forgotten or pruned. */
  stateAt(version: bigint): State | undefined {
    if (version < this.oldestVersion) return undefined;
    if (version >= this.version) return this.state;
    return this.#states.findLast((kept) => kept.version <= version)?.state;
  }

  /** Changes the state without a transaction. */
  change<T>(act: (state: State) => T): T {
    const state = copyState(this.state);
    const result = act(state);
    this.state = state;
    this.#remember();
    return result;
  }

  /** Runs something, and takes back afterwards all that it did. */
  async rehearse<T>(run: () => Promise<T>): Promise<T> {
    const { state, time, automine, prices, units, oldestVersion, minimumPrice, refundOctas, chargeIsEvent } = this;
    const [blocks, entries, states] = [[...this.#blocks], [...this.#entries], [...this.#states]];
    const byHash = new Map(this.#byHash);
    const restoreMempool = this.mempool.snapshot();
    try {
      return await run();
    } finally {
      Object.assign(this, {
        state,
        time,
        automine,
        prices,
        units,
        oldestVersion,
        minimumPrice,
        refundOctas,
        chargeIsEvent,
      });
      [this.#blocks, this.#entries, this.#states] = [blocks, entries, states];
      this.#byHash = byHash;
      restoreMempool();
    }
  }

  /** Follows the clock. */
  async catchUp(): Promise<void> {
    const now = this.#clock?.();
    if (now === undefined || now * 1000 - this.time < idleMilliseconds * 1000) return;
    await this.#inTurn(async () => {
      if (now * 1000 > this.time) this.#makeBlock(now * 1000);
    });
  }

  async mine(blocks: number): Promise<void> {
    await this.#inTurn(async () => {
      for (let index = 0; index < blocks; index++) this.#makeBlock(this.time + blockMicroseconds);
    });
  }

  /** Lets seconds pass. The next block comes at the end of them. */
  async advance(seconds: number): Promise<void> {
    await this.#inTurn(async () => this.#makeBlock(this.time + Math.round(seconds * 1_000_000)));
  }

  /**
   * Takes a transaction into the mempool.
   *
   * @throws NodeError with the codes and texts of a node.
   */
  async submit(submission: Submission): Promise<void> {
    await this.#inTurn(async () => {
      if (this.mempool.get(submission.hash) !== undefined) return;
      this.mempool.dropOld(this.seconds);
      try {
        validate(this.state, this.rules, submission, this.seconds, { mayBeAhead: true });
      } catch (cause) {
        throw cause instanceof Discard ? cause.toNodeError() : cause;
      }
      this.mempool.add(submission, this.seconds);
      if (this.automine && this.#isReady(submission)) this.#makeBlock(this.time + blockMicroseconds);
    });
  }

  /**
   * Runs a transaction without keeping what it did. What the prologue refuses is no error: its name is the answer's `vm_status`.
   *
   * @throws NodeError for a valid signature.
   */
  simulate(given: Submission, flags: SimulationFlags): { submission: Submission; outcome: Outcome } {
    if (given.signers.every(({ isValid }) => isValid === true)) {
      throw new NodeError(400, 'invalid_input', 'Simulated transactions must not have a valid signature');
    }
    const submission = given.withGas(this.#estimated(given, flags));
    try {
      validate(this.state, this.rules, submission, this.seconds, { isSimulation: true });
    } catch (cause) {
      if (!(cause instanceof Discard)) throw cause;
      const nothing = {
        success: false,
        gasUsed: 0n,
        refundOctas: 0n,
        events: [],
        written: [],
        changes: [],
        ownEvents: 0,
      };
      return { submission, outcome: { ...nothing, vmStatus: cause.code } };
    }
    return { submission, outcome: execute(this.state, submission, this.#environment).outcome };
  }

  /** With the flags the node takes its own estimates in place of the transaction's values: the limit is what the balance can pay. */
  #estimated(given: Submission, flags: SimulationFlags): { maxGas?: bigint; gasPrice?: bigint } {
    const { regular, prioritized } = this.prices;
    const wanted = flags.estimatePrioritizedPrice ? prioritized : flags.estimatePrice ? regular : undefined;
    const gasPrice = wanted ?? given.gasPrice;
    const price = wanted === undefined ? {} : { gasPrice };
    if (!flags.estimateMaxGas) return price;
    const payer = given.feePayer ?? given.sender;
    const balance = balanceOf(this.state, payer, { coin: aptCoin, asset: aptAsset });
    const affordable = gasPrice === 0n ? balance : balance / gasPrice;
    const least = intrinsicUnits(0);
    const raised = affordable < least ? least : affordable;
    return { ...price, maxGas: raised > maximumGas ? maximumGas : raised };
  }

  #isReady(submission: Submission): boolean {
    return discardOf(() => validate(this.state, this.rules, submission, this.seconds)) === undefined;
  }

  #makeBlock(time: number): void {
    this.time = time;
    let state = this.state;
    while (state.epochEnd <= time / 1000) {
      state = copyState(state);
      endEpoch(state, Math.floor(state.epochEnd / 1000));
      state.epochEnd += epochMilliseconds;
    }
    this.state = state;
    const done: { submission: Submission; outcome: Outcome; state: State }[] = [];
    // One transaction may be the one that another waits for.
    for (let found = true; found; ) {
      found = false;
      for (const submission of this.mempool.waiting) {
        const refusal = discardOf(() => validate(this.state, this.rules, submission, this.seconds));
        if (refusal === 'SEQUENCE_NUMBER_TOO_NEW') continue;
        this.mempool.drop(submission.hash);
        if (refusal !== undefined) continue;
        const ran = execute(this.state, submission, this.#environment);
        this.state = ran.state;
        done.push({ submission, ...ran });
        found = true;
      }
    }
    this.mempool.dropOld(this.seconds);
    this.#addBlock(done);
  }

  #addBlock(done: readonly { submission: Submission; outcome: Outcome; state: State }[]): void {
    const parent = this.#blocks.at(-1);
    const first = parent === undefined ? firstVersion : parent.lastVersion + 1n;
    const block: Block = {
      height: parent === undefined ? firstHeight : parent.height + 1n,
      firstVersion: first,
      lastVersion: first + BigInt(done.length) + 1n,
      timestamp: this.time,
      epoch: this.state.epoch,
    };
    this.#blocks.push(block);
    for (const [index, { submission, outcome, state }] of done.entries()) {
      const entry = { version: first + BigInt(index) + 1n, submission, outcome, block };
      this.#entries.push(entry);
      this.#byHash.set(submission.hash, entry);
      this.#states.push({ version: entry.version, state });
    }
    this.#remember();
  }

  /** Keeps the present state as that of the present version. */
  #remember(): void {
    const { version, state } = this;
    if (this.#states.at(-1)?.version === version) this.#states.pop();
    this.#states.push({ version, state });
    this.#states.splice(0, this.#states.length - keptStates);
  }
}

function discardOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (cause) {
    if (cause instanceof Discard) return cause.code;
    throw cause;
  }
}
