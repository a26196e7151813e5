import * as z from 'zod';
import { parsed } from './added-chain.ts';
import { httpsUrl } from './check.ts';
import { checkedBy, day, source, text } from './source-fields.ts';

// The shape of sources/cosmos-chains.json. It is edited by hand, so every value is checked, and a refusal names row and field.

const feeModels = [
  'static',
  'feemarket',
  'osmosis-base-fee',
  'injective-base-fee',
  'celestia-minfee',
  'ethermint-feemarket',
  'provenance-flat',
] as const;

/** What keys sign and how addresses follow from them. */
const keyKinds = ['secp256k1', 'injective', 'ethermint'] as const;

const url = checkedBy(httpsUrl);
/** Coins for a unit of gas. A text, as binary fractions cannot say 0.025, and 18 decimals need more digits than a number has. */
const price = z
  .string()
  .regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/, 'it has to be a decimal number without zeros at its end');
/** Units of gas. A text, as everywhere where amounts are compared exactly. */
const gas = z.string().regex(/^[1-9][0-9]*$/, 'it has to be units of gas, in decimal');
const blockTime = z.strictObject({ ms: z.int().min(1), source });
/** As `ValidateDenom` of cosmos-sdk types/coin.go has it. */
const denom = z.string().regex(/^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/, 'it has to be a denomination');
const prefix = z.string().regex(/^[a-z]{2,16}$/, 'it has to be a prefix of addresses: letters in lower case');

const row = z.strictObject({
  /** Name of the chain in the chain registry. */
  registry: text,
  /** Of prefix, denomination, prices and endpoints. */
  source,
  /** Fields that are different in the registry, with what it says, and why we do not follow it. */
  differsFromRegistry: z
    .record(z.string(), z.strictObject({ registry: z.union([text, z.number(), z.null()]), reason: text }))
    .optional(),
  prefix,
  /** Where they are not the prefix with `valoper` and `valcons`. */
  otherPrefixes: z.strictObject({ validator: prefix, consensus: prefix, source }).optional(),
  /** Smallest unit of the coin, which stakes and fees are paid in. */
  denom,
  keys: z.enum(keyKinds),
  /** How long a block takes at most, where that differs from the time of all chains at the top of the file. */
  blockTime: blockTime.optional(),
  fees: z.strictObject({
    model: z.enum(feeModels),
    /** `ceiling` is the most that the chain itself can ask for, where its rules say so. */
    gasPrice: z.strictObject({
      min: price.optional(),
      low: price,
      average: price,
      high: price,
      ceiling: price.optional(),
    }),
    ceilingSource: source.optional(),
    /** What else fees can be paid in. */
    others: z.array(z.strictObject({ denom, average: price })).optional(),
    /** Of the model. */
    source: source.optional(),
  }),
  /** Gas of transactions that cannot be simulated, where those of most chains are too little. */
  gas: z
    .strictObject({
      transfer: gas.optional(),
      token: gas.optional(),
      stake: gas.optional(),
      redelegate: gas.optional(),
      unstake: gas.optional(),
      claim: gas.optional(),
      compound: gas.optional(),
      source,
    })
    .optional(),
  /** The most gas that nodes take in a transaction, where that is less than what a block may have and no query tells it. */
  maxGas: z.strictObject({ units: gas, source }).optional(),
  /** Set where messages of the module `staking` are not taken as they are. */
  staking: z.strictObject({ module: z.literal('epoching'), source }).optional(),
  /** Set where a change of a stake pays no rewards: they stay until a claim pays them. */
  rewards: z.strictObject({ onChange: z.literal('kept'), source }).optional(),
  /** The chain on which the stakes of Bitcoin are that are registered here. */
  bitcoin: z.strictObject({ chainId: z.enum(['bitcoin', 'bitcoin-signet']), source }).optional(),
  /** What else wallets derived keys with: their coins are at other addresses. */
  otherCoinTypes: z.strictObject({ coinTypes: z.array(z.string().regex(/^[0-9]+$/)).min(1), source }).optional(),
  /** The network that had the id before. */
  replaces: z.strictObject({ nativeId: text, source }).optional(),
  rest: z.array(url),
  rpc: z.array(url),
  explorer: url.nullable(),
  /** The chain is being wound down: a whole sentence or several for people. */
  sunset: z.strictObject({ text, source }).optional(),
  /** It makes no blocks any more. `reason` says what became of the coin. */
  stopped: z.strictObject({ since: day, reason: text, source }).optional(),
});

const file = z.strictObject({
  note: text,
  sources: z.array(text),
  /** Version of npm's chain-registry that the differences were written for. */
  chainRegistry: text,
  /** Of all chains that have none of their own. */
  blockTime,
  chains: z.record(z.string(), row),
});

/** One Cosmos chain. */
export type CosmosSource = z.output<typeof row>;

export type CosmosSources = z.output<typeof file>;

/**
 * Reads `sources/cosmos-chains.json`.
 *
 * @throws With chain and field of everything that is wrong.
 */
export function readCosmosSources(written: unknown): CosmosSources {
  return parsed(file, written, 'cosmos-chains.json');
}
