import { readTransaction, type WireTransaction } from '../wire.ts';
import { invalidParams } from './fault.ts';
import { base58Bytes } from './params.ts';

const longestTransaction = 1232;
/** The first byte of a version 1 transaction (SIMD-0385, SIMD-0296). Other transactions begin with the number of their signatures. */
const longestVersion1 = 4096;
const version1 = 0x81;
const typeName = 'solana_transaction::versioned::VersionedTransaction';

/** The length of a transaction of full length, as text. */
const longestText = { base64: 1644, base58: 1683 } as const;

type Encoding = keyof typeof longestText;

/** Decodes a transaction that came as a parameter, with the refusals of a node. */
export function transactionParam(value: unknown, encoding: unknown = 'base58'): WireTransaction {
  if (encoding !== 'base64' && encoding !== 'base58') {
    throw invalidParams(`unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`);
  }
  return read(bytesParam(value, encoding));
}

/** Decodes a bare message as a transaction with zeros for signatures. */
export function readMessage(value: unknown): WireTransaction {
  const message = bytesParam(value, 'base64');
  if (message[0] === version1) {
    const signed = new Uint8Array(message.length + 64 * (message[1] ?? 0));
    signed.set(message);
    return read(signed);
  }
  const versioned = ((message[0] ?? 0) & 0x80) !== 0;
  const count = message[versioned ? 1 : 0] ?? 0;
  const wire = new Uint8Array(1 + 64 * count + message.length);
  wire[0] = count;
  wire.set(message, 1 + 64 * count);
  return read(wire);
}

function read(wire: Uint8Array): WireTransaction {
  try {
    return readTransaction(wire);
  } catch (cause) {
    throw invalidParams(`failed to deserialize ${typeName}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function bytesParam(value: unknown, encoding: Encoding): Uint8Array {
  if (typeof value !== 'string') throw invalidParams('Invalid params: invalid type, expected a string.');
  const bytes = encoding === 'base58' ? base58Bytes(value) : base64Bytes(value);
  if (bytes?.[0] === version1 && bytes.length <= longestVersion1) return bytes;
  const limit = longestText[encoding];
  if (value.length > limit) {
    throw invalidParams(
      `${encoding} encoded ${typeName} too large: ${value.length} bytes (max: encoded/raw ${limit}/${longestTransaction})`,
    );
  }
  if (bytes === undefined) throw invalidParams(`invalid ${encoding} encoding`);
  if (bytes.length > longestTransaction) {
    throw invalidParams(`decoded ${typeName} too large: ${bytes.length} bytes (max: ${longestTransaction} bytes)`);
  }
  return bytes;
}

/** Undefined if the text is no canonical base64. `Buffer` would skip unknown characters. */
function base64Bytes(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined;
}
