import { type Chain, type Code, IsochainError, UpstreamError } from '@isochain/core';
import { chosen } from '@isochain/dial';
import { beforeAll, describe, expect, it } from 'vitest';
import { interceptCalls, questionsOf } from './json-rpc-wire.ts';
import type { Scene, Speaks, TestAccount } from './setup.ts';
import { firstOfMode, type KnownExample, type Stage } from './stage.ts';
import type { Interceptor, WireCall } from './wire.ts';

/**
 * What endpoints say about themselves, and no chain ever says. Some are recorded (dRPC, Monad's own RPC, Cosmos nodes, go-ethereum, proxies). The others
 * are made up: they have words that chains use too (balance, account, token, reverted, frozen, not found), and mean something else.
 */
const texts: readonly string[] = [
  "Can't route your request to suitable provider",
  'provider-specified max eth_call gas limit exceeded',
  'failed to load state at height 4711; version does not exist (latest height: 4700)',
  'execution aborted (timeout = 5s)',
  'upstream request failed',
  'no healthy backend for this region',
  'leveldb: closed',
  'database is closed',
  'too many open files',
  'out of memory',
  'EOF',
  'runtime error: invalid memory address or nil pointer dereference',
  'dial tcp: lookup node-7: no such host',
  'maintenance until 04:00, see the status page',
  'this shard does not serve the range of blocks',
  'archive data needs another plan',
  'credits are used up',
  'insufficient balance of request credits, top up your account',
  'insufficient funds in your prepaid account',
  'your account was suspended',
  'account not found: the workspace was deleted',
  'access token not found',
  'token is invalid for this project',
  'the subscription was reverted to the free plan',
  'quota is frozen until the invoice is paid',
  'contract calls are disabled for this tenant',
  'signature of the request to the gateway does not match',
  'asset server is down',
  'out of capacity, gas pedal released',
  'response is not cached in this zone',
];

/** Codes that no chain of ours gives a meaning. */
const codes = [12, -32_000, -32_603, 19, -32_099, 1_001] as const;

/** How an interface of HTTP wraps such words. */
interface Wrapping {
  /** Of servers, of proxies that blame the request, and of interfaces that have their errors in answers. */
  readonly status: 500 | 503 | 400 | 200;
  readonly body: (words: string) => unknown;
}

const wrappings: readonly Wrapping[] = [
  { status: 500, body: (words) => ({ error: words }) },
  { status: 500, body: (words) => ({ code: 2, message: words, details: [] }) },
  { status: 503, body: (words) => ({ message: words }) },
  { status: 500, body: (words) => words },
  { status: 400, body: (words) => ({ error: words }) },
  { status: 400, body: (words) => words },
  { status: 200, body: (words) => ({ error: words }) },
  { status: 200, body: (words) => ({ Error: words }) },
  { status: 200, body: (words) => ({ ok: false, error: words, code: 500 }) },
];

interface Complaint {
  readonly text: string;
  readonly code: number;
  readonly wrapping: Wrapping;
}

const complaints: readonly Complaint[] = texts.flatMap((text, i) =>
  wrappings.map((wrapping, j) => ({ text, wrapping, code: codes[(i + j) % codes.length] as number })),
);

/** What somebody asks the family for, and what must not depend on the endpoint. */
interface Request {
  readonly name: string;
  ask(chain: Chain): Promise<Told>;
}

interface Told {
  readonly value: unknown;
  /** What may be found in another way without another endpoint. */
  readonly prices?: unknown;
  readonly warnings: readonly (Code | undefined)[];
}

/** A request that is made once the engine runs. */
interface Prepared {
  readonly name: string;
  make(scene: Scene<TestAccount>): Request | Promise<Request>;
  /** True if an ordinary run tries one complaint for each question, whatever its status. */
  readonly isLikeOthers?: boolean;
}

/** One question that an endpoint is asked meanwhile: a method, or the shape of a path. */
interface Question {
  readonly kind: string;
  readonly shape: string;
}

/**
 * One endpoint answers one question with a complaint about itself, and all others well. A complaint says nothing about a transaction, a token or an
 * account: the next endpoint is asked, and without one the family has no answer. It never makes up a reason.
 */
export function describeComplaints(stage: Stage): void {
  const { setup, has } = stage;
  const isRpc = (question: Question) => speaksRpc(setup.speaks, question);
  const requests: readonly Prepared[] = [
    { name: 'the state of an account', make: ({ sender }) => stateOf(sender.address) },
    ...(has.feature('read.token') ? [{ name: 'a token', make: () => tokenOf(stage.token.id) }] : []),
    ...firstOfMode(stage.examples).map((example, i) => ({
      name: example.name,
      make: (scene: Scene<TestAccount>) => encodingOf(stage, example, scene),
      // Modes ask much that others asked.
      isLikeOthers: i > 0,
    })),
  ];

  describe('an endpoint that complains about itself in answer to one question', () => {
    let scene: Scene<TestAccount>;
    beforeAll(async () => {
      scene = await stage.scene();
    });

    it.each(requests)('says nothing about $name', async ({ make, isLikeOthers = false }) => {
      const { ask } = await make(scene);
      const before = stage.wire.calls.length;
      const truthOf = async (isAlone: boolean) => outcomeOf(() => ask(stage.connect()), isAlone);
      const truths = { alone: await truthOf(true), beside: await truthOf(false) };
      const questions = distinct(stage.wire.calls.slice(before).flatMap((call) => questionsIn(setup.speaks, call)));
      const pairs = questions.flatMap((question) => complaints.map((complaint) => ({ question, complaint })));
      // One of each is enough in an ordinary run: what is asked, and by which status the answer looks like one.
      const tried = chosen(
        pairs,
        ({ question, complaint: { wrapping } }) => {
          const status = isLikeOthers || isRpc(question) ? '' : wrapping.status;
          return `${keyOf(question)} ${status}`;
        },
        0,
      );

      const wrong: string[] = [];
      const judge = async (pair: (typeof pairs)[number], isAlone: boolean) => {
        const { question, complaint } = pair;
        const complaining = stage.line('complaining', { intercept: complainsAt(setup.speaks, question, complaint) });
        const lines = isAlone ? [complaining] : [complaining, stage.line('well')];
        const said = await outcomeOf(() => ask(stage.connect(lines)), isAlone);
        const isRight = said === truths[isAlone ? 'alone' : 'beside'] || (isAlone && said === noAnswer);
        if (!isRight) wrong.push(`${keyOf(question)}: "${complaint.text}"${isAlone ? ' alone' : ''}: ${said}`);
      };
      for (let i = 0; i < tried.length; i += atOnce) {
        const some = tried.slice(i, i + atOnce);
        await Promise.all(some.flatMap((pair) => [judge(pair, false), judge(pair, true)]));
      }
      expect(wrong).toEqual([]);
    });
  });
}

/** Pairs that are tried side by side: one that gets no answer waits before it asks again. */
const atOnce = 3;

const noAnswer = 'no answer';

/** Whether a warning claims nothing but that something is not known. Without another endpoint it stands beside the bytes. */
function isUnknowing(code: Code | undefined): boolean {
  return code === 'fee.assumed' || code === 'fee.unchecked' || code === 'gas.notSimulated';
}

/** What came, to be compared. */
async function outcomeOf(run: () => Promise<Told>, isAlone: boolean): Promise<string> {
  try {
    const { value, prices, warnings } = await run();
    // A state that says that it is not whole claims no balance that it leaves out.
    if (isAlone && warnings.includes('account.incomplete')) return noAnswer;
    if (isAlone) return JSON.stringify({ value, warnings: warnings.filter((code) => !isUnknowing(code)) });
    return JSON.stringify({ value, warnings, prices });
  } catch (error) {
    if (error instanceof UpstreamError) return isAlone ? noAnswer : JSON.stringify(error.attempts);
    if (error instanceof IsochainError) return `${error.code}: ${error.message}`;
    return String(error);
  }
}

function stateOf(address: string): Request {
  return {
    name: 'state',
    async ask(chain) {
      const { balances, status } = await chain.accountState(address);
      return { value: balances, warnings: status?.warnings.map(({ code }) => code) ?? [] };
    },
  };
}

function tokenOf(id: string): Request {
  return { name: 'token', ask: async (chain) => ({ value: await chain.token(id), warnings: [] }) };
}

async function encodingOf(
  { setup: { drifting = [] } }: Stage,
  example: KnownExample,
  scene: Scene<TestAccount>,
): Promise<Request> {
  const intent = await example.intent(scene);
  return {
    name: example.name,
    async ask(chain) {
      const { transaction, status } = await chain.encode(intent);
      const { amount, fees, gas } = transaction.data as { amount?: string; fees?: string; gas?: string };
      return {
        value: { amount, errors: status.errors.map(({ code }) => code) },
        prices: Object.entries({ fees, gas }).filter(([name]) => !drifting.includes(name)),
        warnings: status.warnings.map(({ code }) => code),
      };
    },
  };
}

type Spoken = Stage['setup']['speaks'];

function speaksRpc(speaks: Spoken, { kind }: Pick<WireCall, 'kind'>): boolean {
  const spoken: Speaks | undefined = typeof speaks === 'string' ? speaks : (speaks as Record<string, Speaks>)[kind];
  return spoken !== 'rest';
}

function questionsIn(speaks: Spoken, call: WireCall): Question[] {
  const { kind } = call;
  if (speaksRpc(speaks, call)) return questionsOf(call).map(({ method }) => ({ kind, shape: method }));
  return [{ kind, shape: shapeOf(call) }];
}

/** Parts of a path that are names, and not values. */
const name = /^[a-zA-Z][a-zA-Z_.-]{0,30}$|^v\d$|^v\dbeta\d$/;

/** A path without values, with the name of what is called. */
function shapeOf({ method, path, body }: WireCall): string {
  const [pathname = ''] = path.split('?');
  const parts = pathname.split('/').map((part) => (part === '' || name.test(part) ? part : '*'));
  const called = /"(?:method|function_selector)":\s*"([^"]+)"/.exec(body ?? '')?.[1];
  return [method, parts.join('/'), called].filter((part) => part !== undefined).join(' ');
}

function keyOf({ kind, shape }: Question): string {
  return `${kind} ${shape}`;
}

function distinct(questions: readonly Question[]): Question[] {
  return [...new Map(questions.map((question) => [keyOf(question), question])).values()];
}

function complainsAt(speaks: Spoken, question: Question, { text, code, wrapping }: Complaint): Interceptor {
  const inRpc = interceptCalls(({ method }) =>
    method === question.shape ? { error: { code, message: text } } : undefined,
  );
  return async (call, forward) => {
    if (call.kind !== question.kind) return forward();
    if (speaksRpc(speaks, call)) return inRpc(call, forward);
    return shapeOf(call) === question.shape ? wrapped(text, wrapping) : forward();
  };
}

function wrapped(words: string, { status, body }: Wrapping): Response {
  const content = body(words);
  return typeof content === 'string' ? new Response(content, { status }) : Response.json(content, { status });
}
