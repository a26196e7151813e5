import type { Policy } from '../chains.ts';
import { feeOf, outputWeight } from './weights.ts';

/**
 * The least that an output may hold for nodes to relay it, in the smallest unit.
 *
 * @param script - scriptPubKey. Outputs that cannot be spent may hold nothing.
 */
export function dustThreshold({ dust }: Policy, script: Uint8Array): bigint {
  if (script[0] === opReturn) return 0n;
  if (dust.kind === 'fixed') return dust.hard;
  // Bitcoin Core, src/policy/policy.cpp, GetDustThreshold: the output, and the input that spends it, with a quarter of the witness.
  return feeOf(dust.feeRate, outputWeight(script) + 4 * (isWitnessProgram(script) ? 67 : 148));
}

/** The least change that is ever created: no surcharge is paid for it. */
export function leastChange(policy: Policy, script: Uint8Array): bigint {
  return policy.dust.kind === 'fixed' ? policy.dust.soft : dustThreshold(policy, script);
}

/**
 * What outputs of small amounts add to the fee, in the smallest unit.
 *
 * @param values - Of all outputs; those that are too small to be relayed, and those of OP_RETURN, add nothing.
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
