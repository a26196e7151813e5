import { type Bech32Encoding, fromBech32, fromBech32Words, toBech32, toBech32Words } from '@isochain/core/bytes';
import { concatBytes } from '../bytes/byte-arrays.ts';
import { isPoint } from './curve.ts';
import { type Refusal, refusal, wrongChecksum } from './refusal.ts';

/** A segwit address (BIP173, BIP350) of any chain. */
export interface SegwitAddress {
  readonly ok: true;
  /** Human-readable part, in lower case. */
  readonly prefix: string;
  readonly script: Uint8Array;
}

/**
 * Reads a segwit address of version 0 or 1. Later versions have no rules yet, so anyone could take coins that are sent to them.
 */
export function readSegwit(text: string): SegwitAddress | Refusal {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return refusal('it mixes upper and lower case letters');
  const separator = lower.lastIndexOf('1');
  if (lower.length > 90) return refusal('it is too long');
  if (!/^[02-9ac-hj-np-z]{6,}$/.test(lower.slice(separator + 1))) {
    return refusal('after its last 1 it has characters that do not occur in bech32, or too few');
  }
  const decoded = fromBech32(text);
  if (decoded === undefined) return wrongChecksum;
  const [version, ...words] = decoded.words;
  const program = fromBech32Words(words);
  if (version === undefined || program === undefined) return refusal('its data are not whole bytes');
  const problem = problemOf(version, program, decoded.encoding);
  if (problem !== undefined) return refusal(problem);
  const push = Uint8Array.of(version === 0 ? 0 : 0x50 + version, program.length);
  return { ok: true, prefix: decoded.prefix, script: concatBytes(push, program) };
}

function problemOf(version: number, program: Uint8Array, encoding: Bech32Encoding): string | undefined {
  const expected = version === 0 ? 'bech32' : 'bech32m';
  if (encoding !== expected) return `it is ${encoding}, but witness version ${version} is written in ${expected}`;
  if (version > 1) return `its witness version ${version} has no rules yet: anyone could take what it gets`;
  // BIP433: 0x4e73.
  if (version === 1 && program.length === 2 && program[0] === 0x4e && program[1] === 0x73) {
    return 'it is an anchor (P2A): anyone could take what it gets';
  }
  if (program.length !== 32 && (version === 1 || program.length !== 20)) {
    return `its witness program has ${program.length} bytes: version ${version} has ${version === 0 ? '20 or 32' : '32'}`;
  }
  if (version === 1 && !isPoint(concatBytes(Uint8Array.of(2), program))) {
    return 'its key is not a point of the curve: nobody could spend what it gets';
  }
  return undefined;
}

/** @param script - Of a segwit version 0 or 1. */
export function writeSegwit(prefix: string, script: Uint8Array): string {
  const version = script[0] === 0 ? 0 : 1;
  const words = [version, ...toBech32Words(script.subarray(2))];
  return toBech32({ encoding: version === 0 ? 'bech32' : 'bech32m', prefix, words });
}
