import * as z from 'zod';
import { parsed } from './added-chain.ts';
import { text } from './source-fields.ts';

// The shape of sources/starknet-tokens.json.

const token = z.strictObject({
  address: text,
  ticker: text,
  name: text,
  // `decimals` of ERC-20 is a number of 8 bits.
  decimals: z.int().min(0).max(255),
  /** Keys of `sources`. */
  sources: z.array(text).min(1),
});

const file = z.strictObject({
  note: text,
  sources: z.record(z.string(), z.strictObject({ what: text, licence: text })),
  chains: z.record(z.string(), z.array(token).min(1)),
});

/** One token. */
export type StarknetTokenSource = z.output<typeof token>;

/** The tokens of the Starknet chains, and where they are from. */
export type StarknetTokensSource = z.output<typeof file>;

/**
 * Reads `sources/starknet-tokens.json`.
 *
 * @throws With the field of everything that is wrong.
 */
export function readStarknetTokens(written: unknown): StarknetTokensSource {
  return parsed(file, written, 'starknet-tokens.json');
}
