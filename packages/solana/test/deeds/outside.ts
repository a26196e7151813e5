import { createHash } from 'node:crypto';
import type { SolanaEngine } from '@isochain/devnet/solana';
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getSetComputeUnitPriceInstruction } from '@solana-program/compute-budget';

// Wallets of @solana/kit: they know instructions of the chain's programs, and nothing of ours.

const signers = new Map<string, Promise<KeyPairSigner>>();

/** One object for each key: kit refuses two signers with one address. */
export function signerOf({ seed }: { readonly seed: Uint8Array }): Promise<KeyPairSigner> {
  const name = Buffer.from(seed).toString('hex');
  const known = signers.get(name) ?? createKeyPairSignerFromPrivateKeyBytes(seed);
  signers.set(name, known);
  return known;
}

let keys = 0;

/** A key that nobody used before. */
export function newSigner(): Promise<KeyPairSigner> {
  keys += 1;
  return signerOf({ seed: createHash('sha256').update(`deed ${keys}`).digest() });
}

/** Somebody who is none of the residents, with coins. */
export async function outsider(engine: SolanaEngine): Promise<KeyPairSigner> {
  const signer = await newSigner();
  await engine.fund(signer.address, 10_000_000_000n);
  return signer;
}

/** Signs with all keys of the instructions, pays a priority fee, and sends even what fails. */
export async function send(
  engine: SolanaEngine,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<string> {
  const { value } = await engine.rpc<{ value: { blockhash: string; lastValidBlockHeight: number | bigint } }>(
    'getLatestBlockhash',
  );
  const lifetime = {
    blockhash: value.blockhash as Blockhash,
    lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
  };
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (draft) => setTransactionMessageFeePayerSigner(payer, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstructions(instructions, draft),
    (draft) =>
      appendTransactionMessageInstructions([getSetComputeUnitPriceInstruction({ microLamports: 12_345n })], draft),
  );
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  const signature = await engine.rpc<string>('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }]);
  await engine.mine();
  return signature;
}

/** The token of the engine, and the account that holds it for an owner. */
export function tokenOf(engine: SolanaEngine): Address {
  return address(engine.tokens[0]?.id ?? '');
}

export async function tokenAccountOf(engine: SolanaEngine, owner: string): Promise<Address> {
  return address(await engine.associatedTokenAddress(owner, tokenOf(engine)));
}
