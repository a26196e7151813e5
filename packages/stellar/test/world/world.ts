import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import {
  cosigners,
  exchange,
  leaver,
  newcomer,
  now,
  partner,
  poor,
  recipient,
  sender,
  shared,
  stranger,
  thief,
  untrusting,
  xlm,
} from './cast.ts';

// The stand-in with the accounts of the scenes. Its clock stands still, so it is the same each time.

/** Tokens of each world. */
export const tokens = {
  /** Sender and recipient hold it. */
  demo: 'DEMO:GAZYCTQ6A6RHL24E6UXIGSVSRWRXOJCWWVPJNDZFX2ECFJT3WQJGDPBP',
  /** Its issuer must approve holders. The recipient waits for that. */
  regulated: 'REGU:GBII6MKB7G3EZIIGRPAS7L7FC6SOIRDGRDGEAWPRGCJCZ2UZXCVHBGCT',
  /** The sender holds it. */
  long: 'TWELVELETTER:GAZYCTQ6A6RHL24E6UXIGSVSRWRXOJCWWVPJNDZFX2ECFJT3WQJGDPBP',
  /** The sender trusts it, and holds none. */
  empty: 'EMPTY:GAZYCTQ6A6RHL24E6UXIGSVSRWRXOJCWWVPJNDZFX2ECFJT3WQJGDPBP',
  /** Nobody holds it. */
  fresh: 'NEW:GAZYCTQ6A6RHL24E6UXIGSVSRWRXOJCWWVPJNDZFX2ECFJT3WQJGDPBP',
} as const;

export async function startWorld(): Promise<StellarEngine> {
  const engine = await startStellar({ startTime: new Date(now) });
  const { demo, regulated, longCode } = engine.tokenIds;
  const found = [demo, regulated, longCode].join();
  if (found !== [tokens.demo, tokens.regulated, tokens.long].join())
    throw new Error(`The stand-in has other tokens now: ${found}`);
  for (const { address } of [thief, leaver, untrusting, exchange, shared]) await engine.fund(address, 50n * xlm);
  await engine.fund(poor.address, xlm + 100n);
  engine.placeTrustline(thief.address, tokens.demo);
  engine.placeTrustline(exchange.address, tokens.demo);
  engine.placeTrustline(sender.address, tokens.empty);
  engine.requireMemo(exchange.address);
  engine.placeAccount(shared.address, {
    thresholds: { master: 1, low: 1, med: 2, high: 3 },
    signers: cosigners.map(({ address }) => ({ key: address, weight: 1 })),
  });
  return engine;
}

/** What a transaction does to the chain. */
export interface Carried {
  /** Horizon's codes of the refusal or the failure: `tx_failed op_underfunded`. A transaction that failed is charged for. */
  readonly failed?: string | undefined;
  /** By how many stroops the balance of each account changes. */
  readonly change: Readonly<Record<string, bigint>>;
  /** By how many units of the token. */
  readonly tokens: Readonly<Record<string, bigint>>;
}

/**
 * Does something to the chain, tells what came of it, and takes it back.
 *
 * @param run - Answers the codes of the failure, if it failed.
 */
export async function rehearse(
  engine: StellarEngine,
  token: string | undefined,
  run: () => Promise<string | undefined>,
): Promise<Carried> {
  const everybody = [sender, recipient, stranger, partner, newcomer, thief, leaver, untrusting, exchange, shared, poor];
  const accounts = everybody.map(({ address }) => address);
  const read = async () => ({
    change: await Promise.all(accounts.map((address) => engine.balance(address))),
    tokens: await Promise.all(
      accounts.map(async (address) => (token === undefined ? 0n : engine.balance(address, token))),
    ),
  });
  return engine.rehearse(async () => {
    const before = await read();
    const failed = await run();
    const after = await read();
    const differ = (name: keyof typeof before) =>
      Object.fromEntries(
        accounts.map((address, i) => [address, (after[name][i] ?? 0n) - (before[name][i] ?? 0n)] as const),
      );
    return { failed, change: differ('change'), tokens: differ('tokens') };
  });
}
