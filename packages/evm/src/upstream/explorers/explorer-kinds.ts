/**
 * The interfaces of explorers: Blockscout's REST (v2), or Etherscan's, which others have too. Routescan has Etherscan's, and sometimes lists a row
 * twice.
 */
export const explorerKinds = ['blockscout', 'etherscan', 'routescan'] as const;

export type ExplorerKind = (typeof explorerKinds)[number];

/** The kinds of endpoints of the family: nodes, explorers, and Alchemy, which lists tokens as explorers do. */
export type EvmKind = 'rpc' | ExplorerKind | 'alchemy';
