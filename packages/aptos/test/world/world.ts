import { type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import type { Actor } from './actor.ts';
import {
  apt,
  leaver,
  newcomer,
  nobody,
  now,
  poor,
  recipient,
  rotated,
  sender,
  singleKey,
  staker,
  stranger,
  thief,
} from './cast.ts';
import { type Call, sendCall } from './wallet.ts';

// The stand-in with the accounts of the scenes. Its clock stands still, so it is the same each time.

const day = 86_400;

/** The first pool. It is the same in each world. */
export const pool = '0x00afc93da96b80c1864a2ee4a295772026fad79b046d95a99e6e4712c52c27ef';

/** Publishes the coins of the stand-in. */
const issuer = '0x0dec0de15c4a1f00dec0de15c4a1f00dec0de15c4a1f00dec0de15c4a1f00dec';

/** Tokens of each world. */
export const tokens = {
  /** Circle's list of USDC contracts. */
  usdc: '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b',
  /** A fungible asset that the stand-in starts with. */
  demo: '0xd72ce5efc8585757392a1e6092a48f4c882b7e90d83242c68626058a5c9c6a79',
  /** The accounts hold a part of it as the coin that it was. */
  pairedAsset: '0x80e2e11c2a871cc2d40102d87b48773b87e83b8b24f119e157246bf7ab2eae67',
  plainCoin: `${issuer}::plain::Coin`,
  /** A coin that nobody has. */
  newCoin: `${issuer}::fresh::Coin`,
  /** Its hook keeps a part of each transfer. */
  keeping: '0xd632be7c09c6151f8923180eeb0f2444d35309cace9512051decee3881279a50',
} as const;

/** Starts the chain, before the lockup of the first pool ends for the first time. */
export async function startWorld(): Promise<AptosEngine> {
  const engine = await startAptos({ startTime: new Date(now - 12 * day * 1_000) });
  const { demo, pairedAsset, keeping, usdc } = engine.tokenIds;
  const found = [engine.validators()[0]?.address, demo, pairedAsset, keeping, usdc].join();
  const expected = [pool, tokens.demo, tokens.pairedAsset, tokens.keeping, tokens.usdc].join();
  if (found !== expected) throw new Error(`The stand-in has other pools or tokens now: ${found}`);
  for (const { address } of [staker, leaver]) await engine.fund(address, 200n * apt);
  engine.createCoin({ type: tokens.newCoin, name: 'Fresh Coin', symbol: 'FRESH' });
  await engine.fund(rotated.address, 5n * apt);
  await engine.fund(poor.address, 10n);
  engine.rotate(rotated.address, stranger.address);
  const send = (by: Actor, name: Call['name'], address: string, octas: bigint) =>
    sendCall(engine, by, { name, address, amount: octas });
  // Its key is on the chain then.
  await send(sender, 'aptos_account::transfer', recipient.address, 1n);
  await send(leaver, 'delegation_pool::add_stake', pool, 50n * apt);
  await engine.advance(2 * 7_200);
  await send(leaver, 'delegation_pool::unlock', pool, 20n * apt);
  // The lockup of the first pool ends after ten days.
  await engine.advance(11 * day);
  await send(staker, 'delegation_pool::add_stake', pool, 75n * apt);
  await engine.advance(2 * 7_200);
  await send(staker, 'delegation_pool::unlock', pool, 15n * apt);
  await engine.advance((now - engine.now()) / 1_000);
  return engine;
}

/** What a transaction does to the chain. */
export interface Carried {
  /** The code of the refusal. It costs nothing then. */
  readonly refused?: string;
  /** Why it failed. The fee is charged all the same. */
  readonly failed?: string;
  /** By how many octas the balance of each account changes. */
  readonly change: Readonly<Record<string, bigint>>;
  /** By how many units of the token. */
  readonly tokens: Readonly<Record<string, bigint>>;
  /** By how many octas the stake of each account with the first pool changes, in all its parts. */
  readonly stake: Readonly<Record<string, bigint>>;
}

/** Does something to the chain, tells what came of it, and takes it back. */
export async function rehearse(
  engine: AptosEngine,
  token: string | undefined,
  run: () => Promise<{ readonly hash: string } | { readonly refused: string }>,
): Promise<Carried> {
  const accounts = [sender, recipient, stranger, newcomer, thief, nobody, singleKey, staker, leaver].map(
    ({ address }) => address,
  );
  const read = async () => ({
    change: await Promise.all(accounts.map((address) => engine.balance(address))),
    tokens: await Promise.all(
      accounts.map(async (address) => (token === undefined ? 0n : engine.balance(address, token))),
    ),
    stake: accounts.map((address) => {
      const { active, inactive, pendingInactive } = engine.stakeOf(pool, address);
      return active + inactive + pendingInactive;
    }),
  });
  return engine.rehearse(async () => {
    const before = await read();
    const told = await run();
    const after = await read();
    const differ = (name: keyof typeof before) =>
      Object.fromEntries(
        accounts.map((address, i) => [address, (after[name][i] ?? 0n) - (before[name][i] ?? 0n)] as const),
      );
    const differences = { change: differ('change'), tokens: differ('tokens'), stake: differ('stake') };
    if ('refused' in told) return { refused: told.refused, ...differences };
    const answer = await fetch(`${engine.url}/transactions/by_hash/${told.hash}`);
    const { success, vm_status: status } = (await answer.json()) as { success?: boolean; vm_status?: string };
    return { ...(success === true ? {} : { failed: status ?? 'it waits' }), ...differences };
  });
}
