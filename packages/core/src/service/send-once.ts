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
  /** The data that it was made from. */
  readonly data: CompletedData;
}

/** A transaction that is being sent. */
interface Flight {
  readonly hash: Promise<string>;
  readonly trace: Trace;
  /** Number of calls that wait for it. */
  waiting: number;
  /** Aborts it. */
  end(): void;
}

/**
 * Makes a `Send` that sends a transaction once if several calls ask for it at the same time. They share the answer, and nothing is kept after it.
 * Sending is aborted only when every waiting call has ended: the deadline of one call must not fail the others.
 *
 * With `coalesce: 'operation'`, requests must not wait for each other, so each call sends by itself.
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
    // Data that is not in the bytes may change what is asked before they are sent.
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

/** Waits for a flight, or until the signal aborts. The last call that waits aborts the flight, and gets the flight's own error. */
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
