import { createHash } from 'node:crypto';
import { toSmallestUnit } from '../amounts.ts';

/** A transaction in the form of `getblock` and `getrawtransaction`. Parts inside MWEB have `ismweb`, and neither id nor script. */
export interface NodeTransaction {
  readonly txid: string;
  readonly version: number;
  readonly locktime: number;
  readonly size: number;
  readonly weight: number;
  readonly hex: string;
  readonly vin: readonly {
    readonly ismweb?: boolean;
    readonly coinbase?: string;
    readonly txid?: string;
    readonly vout?: number;
    readonly scriptSig?: { readonly hex: string };
    readonly txinwitness?: readonly string[];
    readonly sequence: number;
  }[];
  readonly vout: readonly {
    readonly ismweb?: boolean;
    readonly value: number;
    readonly n: number;
    readonly scriptPubKey: { readonly hex: string };
  }[];
}

/** A transaction of the index, without its parts inside MWEB. Scripts and witnesses in hex. */
export interface Transaction {
  readonly txid: string;
  readonly version: number;
  readonly locktime: number;
  readonly size: number;
  readonly weight: number;
  readonly hex: string;
  readonly inputs: readonly Input[];
  /** By their index. */
  readonly outputs: readonly Output[];
}

export interface Input {
  readonly isCoinbase: boolean;
  readonly txid: string;
  readonly vout: number;
  readonly scriptSig: string;
  readonly witness: readonly string[];
  readonly sequence: number;
}

export interface Output {
  readonly script: string;
  /** SHA-256 of the script. Indexes use it as the name of an account. */
  readonly scriptHash: string;
  /** Smallest unit. A number can hold every amount of this chain. */
  readonly value: number;
}

/** The output that a coinbase pretends to spend. */
const nothing = { txid: '0'.repeat(64), vout: 0xffff_ffff };

export function readTransaction({ vin, vout, ...rest }: NodeTransaction): Transaction {
  const { txid, version, locktime, size, weight, hex } = rest;
  const inputs = vin
    .filter(({ ismweb }) => ismweb !== true)
    .map((input) => ({
      isCoinbase: input.coinbase !== undefined,
      txid: input.txid ?? nothing.txid,
      vout: input.vout ?? nothing.vout,
      scriptSig: input.coinbase ?? input.scriptSig?.hex ?? '',
      witness: input.txinwitness ?? [],
      sequence: input.sequence,
    }));
  const outputs = vout
    .filter(({ ismweb }) => ismweb !== true)
    .map(({ value, scriptPubKey: { hex: script } }) => ({
      script,
      scriptHash: scriptHashOf(Buffer.from(script, 'hex')),
      value: Number(toSmallestUnit(value)),
    }));
  return { txid, version, locktime, size, weight, hex, inputs, outputs };
}

export function scriptHashOf(script: Uint8Array): string {
  return createHash('sha256').update(script).digest('hex');
}
