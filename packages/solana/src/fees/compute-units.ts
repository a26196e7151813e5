import { utf8 } from '../bytes/byte-arrays.ts';
import { programs } from '../well-known.ts';

// Compute units of instructions: the highest measurement with the programs of August 2026 (litesvm 1.5.0: token program 1.0 of SIMD-0266, Token-2022
// 11, stake program 5.0), rounded up.

/** Without the search for an address: each try costs `bumpUnits`. */
export const computeUnits = {
  system: 150n,
  computeBudget: 150n,
  /** Transfer 76, TransferChecked 105. */
  tokenTransfer: 150n,
  /** TransferChecked: 1,864 plain, 4,210 with fee, hook, pause and delegate extensions. */
  token2022Transfer: 4_500n,
  /** 13,424 if the first try finds the address. */
  createTokenAccount: 13_600n,
  /** 16,252 plain, 19,559 with all extensions that we know. */
  createToken2022Account: 20_000n,
  initializeStake: 7_600n,
  delegateStake: 11_600n,
  splitStake: 17_200n,
  deactivateStake: 10_800n,
  withdrawStake: 9_600n,
} as const;

/** The associated token program uses them for each try that gives an address on the curve (MAX_SEEDS syscall cost of anza-xyz/agave). */
const bumpUnits = 1_500n;

/** The instructions before those of a mode. A memo uses 274 for one byte and 1,100 for 900 bytes. */
export function preambleUnits(nonceAccount: string | undefined, memo: string | undefined): bigint {
  const nonce = nonceAccount === undefined ? 0n : computeUnits.system;
  return nonce + (memo === undefined ? 0n : 300n + BigInt(utf8(memo).length));
}

/** @param bump - Bump of the token account's address. */
export function createTokenAccountUnits(program: string, bump: number): bigint {
  const base = program === programs.token ? computeUnits.createTokenAccount : computeUnits.createToken2022Account;
  return base + BigInt(255 - bump) * bumpUnits;
}

export function tokenTransferUnits(program: string): bigint {
  return program === programs.token ? computeUnits.tokenTransfer : computeUnits.token2022Transfer;
}
