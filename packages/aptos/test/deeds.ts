import { AccountAddress, EntryFunction, MoveVector, U64 } from '@aptos-labs/ts-sdk';
import type { Deed } from '@isochain/conformance';
import type { AptosEngine } from '@isochain/devnet/aptos';
import { type OwnTransaction, sendOwn } from './own-transaction.ts';
import { type TestKey, testKey } from './sdk-keys.ts';

// What happens to accounts beside the intents of the family. The official SDK makes and signs it.

const apt = 100_000_000n;
/** Nobody else has this number. */
const outsider = testKey(20_000);

const at = ({ address }: TestKey) => AccountAddress.from(address);
const addresses = (those: readonly TestKey[]) => new MoveVector(those.map(at));

const pay = (to: TestKey, amount: bigint) =>
  EntryFunction.build('0x1::aptos_account', 'transfer', [], [at(to), new U64(amount)]);
const payAll = (gifts: readonly (readonly [TestKey, bigint])[]) => {
  const amounts = MoveVector.U64(gifts.map(([, amount]) => amount));
  return EntryFunction.build('0x1::aptos_account', 'batch_transfer', [], [addresses(gifts.map(([to]) => to)), amounts]);
};

/** @param engine - It runs when a deed is done. */
export function deedsOf(engine: () => AptosEngine): readonly Deed<TestKey>[] {
  const demo = () => AccountAddress.from(engine().tokenIds.demo);
  const give = (to: TestKey, amount: bigint) =>
    EntryFunction.build('0x1::aptos_account', 'transfer_fungible_assets', [], [demo(), at(to), new U64(amount)]);
  const giveAll = (gifts: readonly (readonly [TestKey, bigint])[]) => {
    const amounts = MoveVector.U64(gifts.map(([, amount]) => amount));
    const to = addresses(gifts.map(([one]) => one));
    return EntryFunction.build('0x1::aptos_account', 'batch_transfer_fungible_assets', [], [demo(), to, amounts]);
  };
  const send = (order: OwnTransaction) => sendOwn(engine(), order);

  /** The outsider has what it gives. */
  async function invite(): Promise<TestKey> {
    await engine().fund(outsider.address, 20n * apt);
    await engine().fund(outsider.address, 100_000n, engine().tokenIds.demo);
    return outsider;
  }

  /** Sends what frees storage, whose price comes back. */
  async function sendFreeing(octas: bigint, order: OwnTransaction): Promise<string> {
    engine().setStorageRefund(octas);
    try {
      return await send(order);
    } finally {
      engine().setStorageRefund(0n);
    }
  }

  return [
    {
      kind: 'a transaction that fails',
      make: ({ sender, recipient }) => send({ by: sender, call: give(recipient, 10n ** 15n) }),
    },
    {
      kind: 'a transaction that fails',
      name: 'a batch that fails at its end, and that another account pays for',
      make: async ({ sender, recipient }) => {
        const call = payAll([
          [recipient, apt],
          [outsider, 10n ** 18n],
        ]);
        return send({ by: await invite(), call, payer: sender });
      },
    },
    {
      kind: 'fees that another account pays',
      name: 'an outsider pays the fees of the sender',
      make: async ({ sender, recipient }) =>
        send({ by: sender, call: pay(recipient, 2n * apt), payer: await invite() }),
    },
    {
      kind: 'fees that another account pays',
      name: 'the sender pays the fees of an outsider',
      make: async ({ sender, recipient }) => send({ by: await invite(), call: give(recipient, 12n), payer: sender }),
    },
    {
      kind: 'several movements in one transaction',
      make: ({ sender, recipient }) => {
        const call = payAll([
          [recipient, apt],
          [outsider, 13n],
          [sender, 14n],
          [recipient, 15n],
        ]);
        return send({ by: sender, call });
      },
    },
    {
      kind: 'several movements in one transaction',
      name: 'a batch of tokens',
      make: ({ sender, recipient }) =>
        send({
          by: sender,
          call: giveAll([
            [recipient, 16n],
            [outsider, 17n],
            [sender, 18n],
          ]),
        }),
    },
    {
      kind: 'a contract that pays back',
      name: 'storage that is freed, for a part of the fee',
      make: ({ sender, recipient }) => sendFreeing(1_000n, { by: sender, call: give(recipient, 19n) }),
    },
    {
      kind: 'a contract that pays back',
      name: 'storage that is freed, for more than the fee',
      make: ({ sender, recipient }) => sendFreeing(10_000_000n, { by: sender, call: pay(recipient, 20n) }),
    },
    {
      kind: 'a contract that pays back',
      name: 'storage that is freed, whose price comes back to the payer',
      make: async ({ sender, recipient }) =>
        sendFreeing(10_000_000n, { by: await invite(), call: pay(recipient, 21n), payer: sender }),
    },
    {
      kind: 'a sender from outside',
      name: 'a batch of an outsider',
      make: async ({ sender, recipient }) =>
        send({
          by: await invite(),
          call: payAll([
            [sender, 22n],
            [recipient, 2n * apt],
            [sender, 23n],
          ]),
        }),
    },
    {
      kind: 'a sender from outside',
      name: 'a batch of tokens of an outsider',
      make: async ({ sender, recipient }) =>
        send({
          by: await invite(),
          call: giveAll([
            [sender, 24n],
            [recipient, 25n],
          ]),
        }),
    },
  ];
}
