import { type Assembled, toHex } from '@isochain/core';
import type { Algorand } from '../types.ts';
import { buildTransaction } from './build.ts';
import type { AlgorandPlan } from './transaction.ts';

/** Makes what is signed: the bytes that keys sign as they are, and the transaction that wallets take. */
export function assemble(plan: AlgorandPlan): Assembled<Algorand> {
  const transaction = buildTransaction(plan);
  const bytes = transaction.toByte();
  const message = transaction.bytesToSign();
  const txId = transaction.txID();
  return {
    // Ed25519 hashes by itself. So what is signed is no digest, but the prefixed bytes: a signature over the digest is not valid.
    items: [{ raw: { format: 'MSGPACK', value: toHex(bytes) }, hash: { format: 'sha512_256', value: toHex(message) } }],
    unsigned: { bytes, message, txId },
    copies: { txId },
  };
}
