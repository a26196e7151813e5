import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { toHex } from '@isochain/core';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { AuthInfo, SignDoc, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { keyKinds } from '../address/public-key.ts';
import type { KeyKind } from '../chains.ts';
import { toAminoJson } from './amino-json.ts';
import {
  aminoOf,
  coinOf,
  firstField,
  type Message,
  type Money,
  moneyOf,
  pack,
  readFirstField,
  unpack,
} from './messages.ts';

/** A transaction in the chain's own terms. */
export interface CosmosPlan {
  /** In the order in which they are carried out. */
  readonly messages: readonly Message[];
  /** Empty if there is none. */
  readonly memo: string;
  readonly fee: Money;
  readonly gas: bigint;
  readonly sequence: bigint;
  /** Up to 64 bits: chains of cosmos-sdk 0.54 give numbers above 2^63. */
  readonly accountNumber: bigint;
  /** The chain's own id: a signature for one network is worth nothing on another. */
  readonly nativeId: string;
  /** 33 bytes. */
  readonly publicKey: Uint8Array;
  /** Whether it may also be signed as amino JSON. */
  readonly amino: boolean;
}

/** One way to sign a transaction. */
export interface SignDocument {
  /** What is hashed and signed. */
  readonly bytes: Uint8Array;
  /** `TxBody` and `AuthInfo`, as they stand in the signed transaction. */
  readonly body: Uint8Array;
  readonly authInfo: Uint8Array;
}

/** What is signed: one of these documents. */
export interface Unsigned {
  readonly direct: SignDocument;
  /** Set if the client wished for it. */
  readonly amino: SignDocument | undefined;
}

/** cosmos-sdk proto/cosmos/tx/v1beta1/tx.proto: SignDoc */
export function directDocument(plan: CosmosPlan, keys: KeyKind): SignDocument {
  const body = bodyOf(plan);
  const authInfo = authInfoOf(plan, keys, SignMode.SIGN_MODE_DIRECT);
  const { nativeId: chainId, accountNumber } = plan;
  const bytes = SignDoc.encode({ bodyBytes: body, authInfoBytes: authInfo, chainId, accountNumber }).finish();
  return { bytes, body, authInfo };
}

/** The same transaction as amino JSON: StdSignDoc of cosmos-sdk x/auth/migrations/legacytx/stdsign.go. Undefined if a message has no such form. */
export function aminoDocument(plan: CosmosPlan, keys: KeyKind): SignDocument | undefined {
  const messages = plan.messages.map(aminoOf);
  if (messages.includes(undefined)) return undefined;
  const { accountNumber, nativeId, fee, gas, memo, sequence } = plan;
  const document = {
    account_number: accountNumber.toString(),
    chain_id: nativeId,
    fee: { amount: coinsOf(fee), gas: gas.toString() },
    memo,
    msgs: messages,
    sequence: sequence.toString(),
  };
  return {
    bytes: new TextEncoder().encode(toAminoJson(document)),
    body: bodyOf(plan),
    authInfo: authInfoOf(plan, keys, SignMode.SIGN_MODE_LEGACY_AMINO_JSON),
  };
}

/** @param signature - r||s: 64 bytes. */
export function signedTransaction({ body, authInfo }: SignDocument, signature: Uint8Array): Uint8Array {
  return TxRaw.encode({ bodyBytes: body, authInfoBytes: authInfo, signatures: [signature] }).finish();
}

/**
 * The transaction for a simulation. Its signature has the right length and only zeros, since nodes do not verify it.
 *
 * @param fee - 1, so that the node counts the gas of deducting it. 0 if the account has nothing to pay with.
 */
export function simulation(plan: CosmosPlan, keys: KeyKind, fee: bigint): Uint8Array {
  const document = directDocument({ ...plan, fee: { ...plan.fee, amount: fee }, gas: 0n }, keys);
  return signedTransaction(document, new Uint8Array(64));
}

function bodyOf({ messages, memo }: CosmosPlan): Uint8Array {
  return TxBody.encode(TxBody.fromPartial({ messages: messages.map(pack), memo })).finish();
}

function authInfoOf({ publicKey, sequence, fee, gas }: CosmosPlan, keys: KeyKind, mode: SignMode): Uint8Array {
  return AuthInfo.encode(
    AuthInfo.fromPartial({
      signerInfos: [
        {
          publicKey: { typeUrl: keyKinds[keys].typeUrl, value: keyMessage(publicKey) },
          modeInfo: { single: { mode } },
          sequence,
        },
      ],
      fee: { amount: coinsOf(fee), gasLimit: gas },
    }),
  ).finish();
}

/** Field 1 of the key's message has its bytes, whatever its type. */
function keyMessage(publicKey: Uint8Array): Uint8Array {
  return new BinaryWriter().uint32(firstField).bytes(publicKey).finish();
}

/** Nodes refuse a coin with the amount 0. */
function coinsOf(fee: Money) {
  return fee.amount === 0n ? [] : [coinOf(fee)];
}

/** What a direct sign document says. It has no place for what encode never makes. */
export interface ReadDocument {
  readonly plan: CosmosPlan;
  readonly keyType: string;
}

/**
 * Reads the bytes of a direct sign document.
 *
 * @param nativeDenom - The denomination to give to an empty fee.
 * @returns Undefined if the bytes are not such a document, or do more than encode ever does. They may still say more than what is returned: to find
 *   that, make the document again and compare.
 */
export function readDirectDocument(bytes: Uint8Array, nativeDenom: string): ReadDocument | undefined {
  try {
    const { bodyBytes, authInfoBytes, chainId, accountNumber } = SignDoc.decode(bytes);
    const { messages: packed, memo } = TxBody.decode(bodyBytes);
    const { signerInfos, fee } = AuthInfo.decode(authInfoBytes);
    const [signer] = signerInfos;
    if (signer?.publicKey === undefined || fee === undefined || fee.amount.length > 1) return undefined;
    const messages = packed.map(unpack).filter((message) => message !== undefined);
    const paid = fee.amount.length === 0 ? { denom: nativeDenom, amount: 0n } : moneyOf(fee.amount[0]);
    if (messages.length !== packed.length || paid === undefined) return undefined;
    return {
      plan: {
        messages,
        memo,
        fee: paid,
        gas: fee.gasLimit,
        sequence: signer.sequence,
        accountNumber,
        nativeId: chainId,
        publicKey: readFirstField(signer.publicKey.value),
        amino: false,
      },
      keyType: signer.publicKey.typeUrl,
    };
  } catch {
    return undefined;
  }
}

/** Reads a signed transaction. Undefined if it does not have exactly one signature, or if nodes refuse its spelling. */
export function readSigned(
  bytes: Uint8Array,
): { readonly body: Uint8Array; readonly authInfo: Uint8Array; readonly signature: Uint8Array } | undefined {
  try {
    const decoded = TxRaw.decode(bytes);
    const { bodyBytes: body, authInfoBytes: authInfo, signatures } = decoded;
    const [signature] = signatures;
    if (signature === undefined || signatures.length > 1 || body.length === 0 || authInfo.length === 0)
      return undefined;
    if (toHex(TxRaw.encode(decoded).finish()) !== toHex(bytes)) return undefined;
    return { body, authInfo, signature };
  } catch {
    return undefined;
  }
}
