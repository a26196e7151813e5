import type { StakeTransaction } from '@isochain/babylon';
import { outputWeight } from './weights.ts';

/** Weight of a withdrawal once it is signed, in weight units (BIP141). */
export function withdrawalWeight({ inputs: [input], outputs }: StakeTransaction): number {
  const { leafScript, controlBlock } = input.spend;
  // Version, lock time, both counts, and the input without its witness. Then marker, flag, and a witness of three items; the signature has 64 bytes.
  const frame = 4 * (4 + 4 + 1 + 1 + 41) + 2;
  const witness = 1 + 65 + (1 + leafScript.length) + (1 + controlBlock.length);
  return frame + witness + outputs.reduce((sum, { script }) => sum + outputWeight(script), 0);
}
