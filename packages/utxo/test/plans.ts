import * as ecc from '@bitcoinerlab/secp256k1';
import * as bitcoin from 'bitcoinjs-lib';
import type { Plan, PlannedInput, PlannedOutput, Spend } from '../src/bytes/planned-transaction.ts';

// Transactions to sign, with scripts and previous transactions of bitcoinjs-lib.

bitcoin.initEccLib(ecc);

export interface TestKey {
  readonly privateKey: Uint8Array;
  /** Compressed. */
  readonly publicKey: Uint8Array;
  readonly xOnly: Uint8Array;
}

/** The key of this name, always the same one. */
export function keyOf(name: string | number): TestKey {
  const privateKey = bitcoin.crypto.sha256(Buffer.from(`isochain test key ${name}`));
  const publicKey = ecc.pointFromScalar(privateKey, true) as Uint8Array;
  return { privateKey, publicKey, xOnly: publicKey.subarray(1) };
}

export type InputType = 'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2pkh' | 'p2pkh-uncompressed' | 'tapscript';

export const inputTypes: readonly InputType[] = [
  'p2wpkh',
  'p2tr',
  'p2sh-p2wpkh',
  'p2pkh',
  'p2pkh-uncompressed',
  'tapscript',
];

export interface TestInput {
  readonly type: InputType;
  readonly key: TestKey;
  readonly value?: bigint;
  readonly vout?: number;
  /** Whether the PSBT shows the internal key of p2tr. */
  readonly showsKey?: boolean;
}

/** BIP341: a point with an unknown private key. */
const unspendable = Buffer.from('50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0', 'hex');

/** A coin of 50,000 by default, each from a transaction of its own. */
function plannedInput(
  { type, key, value = 50_000n, vout = 0, showsKey = true }: TestInput,
  index: number,
): PlannedInput {
  const { script, spend } = lockOf(type, key, showsKey);
  const previous = new bitcoin.Transaction();
  previous.version = 2;
  previous.addInput(Buffer.alloc(32, 1 + (index % 255)), index);
  for (let i = 0; i < vout; i++) previous.addOutput(Buffer.of(0x6a), 0n);
  previous.addOutput(script, value);
  return {
    ...{ txid: previous.getId(), vout, value, script, sequence: 0xfffffffd, spend },
    ...(spend.type === 'p2pkh' ? { previous: previous.toBuffer() } : {}),
  };
}

export function planOf(inputs: readonly TestInput[], outputs?: readonly PlannedOutput[]): Plan {
  const recipient = lockOf('p2wpkh', keyOf('recipient')).script;
  return {
    ...{ version: 2, lockTime: 0 },
    inputs: inputs.map(plannedInput),
    outputs: outputs ?? [{ value: 30_000n, script: recipient }],
  };
}

interface Lock {
  readonly script: Uint8Array;
  readonly spend: Spend;
}

/** Tests spend many coins of the same keys, and taproot takes its time. */
const locks = new Map<string, Lock>();

export function lockOf(type: InputType, key: TestKey, showsKey = true): Lock {
  const name = `${type} ${showsKey} ${Buffer.from(key.publicKey).toString('hex')}`;
  const lock = locks.get(name) ?? makeLock(type, key, showsKey);
  locks.set(name, lock);
  return lock;
}

function makeLock(type: InputType, { publicKey: pubkey, xOnly }: TestKey, showsKey: boolean): Lock {
  const { p2wpkh, p2pkh, p2sh, p2tr } = bitcoin.payments;
  switch (type) {
    case 'p2wpkh':
      return { script: p2wpkh({ pubkey }).output as Uint8Array, spend: { type } };
    case 'p2pkh':
      return { script: p2pkh({ pubkey }).output as Uint8Array, spend: { type, isUncompressed: false } };
    case 'p2pkh-uncompressed': {
      const full = ecc.pointCompress(pubkey, false);
      return { script: p2pkh({ pubkey: full }).output as Uint8Array, spend: { type: 'p2pkh', isUncompressed: true } };
    }
    case 'p2sh-p2wpkh': {
      const redeem = p2wpkh({ pubkey });
      const spend: Spend = { type, redeemScript: redeem.output as Uint8Array };
      return { script: p2sh({ redeem }).output as Uint8Array, spend };
    }
    case 'p2tr':
      return {
        script: p2tr({ internalPubkey: xOnly }).output as Uint8Array,
        spend: { type, internalKey: showsKey ? xOnly : undefined },
      };
    case 'tapscript': {
      // <key> OP_CHECKSIG, beside another leaf.
      const leaf = { output: Buffer.concat([Buffer.of(0x20), xOnly, Buffer.of(0xac)]) };
      const scriptTree: [typeof leaf, typeof leaf] = [leaf, { output: Buffer.of(0x51) }];
      const payment = p2tr({ internalPubkey: unspendable, scriptTree, redeem: leaf });
      const [leafScript, controlBlock] = payment.witness as [Uint8Array, Uint8Array];
      const rest = { leafScript, controlBlock, internalKey: unspendable, signer: xOnly, cosignatures: [] };
      return { script: payment.output as Uint8Array, spend: { type, ...rest } };
    }
  }
}
