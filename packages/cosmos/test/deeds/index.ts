import type { Deed, Scene } from '@isochain/conformance';
import type { TestKey } from '../keys.ts';
import { allowFees, allowSending, cancel, delegate, execute, propose, send, sendToMany } from './messages.ts';
import { type Place, stranger, transact } from './transact.ts';

/** What happens on a chain of the Cosmos SDK beside the family's own intents, made with @cosmjs on a real node. */
export function deedsOf(place: () => Place): Deed<TestKey>[] {
  const coin = (amount: bigint) => ({ denom: place().engine.denom, amount: String(amount) });
  const token = (amount: bigint) => ({ denom: place().engine.tokens[0]?.id ?? '', amount: String(amount) });
  /** Denominations in a list of coins are sorted. */
  const both = (coins: bigint, tokens: bigint) =>
    [coin(coins), token(tokens)].toSorted((a, b) => (a.denom < b.denom ? -1 : 1));
  const made =
    (act: (at: Place, scene: Scene<TestKey>) => Promise<string>) =>
    (scene: Scene<TestKey>): Promise<string> =>
      act(place(), scene);
  // Each run has its own chain, and nothing else proposes.
  let proposals = 0n;
  return [
    {
      kind: 'a transaction that fails',
      make: made((at, { sender, recipient }) =>
        transact(at, {
          messages: [
            send(sender.address, recipient.address, both(1_000_000n, 1_000n)),
            send(sender.address, recipient.address, [token(10n ** 30n)]),
          ],
          ...{ signers: [sender], fails: true },
        }),
      ),
    },
    {
      kind: 'a transaction that fails',
      name: 'a failure that the recipient pays for',
      make: made((at, { sender, recipient: payer }) =>
        transact(at, {
          messages: [
            send(sender.address, payer.address, both(800_000n, 700n)),
            send(sender.address, payer.address, [coin(10n ** 30n)]),
          ],
          ...{ signers: [sender, payer], payer, fails: true },
        }),
      ),
    },
    {
      kind: 'fees that another account pays',
      name: 'fees by an allowance',
      make: made(async (at, { sender, recipient }) => {
        const granter = await stranger(at);
        await transact(at, { messages: [allowFees(granter.address, sender.address)], signers: [granter] });
        const messages = [send(sender.address, recipient.address, both(300_000n, 4_000n))];
        return transact(at, { messages, signers: [sender], granter });
      }),
    },
    {
      kind: 'fees that another account pays',
      name: 'fees that the recipient pays',
      make: made((at, { sender, recipient: payer }) =>
        transact(at, {
          messages: [send(sender.address, payer.address, both(400_000n, 5_000n))],
          ...{ signers: [sender, payer], payer },
        }),
      ),
    },
    {
      kind: 'several movements in one transaction',
      make: made(async (at, { sender, recipient }) => {
        const other = await stranger(at);
        const [validator = ''] = at.engine.validators;
        return transact(at, {
          messages: [
            sendToMany(sender.address, both(900_000n, 9_000n), [
              { address: recipient.address, coins: both(500_000n, 6_000n) },
              { address: other.address, coins: both(400_000n, 3_000n) },
            ]),
            // An exchange: the recipient signs, too.
            send(recipient.address, sender.address, both(70_000n, 2_000n)),
            delegate(sender.address, validator, coin(1_000_000n)),
            send(other.address, sender.address, [coin(11n)]),
          ],
          signers: [sender, recipient, other],
        });
      }),
    },
    {
      kind: 'a contract that pays back',
      // The node has no module for contracts. That of the governance pays back half of a deposit.
      name: 'a proposal that is taken back at once',
      make: made((at, { sender }) => {
        proposals += 1n;
        return transact(at, {
          messages: [propose(sender.address, [coin(2_000_001n)]), cancel(sender.address, proposals)],
          signers: [sender],
        });
      }),
    },
    {
      kind: 'a sender from outside',
      make: made(async (at, { sender, recipient }) => {
        const other = await stranger(at);
        await transact(at, {
          messages: [allowSending(sender.address, other.address)],
          ...{ signers: [sender, other], payer: other },
        });
        return transact(at, {
          messages: [
            execute(other.address, [send(sender.address, recipient.address, both(600_000n, 7_000n))]),
            sendToMany(
              other.address,
              [coin(250_001n)],
              [
                { address: recipient.address, coins: [coin(250_000n)] },
                { address: sender.address, coins: [coin(1n)] },
              ],
            ),
          ],
          signers: [other],
        });
      }),
    },
  ];
}
