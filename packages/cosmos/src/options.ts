import type { ConnectOptions } from '@isochain/core';
import { tokensOption } from '@isochain/core/tokens';
import * as z from 'zod';
import { denomPattern } from './address/token-id.ts';
import { type CosmosChain, chains } from './chains.ts';

/** The kinds of endpoints: REST (LCD), and CometBFT's JSON-RPC. */
export type CosmosKind = 'rest' | 'rpc';

const replaced = Object.values(chains as Readonly<Record<string, CosmosChain>>).flatMap(
  (chain) => chain.replacedNativeId ?? [],
);

/** The options that the Cosmos family adds, as a configuration file may hold them. */
export const cosmosOptionsSchema = z.strictObject({
  nativeId: z
    .enum(replaced, `must be the id of a network that was replaced: ${replaced.join(', ')}`)
    .optional()
    .describe(
      `Serves the network that had the chain id before: ${replaced.join(', ')}. By default the network that replaced it. It needs endpoints of its own.`,
    ),
  tokens: tokensOption(z.string().regex(denomPattern, 'must be a denomination, or the address of a CW20 contract')),
});

/** The options of `cosmos.connect`. */
export interface CosmosOptions extends ConnectOptions<CosmosKind>, z.infer<typeof cosmosOptionsSchema> {}
