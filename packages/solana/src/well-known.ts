import type { Address } from './address/address.ts';

// Addresses that are the same on every cluster. Sources: anza-xyz/solana-sdk, sdk-ids/src/lib.rs; solana-program/token, token-2022,
// associated-token-account and memo, each in its declare_id!; metaplex-foundation/mpl-token-metadata.

function known<const Table extends Readonly<Record<string, string>>>(table: Table) {
  return table as unknown as { readonly [K in keyof Table]: Address };
}

export const programs = /* @__PURE__ */ known({
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  stake: 'Stake11111111111111111111111111111111111111',
  vote: 'Vote111111111111111111111111111111111111111',
  config: 'Config1111111111111111111111111111111111111',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  /** The memo program that wallets and explorers know. Token-2022 does not accept the newer Memo4… as a memo. */
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  memoV1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  metaplexMetadata: 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
});

export const sysvars = /* @__PURE__ */ known({
  clock: 'SysvarC1ock11111111111111111111111111111111',
  rent: 'SysvarRent111111111111111111111111111111111',
  epochSchedule: 'SysvarEpochSchedu1e111111111111111111111111',
  stakeHistory: 'SysvarStakeHistory1111111111111111111111111',
  recentBlockhashes: 'SysvarRecentB1ockHashes11111111111111111111',
});

/** Owns the accounts with the chain's own state. Source: anza-xyz/solana-sdk, sdk-ids/src/lib.rs (sysvar). */
export const sysvarOwner = 'Sysvar1111111111111111111111111111111111111' as Address;

/** Stake instructions name it, as parsers and hardware wallets look for it. The stake program itself no longer reads it. */
export const stakeConfig = 'StakeConfig11111111111111111111111111111111' as Address;

/** The token that stands for SOL in programs that handle only tokens. */
export const wrappedSol = 'So11111111111111111111111111111111111111112' as Address;

/** The same of the Token-2022 program. Source: solana-program/token-2022, interface/src/native_mint.rs. */
export const wrappedSol2022 = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP' as Address;
