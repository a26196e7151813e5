import type { LieScene } from '@isochain/conformance';
import type { Chain, EncodeResult, Family } from '@isochain/core';
import { algorand } from '../../src/index.ts';
import { decode, msgpack } from '../judge.ts';
import { type Actor, signBytes } from '../world/actor.ts';
import { now } from '../world/cast.ts';
import { askedWorld, honestEndpoints, honestFetch, inTurn } from '../world/honest.ts';
import { type Carried, rehearse } from '../world/world.ts';

// Honest endpoints, over which scenes are played, and the chain that carries out what encode answered.

const family: Family = algorand;

export function scene(name: string, run: (chain: Chain) => Promise<unknown>): LieScene {
  return {
    ...{ name, run },
    upstream: () => ({ endpoints: honestEndpoints, fetch: honestFetch }),
    connect: ({ endpoints, fetch }) => family.connect('algorand', { endpoints, fetch, now: () => now }),
  };
}

type Transaction = EncodeResult['transaction'];

const carried = new Map<string, Promise<Carried>>();

/**
 * Signs what was encoded with the key of an account, and sends it to the true chain without our code. Undefined if there is nothing to sign.
 *
 * @param by - Whose key signs.
 */
export async function carryOut(by: Actor, transaction: Transaction): Promise<Carried | undefined> {
  const item = transaction.encoded[0];
  if (item?.raw === undefined || item.hash === undefined) return undefined;
  const sig = Buffer.from(signBytes(item.hash.value, by), 'hex');
  const txn = decode(Buffer.from(item.raw.value, 'hex')) as { readonly snd: Uint8Array };
  const { authAddr } = (transaction.data as { readonly params: { readonly authAddr?: string } }).params;
  const own = Buffer.from(by.publicKey, 'hex');
  const signed = msgpack({ ...(authAddr === undefined ? {} : { sgnr: own }), sig, txn: txn as never });
  const key = Buffer.from(signed).toString('hex');
  const known = carried.get(key);
  if (known !== undefined) return known;
  const { tokenId } = transaction.data as { readonly tokenId?: string };
  const started = askedWorld().then((engine) =>
    inTurn(() => rehearse(engine, tokenId, () => send(engine.algodUrl, signed))),
  );
  carried.set(key, started);
  return started;
}

/** What the node says of a transaction that it refuses. Undefined if it was carried out. */
async function send(url: string, signed: Uint8Array): Promise<string | undefined> {
  const headers = { 'content-type': 'application/x-binary' };
  const answer = await fetch(`${url}/v2/transactions`, { method: 'POST', headers, body: new Uint8Array(signed) });
  const { message } = (await answer.json()) as { readonly message?: string };
  return answer.ok ? undefined : (message ?? 'no reason');
}
