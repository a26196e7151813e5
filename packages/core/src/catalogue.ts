import * as tables from './catalogue.data.ts';
import { type ChainId, chainIds } from './chain-ids.ts';
import type { FamilyName } from './family-names.ts';
import type { SignerSpec } from './schema/signer-spec.ts';

/** The facts about a chain, whether or not its family is built. */
export interface ChainIdentity {
  readonly family: FamilyName;
  /** The chain's own identifier, for example the EIP-155 chain id in decimal. */
  readonly nativeId: string;
  readonly name: string;
  readonly ticker: string;
  readonly decimals: number;
  /** The main network of a test network. A chain id, except for `injective-evm` and `monad`, which are not in the catalogue. */
  readonly isTestnetFor?: string;
  readonly signerSpec: Readonly<SignerSpec>;
  /** Which paths of the specification accept the id. The path of the account state accepts all. */
  readonly paths: { readonly encode: boolean; readonly token: boolean; readonly history: boolean };
}

/**
 * All chains, by id, in the specification's order. Chains that the specification does not have come last. A family imports only its own chains from
 * `@isochain/core/catalogue`, so that bundles leave out the others.
 */
export const catalogue = /* @__PURE__ */ inOrder();

function inOrder(): Readonly<Record<ChainId, ChainIdentity>> {
  const all = Object.assign({}, ...Object.values(tables)) as Record<ChainId, ChainIdentity>;
  return Object.fromEntries(chainIds.map((id) => [id, all[id]])) as Record<ChainId, ChainIdentity>;
}

/** The chain identifiers that a path of the specification accepts. */
export function chainIdsOnPath(path: keyof ChainIdentity['paths']): [ChainId, ...ChainId[]] {
  return chainIds.filter((id) => catalogue[id].paths[path]) as [ChainId, ...ChainId[]];
}
