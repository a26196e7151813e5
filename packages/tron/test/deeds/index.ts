import type { Deed, Scene } from '@isochain/conformance';
import type { TronEngine } from '@isochain/devnet/tron';
import type { TestKey } from '../keys.ts';
import { allow, type Call, call, pay, payFor, stranger } from './transact.ts';

/** Why the chain has no deeds of a kind. */
export const withoutDeeds = {
  // java-tron, ReceiptCapsule.payEnergyBill: the maker of a contract gives energy of its stakes, and never coins.
  'fees that another account pays': 'Only the owner of a transaction pays coins. Others can lend resources alone.',
} as const;

/** What happens on Tron beside the family's own intents, made with tronweb. */
export function deedsOf(running: () => TronEngine): Deed<TestKey>[] {
  const distributors = new WeakMap<TronEngine, Promise<string>>();
  /** The contract that spends tokens of the sender, who has allowed it. */
  const allowed = async (sender: TestKey): Promise<string> => {
    const engine = running();
    const distributor = distributors.get(engine) ?? engine.deployDistributor();
    distributors.set(engine, distributor);
    await allow(engine, sender, await distributor, 1_000_000n);
    return distributor;
  };
  const token = () => running().tokens[0]?.id ?? '';
  const distribution = (contract: string, parts: readonly (readonly [to: string, amount: bigint])[]): Call => ({
    ...{ contract, method: 'distribute(address,address[],uint256[])' },
    args: [
      ['address', token()],
      ['address[]', parts.map(([to]) => to)],
      ['uint256[]', parts.map(([, amount]) => String(amount))],
    ],
  });
  const made =
    (act: (engine: TronEngine, scene: Scene<TestKey>) => Promise<string>) =>
    (scene: Scene<TestKey>): Promise<string> =>
      act(running(), scene);
  return [
    {
      kind: 'a transaction that fails',
      name: 'a call that reverts after a transfer, with coins along',
      make: made(async (engine, { sender, recipient }) => {
        const parts = [[recipient.address, 5n] as const, [recipient.address, 10n ** 30n] as const];
        return call(engine, sender, { ...distribution(await allowed(sender), parts), value: 2_000_000 });
      }),
    },
    {
      kind: 'a transaction that fails',
      name: 'a call that uses up all that it may cost',
      make: made((engine, { sender, recipient }) =>
        call(engine, sender, {
          ...{ contract: token(), method: 'transfer(address,uint256)', feeLimit: 500_000 },
          args: [
            ['address', recipient.address],
            ['uint256', '7'],
          ],
        }),
      ),
    },
    {
      kind: 'several movements in one transaction',
      make: made(async (engine, { sender, recipient }) => {
        const other = await stranger(engine);
        const contract = await allowed(sender);
        const parts = [
          [recipient.address, 3_000n],
          [other.address, 200n],
          [recipient.address, 10n],
          [sender.address, 1n],
        ] as const;
        return call(engine, sender, { ...distribution(contract, parts), value: 1_500_000 });
      }),
    },
    {
      kind: 'a contract that pays back',
      make: made(async (engine, { sender, recipient }) =>
        call(engine, sender, {
          ...{ contract: await allowed(sender), method: 'passOn(address,uint256,address,uint256)', value: 1_000_000 },
          args: [
            ['address', token()],
            ['uint256', '9000'],
            ['address', recipient.address],
            ['uint256', '2000'],
          ],
        }),
      ),
    },
    {
      kind: 'a sender from outside',
      name: 'somebody who may spend tokens',
      make: made(async (engine, { sender, recipient }) => {
        const other = await stranger(engine);
        await allow(engine, sender, other.address, 4_000n);
        return call(engine, other, {
          ...{ contract: token(), method: 'transferFrom(address,address,uint256)' },
          args: [
            ['address', sender.address],
            ['address', recipient.address],
            ['uint256', '3000'],
          ],
        });
      }),
    },
    {
      kind: 'a sender from outside',
      name: 'two who sign for an account, which pays the fee of that',
      make: made(async (engine, { sender, recipient }) => {
        const signers = [await stranger(engine), await stranger(engine)];
        return payFor(engine, sender, signers, { to: recipient.address, amount: 3_000_000 });
      }),
    },
    {
      kind: 'a sender from outside',
      name: 'a payment of coins',
      make: made(async (engine, { recipient }) => pay(engine, await stranger(engine), recipient.address, 4_000_000)),
    },
  ];
}
