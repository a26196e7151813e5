import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { EngineError } from '../engine.ts';
import type { Key } from './keys.ts';
import type { Node } from './node.ts';
import { readTransaction, type WireTransaction } from './wire.ts';

/**
 * Sends a transaction of the engine itself, to let the chain's programs write data that is hard to write by hand.
 *
 * @throws EngineError when it fails.
 */
export function send(
  node: Node,
  instructions: readonly Instruction[],
  signers: readonly [Key, ...Key[]],
): WireTransaction {
  const { blockhash, lastValidBlockHeight } = node.clock.latestBlockhash();
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (draft) => setTransactionMessageFeePayer(signers[0].address, draft),
    (draft) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash as Blockhash, lastValidBlockHeight }, draft),
    (draft) => appendTransactionMessageInstructions(instructions, draft),
  );
  const unsigned = compileTransaction(message);
  const keys = new Map<Address, Key>(signers.map((signer) => [signer.address, signer]));
  const signatures = Object.keys(unsigned.signatures).map((signer) => {
    const signature = keys.get(signer as Address)?.sign(new Uint8Array(unsigned.messageBytes)) ?? null;
    return [signer, signature as SignatureBytes | null];
  });
  const signed = { ...unsigned, signatures: Object.fromEntries(signatures) as typeof unsigned.signatures };
  const transaction = readTransaction(new Uint8Array(getTransactionEncoder().encode(signed)));
  const { error } = node.process(transaction);
  if (error !== null) throw new EngineError(`a transaction of the engine failed: ${JSON.stringify(error)}`);
  return transaction;
}
