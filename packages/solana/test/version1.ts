import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  getCompiledTransactionMessageEncoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type V1TransactionConfig,
} from '@solana/kit';
import type { AccountMeta, Instruction } from '../src/bytes/message.ts';

export interface Version1 {
  readonly payer: Address;
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
  readonly config?: V1TransactionConfig;
}

/** The bytes of a message of version 1, as @solana/kit writes them: we only read them. */
export function version1Message({ payer, blockhash, instructions, config = {} }: Version1): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (draft) => setTransactionMessageFeePayer(payer, draft),
    (draft) => {
      const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n };
      return setTransactionMessageLifetimeUsingBlockhash(lifetime, draft);
    },
    (draft) => appendTransactionMessageInstructions(instructions.map(toKit), draft),
    (draft) => setTransactionMessageConfig(config, draft),
  );
  return new Uint8Array(getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message)));
}

function toKit({ program, accounts, data }: Instruction) {
  return { programAddress: program, accounts: accounts.map(metaOf), data };
}

function metaOf({ address, signer = false, writable = false }: AccountMeta) {
  const role = signer
    ? writable
      ? AccountRole.WRITABLE_SIGNER
      : AccountRole.READONLY_SIGNER
    : writable
      ? AccountRole.WRITABLE
      : AccountRole.READONLY;
  return { address, role };
}
