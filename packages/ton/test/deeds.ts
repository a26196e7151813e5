import type { Deed } from '@isochain/conformance';
import type { TonEngine } from '@isochain/devnet/ton';
import {
  Address,
  beginCell,
  type Cell,
  comment,
  Dictionary,
  internal,
  type MessageRelaxed,
  SendMode,
  toNano,
} from '@ton/core';
import { WalletContractV5R1 } from '@ton/ton';
import type { TestKey } from './keys.ts';
import { sendOwn, seqnoOf } from './own-transaction.ts';
import { type Actor, actor, actorOf } from './world/actor.ts';

// What happens to accounts beside the intents of the family. @ton/core and @ton/ton make and sign it.

/** Nobody else has these numbers. The wallet of version 5 carries out orders that others bring. */
const outsider = actor(20_000);
const lender = actor(20_001, 'v5r1');
/** It has no contract. */
const nobody = Address.parseRaw(`0:${'77'.repeat(32)}`);

const pay = (to: { readonly address: string }, coins: string, body?: Cell | string): MessageRelaxed =>
  internal({ to: Address.parse(to.address), value: toNano(coins), bounce: false, body });

/** @param engine - It runs when a deed is done. */
export function deedsOf(engine: () => TonEngine): readonly Deed<TestKey>[] {
  const send = (by: TestKey | Actor, messages: readonly MessageRelaxed[]) =>
    sendOwn(engine(), 'sending' in by ? by : actorOf(by), messages);
  const demo = () => engine().tokens[0]?.id ?? '';

  /** An order of jettons. @param back - Who gets what is left of the coins. @param notice - Coins for the recipient. */
  async function give(from: TestKey, to: TestKey, amount: bigint, back = from, notice = 1n): Promise<MessageRelaxed> {
    const body = beginCell().storeUint(0x0f8a7ea5, 32).storeUint(0, 64).storeCoins(amount);
    body.storeAddress(Address.parse(to.address)).storeAddress(Address.parse(back.address)).storeBit(false);
    body.storeCoins(notice).storeBit(true).storeRef(comment('for you'));
    return order(from, body.endCell());
  }

  async function burn(from: TestKey, amount: bigint, back = from): Promise<MessageRelaxed> {
    const body = beginCell().storeUint(0x595f07bc, 32).storeUint(0, 64).storeCoins(amount);
    return order(from, body.storeAddress(Address.parse(back.address)).storeBit(false).endCell());
  }

  async function order(from: TestKey, body: Cell): Promise<MessageRelaxed> {
    const to = Address.parse(await engine().jettonWallet(demo(), from.address));
    return internal({ to, value: toNano('0.1'), bounce: true, body });
  }

  /** The outsider has what it gives. */
  async function invite(): Promise<Actor> {
    await engine().fund(outsider.address, toNano('20'));
    await engine().mint(demo(), outsider.address, 1_000n);
    return outsider;
  }

  /** An order of the lender, for somebody else to bring. */
  async function lent(messages: MessageRelaxed[]): Promise<MessageRelaxed> {
    await engine().fund(lender.address, toNano('20'));
    // The wallet is deployed with its first order.
    if ((await seqnoOf(engine(), lender)) === 0) await send(lender, []);
    const wallet = WalletContractV5R1.create({ workchain: 0, publicKey: Buffer.from(lender.publicKey, 'hex') });
    const body = wallet.createTransfer({
      ...{ seqno: await seqnoOf(engine(), lender), secretKey: lender.secretKey, timeout: engine().now() + 60 },
      ...{ authType: 'internal', sendMode: SendMode.PAY_GAS_SEPARATELY, messages },
    });
    return internal({ to: wallet.address, value: toNano('0.2'), bounce: true, body });
  }

  return [
    {
      kind: 'a transaction that fails',
      name: 'coins that bounce',
      make: ({ sender }) => send(sender, [internal({ to: nobody, value: toNano('1'), bounce: true })]),
    },
    {
      kind: 'a transaction that fails',
      name: 'more tokens than there are',
      make: async ({ sender, recipient }) => send(sender, [await give(sender, recipient, 10n ** 12n)]),
    },
    {
      kind: 'fees that another account pays',
      name: 'the sender brings an order of another wallet',
      make: async ({ sender, recipient }) => send(sender, [await lent([pay(recipient, '1', 'of the lender')])]),
    },
    {
      kind: 'several movements in one transaction',
      make: async ({ sender, recipient }) =>
        send(sender, [
          ...[pay(recipient, '1', 'one'), await give(sender, recipient, 2n)],
          ...[pay(outsider, '0.5'), pay(recipient, '2', 'two')],
        ]),
    },
    {
      kind: 'several movements in one transaction',
      name: 'some that arrive, and some that come back',
      make: async ({ sender, recipient }) =>
        send(sender, [
          ...[pay(recipient, '1'), await give(sender, recipient, 10n ** 12n)],
          ...[internal({ to: nobody, value: toNano('1'), bounce: true }), await give(sender, outsider, 3n)],
        ]),
    },
    {
      kind: 'several movements in one transaction',
      name: 'tokens with coins, whose rest goes to an outsider',
      make: async ({ sender, recipient }) =>
        send(sender, [await give(sender, recipient, 7n, outsider, toNano('0.03')), pay(recipient, '0.2')]),
    },
    {
      kind: 'a contract that pays back',
      name: 'tokens that are burned: what is left of the coins comes back',
      make: async ({ sender, recipient }) => send(sender, [await burn(sender, 4n, recipient)]),
    },
    {
      kind: 'a contract that pays back',
      name: 'another wallet pays both for an order that the sender brings',
      make: async ({ sender, recipient }) =>
        send(sender, [await lent([pay(sender, '3', 'back'), pay(recipient, '1')]), pay(recipient, '0.5')]),
    },
    {
      kind: 'a sender from outside',
      make: async ({ sender, recipient }) => {
        const by = await invite();
        return send(by, [pay(sender, '1', 'one'), pay(recipient, '2', 'two'), await give(by, recipient, 5n)]);
      },
    },
    {
      kind: 'a sender from outside',
      name: 'the sender gets what is left of the coins of an outsider',
      make: async ({ sender, recipient }) => {
        const by = await invite();
        return send(by, [await give(by, recipient, 6n, sender)]);
      },
    },
    {
      kind: 'a sender from outside',
      name: 'a plugin takes coins of the sender',
      make: async ({ sender, recipient }) => {
        const by = await invite();
        return withPlugin(engine(), sender, by, () => send(by, [takeCoins(sender, '1.5'), pay(recipient, '0.4')]));
      },
    },
  ];
}

// Plugins of version 4 (ton-blockchain/wallet-contract, func/wallet-v4-code.fc).

/** A plugin asks a wallet for coins. */
function takeCoins({ address }: TestKey, coins: string): MessageRelaxed {
  const body = beginCell().storeUint(0x706c7567, 32).storeUint(0, 64).storeCoins(toNano(coins)).storeBit(false);
  return internal({ to: Address.parse(address), value: toNano('0.1'), bounce: true, body: body.endCell() });
}

/** The wallet has the plugin meanwhile. It is written, since its owner would pay for an order. */
async function withPlugin(
  engine: TonEngine,
  owner: TestKey,
  plugin: TestKey,
  run: () => Promise<string>,
): Promise<string> {
  const plugins = Dictionary.empty(Dictionary.Keys.Buffer(33), Dictionary.Values.BigUint(0));
  plugins.set(Buffer.concat([Buffer.of(0), Address.parse(plugin.address).hash]), 0n);
  const { init } = actorOf(owner);
  const write = async (all: typeof plugins | null) => {
    const { code = init.code, data = init.data, balance } = await engine.state(owner.address);
    // The sequence number, the number of the wallet and the key.
    const head = beginCell().storeBits(data.beginParse().loadBits(320));
    await engine.setContract(owner.address, { code, data: head.storeDict(all).endCell(), balance });
  };
  await write(plugins);
  try {
    return await run();
  } finally {
    await write(null);
  }
}
