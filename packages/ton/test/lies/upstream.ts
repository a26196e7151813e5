import type { LieScene } from '@isochain/conformance';
import type { Chain, EncodedItem, Family } from '@isochain/core';
import { ton } from '../../src/index.ts';
import type { TonKind, TonOptions } from '../../src/options.ts';
import type { Actor } from '../world/actor.ts';
import { now, recipient, stranger, thief } from '../world/cast.ts';
import { signed } from '../world/sign.ts';
import { type Build, type Carried, rehearse, startWorld, type World } from '../world/world.ts';
import { shortened } from './codecs.ts';
import { nameOfRequest } from './names.ts';

// Honest endpoints, over which scenes are played, and the chain that carries out what encode answers.

const family: Family = ton;

/** Endpoints of each interface. The engine serves all three at one origin. */
const bases: Readonly<Record<TonKind, string>> = {
  'toncenter-v3': 'https://v3.test/api/v3',
  'toncenter-v2': 'https://v2.test/api/v2',
  tonapi: 'https://tonapi.test/v2',
};

export interface Where {
  readonly kind?: TonKind;
  readonly build?: Build;
  readonly options?: Partial<TonOptions>;
}

/** What a client does with an honest upstream. */
export interface TonScene extends LieScene {
  readonly where: Where;
}

/** An endpoint that tells the truth, under a name and an origin of its own. */
export function honestUpstream(kind: TonKind, build?: Build) {
  return { endpoints: [{ url: bases[kind], name: kind, kind }], fetch: honestFetch(build) };
}

export function scene(name: string, where: Where, run: (chain: Chain) => Promise<unknown>): TonScene {
  const { kind = 'toncenter-v3', build, options = {} } = where;
  return {
    ...{ name, where, run },
    upstream: () => honestUpstream(kind, build),
    connect: ({ endpoints, fetch }) => family.connect('ton', { endpoints, fetch, now: () => now, ...options }),
  };
}

interface Worlds {
  /** Is asked. */
  readonly asked: World;
  /** Is sent messages, which it forgets. */
  readonly judge: World;
}

const worlds = new Map<Build | undefined, Promise<Worlds>>();

/** Each world is started once: nobody changes it. */
function worldsOf(build: Build | undefined): Promise<Worlds> {
  const known = worlds.get(build);
  if (known !== undefined) return known;
  const started = startWorld(build).then(async (asked) => ({ asked, judge: await startWorld(build) }));
  worlds.set(build, started);
  return started;
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

const answers = new Map<Build | undefined, Map<string, Promise<Answered>>>();
const sends = /\/(message|sendBoc\w*)$/;

/** Each question is answered once and for all. */
function honestFetch(build: Build | undefined): typeof fetch {
  const known = answers.get(build) ?? new Map<string, Promise<Answered>>();
  answers.set(build, known);
  return async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const body = init?.body instanceof Uint8Array ? Buffer.from(init.body).toString() : (init?.body ?? undefined);
    const key = `${init?.method ?? 'GET'} ${pathname}${search} ${String(body)}`;
    const ask = async (): Promise<Answered> => {
      const { asked, judge } = await worldsOf(build);
      const isSent = sends.test(pathname);
      const { origin } = new URL((isSent ? judge : asked).engine.url);
      const request = async () => {
        const response = await fetch(`${origin}${pathname}${search}`, {
          method: init?.method ?? 'GET',
          ...(body === undefined ? {} : { body: body as string, headers: { 'content-type': 'application/json' } }),
        });
        const text = await response.text();
        return {
          status: response.status,
          text:
            response.ok && text.startsWith('{')
              ? shortened(
                  nameOfRequest(new URL(String(input)), typeof body === 'string' ? body : undefined),
                  lean(text),
                )
              : text,
        };
      };
      return isSent ? inTurn(() => judge.engine.rehearse(request)) : request();
    };
    const answer = known.get(key) ?? ask();
    known.set(key, answer);
    const { status, text } = await answer;
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  };
}

let last: Promise<unknown> = Promise.resolve();

/** One message at a time: others would change what it finds. */
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const done = last.then(run, run);
  last = done.catch(() => {});
  return done;
}

/** Parts that nothing of the family's code names. Without them the search for fields that are read takes a quarter of the time. */
const unread = [
  'description',
  'account_state_before',
  'account_state_after',
  'out_msgs',
  'block_ref',
  'prev_blocks',
  'first',
];

function lean(text: string): string {
  return JSON.stringify(JSON.parse(text, (key, value: unknown) => (unread.includes(key) ? undefined : value)));
}

interface Encoded {
  readonly transaction: {
    readonly data: { readonly params?: { readonly deploy?: boolean } };
    readonly encoded: readonly EncodedItem[];
  };
}

const carried = new Map<string, Promise<Carried>>();

/** Signs what was encoded, and has the true chain carry it out. Undefined if there is nothing to sign. */
export async function carryOut(by: Actor, build: Build | undefined, answer: unknown): Promise<Carried | undefined> {
  const { data, encoded } = (answer as Encoded).transaction;
  if (encoded.length === 0) return undefined;
  const { message } = signed(encoded, by, data.params?.deploy === true ? by.init : undefined);
  const { judge } = await worldsOf(build);
  const key = `${judge.engine.url} ${message.hash().toString('hex')}`;
  const known = carried.get(key);
  if (known !== undefined) return known;
  const accounts = [by.address, recipient.address, stranger.address, thief];
  const started = inTurn(() => rehearse(judge, message, accounts));
  carried.set(key, started);
  return started;
}
