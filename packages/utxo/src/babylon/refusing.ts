import type { ModeOf, Problem, Scene } from '@isochain/core';
import type { Utxo } from '../types.ts';

/** The scene of an intent that nothing can be made of. */
export function refusing<M extends ModeOf<Utxo>>(...errors: readonly Problem[]): Scene<Utxo, M> {
  return { decide: () => ({ computed: {}, errors, warnings: [] }) };
}
