import { create, createFileRegistry, fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';

// MsgWithdrawReward of babylonlabs-io/babylon proto/babylon/incentive/tx.proto, by a library that reads protobuf definitions.

const string = 9;
const field = (number: number, name: string) => ({ number, name, type: string, label: 1 });
const file = create(FileDescriptorProtoSchema, {
  name: 'babylon/incentive/tx.proto',
  package: 'babylon.incentive',
  syntax: 'proto3',
  messageType: [{ name: 'MsgWithdrawReward', field: [field(1, 'type'), field(2, 'address')] }],
} as never);
const definition = createFileRegistry(file, () => undefined).getMessage('babylon.incentive.MsgWithdrawReward');

/** The message as the definition has it. */
export interface WithdrawReward {
  readonly type: string;
  readonly address: string;
}

export const withdrawRewardType = '/babylon.incentive.MsgWithdrawReward';

export function writeWithdrawReward(message: WithdrawReward): Uint8Array {
  return toBinary(definition as never, create(definition as never, message as never));
}

/** @throws Error if the bytes are no such message. */
export function readWithdrawReward(bytes: Uint8Array): WithdrawReward {
  const { type, address } = fromBinary(definition as never, bytes) as WithdrawReward;
  return { type, address };
}
