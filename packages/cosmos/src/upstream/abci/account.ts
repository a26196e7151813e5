import { type Fields, readMessage } from '@isochain/core/protobuf';
import { type AccountFacts, type AccountKey, hasCode, isModuleType } from '../lcd/account.ts';

/** Deeper than any account that is known. */
const deepest = 6;

/** The tag of field 1 of a message that has a length. No address in bech32 begins with it. */
const nested = 0x0a;

/**
 * Reads the answer to `/cosmos.auth.v1beta1.Query/Account` (proto/cosmos/auth/v1beta1/query.proto).
 *
 * The types of accounts are many, and chains add their own. All known ones hold another account in field 1. The innermost one has an address
 * there: `BaseAccount` (proto/cosmos/auth/v1beta1/auth.proto).
 *
 * @throws Error if there is none inside.
 */
export function readAccount(answer: Uint8Array): AccountFacts {
  const account = readMessage(answer).message(1);
  const base = innermost(account.bytes(2), deepest);
  const address = base.text(1);
  if (address === '') throw new RangeError('no account inside');
  return {
    address,
    number: base.number(3),
    sequence: base.number(4),
    key: base.has(2) ? keyOf(base.message(2)) : undefined,
    isModule: isModuleType(account.text(1)),
    isContract: /\.EthAccount$/.test(account.text(1)) && hasCode(codeHashOf(readMessage(account.bytes(2)))),
  };
}

/** Field 2 of an EthAccount: 32 bytes (Injective), or hex (evmos/ethermint). */
function codeHashOf(account: Fields): Uint8Array | string {
  const bytes = account.bytes(2);
  return bytes.length === 32 ? bytes : new TextDecoder().decode(bytes);
}

function innermost(bytes: Uint8Array, depth: number): Fields {
  if (depth === 0) throw new RangeError('no account inside');
  const fields = readMessage(bytes);
  const first = fields.bytes(1);
  return first[0] === nested ? innermost(first, depth - 1) : fields;
}

/** `google.protobuf.Any` with a key. Field 1 has the bytes of a single key, or the threshold of a multisig key. */
function keyOf(any: Fields): AccountKey {
  const typeUrl = any.text(1).replace(/^(?!\/)/, '/');
  const key = any.message(2);
  const bytes = key.bytes(1);
  return bytes.length === 0 ? { kind: 'multisig', typeUrl } : { kind: 'single', typeUrl, bytes };
}

/** `/cosmos.auth.v1beta1.Query/Params`: how many bytes a memo may have. */
export function readMemoLimit(answer: Uint8Array): bigint {
  return readMessage(answer).message(1).number(1);
}
