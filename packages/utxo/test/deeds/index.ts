import type { Deed, Scene, TestAccount } from '@isochain/conformance';
import type { LitecoinEngine } from '@isochain/devnet/utxo';
import type { KeyHolder } from '../random-transfers.ts';
import { coinsOf, type Payment, saying, spend, strangersCoin, sum } from './spend.ts';

type Account = TestAccount & KeyHolder;

/** Why the chains have no deeds of a kind. */
export const withoutDeeds = {
  'a transaction that fails': 'Blocks hold only transactions that are valid, and these succeed.',
  'a contract that pays back': 'Scripts say who may spend a coin. They pay nothing.',
} as const;

const fee = 2_345n;

/** What happens on these chains beside the family's own intents, made with bitcoinjs-lib. */
export function deedsOf(running: () => LitecoinEngine): Deed<Account>[] {
  const made =
    (act: (engine: LitecoinEngine, scene: Scene<Account>) => Promise<string>) =>
    (scene: Scene<Account>): Promise<string> =>
      act(running(), scene);
  const change = (to: string, value: bigint): Payment => ({ to, value });
  return [
    {
      kind: 'fees that another account pays',
      make: made(async (engine, { sender, recipient }) => {
        const own = await coinsOf(engine, sender, 200_000n);
        const other = await strangersCoin(engine, 100_000n);
        return spend(
          engine,
          [...own, other],
          [
            { to: recipient.address, value: 150_000n },
            change(sender.address, sum(own) - 150_000n),
            change(other.owner.address, other.value - fee),
          ],
        );
      }),
    },
    {
      kind: 'several movements in one transaction',
      name: 'many outputs, and one that burns',
      make: made(async (engine, { sender, recipient }) => {
        const own = await coinsOf(engine, sender, 300_000n);
        const { owner: other } = await strangersCoin(engine, 1_000n);
        const paid: Payment[] = [
          { to: recipient.address, value: 100_000n },
          { to: other.address, value: 20_000n },
          { to: recipient.address, value: 1_000n },
          { to: saying('burned'), value: 777n },
        ];
        return spend(engine, own, [...paid, change(sender.address, sum(own) - sum(paid) - fee)]);
      }),
    },
    {
      kind: 'several movements in one transaction',
      name: 'coins of many, as in a joint transaction',
      make: made(async (engine, { sender, recipient }) => {
        const own = await coinsOf(engine, sender, 200_000n);
        // What the recipient has left, if it is somebody else.
        const theirs = recipient.address === sender.address ? [] : await coinsOf(engine, recipient, 1n).catch(() => []);
        const other = await strangersCoin(engine, 500_000n);
        return spend(
          engine,
          [...own, ...theirs, other],
          [
            { to: recipient.address, value: sum(theirs) + 40_000n },
            { to: sender.address, value: sum(own) - 60_000n },
            { to: other.owner.address, value: other.value + 20_000n - fee },
          ],
        );
      }),
    },
    {
      kind: 'a sender from outside',
      make: made(async (engine, { sender, recipient }) => {
        const other = await strangersCoin(engine, 400_000n);
        return spend(
          engine,
          [other],
          [
            { to: recipient.address, value: 70_000n },
            { to: sender.address, value: 3_000n },
            change(other.owner.address, other.value - 73_000n - fee),
          ],
        );
      }),
    },
    {
      kind: 'a sender from outside',
      name: 'a coin without an address beside those of a resident',
      make: made(async (engine, { sender, recipient }) => {
        const own = await coinsOf(engine, sender, 100_000n);
        const other = await strangersCoin(engine, 300_000n, 'p2pk');
        return spend(
          engine,
          [other, ...own],
          [{ to: recipient.address, value: 250_000n }, change(sender.address, sum(own) + other.value - 250_000n - fee)],
        );
      }),
    },
  ];
}
