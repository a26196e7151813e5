// Pure decoders of account data. They answer undefined for data of another kind. The caller checks that the right program owns the account: anybody
// can write such data with a program of his own.

export * from './display-multiplier.ts';
export * from './extensions.ts';
export * from './metaplex.ts';
export * from './nonce.ts';
export * from './stake.ts';
export * from './sysvars.ts';
export * from './token.ts';
export * from './validator-info.ts';
export * from './vote.ts';
