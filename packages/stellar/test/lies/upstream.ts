import type { LieScene } from '@isochain/conformance';
import type { Chain, EncodeResult, Family } from '@isochain/core';
import { Networks } from '@stellar/stellar-base';
import { stellar } from '../../src/index.ts';
import { signedEnvelope } from '../recorded/asking.ts';
import type { Actor } from '../world/actor.ts';
import { now } from '../world/cast.ts';
import { askedWorld, honestEndpoints, honestFetch, inTurn } from '../world/honest.ts';
import { type Carried, rehearse } from '../world/world.ts';

// Honest endpoints, over which scenes are played, and the chain that carries out what encode answers.

const family: Family = stellar;

// Parts of answers that nothing of the family's code names. Without them the search for fields that are read takes a fraction of the time.
const unread = new Set(['_links', 'paging_token', 'last_modified_ledger', 'last_modified_time', 'max_fee']);

const leanFetch: typeof fetch = async (input, init) => {
  const answer = await honestFetch(input, init);
  const read: unknown = JSON.parse(await answer.text(), (key, value: unknown) => (unread.has(key) ? undefined : value));
  return new Response(JSON.stringify(read), answer);
};

/** The statistics of a network whose ledgers are full. */
const busyFetch: typeof fetch = async (input, init) => {
  const answer = await leanFetch(input, init);
  if (!new URL(String(input)).pathname.endsWith('/fee_stats')) return answer;
  const stats = (await answer.json()) as { readonly fee_charged: object };
  const fee_charged = { ...stats.fee_charged, p99: '5000' };
  return Response.json({ ...stats, ledger_capacity_usage: '1', fee_charged });
};

export function scene(name: string, run: (chain: Chain) => Promise<unknown>, isBusy = false): LieScene {
  return {
    ...{ name, run },
    upstream: () => ({ endpoints: honestEndpoints, fetch: isBusy ? busyFetch : leanFetch }),
    connect: ({ endpoints, fetch }) => family.connect('stellar', { endpoints, fetch, now: () => now }),
  };
}

type Transaction = EncodeResult['transaction'];

const carried = new Map<string, Promise<Carried>>();

/** Signs what was encoded with the keys of the accounts, and sends it to the true chain without our code. Undefined if there is nothing to sign. */
export async function carryOut(by: readonly Actor[], transaction: Transaction): Promise<Carried | undefined> {
  const envelope = transaction.encoded[0]?.raw?.value;
  if (envelope === undefined) return undefined;
  const key = JSON.stringify(transaction);
  const known = carried.get(key);
  if (known !== undefined) return known;
  const signed = signedEnvelope(envelope, Networks.PUBLIC, by);
  const { tokenId } = transaction.data as { readonly tokenId?: string };
  const started = askedWorld().then((engine) =>
    inTurn(() => rehearse(engine, tokenId, () => send(engine.url, signed))),
  );
  carried.set(key, started);
  return started;
}

/** Codes of the refusal or the failure. Undefined if the transaction was carried out. */
async function send(url: string, envelope: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/transactions`, { method: 'POST', body: new URLSearchParams({ tx: envelope }) });
  const { successful, extras } = (await answer.json()) as {
    readonly successful?: boolean;
    readonly extras?: { readonly result_codes?: { readonly transaction: string; readonly operations?: string[] } };
  };
  if (successful === true) return undefined;
  const { transaction = 'unknown', operations = [] } = extras?.result_codes ?? {};
  return [transaction, ...operations].join(' ');
}
