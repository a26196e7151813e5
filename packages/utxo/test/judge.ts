import * as ecc from '@bitcoinerlab/secp256k1';
import * as bitcoin from 'bitcoinjs-lib';
import type { Plan, PlannedInput } from '../src/bytes/planned-transaction.ts';

/** What an input signs, as bitcoinjs-lib makes it of a transaction. */
export function theirDigest(
  transaction: bitcoin.Transaction,
  { inputs }: Plan,
  index: number,
  sighash = 0,
): Uint8Array {
  const { spend, script, value } = inputs[index] as PlannedInput;
  if (spend.type === 'p2pkh') return transaction.hashForSignature(index, script, 1);
  if (spend.type === 'p2wpkh' || spend.type === 'p2sh-p2wpkh') {
    const program = spend.type === 'p2wpkh' ? script : spend.redeemScript;
    const code = bitcoin.payments.p2pkh({ hash: program.slice(2) }).output as Uint8Array;
    return transaction.hashForWitnessV0(index, code, value, 1);
  }
  const scripts = inputs.map((input) => input.script);
  const values = inputs.map((input) => input.value);
  // The leaf version, the length of the script in one byte, and the script.
  const leaf =
    spend.type === 'tapscript'
      ? bitcoin.crypto.taggedHash('TapLeaf', Buffer.from([0xc0, spend.leafScript.length, ...spend.leafScript]))
      : undefined;
  return transaction.hashForWitnessV1(index, scripts, values, sighash, leaf);
}

/** Whether the signatures of a transaction are valid. It uses only bitcoinjs-lib and @bitcoinerlab/secp256k1. */
export function isValid(plan: Plan, raw: string): boolean {
  const transaction = bitcoin.Transaction.fromHex(raw);
  return plan.inputs.every(({ spend, script }, i) => {
    const { witness = [], script: scriptSig = new Uint8Array() } = transaction.ins[i] ?? {};
    if (spend.type === 'p2tr' || spend.type === 'tapscript') {
      const [signature = new Uint8Array(), ...leaf] = witness.slice(spend.type === 'tapscript' ? -3 : -1);
      const isLeaf = spend.type === 'p2tr' || (same(leaf[0], spend.leafScript) && same(leaf[1], spend.controlBlock));
      const key = spend.type === 'p2tr' ? script.subarray(2) : spend.signer;
      const digest = theirDigest(transaction, plan, i, signature[64] ?? 0);
      return isLeaf && scriptSig.length === 0 && ecc.verifySchnorr(digest, key, signature.subarray(0, 64));
    }
    const items = spend.type === 'p2pkh' ? (bitcoin.script.decompile(scriptSig) as Uint8Array[]) : witness;
    const [encoded, pubkey] = items;
    if (encoded === undefined || pubkey === undefined || items.length !== 2) return false;
    const { signature, hashType } = bitcoin.script.signature.decode(encoded);
    // bitcoinjs-lib makes the script of the key, and the push of a redeem script.
    const { p2pkh, p2wpkh, p2sh } = bitcoin.payments;
    const nested = spend.type === 'p2sh-p2wpkh' ? p2sh({ redeem: p2wpkh({ pubkey, signature: encoded }) }) : undefined;
    const payment = nested ?? (spend.type === 'p2pkh' ? p2pkh({ pubkey }) : p2wpkh({ pubkey }));
    return (
      hashType === 1 &&
      same(payment.output, script) &&
      (nested === undefined || same(nested.input, scriptSig)) &&
      (spend.type !== 'p2wpkh' || scriptSig.length === 0) &&
      ecc.verify(theirDigest(transaction, plan, i), pubkey, signature, true)
    );
  });
}

function same(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return Buffer.from(a ?? []).equals(b);
}
