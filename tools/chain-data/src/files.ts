import { buildCatalogue, type CatalogueEntry, identitiesOf, renderCatalogue, renderChainNames } from './catalogue.ts';
import { renderChainsPage } from './chains-page.ts';
import { buildCosmosChains, renderCosmosChains } from './cosmos-chains.ts';
import { buildCosmosTokens, renderCosmosTokenIndex, renderCosmosTokens } from './cosmos-tokens.ts';
import { refuseDeadOperators } from './dead-operators.ts';
import { buildEvmChains, renderEvmChains } from './evm-chains.ts';
import { type Sources, sources } from './sources.ts';
import { buildStarknetTokens, renderStarknetTokenIndex, renderStarknetTokens } from './starknet-tokens.ts';
import { buildTokenLists, renderTokenList, renderTokenListIndex } from './token-lists.ts';

/** The folders whose data files are token lists, and nothing else. */
export const tokenListFolders = {
  evm: 'packages/evm/src/token-lists',
  cosmos: 'packages/cosmos/src/token-lists',
  starknet: 'packages/starknet/src/token-lists',
} as const;

/** A file and its text. */
export interface GeneratedFile {
  /** From the root of the workspace, with forward slashes. */
  path: string;
  text: string;
}

/** The catalogue of these sources. An EVM chain that the specification does not have says in its own row what it is. */
export function catalogueOf({ evm, added, ...others }: Sources): Record<string, CatalogueEntry> {
  const ofEvm = Object.entries(evm.chains).flatMap(([id, { identity }]) =>
    identity === undefined ? [] : [[id, { family: 'evm', ...identity } as const] as const],
  );
  return buildCatalogue({ ...others, added: { ...added, ...Object.fromEntries(ofEvm) } });
}

/** Everything that is made from the sources, in memory. The same sources give the same bytes. */
export function generateFiles(from: Sources = sources): GeneratedFile[] {
  refuseDeadOperators(from.deadOperators, from);
  const catalogue = catalogueOf(from);
  const identities = identitiesOf('evm', catalogue);
  const evmChains = buildEvmChains(identities, from.evm);
  const cosmosChains = buildCosmosChains(identitiesOf('cosmos', catalogue), from.cosmos);
  const tokenLists = buildTokenLists(Object.keys(identities), from.tokens, from.evm);
  const testNetworks = Object.keys(catalogue).filter((id) => catalogue[id]?.isTestnetFor !== undefined);
  const cosmosTokens = buildCosmosTokens(from.cosmos, testNetworks, from.cosmosTokens);
  const starknetTokens = buildStarknetTokens(Object.keys(identitiesOf('starknet', catalogue)), from.starknetTokens);
  return [
    { path: 'packages/core/src/catalogue.data.ts', text: renderCatalogue(catalogue) },
    { path: 'packages/core/src/chain-names.data.ts', text: renderChainNames(catalogue) },
    { path: 'packages/evm/src/chains.data.ts', text: renderEvmChains(evmChains) },
    { path: 'packages/cosmos/src/chains.data.ts', text: renderCosmosChains(cosmosChains) },
    { path: 'docs/chains.md', text: renderChainsPage(catalogue, evmChains, cosmosChains, from) },
    { path: `${tokenListFolders.evm}/index.data.ts`, text: renderTokenListIndex(Object.keys(tokenLists)) },
    ...Object.entries(tokenLists).map(([id, tokens]) => ({
      path: `${tokenListFolders.evm}/${id}.data.ts`,
      text: renderTokenList(tokens),
    })),
    { path: `${tokenListFolders.cosmos}/index.data.ts`, text: renderCosmosTokenIndex(Object.keys(cosmosTokens)) },
    ...Object.entries(cosmosTokens).map(([id, list]) => ({
      path: `${tokenListFolders.cosmos}/${id}.data.ts`,
      text: renderCosmosTokens(list),
    })),
    {
      path: `${tokenListFolders.starknet}/index.data.ts`,
      text: renderStarknetTokenIndex(Object.keys(starknetTokens)),
    },
    ...Object.entries(starknetTokens).map(([id, tokens]) => ({
      path: `${tokenListFolders.starknet}/${id}.data.ts`,
      text: renderStarknetTokens(tokens),
    })),
  ];
}
