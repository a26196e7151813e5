import { type AlgorandEngine, startAlgorand } from '@isochain/devnet/algorand';
import {
  algo,
  cold,
  leaver,
  newcomer,
  now,
  poor,
  recipient,
  rekeyed,
  rich,
  sender,
  stranger,
  thief,
  voter,
} from './cast.ts';

// The stand-in with the accounts of the scenes. Its clock stands still, so it is the same each time.

/** Assets of each world. */
export const assets = {
  /** Sender and recipient hold it. */
  demo: '1000000001',
  /** The sender holds 5 of it. */
  unprintable: '1000000003',
  /** The recipient's holding is frozen. */
  frozen: '1000000004',
  /** Holdings begin frozen. */
  gated: '1000000005',
  /** The sender has opted in, and holds none. */
  empty: '77',
  /** The sender has not opted in. */
  fresh: '78',
} as const;

/** Any keys that a node could have made. */
export const participation = {
  voteKey: Buffer.alloc(32, 7).toString('base64'),
  selectionKey: Buffer.alloc(32, 8).toString('base64'),
  stateProofKey: Buffer.alloc(64, 9).toString('base64'),
  voteFirst: 55_000_000,
  voteLast: 58_000_000,
  voteKeyDilution: 1_733,
} as const;

export async function startWorld(): Promise<AlgorandEngine> {
  const engine = await startAlgorand({ startTime: new Date(now) });
  const { demo, unprintable, frozen, defaultFrozen } = engine.assetIds;
  const found = [demo, unprintable, frozen, defaultFrozen].join();
  if (found !== [assets.demo, assets.unprintable, assets.frozen, assets.gated].join())
    throw new Error(`The stand-in has other assets now: ${found}`);
  const { address: creator } = engine.others.creator;
  engine.placeAsset({ id: assets.empty, creator, name: 'Empty', unitName: 'EMPTY' });
  engine.placeAsset({ id: assets.fresh, creator, name: 'Fresh', unitName: 'NEW', clawback: creator });
  engine.placeHolding(sender.address, assets.empty);
  for (const { address } of [leaver, rekeyed, thief]) await engine.fund(address, 50n * algo);
  await engine.fund(rich.address, 30_002n * algo);
  await engine.fund(poor.address, 100_500n);
  engine.placeHolding(thief.address, assets.demo);
  engine.rekey(rekeyed.address, cold.address);
  engine.placeAccount(voter.address, { amount: 50n * algo, status: 'Online', participation });
  return engine;
}

/** What a transaction does to the chain. */
export interface Carried {
  /** What the node says of a transaction that it refuses: that costs nothing. */
  readonly failed?: string | undefined;
  /** By how many microAlgos the balance of each account changes. */
  readonly change: Readonly<Record<string, bigint>>;
  /** By how many base units of the asset. */
  readonly tokens: Readonly<Record<string, bigint>>;
  /** Whose key signs for each account afterwards, if it is another one. */
  readonly authorizers: readonly (string | undefined)[];
}

const everybody = [sender, recipient, stranger, newcomer, leaver, rekeyed, cold, voter, rich, poor, thief];

/**
 * Does something to the chain, tells what came of it, and takes it back.
 *
 * @param run - Answers what the node says, if it refuses the transaction.
 */
export async function rehearse(
  engine: AlgorandEngine,
  token: string | undefined,
  run: () => Promise<string | undefined>,
): Promise<Carried> {
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
    const authorizers = accounts.map((address) => engine.accountState(address)?.authAddr);
    return { failed, change: differ('change'), tokens: differ('tokens'), authorizers };
  });
}
