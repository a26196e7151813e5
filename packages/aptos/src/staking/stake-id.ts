import { type Address, readAddress } from '../address/address.ts';

/** The three parts of a position in a pool, as `delegation_pool::get_stake` names them. */
const stakeParts = ['active', 'pending_inactive', 'inactive'] as const;

export type StakePart = (typeof stakeParts)[number];

/** Which part of a position with a pool. */
export interface StakeId {
  readonly pool: Address;
  readonly part: StakePart;
}

/** `0x…:active`. An account has one position with a pool, and up to three parts of it are shown. */
export function stakeIdOf({ pool, part }: StakeId): string {
  return `${pool}:${part}`;
}

/** Undefined if the text is no id of ours. */
export function readStakeId(text: string): StakeId | undefined {
  const [, pool = '', name] = /^(0x[0-9a-f]+):([a-z_]+)$/i.exec(text) ?? [];
  const address = readAddress(pool);
  const part = stakeParts.find((each) => each === name);
  return address && part && { pool: address, part };
}
