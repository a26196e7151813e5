import { refuse, type SignedTransaction, toHex } from '@isochain/core';
import { maxWeight } from '../fees/weights.ts';
import type { Unsigned } from './assemble.ts';
import { concatBytes } from './byte-arrays.ts';
import { toDer } from './ecdsa.ts';
import type { InputSignature } from './input-signature.ts';
import type { Plan, Spend } from './planned-transaction.ts';
import { readSignatures } from './read-signatures.ts';
import { writeTransaction } from './transaction-bytes.ts';
import { push, toRaw, transactionId } from './unsigned.ts';
import { verifySignatures } from './verify-signatures.ts';

/** A transaction, and the compressed key of its sender if it is known. */
export interface SignedPlan extends Plan {
  readonly publicKey?: Uint8Array | undefined;
}

/**
 * Joins a transaction and the signatures of all its inputs. Only signatures are taken from what the client sends. The rest is made again.
 *
 * @param unsigned - What `assemblePlan` made of the plan.
 * @param signature - In any form that `readSignatures` knows.
 * @returns The transaction in hex, and its id.
 * @throws RefusedError a `signature.*` code, or `broadcast.tooLarge` if no node would relay the transaction.
 */
export function finalizePlan(plan: SignedPlan, unsigned: Unsigned, signature: string): SignedTransaction {
  const signatures = signaturesOf(plan, unsigned, signature);
  const unlocked = plan.inputs.map(({ spend }, i) => unlock(spend, signatures[i] as InputSignature));
  const transaction = toRaw(
    plan,
    unlocked.map(({ scriptSig }) => scriptSig),
  );
  const witnesses = unlocked.map(({ witness }) => witness);
  const isSegwit = witnesses.some(({ length }) => length > 0);
  const stripped = writeTransaction(transaction);
  const bytes = isSegwit ? writeTransaction(transaction, witnesses) : stripped;
  // BIP141: bytes outside the witness weigh four times.
  if (3 * stripped.length + bytes.length > maxWeight) throw refuse('broadcast.tooLarge', {}, 'transaction.signature');
  return { raw: toHex(bytes), hash: transactionId(stripped) };
}

/**
 * Reads and verifies the signatures of a transaction.
 *
 * @returns The signatures, by input.
 * @throws RefusedError a `signature.*` code.
 */
export function signaturesOf(plan: SignedPlan, unsigned: Unsigned, signature: string): InputSignature[] {
  return verifySignatures(plan, unsigned, readSignatures(plan, unsigned, signature), plan.publicKey);
}

const none = new Uint8Array();

interface Unlocked {
  readonly scriptSig: Uint8Array;
  readonly witness: readonly Uint8Array[];
}

function unlock(spend: Spend, { signature, sighash, publicKey = none }: InputSignature): Unlocked {
  const type = Uint8Array.of(sighash);
  if (spend.type === 'p2tr' || spend.type === 'tapscript') {
    // BIP341: SIGHASH_DEFAULT is not written.
    const item = sighash === 0 ? signature : concatBytes(signature, type);
    if (spend.type === 'p2tr') return { scriptSig: none, witness: [item] };
    return { scriptSig: none, witness: [...spend.cosignatures, item, spend.leafScript, spend.controlBlock] };
  }
  const items = [concatBytes(toDer(signature), type), publicKey];
  if (spend.type === 'p2pkh') return { scriptSig: concatBytes(...items.map(push)), witness: [] };
  return { scriptSig: spend.type === 'p2sh-p2wpkh' ? push(spend.redeemScript) : none, witness: items };
}
