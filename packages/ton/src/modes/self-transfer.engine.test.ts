import { beforeAll, describe, expect, it } from 'vitest';
import { type Machine, machine } from '../../test/machine.ts';
import { planOf, walletOf } from '../../test/plans.ts';
import { seededKey } from '../../test/seeded-key.ts';
import { gasFee } from '../fees/fees.ts';
import { walletFees } from '../fees/wallet-fees.ts';
import { addressOfWallet, walletVersions } from '../wallets/wallet.ts';
import { receivingGas } from './transfer.ts';

// Carried out by the real virtual machine. A wallet that receives its own message pays for that too.

const memos = [undefined, 'hello', 'x'.repeat(300), 'y'.repeat(10_000)] as const;

describe('a transfer to oneself', () => {
  let on: Machine;
  beforeAll(async () => {
    on = await machine('mainnet');
  });

  it.each(walletVersions)('of %s costs at most what is computed', async (version) => {
    const key = seededKey(new Uint8Array(32).fill(31));
    const wallet = walletOf(version, key.publicKey);
    const sender = addressOfWallet(wallet);
    await on.fund(sender, 10_000_000_000n);
    let seqno = 0;
    for (const memo of memos) {
      for (const mode of [3, 130]) {
        const amount = mode === 3 ? 1_000_000_000n : 0n;
        const validUntil = (on.chain.now ?? 0) + 60;
        const plan = planOf(wallet, { to: sender.toRawString(), amount, mode, bounce: false, memo, seqno, validUntil });
        const before = await on.balance(sender);
        const [, received] = await on.send(plan, key);
        const lost = before - (await on.balance(sender));
        const description = received?.description;
        const phase = description?.type === 'generic' ? description.computePhase : undefined;
        const gas = phase?.type === 'vm' ? phase.gasUsed : 0n;
        expect(phase?.type === 'vm' && phase.success).toBe(true);
        expect(gas).toBeLessThan(receivingGas);
        expect([seqno, lost]).toEqual([seqno, walletFees(on.prices, plan) + gasFee(on.prices.gas, gas)]);
        expect(lost).toBeLessThanOrEqual(walletFees(on.prices, plan) + gasFee(on.prices.gas, receivingGas));
        seqno += 1;
      }
    }
  });
});
