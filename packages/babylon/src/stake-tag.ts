import { bytesOf } from './bytes.ts';

/** What a stake says of itself in an output that pays nobody. */
export interface StakeTag {
  /** x-only. */
  readonly staker: Uint8Array;
  /** x-only, in hex. */
  readonly provider: string;
  /** Blocks. */
  readonly stakingTime: number;
}

/**
 * `OP_RETURN <71 bytes>`: a tag of the network (4 bytes), version 0, staker, finality provider, and time with the highest byte first
 * (babylonlabs-io/babylon, btcstaking/identifiable_staking.go: V0OpReturnData). Stakes had to have it before Babylon's own chain began, and need
 * it no more.
 */
const form = /^6a47[0-9a-f]{8}00([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{4})$/;

/** @param scripts - Of all outputs, in hex. A transaction with two tags is none of Babylon's. */
export function readStakeTag(scripts: readonly string[]): StakeTag | undefined {
  const [found, ...others] = scripts.map((script) => form.exec(script)).filter((match) => match !== null);
  const [, staker, provider, time] = found ?? [];
  if (staker === undefined || provider === undefined || time === undefined || others.length > 0) return undefined;
  return { staker: bytesOf(staker), provider, stakingTime: Number.parseInt(time, 16) };
}
