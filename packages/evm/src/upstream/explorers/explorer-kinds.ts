/**
 * What explorers speak: the REST interface (v2) of Blockscout, or Etherscan's, which others have too. Routescan has it as well, and now and then lists a
 * row twice.
 */
export const explorerKinds = ['blockscout', 'etherscan', 'routescan'] as const;

export type ExplorerKind = (typeof explorerKinds)[number];

/** What endpoints of the family speak: a node, an explorer, or what knows tokens as explorers do. */
export type EvmKind = 'rpc' | ExplorerKind | 'alchemy';
