export { restRefusals, rpcRefusals } from './broadcast-refusals.ts';
export { describeCaptures } from './captures.ts';
export { describeFamily } from './describe-family.ts';
export {
  describeFakeDeposits,
  type FakeDeposit,
  type FakeKind,
  type FakeTelling,
} from './fake-deposits.ts';
export { answerOnce, takeTurns } from './honest.ts';
export { interceptCalls, type RpcQuestion } from './json-rpc-wire.ts';
export { type KnownSecret, knownSecrets } from './known-secrets.ts';
export { describeLies } from './lies/describe-lies.ts';
export { down, ignored, type LieRow, lieRows, refused, says, twice } from './lies/rows.ts';
export type { Codec, Expected, Kind, Lie, LieScene, LiesHandIn, Price, Telling } from './lies/setup.ts';
export { RpcFailure } from './lies/setup.ts';
export { tenfold } from './lies/tenfold.ts';
export { describeRecords } from './records/describe-records.ts';
export type { Split } from './records/exchange.ts';
export type { EngineScenes, RecordedUpstream, RecordScene, RecordScenes, RecordsHandIn } from './records/hand-in.ts';
export type {
  Deed,
  FamilySetup,
  Ledger,
  Scene,
  SigningRequest,
  TestAccount,
  TestEngine,
} from './setup.ts';
export type { Interceptor } from './wire.ts';
