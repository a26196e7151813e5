import { startTon, type TonEngine } from '@isochain/devnet/ton';
import type { Cell } from '@ton/core';
import { fifth, funds, newcomers, now, oldest, recipient, sender, since, stranger, third } from './cast.ts';

// The real virtual machine with the accounts of the scenes. Its clock stands still, so it is the same each time.

/** The jetton of the scenes: it follows from the name, as all addresses do. */
const jetton = { name: 'Gold', symbol: 'GLD', decimals: 6 } as const;
/** The address of its master. */
export const token = 'EQASGIXwrJJWukYBuijXwJHZPDS6k8nOOMNRa4j6sysO_-5E';
/** The sender's wallet of it. */
export const wallet = 'EQC-_-E5rVvJZ9MVk-AcxshcoAY8ZsumV8dIhI_2ud8XLmC0';
/** What the sender has of it. */
const jettons = 5_000_000n;

export interface World {
  readonly engine: TonEngine;
  /** The master of the jetton. */
  readonly token: string;
}

/** Changes a world before anybody looks at it. */
export type Build = (world: World) => Promise<void>;

const halfYear = now - since;

/**
 * Starts the chain half a year ago, with wallets that send for the first time then.
 *
 * @param clock - Milliseconds since 1970. Without it time stands still in the present of the scenes.
 */
export async function startWorld(build?: Build, clock?: () => number): Promise<World> {
  const started = clock === undefined ? { startTime: new Date(since) } : { now: () => clock() - halfYear };
  const engine = await startTon({ bare: true, ...started });
  const senders = [sender, fifth, third, oldest, recipient, stranger];
  for (const { address } of [...senders, ...Object.values(newcomers)]) await engine.fund(address, funds);
  for (const each of senders) {
    for (const seqno of [0, 1]) await post(engine, each.nothing(seqno, engine.now() + 60));
  }
  const deployed = await engine.deployJetton(jetton);
  if (deployed !== token) throw new Error(`The jetton is ${deployed}.`);
  for (const { address } of [sender, recipient]) await engine.mint(token, address, jettons);
  engine.advance(halfYear / 1000);
  // Blocks of the present, in which nothing happens to the accounts of the scenes.
  await engine.mine(1);
  const world = { engine, token };
  await build?.(world);
  return world;
}

/** Sends a message to the chain, as a node takes it. */
export async function post({ urls }: Pick<TonEngine, 'urls'>, message: Cell): Promise<Response> {
  const body = JSON.stringify({ boc: message.toBoc().toString('base64') });
  return fetch(`${urls.v3}/message`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

/** What a message does to the chain. */
export interface Carried {
  /** Why no validator would take the message. It costs nothing then. */
  readonly refused?: string;
  /** By how many nanotons the balance of each account changes. Storage that is paid is part of it. */
  readonly change: Readonly<Record<string, bigint>>;
  /** By how much the jettons of each owner change. */
  readonly jettons: Readonly<Record<string, bigint>>;
}

/** Sends a message to the chain, and takes back afterwards what it did. */
export async function rehearse({ engine }: World, message: Cell, accounts: readonly string[]): Promise<Carried> {
  const balances = () => Promise.all(accounts.map(async (address) => (await engine.state(address)).balance));
  const holdings = () => Promise.all(accounts.map((address) => engine.jettonBalance(token, address)));
  return engine.rehearse(async () => {
    const [coinsBefore, jettonsBefore] = [await balances(), await holdings()];
    const answer = await post(engine, message);
    const [coinsAfter, jettonsAfter] = [await balances(), await holdings()];
    const told = (await answer.json()) as { readonly error?: string };
    return {
      ...(answer.ok ? {} : { refused: told.error ?? '' }),
      change: differences(accounts, coinsBefore, coinsAfter),
      jettons: differences(accounts, jettonsBefore, jettonsAfter),
    };
  });
}

function differences(accounts: readonly string[], before: readonly bigint[], after: readonly bigint[]) {
  return Object.fromEntries(accounts.map((address, i) => [address, (after[i] ?? 0n) - (before[i] ?? 0n)]));
}
