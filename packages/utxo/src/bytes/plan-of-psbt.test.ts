import * as bitcoin from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { planOfPsbt } from './plan-of-psbt.ts';
import { decodePsbt } from './read-psbt.ts';

/** Scripts of BIP141: witness version 0 with the 20 bytes of a key's hash, or the 32 bytes of a script's hash. */
const p2wpkh = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(0x11));
const p2wsh = Uint8Array.of(0, 32, ...new Uint8Array(32).fill(0x22));

/** A PSBT by bitcoinjs-lib, read; each input holds 50,000. */
function planFor(...scripts: readonly Uint8Array[]) {
  const psbt = new bitcoin.Psbt();
  for (const [index, script] of scripts.entries())
    psbt.addInput({ hash: 'ab'.repeat(32), index, witnessUtxo: { script, value: 50_000n } });
  psbt.addOutput({ script: p2wpkh, value: 10_000n });
  return planOfPsbt(decodePsbt(psbt.toBuffer()));
}

describe('planOfPsbt', () => {
  it('reads all inputs', () => {
    expect(planFor(p2wpkh, p2wpkh)?.inputs).toMatchObject([
      { vout: 0, value: 50_000n, spend: { type: 'p2wpkh' } },
      { vout: 1, value: 50_000n, spend: { type: 'p2wpkh' } },
    ]);
  });

  it('makes no plan if an input is of another kind, because the fees would lack its amount', () => {
    expect(planFor(p2wpkh, p2wsh)).toBeUndefined();
    expect(planFor(p2wsh, p2wpkh)).toBeUndefined();
    expect(planFor(p2wsh)).toBeUndefined();
  });
});
