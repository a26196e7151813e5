/** Where the block of a stake is, as Babylon's Bitcoin light client has it. Heights and times in Bitcoin blocks. */
export interface InclusionDepth {
  readonly tip: number;
  /** How many blocks follow; undefined if the light client does not know the block. */
  readonly depth: number | undefined;
  /** `btc_confirmation_depth`: so many have to follow. */
  readonly confirmationDepth: number;
}

/** Of the stake itself. */
export interface IncludedStake {
  /** Of its block. */
  readonly height: number;
  readonly stakingTime: number;
  readonly unbondingTime: number;
}

/**
 * What keeps Babylon from taking a stake with the proof that it is in a block (babylonlabs-io/babylon, x/btcstaking/keeper/inclusion_proof.go:
 * VerifyInclusionProofAndGetHeight).
 *
 * @returns undefined if nothing does. `isFinal`: waiting does not help.
 */
export function inclusionProblem(
  { tip, depth, confirmationDepth }: InclusionDepth,
  { height, stakingTime, unbondingTime }: IncludedStake,
): { readonly reason: string; readonly isFinal: boolean } | undefined {
  if (depth === undefined) return { reason: 'Babylon does not know its block yet', isFinal: false };
  // The tip may move on while it is asked for.
  if (Math.abs(tip - depth - height) > 1)
    return { reason: `its block has height ${height} for one source, and ${tip - depth} for Babylon`, isFinal: false };
  if (depth < confirmationDepth)
    return { reason: `${depth} blocks follow its own, and Babylon asks for ${confirmationDepth}`, isFinal: false };
  if (tip + unbondingTime < height + stakingTime) return undefined;
  return {
    reason: `its time is over in ${unbondingTime} blocks or less, which is too little for Babylon`,
    isFinal: true,
  };
}
