import { type Address, addressBytes } from '../address/address.ts';
import { concat } from './byte-arrays.ts';
import { createReader } from './message-reader.ts';

// We sign legacy messages. Versioned ones begin with one more byte, which shifts everything that readers look for. None of our transactions needs a
// lookup table. Source: https://solana.com/docs/core/transactions, "Message format".

/** An account as an instruction uses it. */
export interface AccountMeta {
  readonly address: Address;
  readonly signer?: boolean;
  readonly writable?: boolean;
}

export interface Instruction {
  readonly program: Address;
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
}

export interface Message {
  /** Pays the fees. It signs, and is writable. */
  readonly payer: Address;
  /** The hash of a recent block, or the value of a durable nonce. Base58. */
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
}

export interface CompiledMessage {
  readonly header: {
    readonly signers: number;
    readonly readonlySigners: number;
    readonly readonlyOthers: number;
  };
  readonly keys: readonly Address[];
  readonly blockhash: string;
  readonly instructions: readonly {
    /** Index into `keys`. */
    readonly program: number;
    readonly accounts: readonly number[];
    readonly data: Uint8Array;
  }[];
}

/** The most bytes of a whole transaction, with signatures: it must fit into one packet (PACKET_DATA_SIZE of anza-xyz/solana-sdk). */
export const maxTransactionLength = 1232;

/**
 * Compiles a message. Accounts are in four classes: writable signers with the payer first, readonly signers, writable others, readonly others. Each
 * class begins with `first`. Then come accounts as they appear in instructions. Accounts that are only programs come last. The protocol allows any
 * order within a class, but some readers look at fixed places.
 *
 * @param first - Accounts to place first in their class. They must appear in an instruction.
 */
export function compileMessage(message: Message, first: readonly Address[] = []): CompiledMessage {
  const keys = orderKeys(message, first);
  const indexOf = new Map(keys.map(({ address }, i) => [address, i]));
  const index = (address: Address) => indexOf.get(address) ?? -1;
  const signers = keys.filter(({ signer }) => signer);
  return {
    header: {
      signers: signers.length,
      readonlySigners: signers.filter(({ writable }) => !writable).length,
      readonlyOthers: keys.filter(({ signer, writable }) => !signer && !writable).length,
    },
    keys: keys.map(({ address }) => address),
    blockhash: message.blockhash,
    instructions: message.instructions.map(({ program, accounts, data }) => ({
      program: index(program),
      accounts: accounts.map(({ address }) => index(address)),
      data,
    })),
  };
}

/** All accounts in the order of the message, each with its strongest privilege. */
function orderKeys({ payer, instructions }: Message, first: readonly Address[]): Required<AccountMeta>[] {
  const uses: AccountMeta[] = [
    { address: payer, signer: true, writable: true },
    ...instructions.flatMap(({ accounts }) => accounts),
    ...instructions.map(({ program }) => ({ address: program })),
  ];
  const found = new Map<Address, { address: Address; signer: boolean; writable: boolean }>();
  for (const address of [payer, ...first]) found.set(address, { address, signer: false, writable: false });
  for (const { address, signer = false, writable = false } of uses) {
    const key = found.get(address) ?? { address, signer: false, writable: false };
    key.signer ||= signer;
    key.writable ||= writable;
    found.set(address, key);
  }
  const rank = (key: Required<AccountMeta>) => (key.signer ? 0 : 2) + (key.writable ? 0 : 1);
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

/** The bytes to sign. */
export function encodeMessage({ header, keys, blockhash, instructions }: CompiledMessage): Uint8Array {
  return concat(
    Uint8Array.of(header.signers, header.readonlySigners, header.readonlyOthers),
    compactLength(keys.length),
    ...keys.map(addressBytes),
    addressBytes(blockhash),
    compactLength(instructions.length),
    ...instructions.map(({ program, accounts, data }) =>
      concat(
        Uint8Array.of(program),
        compactLength(accounts.length),
        Uint8Array.from(accounts),
        compactLength(data.length),
        data,
      ),
    ),
  );
}

/**
 * Reads the bytes of a legacy message.
 *
 * @returns Undefined if the bytes are no such message: cut short, too long, versioned, or with an index that leads nowhere.
 */
export function decodeMessage(bytes: Uint8Array): CompiledMessage | undefined {
  if (versionOf(bytes) !== undefined) return undefined;
  const reader = createReader(bytes);
  const message = {
    header: { signers: reader.byte(), readonlySigners: reader.byte(), readonlyOthers: reader.byte() },
    keys: reader.list(reader.address),
    blockhash: reader.address(),
    instructions: reader.list(() => ({
      program: reader.byte(),
      accounts: reader.list(reader.byte),
      data: reader.bytes(reader.length()),
    })),
  };
  return reader.isAtEnd() && isSound(message) ? message : undefined;
}

/** Whether the message has a signer that pays, and all indices are valid. */
export function isSound({ header, keys, instructions }: CompiledMessage): boolean {
  const indices = instructions.flatMap(({ program, accounts }) => [program, ...accounts]);
  return (
    header.signers >= 1 &&
    header.readonlySigners < header.signers &&
    header.signers + header.readonlyOthers <= keys.length &&
    indices.every((index) => index < keys.length)
  );
}

/** Versioned messages begin with a byte above 127, which no count of signers reaches. @returns Undefined for a legacy message. */
export function versionOf([first = 0]: Uint8Array): number | undefined {
  return first < 0x80 ? undefined : first - 0x80;
}

/** Privileges of the key at an index. */
export function privilegesOf({ header, keys }: CompiledMessage, index: number): { signer: boolean; writable: boolean } {
  const signer = index < header.signers;
  const end = signer ? header.signers - header.readonlySigners : keys.length - header.readonlyOthers;
  return { signer, writable: index < end };
}

/** A signed transaction: the signatures in the order of the signers' keys, and the message. */
export interface SignedMessage {
  readonly signatures: readonly Uint8Array[];
  readonly message: Uint8Array;
}

export function encodeTransaction({ signatures, message }: SignedMessage): Uint8Array {
  return concat(compactLength(signatures.length), ...signatures, message);
}

/**
 * Takes a transaction apart. Since version 1 the message comes first, and the signatures follow without a count (SIMD-0385): the second byte is their
 * number.
 *
 * @returns Undefined if the bytes cannot be a transaction.
 */
export function decodeTransaction(bytes: Uint8Array): SignedMessage | undefined {
  if (versionOf(bytes) !== undefined) {
    const count = bytes[1] ?? 0;
    const end = bytes.length - 64 * count;
    if (count === 0 || end <= 0) return undefined;
    const signatures = Array.from({ length: count }, (_, i) => bytes.subarray(end + 64 * i, end + 64 * (i + 1)));
    return { signatures, message: bytes.subarray(0, end) };
  }
  const reader = createReader(bytes);
  const signatures = reader.list(() => reader.bytes(64));
  const message = reader.rest();
  return reader.isAtEnd() && signatures.length > 0 && message.length > 0 ? { signatures, message } : undefined;
}

/** A length with seven bits in each byte, lowest first (short_vec of anza-xyz/solana-sdk). */
function compactLength(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  return Uint8Array.from([...bytes, rest]);
}
