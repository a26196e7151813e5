// Not by core's own entry: that needs the table that is made here.
import { type FamilyName, families } from '../../../packages/core/src/family-names.ts';
import { type SignerSpec, signerSpec } from '../../../packages/core/src/schema/signer-spec.ts';
import { oneOf, unique } from './check.ts';
import { header } from './header.ts';
import { inline, property } from './literal.ts';
import type { Correction, SpecifiedChain } from './sources.ts';

const { curve: curves, hashFunction: hashFunctions, signatureFormat: signatureFormats } = signerSpec.shape;

/** One row of the catalogue that core ships. */
export interface CatalogueEntry {
  family: FamilyName;
  nativeId: string;
  name: string;
  ticker: string;
  decimals: number;
  isTestnetFor?: string;
  signerSpec: SignerSpec;
  /** On which paths the specification accepts the chain. The account state accepts all, so it is not written down. */
  paths: { encode: boolean; token: boolean; history: boolean };
}

/**
 * The chains of the specification, corrected and in its order.
 *
 * @param elsewhere - Main networks of test networks that are not in the specification themselves.
 * @throws When a value is not one that the interface knows, or a correction corrects nothing.
 */
export function buildCatalogue(
  specified: Readonly<Record<string, SpecifiedChain>>,
  corrections: readonly Correction[],
  elsewhere: readonly string[],
): Record<string, CatalogueEntry> {
  unique(
    corrections.map(({ chain }) => chain),
    'corrections.json',
  );
  const catalogue = Object.fromEntries(Object.entries(specified).map(([id, chain]) => [id, toEntry(id, chain)]));
  for (const correction of corrections) {
    const entry = catalogue[correction.chain];
    if (entry === undefined) throw new Error(`corrections.json: the specification has no chain "${correction.chain}".`);
    correct(entry, correction);
  }
  const known = [...Object.keys(catalogue), ...elsewhere];
  for (const [id, { isTestnetFor }] of Object.entries(catalogue)) {
    if (isTestnetFor !== undefined && (isTestnetFor === id || !known.includes(isTestnetFor))) {
      throw new Error(`${id}: isTestnetFor is "${isTestnetFor}", which is no other chain that we know.`);
    }
  }
  return catalogue;
}

function toEntry(id: string, chain: SpecifiedChain): CatalogueEntry {
  const { signerSpec: signer, endpoints } = chain;
  if (!endpoints.state || endpoints.encode !== endpoints.broadcast) {
    throw new Error(`${id}: the account state accepts every chain, and broadcast what encode does.`);
  }
  return {
    family: oneOf(chain.family, families, `${id}: family`),
    nativeId: chain.nativeId,
    name: chain.name,
    ticker: chain.ticker,
    decimals: chain.decimals,
    ...(chain.isTestnetFor !== undefined && { isTestnetFor: chain.isTestnetFor }),
    signerSpec: {
      curve: oneOf(signer.curve, curves.options, `${id}: curve`),
      hashFunction: oneOf(signer.hashFunction, hashFunctions.options, `${id}: hashFunction`),
      signatureFormat: oneOf(signer.signatureFormat, signatureFormats.options, `${id}: signatureFormat`),
      coinType: signer.coinType,
    },
    paths: { encode: endpoints.encode, token: endpoints.token, history: endpoints.history },
  };
}

function correct(entry: CatalogueEntry, { chain, set = {} }: Correction): void {
  const { coinType, hashFunction, ...fields } = set;
  const before = { ...entry, ...entry.signerSpec };
  for (const [field, value] of Object.entries(set)) {
    if (before[field as keyof typeof before] === value) {
      throw new Error(`corrections.json: ${field} of ${chain} is ${inline(value)} without the correction.`);
    }
  }
  Object.assign(entry, fields);
  if (coinType !== undefined) entry.signerSpec.coinType = coinType;
  if (hashFunction !== undefined) {
    entry.signerSpec.hashFunction = oneOf(
      hashFunction,
      hashFunctions.options,
      `corrections.json: hashFunction of ${chain}`,
    );
  }
}

const sources = '// Sources: tools/chain-data/sources/chains.json, put right by corrections.json.';

/**
 * The text of `packages/core/src/catalogue.data.ts`: one chain a line, so that a change is one line of a diff. Each family has a table of its own, so
 * that bundles of one family leave out the others.
 */
export function renderCatalogue(catalogue: Readonly<Record<string, CatalogueEntry>>): string {
  const tables = families.map((family) => {
    const chains = Object.entries(identitiesOf(family, catalogue));
    const rows = chains.map(([id, entry]) => `  ${property(id)}: ${inline(ordered(entry))},`);
    return `export const ${family}Identities = {\n${rows.join('\n')}\n} as const;\n`;
  });
  return `${header}\n${sources}\n\n${tables.join('\n')}`;
}

/** The text of `packages/core/src/chain-names.data.ts`: all chains by id, in the specification's order. */
export function renderChainNames(catalogue: Readonly<Record<string, CatalogueEntry>>): string {
  const rows = Object.entries(catalogue).map(([id, { name }]) => `  ${property(id)}: ${inline(name)},`);
  return `${header}
${sources}

/** The name of each chain, in the specification's order. */
export const chainNames = {
${rows.join('\n')}
} as const;
`;
}

/** The chains of a family, in their order. */
export function identitiesOf(
  wanted: FamilyName,
  catalogue: Readonly<Record<string, CatalogueEntry>>,
): Record<string, CatalogueEntry> {
  return Object.fromEntries(Object.entries(catalogue).filter(([, { family }]) => family === wanted));
}

/** The same fields in the same order in every row, whatever was corrected. */
function ordered({ family, nativeId, name, ticker, decimals, isTestnetFor, signerSpec, paths }: CatalogueEntry) {
  return { family, nativeId, name, ticker, decimals, isTestnetFor, signerSpec, paths };
}
