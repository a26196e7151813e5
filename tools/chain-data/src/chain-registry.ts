import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { parsed } from './added-chain.ts';

// The chain registry of Cosmos (npm chain-registry, MIT), file by file: as a whole it is 32 MB. Only the fields that are used are read.

const price = z.number().optional();

const chainSchema = z.object({
  chainId: z.string(),
  bech32Prefix: z.string(),
  slip44: z.number(),
  keyAlgos: z.array(z.string()).optional(),
  fees: z.object({
    feeTokens: z.array(
      z.object({
        denom: z.string(),
        fixedMinGasPrice: price,
        lowGasPrice: price,
        averageGasPrice: price,
        highGasPrice: price,
      }),
    ),
  }),
  staking: z.object({ stakingTokens: z.array(z.object({ denom: z.string() })) }).optional(),
});

const assetSchema = z.object({
  base: z.string(),
  name: z.string(),
  symbol: z.string(),
  display: z.string(),
  denomUnits: z.array(z.object({ denom: z.string(), exponent: z.number() })),
  /** Of a contract. */
  address: z.string().optional(),
  deprecated: z.boolean().optional(),
  coingeckoId: z.string().optional(),
  traces: z
    .array(
      z.object({
        type: z.string(),
        counterparty: z.object({ chainName: z.string(), baseDenom: z.string() }),
        chain: z.object({ path: z.string().optional() }).optional(),
      }),
    )
    .optional(),
});

const end = z.object({ channelId: z.string(), portId: z.string() });
const connectionSchema = z.object({
  chain1: z.object({ chainName: z.string() }),
  chain2: z.object({ chainName: z.string() }),
  channels: z.array(
    z.object({
      chain1: end,
      chain2: end,
      tags: z.object({ preferred: z.boolean().optional(), status: z.string().optional() }).optional(),
    }),
  ),
});

/** A token as the registry lists it. */
export type RegistryAsset = z.output<typeof assetSchema>;

/** What the registry has of a chain. */
export interface RegistryChain {
  readonly chain: z.output<typeof chainSchema>;
  readonly assets: readonly RegistryAsset[];
  readonly connections: readonly z.output<typeof connectionSchema>[];
}

const load = createRequire(import.meta.url);
const root = dirname(load.resolve('chain-registry'));

/** The version that is installed. */
export const registryVersion: string = (load(join(root, 'package.json')) as { version: string }).version;

/** @returns What the registry has of a chain, by its name there. Undefined if it has no such chain, which is so when a chain has ended. */
export function registryChain(name: string): RegistryChain | undefined {
  const folder = ['mainnet', 'testnet']
    .map((network) => join(root, network, name))
    .find((path) => exists(path, 'chain.js'));
  if (folder === undefined) return undefined;
  const read = <T extends z.ZodType>(file: string, schema: T): z.output<T> =>
    parsed(schema, (load(join(folder, file)) as { default: unknown }).default, `chain-registry: ${name}/${file}`);
  return {
    chain: read('chain.js', chainSchema),
    assets: read('asset-list.js', z.object({ assets: z.array(assetSchema) })).assets,
    // Chains without channels have no such file.
    connections: exists(folder, 'ibc-data.js') ? read('ibc-data.js', z.array(connectionSchema)) : [],
  };
}

function exists(folder: string, file: string): boolean {
  try {
    load.resolve(join(folder, file));
    return true;
  } catch {
    return false;
  }
}
