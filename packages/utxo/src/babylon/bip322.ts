import { toHex } from '@isochain/core';
import { scriptOfKey } from '../account/scripts.ts';
import { taggedHash } from '../account/taproot.ts';
import { concatBytes } from '../bytes.ts';
import { signaturesOf } from '../transaction/finalize-plan.ts';
import type { Plan } from '../transaction/plan.ts';
import { decodeWitness, writeTransaction } from '../transaction/transaction-bytes.ts';
import { push, toRaw, transactionId } from '../transaction/unsigned.ts';

/** By what address a message is signed: the witness of p2tr has one item, the one of p2wpkh two. */
export type MessageSigner = 'p2wpkh' | 'p2tr';

/**
 * Verifies a message that an address signed ("simple" form of BIP322).
 *
 * @param publicKey - Compressed.
 * @param witness - Serialized.
 * @returns The address that signed, by its type; undefined if none of the key did.
 */
export function verifyMessage(publicKey: Uint8Array, message: string, witness: Uint8Array): MessageSigner | undefined {
  try {
    const items = decodeWitness(witness);
    const type = items.length === 1 ? 'p2tr' : 'p2wpkh';
    const plan = planOf(type, scriptOfKey(type, publicKey), message);
    // Throws if it is not what the key signed.
    signaturesOf(plan, toHex(writeTransaction(toRaw(plan), [items])));
    return type;
  } catch {
    return undefined;
  }
}

/** The transaction that a message stands for: it spends one that cannot be, whose only input holds the message's hash. */
function planOf(type: MessageSigner, script: Uint8Array, message: string): Plan {
  const hash = taggedHash('BIP0322-signed-message', new TextEncoder().encode(message));
  const toSpend = writeTransaction({
    version: 0,
    inputs: [
      {
        ...{ txid: new Uint8Array(32), index: 0xffff_ffff, sequence: 0 },
        finalScriptSig: concatBytes(Uint8Array.of(0), push(hash)),
      },
    ],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  });
  const toSign = {
    version: 0,
    inputs: [{ txid: transactionId(toSpend), vout: 0, value: 0n, script, sequence: 0, spend: { type } }],
    // OP_RETURN
    outputs: [{ value: 0n, script: Uint8Array.of(0x6a) }],
    lockTime: 0,
  };
  // Of all that is signed anywhere only this has version 0.
  return toSign as unknown as Plan;
}
