import { buildCatalogue, identitiesOf, renderCatalogue, renderChainNames } from './catalogue.ts';
import { renderChainsPage } from './chains-page.ts';
import { buildEvmChains, renderEvmChains } from './evm-chains.ts';
import {
  corrections,
  evmCuration,
  evmSources,
  mainNetworksElsewhere,
  specifiedChains,
  tokensSource,
} from './sources.ts';
import { buildTokenLists, renderTokenList, renderTokenListIndex } from './token-lists.ts';

/** The folder that holds token lists and nothing else. */
export const tokenListFolder = 'packages/evm/src/token-lists';

/** A file and its text. */
export interface GeneratedFile {
  /** From the root of the workspace, with forward slashes. */
  path: string;
  text: string;
}

/** Everything that is made from the sources, in memory. The same sources give the same bytes. */
export function generateFiles(): GeneratedFile[] {
  const catalogue = buildCatalogue(specifiedChains, corrections, mainNetworksElsewhere);
  const identities = identitiesOf('evm', catalogue);
  const evmIds = Object.keys(identities);
  const evmChains = buildEvmChains(identities, evmSources, evmCuration);
  const tokenLists = buildTokenLists(evmIds, tokensSource, evmCuration);
  return [
    { path: 'packages/core/src/catalogue.data.ts', text: renderCatalogue(catalogue) },
    { path: 'packages/core/src/chain-names.data.ts', text: renderChainNames(catalogue) },
    { path: 'packages/evm/src/chains.data.ts', text: renderEvmChains(evmChains) },
    { path: 'docs/chains.md', text: renderChainsPage(catalogue, evmChains) },
    { path: `${tokenListFolder}/index.data.ts`, text: renderTokenListIndex(Object.keys(tokenLists)) },
    ...Object.entries(tokenLists).map(([id, tokens]) => ({
      path: `${tokenListFolder}/${id}.data.ts`,
      text: renderTokenList(tokens),
    })),
  ];
}
