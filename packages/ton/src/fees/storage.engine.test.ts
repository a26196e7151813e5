import { describe, expect, it } from 'vitest';
import { type Machine, machine, priceCut } from '../../test/machine.ts';
import { planOf, walletOf } from '../../test/plans.ts';
import { seededKey } from '../../test/seeded-key.ts';
import type { Address } from '../ton-core.ts';
import { addressOfWallet, type WalletVersion, walletVersions } from '../wallets/wallet.ts';
import { storedSize } from './account-storage.ts';
import { storageFee } from './fees.ts';
import { walletFees } from './wallet-fees.ts';

// Carried out by the real virtual machine: the chain charges storage for as many cells and bits, and as much for them.

/** Cells and bits of a deployed wallet with a balance of five bytes. Each byte of the balance is 8 bits. */
const known: Readonly<Record<WalletVersion, readonly [cells: bigint, bits: bigint]>> = {
  v3r1: [3n, 1_203n],
  v3r2: [3n, 1_323n],
  v4r1: [23n, 5_937n],
  v4r2: [22n, 5_697n],
  v5r1: [22n, 5_020n],
};

async function rentOf(on: Machine, address: Address) {
  const { account } = await on.chain.getContract(address);
  if (!account.account) throw new Error('There is no account.');
  return account.account.storageStats;
}

describe.each(walletVersions)('the storage of %s', (version) => {
  it('is counted and charged over a change of prices as the chain does', async () => {
    const on = await machine('mainnet', priceCut - 3_000_000);
    const key = seededKey(new Uint8Array(32).fill(21));
    const wallet = walletOf(version, key.publicKey);
    const sender = addressOfWallet(wallet);
    await on.fund(sender, 10_000_000_000n);
    // Not deployed yet, then before the change, over it, and after it.
    const times = [priceCut - 2_000_000, priceCut - 1_000_000, priceCut + 2_000_000, priceCut + 5_000_000];
    for (const [seqno, now] of times.entries()) {
      const facts = await on.facts(sender);
      const size = storedSize(facts);
      const { used, lastPaid } = await rentOf(on, sender);
      expect([seqno, size]).toEqual([seqno, { cells: used.cells, bits: used.bits }]);
      if (seqno === 1) expect([size.cells, size.bits]).toEqual(known[version]);
      on.chain.now = now;
      const fee = storageFee(on.prices.storage, size, lastPaid, now);
      // Bits are free since the change.
      expect(fee).toBeGreaterThan(0n);
      const plan = planOf(wallet, {
        to: on.treasury.address.toRawString(),
        amount: 1_000_000n,
        mode: 3,
        bounce: false,
        seqno,
        validUntil: now + 60,
      });
      await on.send(plan, key);
      const lost = facts.balance - (await on.balance(sender)) - 1_000_000n;
      expect([seqno, lost]).toEqual([seqno, walletFees(on.prices, plan) + fee]);
    }
  });

  it('takes its part of everything', async () => {
    const on = await machine('mainnet', priceCut);
    const key = seededKey(new Uint8Array(32).fill(22));
    const wallet = walletOf(version, key.publicKey);
    const sender = addressOfWallet(wallet);
    await on.fund(sender, 10_000_000_000n);
    const facts = await on.facts(sender);
    const { lastPaid } = await rentOf(on, sender);
    on.chain.now = priceCut + 100_000_000;
    const fee = storageFee(on.prices.storage, storedSize(facts), lastPaid, on.chain.now);
    const to = on.treasury.address.toRawString();
    const plan = planOf(wallet, { to, amount: 0n, mode: 130, bounce: false, seqno: 0, validUntil: on.chain.now + 60 });
    const [own] = await on.send(plan, key);
    const info = own?.outMessages.get(0)?.info;
    const sent = info?.type === 'internal' ? info.value.coins : 0n;
    expect(sent).toBe(facts.balance - fee - walletFees(on.prices, plan));
    expect(await on.balance(sender)).toBe(0n);
  });
});
