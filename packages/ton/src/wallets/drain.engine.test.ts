import { Dictionary, loadMessage } from '@ton/core';
import { createShardAccount } from '@ton/sandbox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Machine, machine, signed } from '../../test/machine.ts';
import { planOf, walletOf } from '../../test/plans.ts';
import { seededKey } from '../../test/seeded-key.ts';
import type { TonPlan } from '../bytes/transaction.ts';
import { beginCell, type Cell } from '../ton-core.ts';
import { externalMessage, type SendMode, signedBody, signingMessage } from './signing-message.ts';
import {
  addressOfWallet,
  readWallet,
  type Wallet,
  type WalletVersion,
  walletCode,
  walletInit,
  walletVersions,
} from './wallet.ts';

// Carried out by the real virtual machine: why messages have the modes that they have, and the exit codes with which wallets refuse.

/** Each test has an account of its own. */
let key = seededKey(new Uint8Array(32).fill(41));
let tests = 41;

function nextKey(): void {
  tests += 1;
  key = seededKey(new Uint8Array(32).fill(tests));
}

const coins = 1_000_000_000n;

/** The message of any mode, also of those that nothing here makes. */
function messageOf(plan: TonPlan, mode: number, signer = key): Cell {
  const signing = signingMessage({ ...plan, message: { ...plan.message, mode: mode as SendMode } });
  const body = signedBody(plan.wallet.version, signing, signer.sign(signing.hash()));
  return externalMessage(plan.sender, body, plan.deploy ? walletInit(plan.wallet) : undefined);
}

describe.each(walletVersions)('a wallet of version %s', (version) => {
  let wallet = walletOf(version, key.publicKey);
  let sender = addressOfWallet(wallet);
  let on: Machine;

  beforeAll(async () => {
    on = await machine('mainnet');
  });

  beforeEach(async () => {
    nextKey();
    wallet = walletOf(version, key.publicKey);
    sender = addressOfWallet(wallet);
    await on.fund(sender, coins);
    await on.send(transfer(0, 1n), key);
  });

  const transfer = (seqno: number, amount: bigint, more: Partial<TonPlan> = {}): TonPlan => ({
    ...planOf(wallet, {
      to: on.treasury.address.toRawString(),
      amount,
      mode: 3,
      bounce: false,
      seqno,
      validUntil: (on.chain.now ?? 0) + 60,
    }),
    ...more,
  });

  async function seqno(): Promise<number | undefined> {
    const { code, data } = await on.facts(sender);
    return code && data && readWallet(code, data)?.seqno;
  }

  it('takes a message without +2 that it cannot pay for again and again, unless it is of version 5', async () => {
    if (version === 'v5r1') {
      // It counts on, and then fails.
      const message = messageOf(transfer(1, 50n * coins), 1);
      expect(await on.refusal(message)).toBeUndefined();
      expect([await seqno(), await on.refusal(message)]).toEqual([2, 133]);
      return;
    }
    const message = messageOf(transfer(1, 50n * coins), 1);
    const balances = [await on.balance(sender)];
    for (let i = 0; i < 3; i++) {
      expect(await on.refusal(message)).toBeUndefined();
      balances.push(await on.balance(sender));
      expect(await seqno()).toBe(1);
    }
    const burnt = balances.slice(1).map((after, i) => (balances[i] ?? 0n) - after);
    expect(burnt[0]).toBeGreaterThan(100_000n);
    expect(burnt).toEqual([burnt[0], burnt[0], burnt[0]]);
  });

  it('takes a message with +2 once, and sends nothing', async () => {
    const plan = transfer(1, 50n * coins);
    const [own, ...more] = await on.send(plan, key);
    expect(more).toEqual([]);
    expect(own?.description.type === 'generic' && own.description.actionPhase).toMatchObject({
      success: true,
      skippedActions: 1,
    });
    expect(await seqno()).toBe(2);
    expect(await on.refusal(signed(plan, key))).toBe(version === 'v5r1' ? 133 : 33);
  });

  it('is emptied by mode 130 and takes the message no second time', async () => {
    const plan = transfer(1, 0n);
    const message = messageOf(plan, 130);
    expect(await on.refusal(message)).toBeUndefined();
    expect([await on.balance(sender), (await on.facts(sender)).status]).toEqual([0n, 'active']);
    await on.fund(sender, coins);
    const before = await on.balance(sender);
    expect(await on.refusal(message)).toBe(version === 'v5r1' ? 133 : 33);
    expect(await on.balance(sender)).toBe(before);
  });

  it('is deleted by mode 160, and then its first message can be sent again', async () => {
    // A message that is valid forever, as other wallets make the first one.
    const first = messageOf({ ...transfer(0, 7n), validUntil: 0xffff_ffff, deploy: true }, 3);
    expect(await on.refusal(first)).toBe(version === 'v5r1' ? 133 : 33);
    expect(await on.refusal(messageOf(transfer(1, 0n), 160 + 2))).toBeUndefined();
    expect((await on.facts(sender)).status).toBe('nonexist');
    await on.fund(sender, coins);
    // The same bytes pay again. With the time that encode sets, they are refused.
    expect(await on.refusal(first)).toBeUndefined();
    expect(await seqno()).toBe(1);
  });

  it('refuses the first message again once its time has passed', async () => {
    const first = messageOf(transfer(0, 7n, { deploy: true }), 3);
    expect(await on.refusal(messageOf(transfer(1, 0n), 160 + 2))).toBeUndefined();
    await on.fund(sender, coins);
    on.chain.now = (on.chain.now ?? 0) + 61;
    expect(await on.refusal(first)).toBe({ v3r1: 35, v3r2: 35, v4r1: 35, v4r2: 36, v5r1: 136 }[version]);
  });

  // v4r1 has one code for its time and for the signature, as v3 has. v4r2 has two.
  it.each<[string, readonly [v3: number, v4r2: number, v5: number], (plan: TonPlan) => Cell]>([
    ['a sequence number that was used', [33, 33, 133], (plan) => messageOf({ ...plan, seqno: 0 }, 3)],
    ['a sequence number that comes later', [33, 33, 133], (plan) => messageOf({ ...plan, seqno: 2 }, 3)],
    ['another wallet id', [34, 34, 134], (plan) => messageOf({ ...plan, wallet: { ...plan.wallet, walletId: 1 } }, 3)],
    ['another key', [35, 35, 135], (plan) => messageOf(plan, 3, seededKey(new Uint8Array(32).fill(42)))],
    ['the time of the block', [35, 36, 136], (plan) => messageOf({ ...plan, validUntil: plan.validUntil - 60 }, 3)],
  ])('refuses %s', async (_, [v3, v4, v5], make) => {
    const expected = version === 'v5r1' ? v5 : version === 'v4r2' ? v4 : v3;
    expect(await on.refusal(make(transfer(1, 1n)))).toBe(expected);
  });
});

describe('version 5', () => {
  const version: WalletVersion = 'v5r1';
  const owner = seededKey(new Uint8Array(32).fill(1));
  const wallet: Wallet = walletOf(version, owner.publicKey);
  const sender = addressOfWallet(wallet);

  it.each([1, 128])('fails with mode %d, which lacks +2, and counts on all the same', async (mode) => {
    const on = await machine('mainnet');
    await on.fund(sender, coins);
    const facts = { to: on.treasury.address.toRawString(), amount: 1n, mode: 3, bounce: false, seqno: 0 };
    const plan = planOf(wallet, { ...facts, validUntil: (on.chain.now ?? 0) + 60 });
    const { transactions } = await on.chain.sendMessage(loadMessage(messageOf(plan, mode, owner).beginParse()));
    const description = transactions[0]?.description;
    expect(description?.type === 'generic' && description.computePhase).toMatchObject({
      // It had committed its sequence number, and that counts as a success.
      success: true,
      exitCode: 137,
    });
    expect(transactions[0]?.outMessagesCount).toBe(0);
    expect(await on.refusal(messageOf(plan, 3, owner))).toBe(133);
  });

  it.each([
    { allowed: true, extension: false, code: undefined },
    { allowed: true, extension: true, code: undefined },
    { allowed: false, extension: false, code: undefined },
    { allowed: false, extension: true, code: 132 },
  ])(
    'takes signatures as readWallet says: allowed $allowed, extension $extension',
    async ({ allowed, extension, code }) => {
      const on = await machine('mainnet');
      const extensions = Dictionary.empty(Dictionary.Keys.BigUint(256), Dictionary.Values.Bool());
      if (extension) extensions.set(5n, true);
      const data = beginCell()
        .storeBit(allowed)
        .storeUint(4, 32)
        .storeInt(wallet.walletId, 32)
        .storeBuffer(Buffer.from(owner.publicKey))
        .storeDict(extensions)
        .endCell();
      await on.chain.setShardAccount(sender, shardAccount(data));
      expect(readWallet(walletCode(version), data)?.takesSignatures).toBe(code === undefined);
      const facts = { to: on.treasury.address.toRawString(), amount: 1n, mode: 3, bounce: false, seqno: 4 };
      const plan = { ...planOf(wallet, { ...facts, validUntil: (on.chain.now ?? 0) + 60 }), deploy: false };
      expect(await on.refusal(messageOf(plan, 3, owner))).toBe(code);
    },
  );

  function shardAccount(data: Cell) {
    return createShardAccount({ address: sender, code: walletCode(version), data, balance: coins });
  }
});
