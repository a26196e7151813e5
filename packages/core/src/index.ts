export * from './amounts.ts';
export { atMost } from './at-most.ts';
export { attempt } from './attempt.ts';
export { fromBase64, toBase64 } from './bytes/base64.ts';
export { bytesOf, fromHex, stripHexPrefix, toHex } from './bytes/hex.ts';
export { type ChainIdentity, catalogue, chainIdsOnPath } from './catalogue.ts';
export * from './chain-ids.ts';
export { type AmountOf, type Code, type ContextOf, codes, type Kind } from './codes/index.ts';
export { createFamily, type Family, openKinds, type Registration, wrongKind } from './connect.ts';
export type { ConnectOptions, ForeignIdentifiers } from './connect-options.ts';
export type * from './contract/index.ts';
export { altered, IsochainError, type Proof, proven, RefusedError, refuse } from './errors.ts';
export type * from './family.ts';
export { type FamilyName, families } from './family-names.ts';
export { sha256 } from './hashes.ts';
export { type News, type Problem, problem } from './problem.ts';
export { readParams } from './read-params.ts';
export * from './schema/account-state.ts';
export * from './schema/chain-detail.ts';
export * from './schema/encoded.ts';
export * from './schema/modes.ts';
export * from './schema/status.ts';
export * from './schema/token.ts';
export * from './schema/transaction-data.ts';
export * from './schema/transaction-record.ts';
export * from './schema/validator.ts';
export { schemaProblems } from './schema-problems.ts';
export { findSecret, type IdPlace, type KeyLikeIds, type Secret, type SharedForm } from './secrets.ts';
export type { BroadcastInput } from './service/broadcast.ts';
export type { CallOptions } from './service/call-options.ts';
export type {
  BroadcastResult,
  Chain,
  EncodeResult,
  End,
  Page,
  PageOptions,
  ValidateResult,
  Warned,
} from './service/chain.ts';
export { addChecksum, verifyChecksum } from './service/checksum.ts';
export { chainDetailOf } from './service/features.ts';
export { ignoredWarnings, unknownFields } from './service/ignored.ts';
export { checkCompleted } from './service/intent.ts';
export { judgeRefusal, type Submitted } from './service/judge-refusal.ts';
export { itemsOf, signedOf } from './service/rebuild.ts';
export { requireMoving } from './service/standing-still.ts';
export { shownName } from './shown.ts';
export type { Completed, Unfinished, Validated } from './typed/completed.ts';
export type { IntentInput } from './typed/intent-input.ts';
export type * from './typed/typed-chain.ts';
export { type FailedAttempt, UpstreamError, type UpstreamErrorOptions } from './upstream/upstream-error.ts';
export { withRaw } from './with-raw.ts';
