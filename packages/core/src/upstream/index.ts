export { largeAnswer, mediumAnswer } from './answer-size.ts';
export {
  type Answers,
  type AskOptions,
  ask,
  type FallibleCall,
  fallible,
  optional,
  type Questions,
} from './ask.ts';
export { type FailureOutcome, isoTime, RejectedAnswer, StandingStill, servesAnotherChain } from './attempt-failure.ts';
export { type BlockAge, type BlockAgeOptions, createBlockAge } from './block-age.ts';
export { cleanReason } from './clean-reason.ts';
export { cleanText, shortAddress } from './clean-text.ts';
export { type AttemptEvent, createUpstream, type RemarkEvent, type Upstream, type UpstreamOptions } from './client.ts';
export { defaultKindOf } from './default-kind.ts';
export { eachLegible, isIllegible, legible } from './each-legible.ts';
export {
  type Endpoint,
  type EndpointInfo,
  type NamedEndpoint,
  nameEndpoints,
  namePublicEndpoints,
  type Query,
} from './endpoint.ts';
export type { EndpointStatus } from './endpoint-health.ts';
export type { StandsStill } from './failover.ts';
export type { Fetch, FetchAnswer, FetchInit } from './fetch.ts';
export { firstOf } from './first-of.ts';
export type { Guard, HttpGuard, RpcCheck, RpcGuard } from './guard.ts';
export { isErrorAlone } from './http-failures.ts';
export { isKnownAnywhere } from './is-known-anywhere.ts';
export { jsonDecimal, jsonInteger, parseJson, stringifyJson } from './json.ts';
export type { RpcCall, RpcOutcome, RpcOutcomes } from './json-rpc.ts';
export type { EndpointKind, EndpointKinds } from './kinds.ts';
export { createMemory, type Memory } from './memory.ts';
export { noticeIn } from './notices.ts';
export { once } from './once.ts';
export type {
  BatchOptions,
  ComputeBudget,
  GuardedBatchOptions,
  Operation,
  RequestOptions,
  RpcPath,
  WriteOptions,
} from './operation.ts';
export { isWholeJson } from './read-body.ts';
export type { HttpAnswer, HttpAnswers, HttpBody, HttpRefusal, HttpRequest, HttpSuccess } from './rest.ts';
export type { RpcError } from './rpc-error.ts';
export { classifyRpcError, isOwnComplaint, type RpcErrorMeaning } from './rpc-failures.ts';
export { anyOf, type Sending, sendToAll, type Verdict } from './send-to-all.ts';
export { silent } from './silent.ts';
export type { Attempt, AttemptOutcome, Trace } from './trace.ts';
export { type FailedAttempt, isMalformed, UpstreamError, type UpstreamErrorOptions } from './upstream-error.ts';
