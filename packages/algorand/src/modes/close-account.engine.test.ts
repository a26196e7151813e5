import type { AlgorandEngine } from '@isochain/devnet/algorand';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOfAddress, decode } from '../../test/judge.ts';
import { keyOf, type SendersRig, startSendersRig } from '../../test/senders-rig.ts';

// Accounts that are closed. What encode refuses, the stand-in refuses too, except where encode protects from a loss.

let rig: SendersRig;
let engine: AlgorandEngine;
beforeAll(async () => {
  rig = await startSendersRig();
  engine = rig.engine;
});
afterAll(() => engine?.stop());

const key = keyOf(0x51);
const sender = key.address;
const other = keyOf(0x52).address;
const fresh = keyOf(0x53).address;
const cold = keyOf(0x54);
const closing = { useMaxAmount: true, params: { closeAccount: true } };

/** Runs something while the sender holds 5 ALGO and somebody else 1 ALGO, and forgets it all. */
function within(run: () => Promise<void>): Promise<void> {
  return engine.rehearse(async () => {
    engine.placeAccount(sender, { amount: 5_000_000n });
    engine.placeAccount(other, { amount: 1_000_000n });
    await run();
  });
}

const pay = (more: object = {}) =>
  rig.encode({
    ...{ mode: 'transfer', senderAddress: sender, recipientAddress: other, senderPubKey: key.publicKey },
    ...closing,
    ...more,
  });

/** A closing payment by other libraries. */
const closeOwn = (recipient = other) =>
  rig.sendOwn(key, { type: 'pay', rcv: bytesOfAddress(recipient), close: bytesOfAddress(recipient) });

describe('an account is closed', () => {
  it('with all that it holds, also the minimum balance', () =>
    within(async () => {
      const encoded = await pay();
      expect(encoded).toMatchObject({
        refusals: [],
        data: { amount: '4999000', fees: '1000', useMaxAmount: true, params: { closeAccount: true } },
        warnings: [
          {
            code: 'account.emptied',
            message:
              'The recipient gets all that the account holds, 4.999 ALGO at least, also what arrives before the transaction is carried out: nothing stays, not even the minimum balance',
          },
        ],
      });
      const fields = decode(new Uint8Array(Buffer.from(encoded.items[0]?.raw.value ?? '', 'hex')));
      const to = bytesOfAddress(other);
      expect(fields).toMatchObject({ type: 'pay', amt: 4_999_000n, fee: 1_000n, rcv: to, close: to });
      expect(fields).not.toHaveProperty('rekey');
      expect(await rig.send(encoded, key)).toBe('taken');
      expect(engine.accountState(sender)).toBeUndefined();
      expect(await engine.balance(other)).toBe(5_999_000n);
    }));

  it('for the price of all its bytes, also those that close it', () =>
    within(async () => {
      engine.setFees({ perByte: 100n });
      const encoded = await pay();
      expect(await rig.send(encoded, key)).toBe('taken');
      engine.setFees({ perByte: 0n });
      expect(engine.accountState(sender)).toBeUndefined();
      expect(await engine.balance(other)).toBe(6_000_000n - BigInt(encoded.data.fees as string));
    }));

  it('with what arrived meanwhile', () =>
    within(async () => {
      const encoded = await pay();
      await engine.fund(sender, 70n);
      expect(await rig.send(encoded, key)).toBe('taken');
      expect(await engine.balance(other)).toBe(5_999_070n);
    }));

  it('although it holds less than its minimum balance', () =>
    within(async () => {
      engine.placeAccount(sender, { amount: 1_001n });
      const encoded = await pay();
      expect(encoded.data).toMatchObject({ amount: '1' });
      expect(await rig.send(encoded, key)).toBe('taken');
      expect(await engine.balance(other)).toBe(1_000_001n);
      engine.placeAccount(sender, { amount: 1_000n });
      expect(await pay()).toMatchObject({ refusals: ['balance.nothingToSend'], items: [] });
    }));

  it('to a new account, which then has enough', () =>
    within(async () => {
      engine.placeAccount(sender, { amount: 100_999n });
      const tooLittle = await pay({ recipientAddress: fresh });
      expect(tooLittle).toMatchObject({ refusals: ['recipient.belowMinimum'], items: [] });
      expect(await closeOwn(fresh)).toMatch(/below min/);
      engine.placeAccount(sender, { amount: 101_000n });
      expect(await rig.send(await pay({ recipientAddress: fresh }), key)).toBe('taken');
      expect(await engine.balance(fresh)).toBe(100_000n);
    }));

  it('and is not rekeyed any more', () =>
    within(async () => {
      engine.rekey(sender, cold.address);
      const encoded = await pay({ senderPubKey: cold.publicKey });
      expect(encoded.warnings[0]?.message).toContain(
        `The account is not rekeyed any more then: the key of ${sender} moves what arrives later`,
      );
      expect(await rig.send(encoded, cold)).toBe('taken');
      // This is how the stand-in has it, as the chain has: the warning is true.
      await engine.fund(sender, 1_000_000n);
      expect(engine.accountState(sender)?.authAddr).toBeUndefined();
      expect(await closeOwn()).toBe('taken');
    }));
});

describe('an account stays open', () => {
  it.each<[string, () => void, RegExp, RegExp]>([
    ['with holdings', () => void engine.placeHoldings(sender, 2), /holds 2 assets: opt out/, /2 outstanding assets/],
    [
      'with assets that it created',
      () => engine.placeAsset({ id: 78, creator: sender }),
      /^The account cannot be closed: it created 1 asset that still exists: destroy/,
      /1 outstanding assets/,
    ],
    [
      'that is opted in to applications',
      () => engine.placeAccount(sender, { apps: 1 }),
      /opted in to 1 application:/,
      /1 outstanding applications opted in/,
    ],
    [
      'that created applications',
      () => engine.placeAccount(sender, { createdApps: 3 }),
      /created 3 applications that still exist/,
      /3 outstanding created applications/,
    ],
    [
      'with boxes',
      () => engine.placeAccount(sender, { boxes: 1, boxBytes: 9 }),
      /it has 1 box:/,
      /1 outstanding boxes/,
    ],
  ])('%s', (_, prepare, message, text) =>
    within(async () => {
      prepare();
      const encoded = await pay();
      expect(encoded).toMatchObject({ refusals: ['account.unclosable'], items: [] });
      expect(encoded.errors[0]?.message).toMatch(message);
      expect(encoded.data).not.toHaveProperty('params.genesisHash');
      expect(await closeOwn()).toMatch(text);
    }),
  );

  it('and all reasons are told at once', () =>
    within(async () => {
      engine.placeAsset({ id: 78, creator: sender });
      engine.placeHoldings(sender, 1);
      engine.placeAccount(sender, { apps: 1, status: 'Online' });
      const { refusals, errors } = await pay();
      expect(refusals).toEqual(Array.from({ length: 4 }, () => 'account.unclosable'));
      expect(errors.map(({ message }) => message).join()).toMatch(/unstake.*created 1 asset.*holds 1 asset:.*opted in/);
    }));

  it('while it takes part in the consensus, although the chain would close it', () =>
    within(async () => {
      engine.placeAccount(sender, { status: 'Online' });
      const encoded = await pay();
      expect(encoded).toMatchObject({ refusals: ['account.unclosable'], items: [] });
      expect(encoded.errors[0]?.message).toContain('unstake');
      expect(await closeOwn()).toBe('taken');
    }));

  it('if the recipient is the account itself', () =>
    within(async () => {
      const encoded = await pay({ recipientAddress: sender });
      expect(encoded).toMatchObject({ refusals: ['account.unclosable'], items: [] });
      expect(encoded.errors[0]?.field).toBe('transaction.data.recipientAddress');
      expect(await closeOwn(sender)).toMatch(/cannot close account to its sender/);
    }));

  it('if the recipient is the zero address', () =>
    within(async () => {
      const encoded = await pay({ recipientAddress: `${'A'.repeat(52)}Y5HFKQ` });
      expect(encoded).toMatchObject({ refusals: ['recipient.zeroAddress'], items: [] });
    }));

  it('if an amount is named', () =>
    within(async () => {
      const encoded = await pay({ useMaxAmount: undefined, amount: '1000000' });
      expect(encoded).toMatchObject({ refusals: ['wish.invalid'], items: [] });
      expect(encoded.errors[0]).toMatchObject({ field: 'transaction.data.params.closeAccount' });
    }));

  it('if the wish is false, or left out', () =>
    within(async () => {
      for (const params of [{ closeAccount: false }, {}]) {
        const encoded = await pay({ params });
        expect(encoded.data).toMatchObject({ amount: '4899000' });
        expect(decode(new Uint8Array(Buffer.from(encoded.items[0]?.raw.value ?? '', 'hex')))).not.toHaveProperty(
          'close',
        );
      }
    }));
});
