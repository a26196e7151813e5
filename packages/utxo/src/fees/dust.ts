import type { Policy } from '../chains.ts';
import { feeOf, outputWeight } from './weights.ts';

/**
 * The least amount of an output that nodes relay, in the smallest unit.
 *
 * @param script - scriptPubKey. Outputs that cannot be spent may hold nothing.
 */
export function dustThreshold({ dust }: Policy, script: Uint8Array): bigint {
  if (script[0] === opReturn) return 0n;
  if (dust.kind === 'fixed') return dust.hard;
  // Bitcoin Core, src/policy/policy.cpp, GetDustThreshold: size of the output, plus the input that spends it, with a quarter of the witness.
  return feeOf(dust.feeRate, outputWeight(script) + 4 * (isWitnessProgram(script) ? 67 : 148));
}

/** The least change that is made. No surcharge is paid for change. */
export function leastChange(policy: Policy, script: Uint8Array): bigint {
  return policy.dust.kind === 'fixed' ? policy.dust.soft : dustThreshold(policy, script);
}

/**
 * The surcharge for outputs of small amounts, in the smallest unit.
 *
 * @param values - Amounts of all outputs. Outputs that are too small to be relayed, and OP_RETURN outputs, add nothing.
 */
export function surchargeOf({ dust }: Policy, values: readonly bigint[]): bigint {
  if (dust.kind !== 'fixed') return 0n;
  return dust.surcharge * BigInt(values.filter((value) => value >= dust.hard && value < dust.soft).length);
}

const opReturn = 0x6a;

/** BIP141: a version (0 to 16) and one push of 2 to 40 bytes. */
function isWitnessProgram(script: Uint8Array): boolean {
  const [version = 0xff, length] = script;
  const isVersion = version === 0 || (version >= 0x51 && version <= 0x60);
  return isVersion && script.length >= 4 && script.length <= 42 && length === script.length - 2;
}
