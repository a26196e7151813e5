import {
  AccountAddress,
  type AccountAuthenticator,
  AccountAuthenticatorEd25519,
  AccountAuthenticatorMultiKey,
  AccountAuthenticatorNoAccountAuthenticator,
  AccountAuthenticatorSingleKey,
  AnyPublicKey,
  Deserializer,
  Ed25519PublicKey,
  Ed25519Signature,
  type EntryFunction,
  type EntryFunctionBytes,
  generateSigningMessageForTransaction,
  MultiAgentTransaction,
  type RawTransaction,
  SignedTransaction,
  SimpleTransaction,
  type TransactionAuthenticator,
  TransactionAuthenticatorEd25519,
  TransactionAuthenticatorFeePayer,
  TransactionAuthenticatorMultiAgent,
  TransactionAuthenticatorSingleSender,
  TransactionExecutableEmpty,
  TransactionExecutableEntryFunction,
  TransactionInnerPayloadV1,
  type TransactionPayload,
  TransactionPayloadEntryFunction,
} from '@aptos-labs/ts-sdk';
import { type Address, hex, normalType, sha3, toAddress } from '../address.ts';
import { NodeError } from '../node-error.ts';

/** A call of an entry function, as the bytes have it. */
export interface Call {
  /** `0x1::aptos_account::transfer`. */
  readonly function: string;
  readonly typeArguments: readonly string[];
  /** Each in BCS. */
  readonly args: readonly Uint8Array[];
}

/** Somebody who signs: the sender, or who pays for it. */
interface Signer {
  readonly address: Address;
  /** The authentication key of its public key. Undefined if the authenticator has no key, as in a simulation. */
  readonly authenticationKey: string | undefined;
  /** Whether its signature is right. Undefined if there is none. */
  readonly isValid: boolean | undefined;
}

/** A transaction that came in, decoded with the official SDK. */
export interface Submission {
  /** `sha3(sha3("APTOS::Transaction") || 00 || bytes)`. */
  readonly hash: Address;
  readonly bytes: Uint8Array;
  readonly sender: Address;
  /** What the bytes have: any number in an orderless transaction, usually 2^64 - 1 (AIP-123), 0xdeadbeef in those of the SDK. */
  readonly writtenSequenceNumber: bigint;
  /** Undefined in an orderless transaction. */
  readonly sequenceNumber: bigint | undefined;
  /** Of an orderless transaction. */
  readonly nonce: bigint | undefined;
  /** Undefined if the payload calls no entry function. */
  readonly call: Call | undefined;
  /** Whether the payload has nothing to run, which only votes of multisig accounts may have. */
  readonly isEmpty: boolean;
  readonly maxGas: bigint;
  readonly gasPrice: bigint;
  /** Seconds since 1970. */
  readonly expiration: bigint;
  readonly chainId: number;
  /** The sender first. */
  readonly signers: readonly Signer[];
  /** Who pays, if not the sender. */
  readonly feePayer: Address | undefined;
  /** As the node's JSON has the authenticator. */
  readonly signature: Record<string, unknown>;
  /** The same transaction with another gas limit or price, for a simulation that estimates them. */
  withGas(gas: { maxGas?: bigint; gasPrice?: bigint }): Submission;
}

const transactionPrefix = sha3(new TextEncoder().encode('APTOS::Transaction'));

function transactionHash(bytes: Uint8Array): Address {
  return hex(sha3(transactionPrefix, Uint8Array.of(0), bytes));
}

/**
 * Decodes a signed transaction in BCS, and verifies its signatures.
 *
 * @throws NodeError 400 `invalid_input` for bytes that are none.
 */
export function readSubmission(bytes: Uint8Array): Submission {
  let signed: SignedTransaction;
  try {
    const deserializer = new Deserializer(bytes);
    signed = SignedTransaction.deserialize(deserializer);
    deserializer.assertFinished();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new NodeError(400, 'invalid_input', `Failed to deserialize input into SignedTransaction: ${reason}`);
  }
  const { raw_txn: raw, authenticator } = signed;
  const { signers, feePayer, signature } = readAuthenticator(raw, authenticator);
  const payload = readPayload(raw.payload);
  const submission: Submission = {
    hash: transactionHash(bytes),
    bytes,
    sender: toAddress(raw.sender.toStringLong()),
    writtenSequenceNumber: raw.sequence_number,
    // The nonce alone makes a transaction orderless. What stands in place of the sequence number does not count then.
    sequenceNumber: payload.nonce === undefined ? raw.sequence_number : undefined,
    nonce: payload.nonce,
    call: payload.call,
    isEmpty: payload.isEmpty,
    maxGas: raw.max_gas_amount,
    gasPrice: raw.gas_unit_price,
    expiration: raw.expiration_timestamp_secs,
    chainId: raw.chain_id.chainId,
    signers,
    feePayer,
    signature,
    withGas: (gas) => ({ ...submission, ...gas }),
  };
  return submission;
}

function readPayload(payload: TransactionPayload): { call?: Call; nonce?: bigint; isEmpty: boolean } {
  if (payload instanceof TransactionPayloadEntryFunction) {
    return { call: readCall(payload.entryFunction), isEmpty: false };
  }
  if (!(payload instanceof TransactionInnerPayloadV1)) return { isEmpty: false };
  // The only configuration that the SDK reads. Its type is the base class.
  const config = payload.extra_config as { replayProtectionNonce?: bigint };
  const nonce = config.replayProtectionNonce;
  const isEmpty = payload.executable instanceof TransactionExecutableEmpty;
  const call =
    payload.executable instanceof TransactionExecutableEntryFunction
      ? readCall(payload.executable.entryFunction)
      : undefined;
  return { ...(call && { call }), ...(nonce === undefined ? {} : { nonce }), isEmpty };
}

function readCall(entry: EntryFunction): Call {
  const module = `${entry.module_name.address.toStringLong()}::${entry.module_name.name.identifier}`;
  return {
    function: normalType(`${module}::${entry.function_name.identifier}`),
    typeArguments: entry.type_args.map((tag) => normalType(tag.toString())),
    // What the SDK reads from bytes are bytes.
    args: entry.args.map((arg) => (arg as EntryFunctionBytes).value.value),
  };
}

/** The messages that the signers of a transaction sign. A sender may leave the address of the fee payer open, as 0x0. */
function signingMessages(raw: RawTransaction, secondary: AccountAddress[] | undefined, payer?: AccountAddress) {
  const message = (feePayer?: AccountAddress) =>
    generateSigningMessageForTransaction(
      secondary === undefined ? new SimpleTransaction(raw) : new MultiAgentTransaction(raw, secondary, feePayer),
    );
  return { own: message(payer), open: payer === undefined ? undefined : message(AccountAddress.ZERO) };
}

function readAuthenticator(raw: RawTransaction, authenticator: TransactionAuthenticator) {
  const sender = toAddress(raw.sender.toStringLong());
  if (authenticator instanceof TransactionAuthenticatorEd25519) {
    const single = new AccountAuthenticatorEd25519(authenticator.public_key, authenticator.signature);
    const { own } = signingMessages(raw, undefined);
    return { signers: [readSigner(sender, single, [own])], feePayer: undefined, signature: describe(single) };
  }
  if (authenticator instanceof TransactionAuthenticatorSingleSender) {
    const { own } = signingMessages(raw, undefined);
    return {
      signers: [readSigner(sender, authenticator.sender, [own])],
      feePayer: undefined,
      signature: describeSingleSender(authenticator.sender),
    };
  }
  const isSponsored = authenticator instanceof TransactionAuthenticatorFeePayer;
  if (!isSponsored && !(authenticator instanceof TransactionAuthenticatorMultiAgent)) {
    // MultiEd25519 keys: no account of the stand-in has one.
    return {
      signers: [{ address: sender, authenticationKey: undefined, isValid: false }],
      feePayer: undefined,
      signature: { type: 'multi_ed25519_signature' },
    };
  }
  const secondary = authenticator.secondary_signer_addresses;
  const payer = isSponsored ? authenticator.fee_payer : undefined;
  const { own, open } = signingMessages(raw, secondary, payer?.address);
  const messages = open === undefined ? [own] : [own, open];
  const others = authenticator.secondary_signers.map((one, index) =>
    readSigner(toAddress(secondary[index]?.toStringLong() ?? '0x0'), one, messages),
  );
  const signers = [readSigner(sender, authenticator.sender, messages), ...others];
  const secondaries = {
    secondary_signer_addresses: secondary.map(
      (address) =>
        `0x${address
          .toStringLong()
          .slice(2)
          .replace(/^0+(?=.)/, '')}`,
    ),
    secondary_signers: authenticator.secondary_signers.map(describe),
  };
  if (payer === undefined) {
    const signature = { sender: describe(authenticator.sender), ...secondaries, type: 'multi_agent_signature' };
    return { signers, feePayer: undefined, signature };
  }
  const feePayer = toAddress(payer.address.toStringLong());
  return {
    signers: [...signers, readSigner(feePayer, payer.authenticator, [own])],
    feePayer,
    signature: {
      sender: describe(authenticator.sender),
      ...secondaries,
      fee_payer_address: normalType(feePayer),
      fee_payer_signer: describe(payer.authenticator),
      type: 'fee_payer_signature',
    },
  };
}

function readSigner(address: Address, authenticator: AccountAuthenticator, messages: readonly Uint8Array[]): Signer {
  const verified = (verify: (message: Uint8Array) => boolean) =>
    messages.some((message) => attempt(() => verify(message)));
  if (authenticator instanceof AccountAuthenticatorEd25519) {
    const { public_key: key, signature } = authenticator;
    return {
      address,
      authenticationKey: toAddress(key.authKey().toString()),
      isValid: verified((message) => key.verifySignature({ message, signature })),
    };
  }
  if (authenticator instanceof AccountAuthenticatorSingleKey) {
    const { public_key: key, signature } = authenticator;
    return {
      address,
      authenticationKey: toAddress(key.authKey().toString()),
      isValid: verified((message) => key.verifySignature({ message, signature })),
    };
  }
  if (authenticator instanceof AccountAuthenticatorMultiKey) {
    const { public_keys: key, signatures: signature } = authenticator;
    return {
      address,
      authenticationKey: toAddress(key.authKey().toString()),
      isValid: verified((message) => key.verifySignature({ message, signature })),
    };
  }
  const isOpen = authenticator instanceof AccountAuthenticatorNoAccountAuthenticator;
  return { address, authenticationKey: undefined, isValid: isOpen ? undefined : false };
}

/** Keys that are no points of the curve are errors of the library, and no signatures. */
function attempt(verify: () => boolean): boolean {
  try {
    return verify();
  } catch {
    return false;
  }
}

function describe(authenticator: AccountAuthenticator): Record<string, unknown> {
  if (authenticator instanceof AccountAuthenticatorEd25519) {
    const { public_key: key, signature } = authenticator;
    return { public_key: key.toString(), signature: signature.toString(), type: 'ed25519_signature' };
  }
  if (authenticator instanceof AccountAuthenticatorSingleKey) {
    return { ...keyAndSignature(authenticator), type: 'single_key_signature' };
  }
  if (authenticator instanceof AccountAuthenticatorMultiKey) return { type: 'multi_key_signature' };
  return { type: 'no_account_signature' };
}

function describeSingleSender(authenticator: AccountAuthenticator): Record<string, unknown> {
  if (!(authenticator instanceof AccountAuthenticatorSingleKey)) return describe(authenticator);
  return { ...keyAndSignature(authenticator), type: 'single_sender' };
}

function keyAndSignature({ public_key: key, signature }: AccountAuthenticatorSingleKey) {
  const isEd25519 = key instanceof AnyPublicKey && key.publicKey instanceof Ed25519PublicKey;
  const type = isEd25519 && signature.signature instanceof Ed25519Signature ? 'ed25519' : 'secp256k1_ecdsa';
  return {
    public_key: { value: hex(key.publicKey.toUint8Array()), type },
    signature: { value: hex(signature.signature.toUint8Array()), type },
  };
}
