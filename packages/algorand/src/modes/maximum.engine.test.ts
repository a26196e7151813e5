import type { AlgorandEngine } from '@isochain/devnet/algorand';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOfAddress } from '../../test/judge.ts';
import { keyOf, type SendersRig, startSendersRig } from '../../test/senders-rig.ts';

// Amounts to the last microAlgo. What encode refuses, the stand-in refuses too: its rules are its own code.

let rig: SendersRig;
let engine: AlgorandEngine;
beforeAll(async () => {
  rig = await startSendersRig();
  engine = rig.engine;
});
afterAll(() => engine?.stop());

const key = keyOf(0x41);
const sender = key.address;
const other = keyOf(0x42).address;
const fresh = keyOf(0x43).address;

/** Runs something while the sender holds 5 ALGO and somebody else 1 ALGO, and forgets it all. */
function within(run: () => Promise<void>): Promise<void> {
  return engine.rehearse(async () => {
    engine.placeAccount(sender, { amount: 5_000_000n });
    engine.placeAccount(other, { amount: 1_000_000n });
    await run();
  });
}

const pay = (more: object) =>
  rig.encode({
    mode: 'transfer',
    senderAddress: sender,
    recipientAddress: other,
    senderPubKey: key.publicKey,
    ...more,
  });

/** A payment by other libraries. */
const payOwn = (amount: bigint, recipient = other) =>
  rig.sendOwn(key, { type: 'pay', amt: amount, rcv: bytesOfAddress(recipient) });

const fee = 1_000n;

describe('a maximum leaves the minimum balance', () => {
  it.each<[string, bigint, () => void]>([
    ['of a plain account', 100_000n, () => undefined],
    ['of one with holdings', 400_000n, () => void engine.placeHoldings(sender, 3)],
    [
      'of one with applications',
      // One that it created and two that it is opted in to, an extra page, 3 numbers of 28,500 and 2 texts of 50,000.
      100_000n + 3n * 100_000n + 100_000n + 3n * 28_500n + 2n * 50_000n,
      () =>
        engine.placeAccount(sender, { apps: 2, createdApps: 1, extraPages: 1, appSchema: { uints: 3, byteSlices: 2 } }),
    ],
    [
      'of one with boxes',
      100_000n + 2n * 2_500n + 70n * 400n,
      () => engine.placeAccount(sender, { boxes: 2, boxBytes: 70 }),
    ],
    ['of one that created an asset', 200_000n, () => engine.placeAsset({ id: 77, creator: sender })],
  ])('%s', (_, minimum, prepare) =>
    within(async () => {
      prepare();
      expect(engine.accountState(sender)?.minBalance).toBe(minimum);
      const most = 5_000_000n - minimum - fee;
      const tooMuch = await pay({ amount: (most + 1n).toString() });
      expect(tooMuch).toMatchObject({ refusals: ['balance.insufficientBesideReserve'], items: [] });
      expect(await payOwn(most + 1n)).toMatch(/below min/);
      const encoded = await pay({ useMaxAmount: true });
      expect(encoded).toMatchObject({ refusals: [], data: { amount: most.toString(), fees: '1000' } });
      expect(await rig.send(encoded, key)).toBe('taken');
      expect(await engine.balance(sender)).toBe(minimum);
      expect(await engine.balance(other)).toBe(1_000_000n + most);
    }),
  );

  it('also when blocks are full and bytes cost', () =>
    within(async () => {
      engine.setFees({ perByte: 100n });
      const encoded = await pay({ useMaxAmount: true, memo: 'all of it' });
      const { amount, fees } = encoded.data as { amount: string; fees: string };
      expect(BigInt(fees)).toBeGreaterThan(20_000n);
      expect(BigInt(amount) + BigInt(fees)).toBe(4_900_000n);
      expect(await rig.send(encoded, key)).toBe('taken');
      expect(await engine.balance(sender)).toBe(100_000n);
      engine.setFees({ perByte: 0n });
    }));

  it('and with the fee that the client wishes for', () =>
    within(async () => {
      const encoded = await pay({ useMaxAmount: true, fees: '7000' });
      expect(encoded.data).toMatchObject({ amount: '4893000', fees: '7000' });
      expect(await rig.send(encoded, key)).toBe('taken');
      expect(await engine.balance(sender)).toBe(100_000n);
    }));
});

describe('senders that have too little', () => {
  it.each([0n, 50_000n, 100_000n, 101_000n])('hear that nothing can be sent: %s microAlgos', (amount) =>
    within(async () => {
      engine.placeAccount(sender, { amount });
      expect(await pay({ useMaxAmount: true })).toMatchObject({ refusals: ['balance.unspendable'], items: [] });
    }),
  );

  it('hear the same about an amount', () =>
    within(async () => {
      engine.placeAccount(sender, { amount: 100_999n });
      expect(await pay({ amount: '1' })).toMatchObject({ refusals: ['balance.unspendable'], items: [] });
      expect(await payOwn(1n)).toMatch(/below min/);
      engine.placeAccount(sender, { amount: 101_001n });
      expect(await rig.send(await pay({ amount: '1' }), key)).toBe('taken');
    }));

  it('cannot send exactly everything without closing the account', () =>
    within(async () => {
      expect(await pay({ amount: '4999000' })).toMatchObject({ refusals: ['balance.insufficientBesideReserve'] });
    }));

  it('cannot get going again below their minimum', () =>
    within(async () => {
      engine.placeHoldings(sender, 60);
      expect(await pay({ amount: '1' })).toMatchObject({ refusals: ['balance.unspendable'] });
      expect(await payOwn(1n)).toMatch(/below min 6100000 \(60 assets\)/);
    }));

  it('hear it about amounts that no transaction can hold', () =>
    within(async () => {
      // The size matters, so that the bytes are made, only if bytes cost.
      for (const perByte of [1n, 0n]) {
        engine.setFees({ perByte });
        for (const amount of [2n ** 64n - 1n, 2n ** 64n, 10n ** 40n]) {
          const refusals = ['balance.insufficientBesideReserve'];
          expect(await pay({ amount: amount.toString() })).toMatchObject({ refusals, items: [] });
        }
      }
    }));
});

describe('recipients', () => {
  it('that are new need 0.1 ALGO', () =>
    within(async () => {
      const tooLittle = await pay({ recipientAddress: fresh, amount: '99999' });
      expect(tooLittle).toMatchObject({ refusals: ['recipient.belowMinimum'], items: [] });
      expect(tooLittle.errors[0]).toMatchObject({
        field: 'transaction.data.amount',
        message: 'The recipient account holds 0 ALGO: it needs at least 0.1 ALGO more to exist on Algorand.',
      });
      expect(await payOwn(99_999n, fresh)).toMatch(/balance 99999 below min 100000/);
      expect(await rig.send(await pay({ recipientAddress: fresh, amount: '100000' }), key)).toBe('taken');
      // From then on a single one is enough.
      expect(await rig.send(await pay({ recipientAddress: fresh, amount: '1' }), key)).toBe('taken');
    }));

  it('that are new need it from a maximum too', () =>
    within(async () => {
      engine.placeAccount(sender, { amount: 200_999n });
      const refusals = ['recipient.belowMinimum'];
      expect(await pay({ recipientAddress: fresh, useMaxAmount: true })).toMatchObject({ refusals, items: [] });
      engine.placeAccount(sender, { amount: 201_000n });
      const encoded = await pay({ recipientAddress: fresh, useMaxAmount: true });
      expect(await rig.send(encoded, key)).toBe('taken');
    }));

  it('that hold assets need more', () =>
    within(async () => {
      // Below its minimum, as nobody can be on the chain: the node's numbers count all the same.
      engine.placeAccount(other, { amount: 150_000n, authAddr: fresh });
      engine.placeHoldings(other, 2);
      expect(await pay({ amount: '149999' })).toMatchObject({ refusals: ['recipient.belowMinimum'], items: [] });
      expect(await payOwn(149_999n)).toMatch(/balance 299999 below min 300000 \(2 assets\)/);
      expect(await rig.send(await pay({ amount: '150000' }), key)).toBe('taken');
    }));

  it('are not the zero address', () =>
    within(async () => {
      const zero = `${'A'.repeat(52)}Y5HFKQ`;
      for (const more of [{ amount: '1000000' }, { useMaxAmount: true }]) {
        const encoded = await pay({ recipientAddress: zero, ...more });
        expect(encoded).toMatchObject({ refusals: ['recipient.zeroAddress'], items: [] });
        expect(encoded.errors[0]?.field).toBe('transaction.data.recipientAddress');
      }
    }));
});

describe('payments to oneself', () => {
  const own = { recipientAddress: sender };

  it('cost the fee alone', () =>
    within(async () => {
      // More than is spendable: it comes back.
      for (const amount of ['4999000', '1']) {
        engine.placeAccount(sender, { amount: 5_000_000n });
        const encoded = await pay({ ...own, amount });
        expect(encoded).toMatchObject({ refusals: [], hints: expect.arrayContaining(['recipient.isSender']) });
        expect(await rig.send(encoded, key)).toBe('taken');
        expect(await engine.balance(sender)).toBe(4_999_000n);
      }
    }));

  it('hold no more than the account has', () =>
    within(async () => {
      const encoded = await pay({ ...own, amount: '4999001' });
      expect(encoded).toMatchObject({ refusals: ['balance.insufficient'], items: [] });
      expect(await payOwn(4_999_001n, sender)).toMatch(/overspend/);
      expect(await pay({ ...own, amount: (2n ** 64n).toString() })).toMatchObject({
        refusals: ['balance.insufficient'],
      });
    }));

  it('need the fee beside the minimum balance', () =>
    within(async () => {
      engine.placeAccount(sender, { amount: 100_500n });
      expect(await pay({ ...own, amount: '5' })).toMatchObject({ refusals: ['balance.unspendable'], items: [] });
      expect(await payOwn(5n, sender)).toMatch(/below min/);
    }));

  it('as a maximum are what is spendable', () =>
    within(async () => {
      const encoded = await pay({ ...own, useMaxAmount: true });
      expect(encoded.data).toMatchObject({ amount: '4899000' });
      expect(await rig.send(encoded, key)).toBe('taken');
    }));
});
