import { readExtended } from '../account/public-derivation.ts';
import {
  anything,
  bytes,
  controlBlock,
  count,
  type Form,
  keyPath,
  leafSigner,
  lockHeight,
  lockTime,
  nothing,
  positiveAmount,
  proprietary,
  publicKey,
  schnorrSignature,
  taprootKeyPath,
  transaction,
  transactionId,
  tree,
  uint8,
  uint32,
  unsignedTransaction,
  witness,
  xOnlyKey,
} from './psbt-forms.ts';
import { readOutput } from './transaction-bytes.ts';

// The fields of PSBTs by their types: those of BIP174, of BIP370 (version 2) and of BIP371 (taproot). Those of other BIPs count as unknown, which
// means that they are passed over. Fields without a name are checked, but not kept.

export interface Field {
  readonly type: number;
  /** `nothing` for fields that are there once at most. */
  readonly key: Form;
  readonly value: Form;
  readonly name: string | undefined;
  /** The only version that has it. */
  readonly only?: 0 | 2;
  /** Whether that version cannot do without it. */
  readonly isRequired?: true;
}

const field = (type: number, value: Form, name?: string): Field => ({ type, key: nothing, value, name });
const keyed = (type: number, key: Form, value: Form, name?: string): Field => ({ type, key, value, name });
const inV2 = (each: Field): Field => ({ ...each, only: 2 });
const required = (each: Field): Field => ({ only: 2, ...each, isRequired: true });

export const globalFields: readonly Field[] = [
  required({ ...field(0x00, unsignedTransaction, 'unsignedTx'), only: 0 }),
  keyed(0x01, readExtended, keyPath, 'xpub'),
  required(field(0x02, uint32, 'txVersion')),
  inV2(field(0x03, uint32, 'fallbackLocktime')),
  required(field(0x04, count, 'inputCount')),
  required(field(0x05, count, 'outputCount')),
  inV2(field(0x06, uint8)),
  field(0xfb, uint32, 'version'),
  keyed(0xfc, proprietary, anything),
];

export const inputFields: readonly Field[] = [
  field(0x00, transaction, 'nonWitnessUtxo'),
  field(0x01, readOutput, 'witnessUtxo'),
  keyed(0x02, publicKey, anything, 'partialSig'),
  field(0x03, uint32),
  field(0x04, anything, 'redeemScript'),
  field(0x05, anything),
  keyed(0x06, publicKey, keyPath, 'bip32Derivation'),
  field(0x07, anything, 'finalScriptSig'),
  field(0x08, witness, 'finalScriptWitness'),
  field(0x09, anything),
  keyed(0x0a, bytes(20), anything),
  keyed(0x0b, bytes(32), anything),
  keyed(0x0c, bytes(20), anything),
  keyed(0x0d, bytes(32), anything),
  required(field(0x0e, transactionId, 'txid')),
  required(field(0x0f, uint32, 'index')),
  inV2(field(0x10, uint32, 'sequence')),
  inV2(field(0x11, lockTime, 'requiredTimeLocktime')),
  inV2(field(0x12, lockHeight, 'requiredHeightLocktime')),
  field(0x13, schnorrSignature, 'tapKeySig'),
  keyed(0x14, leafSigner, schnorrSignature, 'tapScriptSig'),
  keyed(0x15, controlBlock, anything, 'tapLeafScript'),
  keyed(0x16, xOnlyKey, taprootKeyPath, 'tapBip32Derivation'),
  field(0x17, xOnlyKey, 'tapInternalKey'),
  field(0x18, bytes(32)),
  keyed(0xfc, proprietary, anything),
];

export const outputFields: readonly Field[] = [
  field(0x00, anything, 'redeemScript'),
  field(0x01, anything),
  keyed(0x02, publicKey, keyPath, 'bip32Derivation'),
  required(field(0x03, positiveAmount, 'amount')),
  required(field(0x04, anything, 'script')),
  field(0x05, xOnlyKey, 'tapInternalKey'),
  field(0x06, tree),
  keyed(0x07, xOnlyKey, taprootKeyPath, 'tapBip32Derivation'),
  keyed(0xfc, proprietary, anything),
];
