/** The chains of the family. What differs between them is a field of a table here, never a branch on an id. */
export const chainIds = ['algorand'] as const;
