import { toHex } from '@isochain/core';
import * as bitcoin from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { finalizePlan, signaturesOf } from '../../test/finalize.ts';
import { bytes, fixture, type SignedTransactionVector, type TransferVector } from '../../test/fixtures.ts';
import { planOfTransaction } from '../../test/transactions.ts';
import { createDigests } from './digests.ts';
import { planOfPsbt } from './plan-of-psbt.ts';
import type { Plan, Spend } from './planned-transaction.ts';
import { decodePsbt } from './read-psbt.ts';

describe('finalizePlan with vectors', () => {
  const { transfers } = fixture<{ transfers: TransferVector[] }>('transfer-vectors');
  describe.each(transfers)('of $inputs', ({ psbt, rawTx, txid, weight, ...forms }) => {
    const plan = planOfPsbt(decodePsbt(bytes(psbt))) as Plan;

    it.each([
      ['the signed PSBT', forms.signedPsbt],
      ['the finalized PSBT', forms.finalizedPsbt],
      ['the signed PSBT in base64', Buffer.from(forms.signedPsbt, 'hex').toString('base64')],
      ['the signed transaction', rawTx],
      ['the signatures in turn', forms.signatureConcat],
      ['the signatures in JSON', JSON.stringify(forms.signaturesRS)],
    ])('take %s', (_, signature) => {
      const result = finalizePlan(plan, signature);
      expect(result).toEqual({ raw: rawTx, hash: txid });
      expect(bitcoin.Transaction.fromHex(result.raw).weight()).toBe(weight);
    });
  });

  const { transactions } = fixture<{ transactions: SignedTransactionVector[] }>('signed-transactions');
  it.each(transactions)('of an independent implementation: $name', ({ raw, txid, inputs, sighash, signedPsbt }) => {
    const plan = planOfTransaction(
      raw,
      inputs.map((input, i) => ({ ...input, spend: spendIn(raw, i, input.script) })),
    );
    expect(finalizePlan(plan, raw)).toEqual({ raw, hash: txid });
    if (signedPsbt !== undefined) expect(finalizePlan(plan, signedPsbt)).toEqual({ raw, hash: txid });
    if (sighash !== undefined) expect(toHex(createDigests(plan)(0))).toBe(sighash);
    const signatures = signaturesOf(plan, raw).map(({ signature }) => toHex(signature));
    expect(finalizePlan(plan, signatures.join(''))).toEqual({ raw, hash: txid });
  });

  it("has the covenant's signatures in the script's order", () => {
    const unbonding = transactions.find(({ name }) => name.includes('2 of 3')) as SignedTransactionVector;
    const { raw, inputs } = unbonding;
    const spend = spendIn(raw, 0, inputs[0]?.script ?? '');
    const plan = planOfTransaction(
      raw,
      inputs.map((input) => ({ ...input, spend })),
    );
    const witness = bitcoin.Transaction.fromHex(raw).ins[0]?.witness ?? [];
    expect(spend.type === 'tapscript' && spend.cosignatures.map(({ length }) => length)).toEqual([64, 0, 64]);
    // What the staker's wallet knows: its own signature.
    const alone = bitcoin.Transaction.fromHex(raw);
    alone.setWitness(0, witness.slice(-3));
    expect(finalizePlan(plan, alone.toHex()).raw).toBe(raw);
  });
});

/** How an input of these vectors is unlocked. For tapscript it includes everything before the last signature. */
function spendIn(raw: string, index: number, script: string): Spend {
  const witness = bitcoin.Transaction.fromHex(raw).ins[index]?.witness ?? [];
  if (script.startsWith('76a9')) return { type: 'p2pkh', isUncompressed: false };
  if (script.startsWith('0014')) return { type: 'p2wpkh' };
  const [, leafScript, controlBlock] = witness.slice(-3);
  if (leafScript === undefined || controlBlock === undefined) return { type: 'p2tr' };
  return {
    ...{ type: 'tapscript', leafScript, controlBlock, cosignatures: witness.slice(0, -3) },
    // The script begins by pushing the signer's key.
    ...{ internalKey: controlBlock.subarray(1, 33), signer: leafScript.subarray(1, 33) },
  };
}
