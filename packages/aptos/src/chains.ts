/** The chains of the family. What differs between them is a field of a table here, never a branch on an id. */
export const chainIds = ['aptos', 'aptos-testnet'] as const;
