import type { Address } from '../address.ts';
import type { State } from '../state.ts';

export interface MoveEvent {
  readonly type: string;
  /** Addresses in it are short, numbers are texts: as the node's JSON has them. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Of an event handle. Undefined: a module event. */
  readonly guid?: { readonly creationNumber: number; readonly account: Address };
}

/** Octas of storage, fixed by AIP-17 and AIP-141 (aptos-networks, gas/v1.48.0.json). */
const octasPerSlot = 400_000n;
const octasPerByte = 400n;

/** A run of Move code on a state of its own: what it wrote, emitted and has to pay for. */
export class Session {
  readonly state: State;
  /** Seconds since 1970. */
  readonly now: number;
  readonly events: MoveEvent[] = [];
  /** Addresses whose resources were written, in the order of writing. */
  readonly written = new Set<Address>();
  storageOctas = 0n;
  /** How many events the call itself emitted, before the fee was taken. */
  ownEvents = 0;

  constructor(state: State, now: number) {
    this.state = state;
    this.now = now;
  }

  emit(type: string, data: Readonly<Record<string, unknown>>): void {
    this.events.push({ type, data });
  }

  /** Storage that comes into being. */
  allocate(slots: number, bytes: number): void {
    this.storageOctas += BigInt(slots) * octasPerSlot + BigInt(bytes) * octasPerByte;
  }
}
