// For mode `registerStake` of the Babylon chains, whose family cannot know Bitcoin's scripts: an entry of its own, as whoever only pays and stakes
// on Bitcoin has no need of it.

export {
  type IncludedStake,
  type InclusionDepth,
  type InclusionProof,
  inclusionProblem,
  inclusionSchema,
  isIncluded,
} from './inclusion-proof.ts';
// Schemas of what Babylon's nodes answer, at /babylon/btcstaking/v1/params_versions, /babylon/btclightclient/v1/tip,
// /babylon/btclightclient/v1/depth/{hash} and /babylon/btccheckpoint/v1/params.
export { confirmationDepth, headerDepth, lightClientTip, versions as paramsVersions } from './lcd-schemas.ts';
export { type StakingParameters, versionAt } from './parameters.ts';
export { type PopContext, popMessage } from './pop-message.ts';
export type { ProofOfPossession } from './proof-of-possession.ts';
export { type RegistrationContext, readRegistration, type StakeRegistration } from './registration.ts';
