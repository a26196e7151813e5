import { Address, beginCell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { endpointOf, methodOf, type Script, scriptedJettons } from '../../test/jetton-world.ts';
import { ton } from '../index.ts';
import type { TonKind, TonOptions } from '../options.ts';
import { addressOfWallet, walletInit } from '../wallets/wallet.ts';

// Governed jettons (USDT): the issuer locks the jetton wallet of an owner. A transfer from a locked wallet fails and costs the fees. One to a locked wallet bounces, and
// the jettons are lost if the coins do not last (ton-blockchain/stablecoin-contract, README.md and contracts/jetton-wallet.fc).

const kinds = ['toncenter-v3', 'tonapi', 'toncenter-v2'] as const satisfies readonly TonKind[];

const address = (byte: number) => new Address(0, Buffer.alloc(32, byte));
const keyOf = (byte: number) =>
  ({ version: 'v4r2', walletId: 698_983_191, publicKey: new Uint8Array(32).fill(byte) }) as const;
const sender = addressOfWallet(keyOf(5));
const [recipient, master, senders, recipients] = [address(1), address(2), address(3), address(4)];
const code = beginCell().storeUint(9, 8).endCell();
const coins = 1_000_000_000n;

type Answer = NonNullable<Script['methods']>[string];

interface World {
  /** What `get_status` answers for each, a number alone being an exit code. */
  readonly senderStatus: Answer;
  readonly recipientStatus: Answer;
  readonly more?: Partial<Script>;
}

/** The index lists both wallets, if it is one. */
function world({ senderStatus, recipientStatus, more }: World): Script {
  return {
    accounts: new Map([
      [sender.toRawString(), { balance: coins, init: walletInit(keyOf(5)) }],
      [recipient.toRawString(), { balance: coins, init: walletInit(keyOf(6)) }],
    ]),
    methods: {
      [methodOf(master, 'get_wallet_address', sender)]: [senders],
      [methodOf(master, 'get_wallet_address', recipient)]: [recipients],
      [methodOf(senders, 'get_wallet_data')]: [5_000n, sender, master, code],
      [methodOf(senders, 'get_status')]: senderStatus,
      [methodOf(recipients, 'get_status')]: recipientStatus,
    },
    wallets: [
      { address: senders, owner: sender, master, balance: 5_000n },
      { address: recipients, owner: recipient, master, balance: 0n },
    ],
    masters: { [master.toRawString()]: { name: 'Demo', symbol: 'DEMO', decimals: '2' } },
    ...more,
  };
}

async function codesOf(used: readonly TonKind[], scripted: World, intent: object = {}) {
  const { fetch } = scriptedJettons(world(scripted));
  const chain = ton.connect('ton', {
    endpoints: used.map(endpointOf),
    fetch: fetch as NonNullable<TonOptions['fetch']>,
    oldestBlockMs: 0,
    now: () => 1_800_000_000_000,
  });
  const { status, transaction } = await chain.encode({
    mode: 'transferToken',
    senderAddress: sender.toString(),
    recipientAddress: recipient.toString(),
    tokenId: master.toString(),
    ...('useMaxAmount' in intent ? {} : { amount: '4000' }),
    ...intent,
  } as never);
  const errors = status.errors.map(({ code: each }) => each);
  expect(transaction.encoded.length).toBe(errors.length === 0 ? 1 : 0);
  return errors;
}

const free: Answer = [0n];

describe.each(kinds)('a locked jetton wallet, with %s,', (kind) => {
  const told = (senderStatus: Answer, recipientStatus: Answer, intent: object = {}) =>
    codesOf([kind], { senderStatus, recipientStatus }, intent);

  it.each([
    ['nobody is locked', 0n, 0n, []],
    ['the sender may not send', 1n, 0n, ['sender.frozen']],
    ['the sender may not receive', 2n, 0n, []],
    ['the sender may do neither', 3n, 0n, ['sender.frozen']],
    ['the recipient may not send', 0n, 1n, []],
    ['the recipient may not receive', 0n, 2n, ['recipient.frozen']],
    ['the recipient may do neither', 0n, 3n, ['recipient.frozen']],
    ['both are locked', 3n, 3n, ['sender.frozen', 'recipient.frozen']],
    ['further bits say nothing', 12n, 12n, []],
  ] as const)('is told: %s', async (_, own, theirs, codes) => {
    expect(await told([own], [theirs])).toEqual(codes);
    expect(await told([own], [theirs], { useMaxAmount: true })).toEqual(codes);
  });

  it('of the sender counts in both ways if the sender is the recipient', async () => {
    const self = { recipientAddress: sender.toString() };
    expect(await told([0n], [3n], self)).toEqual([]);
    expect(await told([1n], [0n], self)).toEqual(['sender.frozen']);
    expect(await told([2n], [0n], self)).toEqual(['recipient.frozen']);
  });

  it.each<[string, Answer]>([
    ['without the method', 11],
    ['that refuses the method with a code of its own', 0xff],
    ['that is not deployed', -13],
    ['whose method answers nothing', []],
    ['whose method answers something else', [code]],
    ['whose method answers a larger number', [16n]],
    ['whose method answers a negative number', [-1n]],
  ])('is none %s', async (_, answer) => {
    expect(await told(answer, answer)).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['ran out of gas', -14],
    ['could not load the code', 9],
  ])('is not ruled out by an endpoint that %s', async (_, exitCode) => {
    await expect(told(exitCode, free)).rejects.toMatchObject({ code: 'upstream.unavailable' });
    await expect(told(free, exitCode)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

it.each(['toncenter-v3', 'tonapi'] as const)(
  'a recipient that %s does not list is found by the master',
  async (kind) => {
    const more = { wallets: [{ address: senders, owner: sender, master, balance: 5_000n }] };
    expect(await codesOf([kind], { senderStatus: free, recipientStatus: [2n], more })).toEqual(['recipient.frozen']);
  },
);
