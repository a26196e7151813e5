import type { LieScene } from '@isochain/conformance';
import type { Chain, EncodedItem, Family } from '@isochain/core';
import { writeMessage } from '@isochain/core/protobuf';
import { tron } from '../../src/index.ts';
import { type Actor, signHash } from '../world/actor.ts';
import { nobody, now, recipient, sender, staker, stranger, thief } from '../world/cast.ts';
import { askedWorld, honestEndpoints, honestFetch, inTurn } from '../world/honest.ts';
import { type Carried, rehearse } from '../world/world.ts';
import { lean } from './lean.ts';

// Honest endpoints, over which scenes are played, and the chain that carries out what encode answers.

const family: Family = tron;

const leanFetch: typeof fetch = async (input, init) => {
  const answer = await honestFetch(input, init);
  const text = await answer.text();
  return new Response(answer.ok && text.startsWith('{') ? lean(text) : text, answer);
};

export function scene(name: string, run: (chain: Chain) => Promise<unknown>): LieScene {
  return {
    ...{ name, run },
    upstream: () => ({ endpoints: honestEndpoints, fetch: leanFetch }),
    connect: ({ endpoints, fetch }) => family.connect('tron', { endpoints, fetch, now: () => now }),
  };
}

interface Encoded {
  readonly transaction: { readonly encoded: readonly EncodedItem[] };
}

const carried = new Map<string, Promise<Carried>>();

/** Signs what was encoded, and has the true chain carry it out. Undefined if there is nothing to sign. */
export async function carryOut(by: Actor, answer: unknown): Promise<Carried | undefined> {
  const [item] = (answer as Encoded).transaction.encoded;
  const { hash, raw } = item ?? {};
  if (hash === undefined || raw === undefined) return undefined;
  const known = carried.get(raw.value);
  if (known !== undefined) return known;
  const signed = writeMessage([
    [1, Buffer.from(raw.value, 'hex')],
    [2, Buffer.from(signHash(hash.value, by), 'hex')],
  ]);
  const accounts = [sender, staker, recipient, nobody, stranger, thief].map(({ address }) => address);
  const started = askedWorld().then((engine) =>
    inTurn(() => rehearse(engine, Buffer.from(signed).toString('hex'), accounts)),
  );
  carried.set(raw.value, started);
  return started;
}
