import { bytesOf, toHex } from '@isochain/core';
import { type BcsType, bcs } from '@mysten/bcs';
import type { Address } from '../address/address.ts';
import type { StructTag, TypeTag } from '../move/type-tag.ts';

// Types of transactions in BCS, as data (aptos-labs/aptos-core, specifications/transaction-formats; types/src/transaction/mod.rs and authenticator.rs).
// The order of members and variants is what counts.

const address = bcs.bytes(32).transform({
  input: (value: Address) => bytesOf(value),
  output: (bytes): Address => `0x${toHex(Uint8Array.from(bytes))}`,
});

const u64 = bcs.u64().transform({ input: (value: bigint) => value, output: (text) => BigInt(text) });

const structTag: BcsType<StructTag, StructTag> = bcs
  .struct('StructTag', {
    address,
    module: bcs.string(),
    name: bcs.string(),
    typeArguments: bcs.vector(bcs.lazy((): BcsType<TypeTag, TypeTag> => typeTag)),
  })
  .transform({
    input: ({ address: at, module, name, typeArguments }: StructTag) => ({ address: at, module, name, typeArguments }),
    output: (value): StructTag => ({ kind: 'struct', ...value }),
  }) as BcsType<StructTag, StructTag>;

const typeTagEnum = bcs.enum('TypeTag', {
  bool: null,
  u8: null,
  u64: null,
  u128: null,
  address: null,
  signer: null,
  vector: bcs.lazy((): BcsType<TypeTag, TypeTag> => typeTag),
  struct: structTag,
  u16: null,
  u32: null,
  u256: null,
  i8: null,
  i16: null,
  i32: null,
  i64: null,
  i128: null,
  i256: null,
});

/** A type of Move. */
const typeTag: BcsType<TypeTag, TypeTag> = typeTagEnum.transform({
  input(tag: TypeTag) {
    if (tag.kind === 'struct') return { struct: tag };
    if (tag.kind === 'vector') return { vector: tag.of };
    return { [tag.kind]: true } as { bool: true };
  },
  output(value): TypeTag {
    if (value.$kind === 'struct') return value.struct;
    if (value.$kind === 'vector') return { kind: 'vector', of: value.vector };
    return { kind: value.$kind };
  },
});

const entryFunction = bcs.struct('EntryFunction', {
  address,
  module: bcs.string(),
  name: bcs.string(),
  typeArguments: bcs.vector(typeTag),
  arguments: bcs.vector(bcs.byteVector()),
});

/** Payloads that this family never makes cannot be read either. */
const unread = bcs.struct('Unread', {}).transform({
  input: () => ({}),
  output(): never {
    throw new TypeError('this payload is not read');
  },
});

const orderless = bcs.enum('TransactionPayloadInner', {
  V1: bcs.struct('TransactionPayloadInnerV1', {
    executable: bcs.enum('TransactionExecutable', { Script: unread, EntryFunction: entryFunction }),
    extraConfig: bcs.enum('TransactionExtraConfig', {
      V1: bcs.struct('TransactionExtraConfigV1', {
        multisigAddress: bcs.option(address),
        replayProtectionNonce: bcs.option(u64),
      }),
    }),
  }),
});

const payload = bcs.enum('TransactionPayload', {
  Script: unread,
  ModuleBundle: unread,
  EntryFunction: entryFunction,
  Multisig: unread,
  Payload: orderless,
});

/** A transaction without signatures. */
export const rawTransaction = bcs.struct('RawTransaction', {
  sender: address,
  sequenceNumber: u64,
  payload,
  maxGasAmount: u64,
  gasUnitPrice: u64,
  expiration: u64,
  chainId: bcs.u8(),
});

/** What follows a transaction that another account pays for, before it is signed: its secondary signers, and the payer (AIP-39). */
export const feePayerTail = bcs.struct('FeePayerTail', { secondarySigners: bcs.vector(address), feePayer: address });

/** An ed25519 key and signature as the legacy scheme writes them. */
const ed25519 = bcs.struct('Ed25519', { publicKey: bcs.byteVector(), signature: bcs.byteVector() });

const anyPublicKey = bcs.enum('AnyPublicKey', { Ed25519: bcs.byteVector() });
const anySignature = bcs.enum('AnySignature', { Ed25519: bcs.byteVector() });

/** What proves the signature of one account. */
export const accountAuthenticator = bcs.enum('AccountAuthenticator', {
  Ed25519: ed25519,
  MultiEd25519: unread,
  SingleKey: bcs.struct('SingleKeyAuthenticator', { publicKey: anyPublicKey, signature: anySignature }),
});

/** What proves the signatures of a transaction. */
export const transactionAuthenticator = bcs.enum('TransactionAuthenticator', {
  Ed25519: ed25519,
  MultiEd25519: unread,
  MultiAgent: unread,
  FeePayer: bcs.struct('FeePayer', {
    sender: accountAuthenticator,
    secondaryAddresses: bcs.vector(address),
    secondarySigners: bcs.vector(accountAuthenticator),
    feePayer: address,
    feePayerSigner: accountAuthenticator,
  }),
  SingleSender: accountAuthenticator,
});
