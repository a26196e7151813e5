import * as ecc from '@bitcoinerlab/secp256k1';
import * as bitcoin from 'bitcoinjs-lib';
import type { Encoded } from './rig.ts';
import { signPsbt } from './signers.ts';

/** An output as the chain really has it. */
export interface TrueOutput {
  readonly script: Uint8Array;
  readonly value: bigint;
}

/**
 * Does what a lying upstream hopes for: it takes of several encodes of the same transaction, all signed, each signature that holds for the amounts
 * that the chain really has (BIP143, by bitcoinjs-lib), and puts them together.
 *
 * @param encodes - All of them signed by the same keys. Each is one of segwit v0.
 * @param truthOf - The real output, by `txid:vout`.
 * @returns What the network would take as fees; undefined if it would refuse the transaction.
 */
export function feeOfCombined(
  encodes: readonly Pick<Encoded, 'transaction'>[],
  privateKeys: readonly Uint8Array[],
  truthOf: (outpoint: string) => TrueOutput,
): bigint | undefined {
  const signed = encodes.map(({ transaction }) => signPsbt({ encoded: transaction.encoded, privateKeys }));
  const unsigned = signed.map((psbt) => bitcoin.Transaction.fromBuffer(psbt.data.getTransaction()));
  const [first] = unsigned;
  if (first === undefined || unsigned.some((other) => other.getId() !== first.getId())) return undefined;

  const spent = first.ins.map(({ hash, index }) => truthOf(`${Buffer.from(hash).reverse().toString('hex')}:${index}`));
  const isSigned = spent.every(({ script, value }, i) =>
    signed.some((psbt) =>
      psbt.data.inputs[i]?.partialSig?.some(({ pubkey, signature }) => {
        const { output = new Uint8Array() } = bitcoin.payments.p2pkh({ pubkey });
        const redeem = bitcoin.payments.p2wpkh({ pubkey });
        const own = [redeem.output, bitcoin.payments.p2sh({ redeem }).output];
        if (!own.some((each) => each !== undefined && Buffer.compare(each, script) === 0)) return false;
        const digest = first.hashForWitnessV0(i, output, value, bitcoin.Transaction.SIGHASH_ALL);
        return ecc.verify(digest, pubkey, bitcoin.script.signature.decode(signature).signature);
      }),
    ),
  );
  const sum = (outputs: readonly { readonly value: bigint }[]) => outputs.reduce((all, { value }) => all + value, 0n);
  return isSigned ? sum(spent) - sum(first.outs) : undefined;
}
