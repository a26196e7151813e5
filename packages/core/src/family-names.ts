/** The wire values of all chain families of the specification. `bitcoin` is the UTXO family. */
export const families = [
  'aptos',
  'algorand',
  'cosmos',
  'evm',
  'bitcoin',
  'tron',
  'ton',
  'starknet',
  'solana',
  'stellar',
] as const;

/** The wire value of a chain family. */
export type FamilyName = (typeof families)[number];
