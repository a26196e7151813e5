import { bytesOf } from './bytes.ts';

/** The facts in the OP_RETURN output of a stake. */
export interface StakeTag {
  /** x-only. */
  readonly staker: Uint8Array;
  /** x-only, in hex. */
  readonly provider: string;
  /** Blocks. */
  readonly stakingTime: number;
}

/**
 * `OP_RETURN <71 bytes>`: a tag of the network (4 bytes), version 0, staker, finality provider, and time in big-endian
 * (babylonlabs-io/babylon, btcstaking/identifiable_staking.go: V0OpReturnData). Stakes needed it before Babylon's own chain began, and do not need
 * it any more.
 */
const form = /^6a47[0-9a-f]{8}00([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{4})$/;

/** @param scripts - Scripts of all outputs, in hex. A transaction with two tags is not one of Babylon. */
export function readStakeTag(scripts: readonly string[]): StakeTag | undefined {
  const [found, ...others] = scripts.map((script) => form.exec(script)).filter((match) => match !== null);
  const [, staker, provider, time] = found ?? [];
  if (staker === undefined || provider === undefined || time === undefined || others.length > 0) return undefined;
  return { staker: bytesOf(staker), provider, stakingTime: Number.parseInt(time, 16) };
}
