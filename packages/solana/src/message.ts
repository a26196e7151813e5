import { type Address, addressBytes, addressLength, toAddress } from './address.ts';
import { concat } from './bytes.ts';

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
  const reader = createReader(bytes);
  const message = {
    header: { signers: reader.byte(), readonlySigners: reader.byte(), readonlyOthers: reader.byte() },
    keys: reader.list(() => toAddressOrZero(reader.bytes(addressLength))),
    blockhash: toAddressOrZero(reader.bytes(addressLength)),
    instructions: reader.list(() => ({
      program: reader.byte(),
      accounts: reader.list(reader.byte),
      data: reader.bytes(reader.length()),
    })),
  };
  const { header, keys, instructions } = message;
  const indices = instructions.flatMap(({ program, accounts }) => [program, ...accounts]);
  const isSound =
    header.signers >= 1 &&
    header.readonlySigners < header.signers &&
    header.signers + header.readonlyOthers <= keys.length &&
    indices.every((index) => index < keys.length);
  return reader.isAtEnd() && isSound ? message : undefined;
}

/** What is left of a reader that ran over its end is not looked at. */
function toAddressOrZero(bytes: Uint8Array): Address {
  return toAddress(bytes.length === addressLength ? bytes : new Uint8Array(addressLength));
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

/** @returns Undefined if the bytes cannot be a transaction. */
export function decodeTransaction(bytes: Uint8Array): SignedMessage | undefined {
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

/** Reads on beyond the end, with nothing: whether that happened is asked once, at the end. */
function createReader(bytes: Uint8Array) {
  let offset = 0;
  let isSound = true;
  const take = (count: number): Uint8Array => {
    const part = bytes.subarray(offset, offset + count);
    offset += count;
    return part;
  };
  const byte = (): number => take(1)[0] ?? 0;
  const length = (): number => {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte();
      value |= (part & 0x7f) << shift;
      if (part < 0x80) {
        // The same length has one spelling only, and 16 bits.
        if ((part === 0 && shift > 0) || value > 0xffff) isSound = false;
        return value;
      }
    }
    isSound = false;
    return 0;
  };
  return {
    byte,
    length,
    bytes: take,
    list<T>(read: () => T): T[] {
      const items: T[] = [];
      for (let left = length(); left > 0 && offset <= bytes.length; left--) items.push(read());
      return items;
    },
    rest: () => take(Math.max(0, bytes.length - offset)),
    isAtEnd: () => isSound && offset === bytes.length,
  };
}
