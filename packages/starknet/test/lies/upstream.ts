import type { LieScene } from '@isochain/conformance';
import { type Chain, type EncodeResult, type Family, RefusedError, UpstreamError } from '@isochain/core';
import { starknet } from '../../src/index.ts';
import { type Actor, signHash } from '../world/actor.ts';
import { now } from '../world/cast.ts';
import { askedWorld, honestEndpoints, honestFetch, inTurn } from '../world/honest.ts';
import { type Carried, rehearse } from '../world/world.ts';
import { lean } from './lean.ts';

// Honest endpoints, over which scenes are played, and the chain that carries out what encode answers.

const family: Family = starknet;

const leanFetch: typeof fetch = async (input, init) => {
  const answer = await honestFetch(input, init);
  return new Response(lean(await answer.text()), answer);
};

export function scene(name: string, run: (chain: Chain) => Promise<unknown>): LieScene {
  return {
    ...{ name, run },
    upstream: () => ({ endpoints: honestEndpoints, fetch: leanFetch }),
    connect: ({ endpoints, fetch }) => family.connect('starknet', { endpoints, fetch, now: () => now }),
  };
}

type Transaction = EncodeResult['transaction'];

const carried = new Map<string, Promise<Carried>>();

/**
 * Signs what was encoded with the key of the account, as its owner does, and sends it over a node that tells the truth. Undefined if there is nothing to
 * sign.
 */
export async function carryOut(by: Actor, transaction: Transaction): Promise<Carried | undefined> {
  const hash = transaction.encoded[0]?.hash?.value;
  if (hash === undefined) return undefined;
  const key = JSON.stringify(transaction);
  const known = carried.get(key);
  if (known !== undefined) return known;
  const started = askedWorld().then((world) =>
    inTurn(() => rehearse(world, () => send(world.engine.url, transaction, signHash(hash, by)))),
  );
  carried.set(key, started);
  return started;
}

async function send(url: string, transaction: Transaction, signature: string) {
  const chain = family.connect('starknet', { endpoints: [{ url, kind: 'node' }], now: () => now });
  try {
    return await chain.broadcast({ ...transaction, signature });
  } catch (error) {
    if (error instanceof RefusedError || error instanceof UpstreamError) return { refused: error.code };
    throw error;
  }
}
