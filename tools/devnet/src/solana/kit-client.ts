import { createHash } from 'node:crypto';
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  pipe,
  type Signature,
  type SolanaErrorCode,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { SolanaEngine } from './engine.ts';

/** Base64 of a signed transaction. */
export type Wire = ReturnType<typeof getBase64EncodedWireTransaction>;

export interface SignOptions {
  payer: KeyPairSigner;
  /** Defaults to the newest blockhash. */
  blockhash?: string;
}

/** An ordinary client of the chain for tests: @solana/kit over HTTP, without code of the engine. */
export function createKitClient(engine: Pick<SolanaEngine, 'url' | 'accounts'>) {
  const rpc = createSolanaRpc(engine.url);
  // Each key has one object, because kit refuses two signers with one address.
  const signers = engine.accounts.map(({ privateKey }) =>
    createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(Buffer.from(privateKey.slice(2), 'hex'))),
  );

  async function sign(instructions: readonly Instruction[], { payer, blockhash }: SignOptions): Promise<Wire> {
    const { value: latest } = await rpc.getLatestBlockhash().send();
    const lifetime = { ...latest, blockhash: (blockhash ?? latest.blockhash) as Blockhash };
    const message = pipe(
      createTransactionMessage({ version: 'legacy' }),
      (draft) => setTransactionMessageFeePayerSigner(payer, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
      (draft) => appendTransactionMessageInstructions(instructions, draft),
    );
    return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  }

  const submit = (wire: Wire, options: { skipPreflight?: boolean } = {}): Promise<Signature> =>
    rpc.sendTransaction(wire, { encoding: 'base64', ...options }).send();

  return {
    rpc,
    sign,
    submit,
    send: async (instructions: readonly Instruction[], payer: KeyPairSigner): Promise<Signature> =>
      submit(await sign(instructions, { payer })),
    /** The key of one of the funded accounts. */
    signer: async (index: number): Promise<KeyPairSigner> => {
      const signer = await signers[index];
      if (signer === undefined) throw new RangeError(`there is no account ${index}`);
      return signer;
    },
    balance: async (account: Address | string): Promise<bigint> =>
      (await rpc.getBalance(address(account)).send()).value,
  };
}

let freshKeys = 0;

/** A fresh key: the same in every run. */
export function freshSigner(): Promise<KeyPairSigner> {
  freshKeys += 1;
  return createKeyPairSignerFromPrivateKeyBytes(createHash('sha256').update(`fresh key ${freshKeys}`).digest());
}

/** kit's code for an error of the node, and the error's other data. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ code: SolanaErrorCode; cause: unknown; context: Record<string, unknown> }> {
  try {
    await call;
  } catch (error) {
    if (!isSolanaError(error)) throw error;
    const { cause, context } = error;
    return {
      code: context.__code,
      cause: isSolanaError(cause) ? cause.context.__code : cause,
      context: { ...context },
    };
  }
  throw new Error('it was not refused');
}
