// Not from core's own entry: that imports the table that is made here.
import { type FamilyName, families } from '../../../packages/core/src/family-names.ts';
import { type SignerSpec, signerSpec } from '../../../packages/core/src/schema/signer-spec.ts';
import type { AddedChain } from './added-chain.ts';
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
  /** The paths on which the specification accepts the chain. The account state accepts all chains, so it is left out. */
  paths: { encode: boolean; token: boolean; history: boolean };
}

/** What the catalogue is made from. */
export interface CatalogueSources {
  readonly specified: Readonly<Record<string, SpecifiedChain>>;
  readonly corrections: readonly Correction[];
  /** Main networks that have no entry here, for test networks that have one. */
  readonly mainNetworksElsewhere: readonly string[];
  /** Chains that the specification lacks. */
  readonly added: Readonly<Record<string, AddedChain>>;
}

/**
 * The chains of the specification, corrected and in its order, and then the added chains.
 *
 * @throws When the interface does not know a value, a correction corrects nothing, or an added chain is there already or lacks something.
 */
export function buildCatalogue({
  specified,
  corrections,
  mainNetworksElsewhere,
  added,
}: CatalogueSources): Record<string, CatalogueEntry> {
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
  const ofSpecification = Object.values(catalogue);
  for (const [id, chain] of Object.entries(added)) {
    if (Object.hasOwn(catalogue, id)) {
      throw new Error(
        `${id} is in chains.json, the specification's list: it is not added, and corrections.json corrects it.`,
      );
    }
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
      throw new Error(`${id}: an id is words in lower case, joined by hyphens.`);
    catalogue[id] = toAddedEntry(id, chain, ofSpecification);
  }
  refuseTwins(catalogue);
  const known = [...Object.keys(catalogue), ...mainNetworksElsewhere];
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

function toAddedEntry(id: string, chain: AddedChain, others: readonly CatalogueEntry[]): CatalogueEntry {
  const { family, nativeId, name, ticker, decimals, isTestnetFor, paths } = chain;
  const signers = others.filter((other) => other.family === family).map((other) => other.signerSpec);
  const { curve, hashFunction, signatureFormat, coinType } = chain.signerSpec ?? {};
  const common = <T>(field: string, own: T | undefined, ofFamily: readonly T[]): T => {
    const [first, ...more] = own === undefined ? new Set(ofFamily) : [own];
    if (first !== undefined && more.length === 0) return first;
    throw new Error(`${id}: signerSpec.${field} is missing: the chains of the family ${family} differ in it.`);
  };
  return {
    ...{ family, nativeId, name, ticker, decimals },
    ...(isTestnetFor !== undefined && { isTestnetFor }),
    signerSpec: {
      curve: common(
        'curve',
        curve,
        signers.map((signer) => signer.curve),
      ),
      hashFunction: common(
        'hashFunction',
        hashFunction,
        signers.map((signer) => signer.hashFunction),
      ),
      signatureFormat: common(
        'signatureFormat',
        signatureFormat,
        signers.map((signer) => signer.signatureFormat),
      ),
      coinType: common(
        'coinType',
        coinType,
        signers.map((signer) => signer.coinType),
      ),
    },
    paths: { encode: paths?.encode ?? true, token: paths?.token ?? true, history: paths?.history ?? true },
  };
}

/** One network has one id: clients tell signed transactions apart by it. */
function refuseTwins(catalogue: Readonly<Record<string, CatalogueEntry>>): void {
  const seen = new Map<string, string>();
  for (const [id, { family, nativeId }] of Object.entries(catalogue)) {
    const twin = seen.get(`${family} ${nativeId}`);
    if (twin !== undefined) throw new Error(`${id}: nativeId is ${nativeId}, which is that of ${twin}.`);
    seen.set(`${family} ${nativeId}`, id);
  }
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

const sources =
  '// Sources: tools/chain-data/sources/chains.json, put right by corrections.json; chains that the specification does not have, evm-chains.json and added-chains.json.';

/**
 * The text of `packages/core/src/catalogue.data.ts`: one chain a line, so that a change is one line of a diff. Each family has its own table, so
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

/** Gives every row its fields in the same order, even after corrections. */
function ordered({ family, nativeId, name, ticker, decimals, isTestnetFor, signerSpec, paths }: CatalogueEntry) {
  return { family, nativeId, name, ticker, decimals, isTestnetFor, signerSpec, paths };
}
