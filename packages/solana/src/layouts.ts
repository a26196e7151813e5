// What accounts hold, read from their bytes: pure decoders that answer undefined for data of another kind. That an account belongs to the
// right program is for the caller to see: anybody can make an account of his own program look like any of these.

export * from './layouts/extensions.ts';
export * from './layouts/metaplex.ts';
export * from './layouts/nonce.ts';
export * from './layouts/stake.ts';
export * from './layouts/sysvars.ts';
export * from './layouts/token.ts';
export * from './layouts/validator-info.ts';
export * from './layouts/vote.ts';
