import type { Address } from '../address/address.ts';
import { bytesOf, decoded } from './bytes.ts';

// Source: anza-xyz/solana-sdk, vote-interface/src/state/vote_state_versions.rs.

/** Tags of the versions. v1_14_11 and v3 begin alike. v4 (SIMD-0185) has the commission in basis points. */
const versions = { v1_14_11: 1, v3: 2, v4: 3 } as const;

export interface VoteAccount {
  /** Identity of the validator. */
  readonly node: Address;
  /** What the validator keeps of its stakers' rewards, in parts of 10,000. */
  readonly commissionBasisPoints: number;
  /** Whether the validator has published a key for Alpenglow votes. Only version 4 has room for it. */
  readonly hasBlsKey: boolean;
}

/** @returns Undefined if the data is no initialised vote account. */
export function decodeVoteAccount(data: Uint8Array): VoteAccount | undefined {
  return decoded(() => {
    const bytes = bytesOf(data);
    const account = { node: bytes.address(4) };
    switch (bytes.u32(0)) {
      case versions.v1_14_11:
      case versions.v3:
        return { ...account, commissionBasisPoints: bytes.u8(68) * 100, hasBlsKey: false };
      case versions.v4:
        // Two collectors of 32 bytes stand before the commission. After it come the block commission, the rewards owed to stakers, and an optional
        // key.
        return { ...account, commissionBasisPoints: bytes.u16(132), hasBlsKey: bytes.u8(144) !== 0 };
      default:
        return undefined;
    }
  });
}
