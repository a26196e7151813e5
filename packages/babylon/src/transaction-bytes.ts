import { attempt, sha256, toHex } from '@isochain/core';
import { RawPSBTV0, TaprootControlBlock } from '@scure/btc-signer/psbt.js';
import { RawInput, RawOldTx, RawOutput, RawTx, VarBytes } from '@scure/btc-signer/script.js';
import { sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js';
import { bytesOf, concatBytes } from './bytes.ts';

/** An output: satoshi, and the scriptPubKey. */
export interface Output {
  readonly value: bigint;
  readonly script: Uint8Array;
}

/** The output that a transaction of a stake spends. */
export interface StakeInput extends Output {
  /** Hex, as explorers show it. */
  readonly txid: string;
  readonly vout: number;
  readonly sequence: number;
  /** One leaf of a taproot tree (BIP341, script path). */
  readonly spend: {
    readonly type: 'tapscript';
    readonly leafScript: Uint8Array;
    readonly controlBlock: Uint8Array;
    /** x-only (32 bytes): the key of the tree. */
    readonly internalKey: Uint8Array;
    /** x-only (32 bytes): the staker, who signs with the untweaked key. */
    readonly signer: Uint8Array;
    /** Witness items before the staker's signature: signatures of the covenant (64 bytes), or none. */
    readonly cosignatures: readonly Uint8Array[];
  };
}

/** A transaction that spends an output of a stake, before it is signed. */
export interface StakeTransaction {
  readonly version: 2;
  readonly lockTime: 0;
  readonly inputs: readonly [StakeInput];
  readonly outputs: readonly Output[];
}

/** A transaction without its signatures. */
export interface StrippedTransaction {
  /** Hex, as explorers show it. */
  readonly txid: string;
  /** Without witnesses. */
  readonly bytes: Uint8Array;
  readonly outputs: readonly Output[];
}

type Raw = Parameters<typeof RawOldTx.encode>[0];

/** BIP342: the version of a leaf. */
export const tapscript = 0xc0;

/** The largest weight of a transaction (Bitcoin Core, src/consensus/consensus.h: MAX_BLOCK_WEIGHT). No transaction has more bytes than weight. */
const maxBytes = 4_000_000;

/** The transaction without signatures. */
export function serialize(transaction: StakeTransaction): Uint8Array {
  return RawOldTx.encode(rawOf(transaction));
}

/** The id of a transaction of a stake. Signatures do not change it. Hex, as explorers show it. */
export function txidOf(transaction: StakeTransaction): string {
  return idOf(serialize(transaction));
}

/** The hash that the staker signs (BIP341 and BIP342, SIGHASH_DEFAULT): 32 bytes in hex. */
export function sighashOf(transaction: StakeTransaction): string {
  const [{ value, script, spend }] = transaction.inputs;
  return toHex(taprootDigest(rawOf(transaction), { amount: value, script }, 0, spend.leafScript));
}

/** The PSBT of a transaction (BIP174, version 0), only with what signers need. */
export function psbtOf(transaction: StakeTransaction): Uint8Array {
  const [{ value, script, spend }] = transaction.inputs;
  const leaf = concatBytes(spend.leafScript, Uint8Array.of(tapscript));
  const input = {
    witnessUtxo: { amount: value, script },
    tapInternalKey: spend.internalKey,
    tapLeafScript: [[TaprootControlBlock.decode(spend.controlBlock), leaf]],
  };
  // The coder's type wants a certain kind of buffer. Its code does not.
  const inputs = [input] as unknown as Parameters<typeof RawPSBTV0.encode>[0]['inputs'];
  return RawPSBTV0.encode({
    global: { unsignedTx: rawOf(transaction) },
    inputs,
    outputs: transaction.outputs.map(() => ({})),
  });
}

/**
 * Reads a raw transaction, with or without witnesses (BIP144).
 *
 * @returns undefined if the bytes are not a transaction, or if more bytes follow.
 */
export function readTransaction(bytes: Uint8Array): StrippedTransaction | undefined {
  return bytes.length > maxBytes ? undefined : attempt(() => strip(RawTx.decode(bytes)));
}

/** @throws Error if there are no inputs or no outputs. The library accepts such transactions, nodes do not. */
export function strip({ version, inputs, outputs, lockTime }: Raw): StrippedTransaction {
  if (inputs.length === 0 || outputs.length === 0) throw new Error('It moves nothing.');
  const bytes = RawOldTx.encode({ version, inputs, outputs, lockTime });
  return { txid: idOf(bytes), bytes, outputs: outputs.map(({ amount, script }) => ({ value: amount, script })) };
}

/** BIP341: the hash of a leaf. */
export function leafHash(script: Uint8Array): Uint8Array {
  return tagSchnorr('TapLeaf', Uint8Array.of(tapscript), VarBytes.encode(script));
}

// The class `Transaction` of @scure/btc-signer makes these hashes too, but adds 17 KB, gzipped.

/**
 * The hash to sign for the only input of a transaction (BIP341).
 *
 * @param spent - The output that the input spends.
 * @param sighash - SIGHASH_DEFAULT or SIGHASH_ALL.
 * @param leaf - The script of the leaf (BIP342). Left out if the key of the output signs.
 * @returns 32 bytes.
 */
export function taprootDigest(raw: Raw, spent: Raw['outputs'][number], sighash: 0 | 1, leaf?: Uint8Array): Uint8Array {
  const { version, lockTime, outpoint, sequence, outputs, amount, script } = partsOf(raw, spent);
  const hashes = [outpoint, amount, script, sequence, outputs].map((part) => sha256(part));
  // Key version 0, and no OP_CODESEPARATOR.
  const extension = leaf === undefined ? [] : [leafHash(leaf), Uint8Array.of(0, 0xff, 0xff, 0xff, 0xff)];
  // spend_type is twice the extension flag, because there is no annex. The index of the input follows.
  const place = Uint8Array.of(leaf === undefined ? 0 : 2, 0, 0, 0, 0);
  // The first byte is epoch 0.
  return tagSchnorr('TapSighash', Uint8Array.of(0, sighash), version, lockTime, ...hashes, place, ...extension);
}

/**
 * The hash to sign for the only input of a transaction, if it spends a p2wpkh output (BIP143, SIGHASH_ALL).
 *
 * @param spent - The output that the input spends.
 * @returns 32 bytes.
 */
export function segwitDigest(raw: Raw, spent: Raw['outputs'][number]): Uint8Array {
  const { version, lockTime, outpoint, sequence, outputs, amount } = partsOf(raw, spent);
  // The scriptCode is the p2pkh script of the same hash.
  const code = bytesOf(`1976a914${toHex(spent.script.subarray(2))}88ac`);
  const all = Uint8Array.of(1, 0, 0, 0);
  const [outpoints, sequences, paid] = [outpoint, sequence, outputs].map((part) => sha256x2(part)) as Hashes;
  return sha256x2(version, outpoints, sequences, outpoint, code, amount, sequence, paid, lockTime, all);
}

type Hashes = [Uint8Array, Uint8Array, Uint8Array];

function partsOf(raw: Raw, spent: Raw['outputs'][number]) {
  const unsigned = RawOldTx.encode(raw);
  const input = concatBytes(...raw.inputs.map((each) => RawInput.encode(each)));
  const output = RawOutput.encode(spent);
  return {
    ...{ version: unsigned.subarray(0, 4), lockTime: unsigned.subarray(-4) },
    ...{ outpoint: input.subarray(0, 36), sequence: input.subarray(-4) },
    ...{ amount: output.subarray(0, 8), script: output.subarray(8) },
    outputs: concatBytes(...raw.outputs.map((each) => RawOutput.encode(each))),
  };
}

function rawOf({ version, lockTime, inputs: [input], outputs }: StakeTransaction): Raw {
  const { txid, vout, sequence } = input;
  return {
    ...{ version, lockTime },
    inputs: [{ txid: bytesOf(txid), index: vout, finalScriptSig: new Uint8Array(), sequence }],
    outputs: outputs.map(({ value, script }) => ({ amount: value, script })),
  };
}

function idOf(stripped: Uint8Array): string {
  return toHex(sha256x2(stripped).reverse());
}
