import { beforeAll, describe, expect, it } from 'vitest';
import { type Machine, machine } from '../../test/machine.ts';
import { planOf, walletOf } from '../../test/plans.ts';
import { seededKey } from '../../test/seeded-key.ts';
import { addressOfWallet } from '../wallets/wallet.ts';
import { walletFees } from './wallet-fees.ts';

// The chain writes the sender and the fee into a message. Where its body has no room then, the chain moves it into a cell of its own, and charges for that.

let on: Machine;
beforeAll(async () => {
  on = await machine('mainnet');
});

/** Amounts of four and of six bytes. */
describe.each([100_000_000n, 2n ** 40n])('walletFees of comments, with %d nanotons', (amount) => {
  it.each(['v3r2', 'v4r2', 'v5r1'] as const)('of all lengths about the limits: %s', async (version) => {
    const key = seededKey(new Uint8Array(32).fill(amount === 100_000_000n ? 77 : 78));
    const wallet = walletOf(version, key.publicKey);
    const sender = addressOfWallet(wallet);
    await on.fund(sender, 40n * amount);
    // 36 bytes have room, 40 are moved, and 75 are in a cell of their own from the start.
    const lengths = [
      1, 30, 34, 35, 36, 37, 38, 39, 40, 41, 50, 60, 65, 68, 69, 70, 71, 72, 73, 74, 75, 76, 100, 123, 124,
    ];
    for (const [seqno, length] of lengths.entries()) {
      const to = on.treasury.address.toRawString();
      const facts = { to, amount, mode: 3, bounce: false, memo: 'm'.repeat(length), seqno };
      const plan = planOf(wallet, { ...facts, validUntil: (on.chain.now ?? 0) + 60 });
      const before = await on.balance(sender);
      await on.send(plan, key);
      const lost = before - (await on.balance(sender)) - amount;
      expect([length, lost]).toEqual([length, walletFees(on.prices, plan)]);
    }
  });
});
