import { catalogue as data } from './catalogue.data.ts';
import type { FamilyName } from './family-names.ts';
import type { SignerSpec } from './schema/signer-spec.ts';

/** The id of a chain: one of the specification's, or one that was added beside them. */
export type ChainId = keyof typeof data;

/** What a chain is, whether or not its family is built. */
export interface ChainIdentity {
  readonly family: FamilyName;
  /** The chain's own identifier, for example the EIP-155 chain id in decimal. */
  readonly nativeId: string;
  readonly name: string;
  readonly ticker: string;
  readonly decimals: number;
  /** The main network of a test network: a chain id, but for two whose main network has none here (`injective-evm`, `monad`). */
  readonly isTestnetFor?: string;
  readonly signerSpec: Readonly<SignerSpec>;
  /** On which of the specification's own paths the id is accepted. The account state accepts all. */
  readonly paths: { readonly encode: boolean; readonly token: boolean; readonly history: boolean };
}

/** All chains, by id, in the specification's order; those that were added beside it come last. */
export const catalogue: Readonly<Record<ChainId, ChainIdentity>> = data;

/** All chain identifiers, in the same order. */
export const chainIds = Object.keys(data) as [ChainId, ...ChainId[]];

/** The chain identifiers that one of the specification's own paths accepts. */
export function chainIdsOnPath(path: keyof ChainIdentity['paths']): [ChainId, ...ChainId[]] {
  return chainIds.filter((id) => catalogue[id].paths[path]) as [ChainId, ...ChainId[]];
}

export function isChainId(text: string): text is ChainId {
  return Object.hasOwn(data, text);
}
