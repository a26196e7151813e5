export { type CovenantSignature, chooseSignatures, isSignedBy, witnessOf } from './cosignatures.ts';
export { makeDocuments, type StakeDocuments } from './documents.ts';
export {
  type IncludedStake,
  type InclusionDepth,
  type InclusionProof,
  inclusionProblem,
  inclusionSchema,
  isIncluded,
  makeInclusionProof,
} from './inclusion-proof.ts';
// Schemas of answers of Babylon's nodes over REST (LCD).
export {
  confirmationDepth,
  type Delegation,
  head,
  headerDepth,
  lightClientTip,
  missing,
  nodeInfo,
  oneDelegation,
  oneProvider,
  type Provider,
  pageOfProviders,
  share,
  unknownHeader,
  versions as paramsVersions,
} from './lcd-schemas.ts';
export {
  chargesOf,
  providerKey,
  type StakingParameters,
  type TermsParams,
  termsOf,
  versionAt,
  writeTerms,
} from './parameters.ts';
export { accountBytes, type PopContext, popMessage } from './pop-message.ts';
export type { ProofOfPossession } from './proof-of-possession.ts';
export { isUnbondingOf, stakeOfDelegation, stakesOfTag } from './proven-stake.ts';
export { type RegistrationContext, readRegistration, type StakeRegistration } from './registration.ts';
export { isKey, refundOutput, type StakeTerms, stakingOutput, termsProblem } from './scripts.ts';
export { readStakingTransaction } from './signed-documents.ts';
export { readStakeTag } from './stake-tag.ts';
export {
  psbtOf,
  readTransaction,
  type StakeTransaction,
  type StrippedTransaction,
  serialize,
  sighashOf,
  txidOf,
} from './transaction-bytes.ts';
export {
  chargesProblem,
  finalSequence,
  lockTimeOf,
  planSlashing,
  planUnbonding,
  planUnbondingSlashing,
  planWithdrawal,
  type Stake,
  type StakeCharges,
  type WithdrawalPath,
} from './transactions.ts';
