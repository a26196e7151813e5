import { ascii, selectorOf } from './felt.ts';
import { Input } from './input.ts';
import { NotDeployed, Panic } from './panic.ts';
import type { Store } from './store.ts';

/** An event as a contract emits it. */
export interface Emitted {
  readonly from: bigint;
  readonly keys: readonly bigint[];
  readonly data: readonly bigint[];
}

/** The block that contracts see. */
export interface BlockInfo {
  readonly number: number;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** The transaction that contracts see. */
interface TransactionInfo {
  readonly hash: bigint;
  readonly signature: readonly bigint[];
  /** Whether its version has the bit for queries. */
  readonly isQuery: boolean;
  readonly version: bigint;
}

/** One run of a function of a contract. */
export interface Frame {
  readonly address: bigint;
  readonly caller: bigint;
  readonly block: BlockInfo;
  readonly transaction: TransactionInfo;
  /** Reads a slot of the contract. */
  get(name: string, ...keys: readonly bigint[]): bigint;
  set(value: bigint, name: string, ...keys: readonly bigint[]): void;
  emit(keys: readonly bigint[], data: readonly bigint[]): void;
  /** Calls a function of another contract by its name. */
  call(to: bigint, name: string, ...calldata: readonly bigint[]): readonly bigint[];
  callSelector(to: bigint, selector: bigint, calldata: readonly bigint[]): readonly bigint[];
}

export type EntryPoint = (frame: Frame, input: Input) => readonly bigint[];

/** The behaviour of all contracts with a class hash. */
export interface ContractClass {
  readonly hash: bigint;
  readonly construct?: EntryPoint;
  readonly entryPoints: ReadonlyMap<bigint, EntryPoint>;
}

/** A class from functions by name. */
export function defineClass(
  hash: bigint,
  functions: Readonly<Record<string, EntryPoint>>,
  construct?: EntryPoint,
): ContractClass {
  const entryPoints = new Map(Object.entries(functions).map(([name, run]) => [selectorOf(name), run]));
  return construct === undefined ? { hash, entryPoints } : { hash, entryPoints, construct };
}

/** A function that the contract does not have, called from outside. Contracts see ENTRYPOINT_NOT_FOUND. */
export class NoEntryPoint extends Panic {
  constructor() {
    super([ascii('ENTRYPOINT_NOT_FOUND')]);
  }
}

const noTransaction: TransactionInfo = { hash: 0n, signature: [], isQuery: false, version: 0n };

/** Runs functions of contracts on the store. A call that fails leaves nothing. */
export class Machine {
  readonly store: Store;
  readonly #classes = new Map<bigint, ContractClass>();

  constructor(store: Store, classes: readonly ContractClass[]) {
    this.store = store;
    for (const one of classes) this.declare(one);
  }

  declare(one: ContractClass): void {
    this.#classes.set(one.hash, one);
  }

  classOf(hash: bigint): ContractClass | undefined {
    return this.#classes.get(hash);
  }

  /** 0 without a contract. */
  classHashAt(address: bigint, block?: number): bigint {
    return this.store.get(`class:${address}`, block);
  }

  nonceAt(address: bigint, block?: number): bigint {
    return this.store.get(`nonce:${address}`, block);
  }

  place(address: bigint, classHash: bigint): void {
    this.store.set(`class:${address}`, classHash);
  }

  setNonce(address: bigint, nonce: bigint): void {
    this.store.set(`nonce:${address}`, nonce);
  }

  slot(address: bigint, name: string, ...keys: readonly bigint[]): string {
    return [address, name, ...keys].join(':');
  }

  /** Runs a constructor. */
  construct(address: bigint, classHash: bigint, calldata: readonly bigint[], run: Run): void {
    this.place(address, classHash);
    const constructing = this.#classes.get(classHash)?.construct;
    if (constructing === undefined) return;
    const input = new Input(calldata);
    constructing(this.#frame(address, 0n, run), input);
    input.end();
  }

  /**
   * Calls a function. If it fails, all that it wrote and emitted is gone.
   *
   * @throws Panic, NoEntryPoint, NotDeployed.
   */
  call(address: bigint, selector: bigint, calldata: readonly bigint[], run: Run, caller = 0n): readonly bigint[] {
    const classHash = this.classHashAt(address, run.state);
    if (classHash === 0n) throw new NotDeployed(address);
    const entryPoint = this.#classes.get(classHash)?.entryPoints.get(selector);
    if (entryPoint === undefined) throw new NoEntryPoint();
    const mark = this.store.mark();
    const events = run.events.length;
    try {
      return entryPoint(this.#frame(address, caller, run), new Input(calldata));
    } catch (cause) {
      this.store.rollback(mark);
      run.events.length = events;
      throw cause;
    }
  }

  #frame(address: bigint, caller: bigint, run: Run): Frame {
    const callSelector = (to: bigint, selector: bigint, calldata: readonly bigint[]): readonly bigint[] => {
      try {
        return this.call(to, selector, calldata, run, address);
      } catch (cause) {
        if (!(cause instanceof Panic || cause instanceof NotDeployed)) throw cause;
        throw cause.passedOn({ address: to, classHash: this.classHashAt(to, run.state), selector });
      }
    };
    return {
      address,
      caller,
      block: run.block,
      transaction: run.transaction ?? noTransaction,
      get: (name, ...keys) => this.store.get(this.slot(address, name, ...keys), run.state),
      set: (value, name, ...keys) => this.store.set(this.slot(address, name, ...keys), value),
      emit: (keys, data) => void run.events.push({ from: address, keys, data }),
      call: (to, name, ...calldata) => callSelector(to, selectorOf(name), calldata),
      callSelector,
    };
  }
}

/** What belongs to one execution. */
export interface Run {
  readonly block: BlockInfo;
  /** Collects the events. */
  readonly events: Emitted[];
  readonly transaction?: TransactionInfo;
  /** Reads the state after this block instead of the present one. Such a run writes nothing that lasts. */
  readonly state?: number;
}
