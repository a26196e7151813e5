import { type Address, addressBytes } from '../address/address.ts';
import { concat } from './byte-arrays.ts';
import { createReader } from './message-reader.ts';

// Legacy messages: what is signed. Versioned ones begin with another byte, which shifts all that readers look for, and none of our
// transactions needs a lookup table. Source: https://solana.com/docs/core/transactions, "Message format".

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
  /** Pays the fees: signs, and is written to. */
  readonly payer: Address;
  /** Of a recent block, or the value of a durable nonce. Base58. */
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
}

/** A message as its bytes say it. */
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

/** Bytes of a whole transaction, signatures included: what fits into one packet (PACKET_DATA_SIZE of anza-xyz/solana-sdk). */
export const maxTransactionLength = 1232;

/**
 * Compiles a message. Accounts stand in four classes (writable signers with the payer first, readonly signers, writable others, readonly
 * others), and within a class in the order of `first`, then as they appear in instructions, and programs that are nothing else last.
 * The protocol leaves the order within a class free; readers that look at fixed places do not.
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

/** All accounts with the strongest privilege of their uses, in the order of the message. */
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
 * @returns Undefined if they are none: cut short, too long, versioned, or with an index to nothing.
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

/** Whether somebody signs and pays, and all indices lead somewhere. */
export function isSound({ header, keys, instructions }: CompiledMessage): boolean {
  const indices = instructions.flatMap(({ program, accounts }) => [program, ...accounts]);
  return (
    header.signers >= 1 &&
    header.readonlySigners < header.signers &&
    header.signers + header.readonlyOthers <= keys.length &&
    indices.every((index) => index < keys.length)
  );
}

/** Versioned messages begin with a byte above 127, which is no count of signers. @returns Undefined for a legacy one. */
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
 * Takes a transaction apart. Since version 1 the message comes first, and the signatures after it without their count (SIMD-0385): there are as
 * many as the second byte says.
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

/** A length in seven bits a byte, lowest first (short_vec of anza-xyz/solana-sdk). */
function compactLength(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  return Uint8Array.from([...bytes, rest]);
}
