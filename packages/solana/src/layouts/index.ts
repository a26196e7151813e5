// What accounts hold, read from their bytes: pure decoders that answer undefined for data of another kind. That an account belongs to the
// right program is for the caller to see: anybody can make an account of his own program look like any of these.

export * from './extensions.ts';
export * from './metaplex.ts';
export * from './nonce.ts';
export * from './stake.ts';
export * from './sysvars.ts';
export * from './token.ts';
export * from './validator-info.ts';
export * from './vote.ts';
