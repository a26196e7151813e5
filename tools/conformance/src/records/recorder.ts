import type { Endpoint } from '@isochain/core/upstream';
import {
  askOf,
  type Call,
  type Conversation,
  type Exchange,
  readAnswers,
  readRequest,
  readResponse,
  type Says,
} from './exchange.ts';
import type { RecordsHandIn } from './hand-in.ts';
import { stableJson } from './stable-json.ts';

export interface Recorder {
  readonly fetch: typeof globalThis.fetch;
  /** All that was asked, each question once, when every answer is there. */
  exchanges(): Promise<Conversation>;
  /** What was handed over to be sent, each text once. */
  sent(): string[];
}

/**
 * Keeps what an upstream answers, question by question.
 *
 * A question that is answered in two ways ends the recording: a record has no order of time.
 */
export function createRecorder(
  handIn: RecordsHandIn,
  { endpoints, fetch }: { readonly endpoints: readonly Endpoint[]; readonly fetch: typeof globalThis.fetch },
): Recorder {
  const kept = new Map<string, Map<string, Exchange>>(endpoints.map(({ name = '' }) => [name, new Map()]));
  const sent = new Set<string>();
  const defects: Error[] = [];
  const pending: Promise<unknown>[] = [];

  function keep(endpoint: string, ask: string, says: Says): void {
    const before = kept.get(endpoint)?.get(ask);
    if (before !== undefined && stableJson(before.says) !== stableJson(says)) {
      defects.push(new Error(`${endpoint} was asked twice and gave two answers: ${ask}`));
    }
    kept.get(endpoint)?.set(ask, { ask, says });
  }

  function keepCall(endpoint: string, call: Call, says: Says): void {
    const split = handIn.splits?.[call.method];
    const parts = 'result' in says ? split?.parts(call) : undefined;
    const answers = parts === undefined ? undefined : split?.take((says as { result: unknown }).result, call);
    // An answer that does not fit the question cannot be taken apart.
    if (parts === undefined || answers?.length !== parts.length) {
      keep(endpoint, hideSent(handIn, { ask: askOf(call), call }, sent), says);
      return;
    }
    parts.forEach((part, i) => {
      keepCall(endpoint, part, answers[i] as Says);
    });
  }

  async function pass(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> {
    const response = await fetch(input, init);
    const url = new URL(String(input));
    const endpoint = nameOf(endpoints, url);
    const asked = readRequest(url, init);
    const copy = response.clone();
    if (asked.question !== undefined) {
      keep(endpoint, hideSent(handIn, asked.question, sent), await readResponse(copy, handIn.headers));
      return response;
    }
    const answers = readAnswers(await copy.text());
    for (const call of asked.calls) {
      const says = answers?.get(call.id);
      if (says === undefined) defects.push(new Error(`${endpoint} did not answer ${askOf(call)}`));
      else keepCall(endpoint, call, says);
    }
    return response;
  }

  return {
    fetch(input, init) {
      const passing = pass(input, init);
      pending.push(passing.catch(() => {}));
      return passing;
    },
    async exchanges() {
      await Promise.all(pending);
      if (defects[0] !== undefined) throw defects[0];
      return new Map([...kept].map(([endpoint, asked]) => [endpoint, [...asked.values()]]));
    },
    sent: () => [...sent].sort(),
  };
}

/** The question with a mark in place of what it sends: what is sent stands in the record itself, and is compared there. */
export function hideSent(
  { sent }: RecordsHandIn,
  question: Parameters<RecordsHandIn['sent']>[0],
  into: Set<string>,
): string {
  const raw = sent(question);
  if (raw === undefined) return question.ask;
  into.add(raw);
  return question.ask.replace(raw, '(what is sent)');
}

/** Endpoints are told apart by their origin. */
function nameOf(endpoints: readonly Endpoint[], { origin }: URL): string {
  const found = endpoints.find(({ url }) => new URL(url).origin === origin);
  if (found?.name === undefined) throw new Error('An endpoint of a scene needs a name and an origin of its own.');
  return found.name;
}
