import { Address, beginCell } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JettonRig, startRig } from '../../test/jetton-rig.ts';
import { jettonTransferCell } from '../bytes/jetton-messages.ts';

let rig: JettonRig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.engine.stop());

const nobody = (byte: number) => new Address(0, Buffer.alloc(32, byte)).toString({ bounceable: false });
const held = (address: string) => rig.engine.jettonBalance(rig.token, address);
const amount = '1500000';

// Each wallet is deployed by its first transfer and emptied by its last.
describe('wallets', { shuffle: false }, () => {
  describe.each([0, 1, 2, 3, 4])('the wallet of account %i', (index) => {
    it.each([
      ['deploys itself with a transfer', undefined],
      ['sends to somebody who has some', undefined],
      ['sends a memo', 'Rechnung 7 über Öl'],
      ['sends a long memo', 'x'.repeat(2_000)],
    ])('%s', async (_, memo) => {
      const account = rig.account(index);
      const recipientAddress = nobody(100 + index);
      const before = [await held(recipientAddress), await held(account.address)] as const;
      const sent = await rig.send(account, { recipientAddress, amount, ...(memo === undefined ? {} : { memo }) });
      expect(sent.errors).toEqual([]);
      expect(await held(recipientAddress)).toBe(before[0] + 1_500_000n);
      expect(await held(account.address)).toBe(before[1] - 1_500_000n);
      // What was not used has come back.
      expect(sent.cost).toBeLessThan(sent.fees);
      expect(sent.cost).toBeLessThan(sent.attached);
      expect(sent.warnings).toEqual(['fee.comesBack', 'recipient.uninitialized']);
    });

    it('sends to itself, and pays no more than it says', async () => {
      const account = rig.account(index);
      const before = await held(account.address);
      const sent = await rig.send(account, { recipientAddress: account.address, amount });
      expect(sent.errors).toEqual([]);
      expect(await held(account.address)).toBe(before);
      expect(sent.cost).toBeLessThan(sent.fees);
    });

    it('sends all that it has', async () => {
      const account = rig.account(index);
      const before = await held(account.address);
      const recipientAddress = nobody(200 + index);
      const sent = await rig.send(account, { recipientAddress, useMaxAmount: true });
      expect(sent.data.amount).toBe(before.toString());
      expect(await held(account.address)).toBe(0n);
      expect(await held(recipientAddress)).toBe(before);
      const again = await rig.send(account, { recipientAddress, useMaxAmount: true });
      expect(again.errors).toMatchObject([{ code: 'token.nothingToSend' }]);
    });
  });
});

/** A message to the jetton wallet of account 0, with so many nanotons. */
async function transferOf(units: bigint, value: bigint, memoBytes: number) {
  const account = rig.account(0);
  const { data } = await rig.send(account, { recipientAddress: account.address, amount: '1' });
  const wallet = await rig.engine.jettonWallet(rig.token, account.address);
  const body = jettonTransferCell({
    queryId: 0n,
    amount: units,
    to: Address.parse(nobody(9)),
    excessTo: Address.parse(account.address),
    forwardAmount: 1n,
    forwardPayload: beginCell().storeUint(0, 32).storeStringTail('x'.repeat(memoBytes)).endCell(),
  });
  const message = { to: Address.parse(wallet), bounce: true, value, body };
  return rig.sendMessage(account, Number(data.nonce) + 1, message);
}

describe('the coins that travel along', () => {
  beforeAll(() => rig.engine.mint(rig.token, rig.account(0).address, 1_000_000_000n));

  it('are needed: with too few, the contract refuses and keeps the jettons', async () => {
    const before = await held(rig.account(0).address);
    expect(await transferOf(1n, 10_000_000n, 0)).toBe(709);
    expect(await transferOf(1n, 40_000_000n, 0)).toBe(709);
    // What is usually attached does not pay for a long memo.
    expect(await transferOf(1n, 50_000_000n, 20_000)).toBe(709);
    expect(await transferOf(before + 1n, 50_000_000n, 0)).toBe(706);
    expect(await held(rig.account(0).address)).toBe(before);
    expect(await transferOf(1n, 50_000_000n, 0)).toBe(0);
  });

  // The machine's own emulator ends beyond 30,000 bytes: its stack is too small for so deep a chain of cells.
  it.each([0, 100, 1_000, 4_000, 10_000, 20_000, 30_000])('suffice for a memo of %i bytes', async (length) => {
    const recipientAddress = nobody(50);
    const before = await held(recipientAddress);
    // Equal cells are paid once, so no two of them are equal.
    const memo = Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * i + (i >> 5)) % 90))).join('');
    const sent = await rig.send(rig.account(0), { recipientAddress, amount: '7', ...(length === 0 ? {} : { memo }) });
    expect(sent.errors).toEqual([]);
    expect(await held(recipientAddress)).toBe(before + 7n);
    expect(sent.cost).toBeLessThan(sent.fees);
  });
});

describe('the coins that travel along, at the prices before 2026-04-29', () => {
  let older: JettonRig;
  beforeAll(async () => {
    older = await startRig();
  });
  afterAll(() => older.engine.stop());

  it('suffice, too', async () => {
    // Config params 21 and 25 of mainnet at seqno 52956904 (the default configuration of @ton/sandbox).
    const gas = beginCell().storeUint(0xd1, 8).storeUint(100, 64).storeUint(40_000, 64).storeUint(0xde, 8);
    const limits = gas
      .storeUint(26_214_400, 64)
      .storeUint(1_000_000, 64)
      .storeUint(1_000_000, 64)
      .storeUint(10_000, 64);
    await older.engine.setConfigParam(
      21,
      limits.storeUint(10_000_000, 64).storeUint(100_000_000, 64).storeUint(1_000_000_000, 64).endCell(),
    );
    const message = beginCell().storeUint(0xea, 8).storeUint(400_000, 64).storeUint(26_214_400, 64);
    await older.engine.setConfigParam(
      25,
      message.storeUint(2_621_440_000, 64).storeUint(98_304, 32).storeUint(21_845, 16).storeUint(21_845, 16).endCell(),
    );
    // What was remembered of the prices is too old then.
    older.engine.advance(7_200);
    for (const [i, memo] of [undefined, 'x'.repeat(2_000), '0123456789abcdef'.repeat(500)].entries()) {
      const recipientAddress = nobody(60 + i);
      const sent = await older.send(older.account(0), {
        recipientAddress,
        amount: '7',
        ...(memo === undefined ? {} : { memo }),
      });
      expect(sent.errors).toEqual([]);
      expect(await older.engine.jettonBalance(older.token, recipientAddress)).toBe(7n);
      expect(sent.cost).toBeLessThan(sent.fees);
    }
  });
});

describe.each(['toncenter-v2', 'tonapi'] as const)('through %s', (kind) => {
  let other: JettonRig;
  beforeAll(async () => {
    other = await startRig(kind);
  });
  afterAll(() => other.engine.stop());

  it('the same transfers go out', async () => {
    const account = other.account(1);
    const before = await other.engine.jettonBalance(other.token, account.address);
    const first = await other.send(account, { recipientAddress: nobody(7), amount, memo: 'hello' });
    expect(first.errors).toEqual([]);
    const rest = await other.send(account, { recipientAddress: nobody(7), useMaxAmount: true });
    expect(rest.data.amount).toBe((before - 1_500_000n).toString());
    expect(await other.engine.jettonBalance(other.token, nobody(7))).toBe(before);
    expect(rest.cost).toBeLessThan(rest.fees);
    const none = await other.send(account, { recipientAddress: nobody(7), amount: '1' });
    expect(none.errors).toMatchObject([{ code: 'token.insufficient' }]);
    const no = await other.send(account, { recipientAddress: nobody(7), amount: '1', tokenId: nobody(77) });
    expect(no.errors).toMatchObject([{ code: 'token.unknown' }]);
    const wallet = await other.send(account, { recipientAddress: nobody(7), amount: '1', tokenId: account.address });
    expect(wallet.errors).toMatchObject([{ code: 'token.notFungible' }]);
  });
});

it('refuses to send a jetton to its own contracts', async () => {
  const account = rig.account(0);
  await rig.engine.mint(rig.token, account.address, 1n);
  const wallet = await rig.engine.jettonWallet(rig.token, rig.account(1).address);
  const codes = async (recipientAddress: string) =>
    (await rig.send(account, { recipientAddress, amount: '1' })).errors.map(({ code }) => code);
  expect(await codes(rig.token)).toEqual(['recipient.isToken']);
  expect(await codes(wallet)).toEqual(['recipient.keepsCoins']);
  expect(await codes(await rig.engine.jettonWallet(rig.token, account.address))).toEqual(['recipient.keepsCoins']);
});
