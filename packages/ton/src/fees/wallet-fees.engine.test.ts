import { beforeAll, describe, expect, it } from 'vitest';
import { type Machine, machine } from '../../test/machine.ts';
import { planOf, walletOf } from '../../test/plans.ts';
import { seededKey } from '../../test/seeded-key.ts';
import { walletCodes } from '../wallets/codes.data.ts';
import { addressOfWallet, type WalletVersion, walletVersions } from '../wallets/wallet.ts';
import { walletFees } from './wallet-fees.ts';

// Carried out by the real virtual machine: what the balance loses is what was computed, to the nanoton.

/** Longer ones exhaust the stack of the machine's WebAssembly, though not that of nodes. */
const memos = [undefined, 'hello', 'x'.repeat(300), 'y'.repeat(10_000)] as const;
/** A byte more or less in the amount changes the fees: the figures below are for four bytes. */
const value = 100_000_000n;

/** Plain transfers at the prices of mainnet. Source of the figures: runs of others with their own cells on the same machine. */
const known: Readonly<Record<WalletVersion, { plain: bigint; deploy: bigint | undefined }>> = {
  v3r1: { plain: 362_203n, deploy: 448_069n },
  v3r2: { plain: 367_336n, deploy: 461_202n },
  v4r1: { plain: 388_269n, deploy: undefined },
  v4r2: { plain: 388_269n, deploy: 900_402n },
  v5r1: { plain: 513_003n, deploy: 980_003n },
};

const knownMasterchain = { v4r2: 10_321_602n, v5r1: 10_446_336n } as const;

describe.each(['sandbox', 'mainnet'] as const)('walletFees at the prices of %s', (config) => {
  let on: Machine;
  beforeAll(async () => {
    on = await machine(config);
  });

  describe.each(walletVersions)('of %s', (version) => {
    it.each([0, -1])('is what the balance loses besides the amount, to workchain %d', async (workchain) => {
      // Another key, and with it another account, for each memo: once deployed, once not.
      for (const [i, memo] of memos.entries()) {
        const key = seededKey(new Uint8Array(32).fill(1 + i + 10 * (workchain + 1)));
        const wallet = walletOf(version, key.publicKey);
        const sender = addressOfWallet(wallet);
        await on.fund(sender, 10_000_000_000n);
        const to = workchain === 0 ? on.treasury.address.toRawString() : `-1:${'ab'.repeat(32)}`;
        for (const seqno of [0, 1]) {
          const facts = {
            to,
            amount: value,
            mode: 3,
            bounce: false,
            memo,
            seqno,
            validUntil: (on.chain.now ?? 0) + 60,
          };
          const plan = planOf(wallet, facts);
          const before = await on.balance(sender);
          const [own] = await on.send(plan, key);
          const lost = before - (await on.balance(sender)) - value;
          expect([i, seqno, lost]).toEqual([i, seqno, walletFees(on.prices, plan)]);
          expect(gasOf(own)).toBe(walletCodes[version].gas);
          if (config === 'sandbox' || memo !== undefined) continue;
          if (workchain === 0) expect(lost).toBe(seqno === 0 ? (known[version].deploy ?? lost) : known[version].plain);
          else if (seqno === 1 && version in knownMasterchain)
            expect(lost).toBe(knownMasterchain[version as keyof typeof knownMasterchain]);
        }
      }
    });

    it.each(memos.map((memo) => [memo?.length ?? 0, memo] as const))(
      'leaves nothing if everything is sent, and the account stays: memo of %d characters',
      async (length, memo) => {
        const key = seededKey(Uint8Array.from({ length: 32 }, (_, i) => (length + i) % 251));
        const wallet = walletOf(version, key.publicKey);
        const sender = addressOfWallet(wallet);
        for (const seqno of [0, 1]) {
          await on.fund(sender, 5_000_000_000n);
          const recipient = on.treasury.address.toRawString();
          const plan = planOf(wallet, {
            to: recipient,
            amount: 0n,
            mode: 130,
            bounce: false,
            memo,
            seqno,
            validUntil: (on.chain.now ?? 0) + 60,
          });
          const before = await on.balance(sender);
          const [own] = await on.send(plan, key);
          expect(await on.balance(sender)).toBe(0n);
          expect((await on.facts(sender)).status).toBe('active');
          // The recipient gets all but the fees.
          expect(sentBy(own)).toBe(before - walletFees(on.prices, plan));
        }
      },
    );
  });
});

type Sent = Awaited<ReturnType<Machine['send']>>[number] | undefined;

function gasOf(transaction: Sent): bigint | undefined {
  const description = transaction?.description;
  if (description?.type !== 'generic' || description.computePhase.type !== 'vm') return undefined;
  return description.computePhase.gasUsed;
}

function sentBy(transaction: Sent): bigint | undefined {
  const info = transaction?.outMessages.get(0)?.info;
  return info?.type === 'internal' ? info.value.coins : undefined;
}
