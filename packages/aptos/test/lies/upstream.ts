import type { LieScene } from '@isochain/conformance';
import { type Chain, type EncodeResult, type Family, RefusedError, UpstreamError } from '@isochain/core';
import { aptos } from '../../src/index.ts';
import { type Actor, signMessage } from '../world/actor.ts';
import { now } from '../world/cast.ts';
import { askedWorld, honestEndpoints, honestFetch, inTurn } from '../world/honest.ts';
import { type Carried, rehearse } from '../world/world.ts';
import { lean } from './lean.ts';

// Honest endpoints, over which scenes are played, and the chain that carries out what encode answers.

const family: Family = aptos;

const leanFetch: typeof fetch = async (input, init) => {
  const answer = await honestFetch(input, init);
  return new Response(lean(await answer.text()), answer);
};

export function scene(name: string, run: (chain: Chain) => Promise<unknown>): LieScene {
  return {
    ...{ name, run },
    upstream: () => ({ endpoints: honestEndpoints, fetch: leanFetch }),
    connect: ({ endpoints, fetch }) => family.connect('aptos', { endpoints, fetch, now: () => now }),
  };
}

type Transaction = EncodeResult['transaction'];

const carried = new Map<string, Promise<Carried>>();

/**
 * Signs what was encoded with the keys of the accounts, as their owners do, and sends it over a node that tells the truth. Undefined if there is nothing to
 * sign.
 */
export async function carryOut(by: readonly Actor[], transaction: Transaction): Promise<Carried | undefined> {
  const message = transaction.encoded[0]?.raw?.value;
  if (message === undefined) return undefined;
  const key = JSON.stringify(transaction);
  const known = carried.get(key);
  if (known !== undefined) return known;
  const signature = by.map((one) => signMessage(message, one)).join(',');
  const { tokenId } = transaction.data as { readonly tokenId?: string };
  const started = askedWorld().then((engine) =>
    inTurn(() => rehearse(engine, tokenId, () => send(engine.url, transaction, signature))),
  );
  carried.set(key, started);
  return started;
}

async function send(url: string, transaction: Transaction, signature: string) {
  const chain = family.connect('aptos', { endpoints: [{ url, kind: 'node' }], now: () => now });
  try {
    return await chain.broadcast({ ...transaction, signature });
  } catch (error) {
    if (error instanceof RefusedError || error instanceof UpstreamError) return { refused: error.code };
    throw error;
  }
}
