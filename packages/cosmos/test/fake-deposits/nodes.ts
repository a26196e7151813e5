import type { FakeDeposit } from '@isochain/conformance';
import { stringifyJson } from '@isochain/core/upstream';
import { type Address, toAddress } from '../../src/address/address.ts';
import { namedChain } from '../../src/chains.ts';
import { cosmos } from '../../src/index.ts';
import type { CosmosOptions } from '../../src/options.ts';
import { chainTransaction, type MadeTransaction } from '../chain-transaction.ts';
import { answerOf, type ScriptedNode } from '../scripted-index.ts';

// Nodes of three ages that tell one made transaction. They are kinds of upstream to a reader: each writes events in another way.

type Telling = Awaited<ReturnType<Exclude<FakeDeposit['told'][string], string>>>;
type Answer = ReturnType<typeof chainTransaction>['tx_response'];
type AnswerEvent = Answer['events'][number];

/** Events name their message. */
const today = 'REST, cosmos-sdk 0.50';
/** Events are one list in base64, and each message begins with its action. Inner messages have no index. */
const plainList = 'REST, cosmos-sdk 0.45';
/** Only `logs`, where equal events of a message are joined. `bank` writes no record of balances. */
const onlyLogs = 'REST, cosmos-sdk 0.42';

export const upstreams = [today, plainList, onlyLogs] as const;

/** The account that looks richer: 20 bytes that no key made. */
export const account: Address = accountOf(1);
export const thief: Address = accountOf(2);
export const victim: Address = accountOf(3);
/** The account that holds coins that left over IBC. */
export const escrow: Address = accountOf(4);

export function accountOf(number: number): Address {
  return toAddress('cosmos', new Uint8Array(20).fill(number));
}

/** A contract has 32 bytes. */
export function contractOf(number: number): Address {
  return toAddress('cosmos', new Uint8Array(32).fill(number));
}

interface Around {
  /** The operator's tokens. */
  readonly tokens?: CosmosOptions['tokens'];
  /** What the node says of tokens: part of the path, and the answer. */
  readonly says?: readonly (readonly [path: string, answer: object])[];
}

export type Told = Omit<Telling, 'chain' | 'account' | 'id'> & Around;

/** Opens the chain on nodes that have one transaction. */
export function tell(upstream: (typeof upstreams)[number], made: MadeTransaction, told: Told = {}): Telling {
  const { tokens = [], says = [], ...rest } = told;
  const node: ScriptedNode = { transactions: [made], generation: upstream === today ? '0.50' : '0.45' };
  const chain = cosmos.connect('cosmoshub', {
    endpoints: [{ url: 'https://node.example', kind: 'rest' }],
    tokens,
    async fetch(input) {
      const url = new URL(String(input));
      const path = decodeURIComponent(url.pathname + url.search);
      const [, said] = says.find(([part]) => path.includes(part)) ?? [];
      return said === undefined ? (guard(path) ?? aged(upstream, await answerOf(node, url))) : Response.json(said);
    },
  });
  return { chain, account, id: chainTransaction(made).tx_response.txhash, ...rest };
}

/** The same transaction, told by nodes of all three ages. */
export function toldByAll(made: MadeTransaction, told: Told = {}) {
  return Object.fromEntries(upstreams.map((upstream) => [upstream, () => tell(upstream, made, told)]));
}

function guard(path: string): Response | undefined {
  if (path.endsWith('/node_info')) {
    return Response.json({ default_node_info: { network: namedChain('cosmoshub').identity.nativeId } });
  }
  if (path.endsWith('/status')) return Response.json({ timestamp: new Date(Date.now()).toISOString() });
  return undefined;
}

async function aged(upstream: (typeof upstreams)[number], response: Response): Promise<Response> {
  if (upstream === today || !response.ok) return response;
  const { tx_response: one, tx_responses: page, ...others } = (await response.json()) as Record<string, unknown>;
  const older = (answer: Answer) => (upstream === plainList ? inOneList(answer) : inLogs(answer));
  const body = {
    ...others,
    ...(one === undefined ? {} : { tx_response: older(one as Answer) }),
    ...(page === undefined ? {} : { tx_responses: (page as Answer[]).map(older) }),
  };
  return new Response(stringifyJson(body), { headers: response.headers });
}

/** Events of each message, without what older nodes do not tell. Those outside of messages come first. */
function byMessage({ events, tx }: Answer): { readonly outside: AnswerEvent[]; readonly inside: AnswerEvent[][] } {
  const own = (wanted: string | undefined) =>
    events.flatMap(({ type, attributes }) => {
      const index = attributes.findLast(({ key }) => key === 'msg_index');
      const added = new Set([index, ...(type.startsWith('wasm') ? [] : attributes.filter(isInner))]);
      return index?.value === wanted ? [{ type, attributes: attributes.filter((each) => !added.has(each)) }] : [];
    });
  return { outside: own(undefined), inside: tx.body.messages.map((_, i) => own(String(i))) };
}

function isInner({ key }: { readonly key: string }): boolean {
  return key === 'authz_msg_index';
}

/** `message.action`, with which each message began (cosmos-sdk baseapp/baseapp.go: runMsgs). */
function actionOf(message: object): AnswerEvent {
  const value = '@type' in message ? String(message['@type']) : '';
  return { type: 'message', attributes: [{ key: 'action', value, index: true }] };
}

function inOneList(answer: Answer): unknown {
  const { outside, inside } = byMessage(answer);
  const hasRun = answer.code === 0;
  const events = [...outside, ...(hasRun ? inside.flatMap((own, i) => [actionIn(answer, i), ...own]) : [])];
  const encoded = events.map(({ type, attributes }) => ({
    type,
    attributes: attributes.map(({ key, value, index }) => ({ key: btoa(key), value: btoa(value), index })),
  }));
  return { ...answer, events: encoded };
}

function inLogs(answer: Answer): unknown {
  const { inside } = byMessage(answer);
  const logs = inside.map((own, i) => ({ msg_index: i, log: '', events: joined([actionIn(answer, i), ...own]) }));
  const { events: _, ...others } = answer;
  return { ...others, logs: answer.code === 0 ? logs : [] };
}

function actionIn({ tx }: Answer, index: number): AnswerEvent {
  return actionOf(tx.body.messages[index] ?? {});
}

/** Joins events of one type (cosmos-sdk types/events.go: StringifyEvents). The record of balances came with 0.43. */
function joined(events: readonly AnswerEvent[]): AnswerEvent[] {
  const types = [...new Set(events.map(({ type }) => type))].filter((type) => !type.startsWith('coin_')).sort();
  return types.map((type) => ({
    type,
    attributes: events.flatMap((event) => (event.type === type ? event.attributes : [])),
  }));
}
