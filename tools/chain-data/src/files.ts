import { buildCatalogue, type CatalogueEntry, identitiesOf, renderCatalogue, renderChainNames } from './catalogue.ts';
import { renderChainsPage } from './chains-page.ts';
import { buildEvmChains, renderEvmChains } from './evm-chains.ts';
import { type Sources, sources } from './sources.ts';
import { buildTokenLists, renderTokenList, renderTokenListIndex } from './token-lists.ts';

/** The folder that holds only token lists. */
export const tokenListFolder = 'packages/evm/src/token-lists';

/** A file and its text. */
export interface GeneratedFile {
  /** From the root of the workspace, with forward slashes. */
  path: string;
  text: string;
}

/** The catalogue of these sources. If the specification lacks an EVM chain, the chain's own row holds its identity. */
export function catalogueOf({ evm, added, ...others }: Sources): Record<string, CatalogueEntry> {
  const ofEvm = Object.entries(evm.chains).flatMap(([id, { identity }]) =>
    identity === undefined ? [] : [[id, { family: 'evm', ...identity } as const] as const],
  );
  return buildCatalogue({ ...others, added: { ...added, ...Object.fromEntries(ofEvm) } });
}

/** Everything that is made from the sources, in memory. The same sources give the same bytes. */
export function generateFiles(from: Sources = sources): GeneratedFile[] {
  const catalogue = catalogueOf(from);
  const identities = identitiesOf('evm', catalogue);
  const evmChains = buildEvmChains(identities, from.evm);
  const tokenLists = buildTokenLists(Object.keys(identities), from.tokens, from.evm);
  return [
    { path: 'packages/core/src/catalogue.data.ts', text: renderCatalogue(catalogue) },
    { path: 'packages/core/src/chain-names.data.ts', text: renderChainNames(catalogue) },
    { path: 'packages/evm/src/chains.data.ts', text: renderEvmChains(evmChains) },
    { path: 'docs/chains.md', text: renderChainsPage(catalogue, evmChains, from.specified) },
    { path: `${tokenListFolder}/index.data.ts`, text: renderTokenListIndex(Object.keys(tokenLists)) },
    ...Object.entries(tokenLists).map(([id, tokens]) => ({
      path: `${tokenListFolder}/${id}.data.ts`,
      text: renderTokenList(tokens),
    })),
  ];
}
