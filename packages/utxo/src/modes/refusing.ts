import type { ModeOf, Problem, Scene } from '@isochain/core';
import type { Utxo } from '../types.ts';

/** The scene of an intent that is refused. */
export function refusing<M extends ModeOf<Utxo>>(...errors: readonly Problem[]): Scene<Utxo, M> {
  return { decide: () => ({ computed: {}, errors, warnings: [] }) };
}
