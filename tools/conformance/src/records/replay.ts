import { type Endpoint, stringifyJson } from '@isochain/core/upstream';
import {
  askOf,
  type Call,
  type Conversation,
  type Question,
  readRequest,
  type Says,
  writeResponse,
} from './exchange.ts';
import type { RecordsHandIn } from './hand-in.ts';
import { hideSent } from './recorder.ts';

export interface Replay {
  /** In place of the recorded ones, with the same names and kinds. */
  readonly endpoints: readonly Endpoint[];
  readonly fetch: typeof globalThis.fetch;
  /** What was handed over to be sent, each text once. */
  sent(): string[];
  /**
   * Waits for what runs over the replay.
   *
   * @throws UnrecordedQuestion as soon as a question has no recorded answer.
   */
  during<T>(work: Promise<T>): Promise<T>;
}

/** The code asked something that it did not ask when the record was made. */
export class UnrecordedQuestion extends Error {
  override readonly name = 'UnrecordedQuestion';
}

/** An upstream that answers from a record, in whatever order and company it is asked. */
export function createReplay(
  handIn: RecordsHandIn,
  endpoints: readonly Omit<Endpoint, 'url'>[],
  conversation: Conversation,
): Replay {
  const known = (endpoint: string, ask: string): Says | undefined =>
    conversation.get(endpoint)?.find((exchange) => exchange.ask === ask)?.says;
  const sent = new Set<string>();
  let giveUp: (error: UnrecordedQuestion) => void = () => {};
  const missing = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  // It may come when nobody waits any more: of what goes on behind an answer.
  missing.catch(() => {});

  function answer(endpoint: string, question: Question): Says {
    const ask = hideSent(handIn, question, sent);
    const says = known(endpoint, ask);
    if (says !== undefined) return says;
    const error = new UnrecordedQuestion(
      `The endpoint "${endpoint}" was asked a question that has no recorded answer: ${ask}\n` +
        `If the code is meant to ask it, record again: npm run record -- ${handIn.name} (with --engines for a record over an engine)`,
    );
    giveUp(error);
    throw error;
  }

  function answerCall(endpoint: string, call: Call): Says {
    const whole = known(endpoint, askOf(call));
    const split = handIn.splits?.[call.method];
    const parts = whole === undefined ? split?.parts(call) : undefined;
    if (split === undefined || parts === undefined) return answer(endpoint, { ask: askOf(call), call });
    return split.join(
      parts.map((part) => answerCall(endpoint, part)),
      call,
    );
  }

  return {
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, url: `https://${endpoint.name}.test` })),
    async fetch(input, init) {
      const url = new URL(String(input));
      const endpoint = url.hostname.replace(/\.test$/, '');
      const { calls, isBatch, question } = readRequest(url, init);
      if (question !== undefined)
        return writeResponse(answer(endpoint, question) as Parameters<typeof writeResponse>[0]);
      const answers = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...answerCall(endpoint, call) }));
      return new Response(stringifyJson(isBatch ? answers : answers[0]));
    },
    sent: () => [...sent].sort(),
    during: (work) => Promise.race([work, missing]),
  };
}
