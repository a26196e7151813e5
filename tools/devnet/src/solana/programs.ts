import { type Address, address } from '@solana/kit';

/** Programs and sysvars that the engine itself uses. */
export const programs = {
  system: address('11111111111111111111111111111111'),
  token: address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  token2022: address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
  associatedToken: address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
  vote: address('Vote111111111111111111111111111111111111111'),
  config: address('Config1111111111111111111111111111111111111'),
  validatorInfo: address('Va1idator1nfo111111111111111111111111111111'),
  memo: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  memoV1: address('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'),
  metadata: address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'),
} as const satisfies Record<string, Address>;

export const sysvars = {
  clock: address('SysvarC1ock11111111111111111111111111111111'),
  rent: address('SysvarRent111111111111111111111111111111111'),
  recentBlockhashes: address('SysvarRecentB1ockHashes11111111111111111111'),
} as const satisfies Record<string, Address>;

/** Both programs that hold tokens. */
export const tokenPrograms: readonly Address[] = [programs.token, programs.token2022];
