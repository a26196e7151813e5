import { opcodes } from 'bitcoinjs-lib';

/** Esplora's names for kinds of output scripts (Blockstream/electrs, src/rest.rs, and mempool/electrs for `v1_p2tr` and `multisig`). */
export type ScriptType =
  | 'empty'
  | 'op_return'
  | 'p2pk'
  | 'p2pkh'
  | 'p2sh'
  | 'v0_p2wpkh'
  | 'v0_p2wsh'
  | 'v1_p2tr'
  | 'multisig'
  | 'unknown';

/** A pattern: opcodes, and lengths of pushed data as negative numbers. */
const patterns: readonly (readonly [ScriptType, readonly number[]])[] = [
  ['p2pkh', [opcodes.OP_DUP, opcodes.OP_HASH160, -20, opcodes.OP_EQUALVERIFY, opcodes.OP_CHECKSIG]],
  ['p2sh', [opcodes.OP_HASH160, -20, opcodes.OP_EQUAL]],
  ['v0_p2wpkh', [opcodes.OP_0, -20]],
  ['v0_p2wsh', [opcodes.OP_0, -32]],
  ['v1_p2tr', [opcodes.OP_1, -32]],
  ['p2pk', [-33, opcodes.OP_CHECKSIG]],
  ['p2pk', [-65, opcodes.OP_CHECKSIG]],
];

export function scriptTypeOf(script: Uint8Array): ScriptType {
  if (script.length === 0) return 'empty';
  if (script[0] === opcodes.OP_RETURN) return 'op_return';
  const found = patterns.find(([, pattern]) => matches(script, pattern))?.[0];
  return found ?? (script.at(-1) === opcodes.OP_CHECKMULTISIG ? 'multisig' : 'unknown');
}

function matches(script: Uint8Array, pattern: readonly number[]): boolean {
  let at = 0;
  for (const part of pattern) {
    if (script[at] !== Math.abs(part)) return false;
    at += part < 0 ? 1 - part : 1;
  }
  return at === script.length;
}
