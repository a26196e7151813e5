import * as z from 'zod';
import { parsed } from './added-chain.ts';
import { text } from './source-fields.ts';

// The shape of sources/cosmos-tokens.json.

const file = z.strictObject({
  note: text,
  most: z.int().min(1),
  mostContracts: z.int().min(0),
  /** By chain and denomination in the registry. */
  stablecoins: z.array(z.strictObject({ registry: text, denom: text })),
  /** By chain and base in the registry: why a token counts as one that CoinGecko knows. */
  alsoKnown: z.record(z.string(), z.record(z.string(), text)),
  /** By chain and base in the registry: why a token of the registry is in no list. */
  leftOut: z.record(z.string(), z.record(z.string(), text)),
});

/** What the token lists of the Cosmos chains are chosen by. */
export type CosmosTokensSource = z.output<typeof file>;

/**
 * Reads `sources/cosmos-tokens.json`.
 *
 * @throws With the field of everything that is wrong.
 */
export function readCosmosTokens(written: unknown): CosmosTokensSource {
  return parsed(file, written, 'cosmos-tokens.json');
}
