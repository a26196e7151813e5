import type { EncodeResult, Problem } from '@isochain/core';

/** What an answer to `encode` tells. */
export interface Told {
  readonly data: Record<string, unknown>;
  /** How many items there are to sign. */
  readonly encoded: number;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export function toldBy({ transaction: { data, encoded }, status }: Pick<EncodeResult, 'transaction' | 'status'>): Told {
  const { errors = [], warnings = [] } = status as unknown as { errors?: Problem[]; warnings?: Problem[] };
  return { data, encoded: encoded.length, errors, warnings };
}
