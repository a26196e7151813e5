import * as z from 'zod';
import { addedIdentity, parsed } from './added-chain.ts';
import { checksummed, httpsUrl, wei } from './check.ts';
import { checkedBy, day, source, text } from './source-fields.ts';

// The shape of sources/evm-chains.json. It is edited by hand, so every value is checked, and a refusal names row and field.

const feeClasses = [
  'eip1559',
  'auto',
  'legacy',
  'op',
  'op-mantle',
  'arbitrum',
  'zksync',
  'linea',
  'eip1559-gaslimit',
  'eip1559-hyperevm',
  'eip1559-cosmos',
] as const;

/** Whether Etherscan (v2) serves a chain: with a free key, with that of a paid plan, with some key, not, or not any more. */
export const etherscanPlans = ['free', 'paid', 'yes', 'no', 'removed'] as const;

/** What the family can read without a key, beside Blockscout. */
const explorerKinds = ['etherscan', 'routescan'] as const;

const amount = checkedBy(wei);
const url = checkedBy(httpsUrl);
const address = checkedBy(checksummed);
const range = z
  .tuple([z.string(), z.string()])
  // In lower case, since ranges are compared as text.
  .refine(
    ([from, to]) => [from, to].every((end) => /^0x[0-9a-f]{40}$/.test(end)) && from <= to,
    'a range of system addresses is two addresses in lower case, the lower one first',
  );

/** What stands in the row of another chain, with its source. */
const reference = z.strictObject({ as: text });

/** A fact, or the name of the chain that has the same. */
const shared = <T extends z.ZodType>(fact: T) => z.union([reference, fact]);

const differenceOf = <T extends z.ZodType>(value: T) =>
  z.strictObject({ viem: value.nullable(), reason: z.string().min(6) }).optional();

/** What a chain is that the specification does not have: the rest follows from the family. */
const identity = addedIdentity.extend({
  nativeId: z.string().regex(/^[1-9][0-9]*$/, 'it has to be the EIP-155 chain id, in decimal'),
});

const row = z.strictObject({
  identity: identity.optional(),
  /** Name of the chain in `viem/chains`: its ids are not unique, its names are. */
  viemExport: text,
  /** What viem says otherwise, and why we do not; null where viem says nothing. A test wants it to be exact. */
  differsFromViem: z
    .strictObject({
      nativeId: differenceOf(z.string()),
      name: differenceOf(z.string()),
      ticker: differenceOf(z.string()),
      decimals: differenceOf(z.int()),
      multicall3: differenceOf(z.string()),
      blockTimeMs: differenceOf(z.int()),
    })
    .optional(),
  feeClass: z.enum(feeClasses),
  blockTimeMs: z.int().positive(),
  /** Null where it is not deployed. */
  multicall3: address.nullable(),
  rpc: z.array(url),
  blockscout: url.nullable(),
  explorer: url.nullable(),
  /** Those that answer without a key and are no Blockscout. */
  explorers: z.array(z.strictObject({ name: text, kind: z.enum(explorerKinds), url, source })).optional(),
  etherscanV2: z.enum(etherscanPlans),
  /** The end of the network is announced. */
  sunset: z.strictObject({ text, source }).optional(),
  /** It makes no blocks any more. `reason` says what became of the coin. */
  stopped: z.strictObject({ since: day, reason: text, source }).optional(),
  fees: shared(
    z.strictObject({
      minTip: amount.optional(),
      minGasPrice: amount.optional(),
      suggestedTip: amount.optional(),
      /** Only for a warning about fees that are far above it. */
      usualTip: amount.optional(),
      usualGasPrice: amount.optional(),
      source,
    }),
  ).optional(),
  /** The pending state is the latest one: what waiting transactions will spend cannot be seen. */
  pendingIsLatest: shared(z.strictObject({ source })).optional(),
  /** By what part of itself a full block raises the base fee, where that is not what the fee class says. For docs/evm-fees.md alone: at run time the chain says it. */
  rise: shared(z.strictObject({ numerator: z.int().min(0), denominator: z.int().positive(), source })).optional(),
  /**
   * Above which nothing is offered that the client did not ask for. At least four times the highest price that a public source tells, since a
   * cap is up to four times the price of now; where no such price was found, `source` says what the ceiling follows from.
   */
  ceilings: shared(
    z.strictObject({
      gasPrice: amount,
      tip: amount.optional(),
      gas: amount.optional(),
      fee: amount.optional(),
      /** Wei per gas: the highest price that the source tells, or the usual one. */
      seen: amount.optional(),
      source,
    }),
  ),
  systemAddresses: shared(z.array(z.strictObject({ ranges: z.array(range), source }))).optional(),
  nativePseudoTokens: shared(z.strictObject({ addresses: z.array(address), source })).optional(),
});

const file = z.strictObject({
  note: text,
  /** The version that `differsFromViem` was written for. */
  viem: text,
  sources: z.array(text),
  /** Limits of endpoints, by host. */
  hosts: z.array(z.strictObject({ host: text, maxBatch: z.int().positive(), source })),
  nativeStandIns: z.strictObject({ addresses: z.array(address), source }),
  chains: z.record(z.string(), row),
});

type Row = z.output<typeof row>;

/** One EVM chain, with what it shares with others. */
export type EvmSource = { readonly [K in keyof Row]: Exclude<Row[K], z.output<typeof reference>> };

/** The EVM chains and what holds for all of them. */
export type EvmSources = Omit<z.output<typeof file>, 'chains'> & {
  readonly chains: Readonly<Record<string, EvmSource>>;
};

const name = 'evm-chains.json';

/**
 * Checks `sources/evm-chains.json`, and puts in place of each `as` what the other row says.
 *
 * @throws With row and field of everything that is wrong.
 */
export function readEvmSources(written: unknown): EvmSources {
  const { chains, ...rest } = parsed(file, written, name);
  const resolved = Object.entries(chains).map(([id, row]) => [id, withShared(id, row, chains)] as const);
  return { ...rest, chains: Object.fromEntries(resolved) };
}

function withShared(id: string, row: Row, chains: Readonly<Record<string, Row>>): EvmSource {
  const facts = Object.entries(row).map(([field, fact]) => {
    if (!isReference(fact)) return [field, fact];
    const other = chains[fact.as]?.[field as keyof Row];
    if (other === undefined || isReference(other)) {
      throw new Error(`${name}: ${id}.${field}: "${fact.as}" is no row that has ${field} of its own.`);
    }
    return [field, other];
  });
  return Object.fromEntries(facts) as EvmSource;
}

function isReference(fact: unknown): fact is z.output<typeof reference> {
  return typeof fact === 'object' && fact !== null && 'as' in fact;
}
