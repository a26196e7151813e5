import {
  type Address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit';

/** An instruction whose accounts are indexes into the keys of the transaction. */
export interface CompiledInstruction {
  readonly programIndex: number;
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
}

/** The facts that the engine needs about an incoming transaction. */
export interface WireTransaction {
  readonly transaction: Transaction;
  readonly wire: Uint8Array;
  /** The first signature as base58: the id of the transaction. */
  readonly signature: string;
  readonly signatures: readonly (Uint8Array | null)[];
  readonly version: 'legacy' | 0 | 1;
  readonly header: {
    readonly numSignerAccounts: number;
    readonly numReadonlySignerAccounts: number;
    readonly numReadonlyNonSignerAccounts: number;
  };
  readonly staticKeys: readonly Address[];
  readonly lookups: readonly Lookup[];
  /** The budget in the head of a version 1 message, in the spelling of nodes. Other messages have instructions for it. */
  readonly config: Readonly<Record<string, number | bigint | null>> | undefined;
  /** A blockhash, or the value of a nonce account. */
  readonly lifetimeToken: string;
  readonly instructions: readonly CompiledInstruction[];
}

/** Keys from a lookup table on chain. */
interface Lookup {
  readonly table: Address;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
}

/**
 * Takes a serialized transaction apart with the official library.
 *
 * @throws when the bytes are not a transaction, or go on behind it.
 */
export function readTransaction(wire: Uint8Array): WireTransaction {
  const transaction = getTransactionDecoder().decode(wire);
  const [message, end] = getCompiledTransactionMessageDecoder().read(transaction.messageBytes, 0);
  // A node ignores bytes after the message. Here they are an error, because they show a mistake of the sender.
  if (end !== transaction.messageBytes.length) throw new Error('bytes behind the message');
  const signatures = Object.values(transaction.signatures);
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : [];
  return {
    transaction,
    wire,
    signature: getBase58Decoder().decode(signatures[0] ?? new Uint8Array(64)),
    signatures,
    version: message.version,
    header: message.header,
    staticKeys: message.staticAccounts,
    lookups: lookups.map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
      table: lookupTableAddress,
      writableIndexes,
      readonlyIndexes,
    })),
    config: message.version === 1 ? configOf(message) : undefined,
    lifetimeToken: message.lifetimeToken,
    instructions: instructionsOf(message),
  };
}

type Message = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>;
type MessageV1 = Extract<Message, { version: 1 }>;

function instructionsOf(message: Message): CompiledInstruction[] {
  if (message.version === 1) {
    return message.instructionHeaders.map(({ programAccountIndex }, i) => ({
      programIndex: programAccountIndex,
      accountIndexes: message.instructionPayloads[i]?.instructionAccountIndices ?? [],
      data: new Uint8Array(message.instructionPayloads[i]?.instructionData ?? []),
    }));
  }
  return message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
    programIndex: programAddressIndex,
    accountIndexes: accountIndices ?? [],
    data: new Uint8Array(data ?? []),
  }));
}

/** Bits of the mask (SIMD-0385) in the order of their values. The fee takes two bits. */
const configBits = {
  priorityFee: 0b11,
  computeUnitLimit: 0b100,
  loadedAccountsDataSizeLimit: 0b1000,
  heapSize: 0b10000,
};

function configOf({ configMask, configValues }: MessageV1): NonNullable<WireTransaction['config']> {
  const values = configValues.map(({ value }) => value);
  const pairs = Object.entries(configBits).map(([name, bits]) => [
    name,
    (configMask & bits) === 0 ? null : (values.shift() ?? null),
  ]);
  return Object.fromEntries(pairs);
}
