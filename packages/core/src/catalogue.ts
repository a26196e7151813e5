import * as tables from './catalogue.data.ts';
import { type ChainId, chainIds } from './chain-ids.ts';
import type { FamilyName } from './family-names.ts';
import type { SignerSpec } from './schema/signer-spec.ts';

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

/**
 * All chains, by id, in the specification's order; those that were added beside it come last. A family takes its own from `@isochain/core/catalogue`,
 * so that bundles leave out the others.
 */
export const catalogue = /* @__PURE__ */ inOrder();

function inOrder(): Readonly<Record<ChainId, ChainIdentity>> {
  const all = Object.assign({}, ...Object.values(tables)) as Record<ChainId, ChainIdentity>;
  return Object.fromEntries(chainIds.map((id) => [id, all[id]])) as Record<ChainId, ChainIdentity>;
}

/** The chain identifiers that one of the specification's own paths accepts. */
export function chainIdsOnPath(path: keyof ChainIdentity['paths']): [ChainId, ...ChainId[]] {
  return chainIds.filter((id) => catalogue[id].paths[path]) as [ChainId, ...ChainId[]];
}
