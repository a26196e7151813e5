import type { SignedTransaction } from '../contract/bytes.ts';
import type { FamilyTypes } from '../contract/family-types.ts';
import type { ChainAdapter } from '../family.ts';
import type { CompletedData } from '../schema/transaction-data.ts';
import { type Trace, UpstreamError } from '../upstream/index.ts';
import { createTrace } from '../upstream/trace.ts';
import type { CallOptions } from './call-options.ts';
import { canonicalJson } from './canonical-json.ts';

/** Sends a signed transaction, and answers its hash. */
export type Send<T extends FamilyTypes = FamilyTypes> = (sending: Sending<T>, options: CallOptions) => Promise<string>;

interface Sending<T extends FamilyTypes> {
  readonly signed: SignedTransaction;
  readonly plan: T['plan'];
  /** What it was made of. */
  readonly data: CompletedData;
}

/** A transaction that is being sent. */
interface Flight {
  readonly hash: Promise<string>;
  readonly trace: Trace;
  /** How many wait for it. */
  waiting: number;
  /** Gives it up. */
  end(): void;
}

/**
 * Sends what is sent several times at the same moment only once, and shares the answer. Nothing is kept beyond that. It ends when all who wait
 * for it have ended: the time of one is no reason to fail the others.
 *
 * Where requests must not wait for each other (`coalesce: 'operation'`), each sends for itself.
 */
export function createSend<T extends FamilyTypes>(adapter: ChainAdapter<T>): Send<T> {
  const { upstream } = adapter;
  const flights = new Map<string, Flight>();

  function start(key: string, { signed, plan }: Sending<T>, { signal, waitUntil }: CallOptions) {
    const controller = new AbortController();
    if (signal?.aborted) controller.abort();
    const operation = upstream.operation({ signal: controller.signal, waitUntil });
    const forget = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    const submit = async () => {
      try {
        return await adapter.submit(signed, plan, operation);
      } catch (error) {
        throw error instanceof UpstreamError && error.maybeSent ? error.about(signed.hash) : error;
      } finally {
        forget();
      }
    };
    const flight: Flight = {
      hash: submit(),
      trace: operation.trace,
      waiting: 0,
      end() {
        forget();
        controller.abort();
      },
    };
    if (upstream.coalesce === 'shared') flights.set(key, flight);
    return flight;
  }

  return async (sending, options) => {
    const { signed, data } = sending;
    // Data beside the bytes may change what is asked before they are sent.
    const key = `${signed.raw} ${canonicalJson(data)}`;
    const underWay = flights.get(key);
    const flight = underWay ?? start(key, sending, options);
    const trace = createTrace();
    const complete = underWay && trace.begin('coalesced');
    try {
      return await answerOf(flight, options.signal, () => {
        return new UpstreamError(adapter.bytes.chainId, [], { timedOut: true, maybeSent: true, hash: signed.hash });
      });
    } finally {
      complete?.();
      options.onTrace?.(underWay ? trace : flight.trace);
    }
  };
}

/** Waits for a flight, until a signal ends. Who waits last ends the flight, and hears how far it got. */
function answerOf(flight: Flight, signal: AbortSignal | undefined, left: () => Error): Promise<string> {
  flight.waiting += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      flight.waiting -= 1;
      if (flight.waiting === 0) flight.end();
      else reject(left());
    };
    const over = () => signal?.removeEventListener('abort', leave);
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    flight.hash.then(
      (hash) => {
        over();
        resolve(hash);
      },
      (error: unknown) => {
        over();
        reject(error);
      },
    );
  });
}
