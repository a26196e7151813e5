import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { readMessage, writeMessage } from '@isochain/core/protobuf';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import type { Coin } from 'cosmjs-types/cosmos/base/v1beta1/coin';
import { MsgWithdrawDelegatorReward } from 'cosmjs-types/cosmos/distribution/v1beta1/tx';
import { MsgBeginRedelegate, MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import { isStakeholder, type Stakeholder } from '../address/stakeholder.ts';
import { type BitcoinStake, decodeBitcoinStake, encodeBitcoinStake } from './bitcoin-stake.ts';

/** An amount of one denomination. */
export interface Money {
  readonly denom: string;
  /** Smallest unit. */
  readonly amount: bigint;
}

/** What transactions of this family do. Addresses in bech32. */
export type Message =
  | { readonly kind: 'send'; readonly from: string; readonly to: string; readonly money: Money }
  | {
      readonly kind: 'sendContractToken';
      readonly from: string;
      readonly to: string;
      readonly contract: string;
      readonly amount: bigint;
    }
  | { readonly kind: 'delegate'; readonly delegator: string; readonly validator: string; readonly money: Money }
  | {
      readonly kind: 'redelegate';
      readonly delegator: string;
      readonly source: string;
      readonly validator: string;
      readonly money: Money;
    }
  | { readonly kind: 'undelegate'; readonly delegator: string; readonly validator: string; readonly money: Money }
  | { readonly kind: 'withdrawReward'; readonly delegator: string; readonly validator: string }
  /** Claims what an account has earned with stakes of Bitcoin. */
  | { readonly kind: 'withdrawBitcoinReward'; readonly account: string; readonly stakeholder: Stakeholder }
  | ({ readonly kind: 'registerStake' } & BitcoinStake)
  /** One of the staking messages above, to be carried out at the end of an epoch. */
  | { readonly kind: 'wrapped'; readonly message: StakingMessage };

type StakingMessage = Extract<Message, { readonly kind: 'delegate' | 'redelegate' | 'undelegate' }>;

/** A message as it stands in a transaction: `google.protobuf.Any`. */
export interface PackedMessage {
  readonly typeUrl: string;
  readonly value: Uint8Array;
}

/** A message as signers of amino JSON see it. */
export interface AminoMessage {
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Packs and unpacks one kind of message. */
interface Codec<M extends PlainMessage> {
  readonly typeUrl: string;
  readonly encode: (message: M) => Uint8Array;
  /** Throws or returns undefined if the bytes are not such a message, or if encode never makes it. */
  readonly decode: (bytes: Uint8Array) => M | undefined;
  /** Undefined if we do not know what nodes take. */
  readonly amino: ((message: M) => AminoMessage) | undefined;
}

type PlainMessage = Exclude<Message, { readonly kind: 'wrapped' }>;

type Codecs = { readonly [K in PlainMessage['kind']]: Codec<Extract<PlainMessage, { readonly kind: K }>> };

const codecs: Codecs = {
  send: {
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    encode: ({ from, to, money }) =>
      MsgSend.encode({ fromAddress: from, toAddress: to, amount: [coinOf(money)] }).finish(),
    decode: (bytes) => {
      const { fromAddress: from, toAddress: to, amount } = MsgSend.decode(bytes);
      const money = moneyOf(amount.length === 1 ? amount[0] : undefined);
      return money && { kind: 'send', from, to, money };
    },
    amino: ({ from, to, money }) => ({
      type: 'cosmos-sdk/MsgSend',
      value: { from_address: from, to_address: to, amount: [coinOf(money)] },
    }),
  },
  // https://github.com/CosmWasm/cw-plus/blob/main/packages/cw20/README.md, Transfer
  sendContractToken: {
    typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
    encode: ({ from, contract, to, amount }) =>
      MsgExecuteContract.encode({
        sender: from,
        contract,
        msg: new TextEncoder().encode(JSON.stringify(transferOf(to, amount))),
        funds: [],
      }).finish(),
    decode: (bytes) => {
      const { sender: from, contract, msg } = MsgExecuteContract.decode(bytes);
      const { recipient: to, amount } = JSON.parse(new TextDecoder().decode(msg)).transfer ?? {};
      if (typeof to !== 'string' || typeof amount !== 'string' || !isAmount(amount)) return undefined;
      return { kind: 'sendContractToken', from, to, contract, amount: BigInt(amount) };
    },
    amino: ({ from, contract, to, amount }) => ({
      type: 'wasm/MsgExecuteContract',
      value: { sender: from, contract, msg: transferOf(to, amount), funds: [] },
    }),
  },
  delegate: {
    typeUrl: '/cosmos.staking.v1beta1.MsgDelegate',
    encode: (message) => MsgDelegate.encode(delegationOf(message)).finish(),
    decode: (bytes) => {
      const { delegatorAddress: delegator, validatorAddress: validator, amount } = MsgDelegate.decode(bytes);
      const money = moneyOf(amount);
      return money && { kind: 'delegate', delegator, validator, money };
    },
    amino: ({ delegator, validator, money }) => ({
      type: 'cosmos-sdk/MsgDelegate',
      value: { delegator_address: delegator, validator_address: validator, amount: coinOf(money) },
    }),
  },
  redelegate: {
    typeUrl: '/cosmos.staking.v1beta1.MsgBeginRedelegate',
    encode: ({ delegator, source, validator, money }) =>
      MsgBeginRedelegate.encode({
        delegatorAddress: delegator,
        validatorSrcAddress: source,
        validatorDstAddress: validator,
        amount: coinOf(money),
      }).finish(),
    decode: (bytes) => {
      const { delegatorAddress, validatorSrcAddress, validatorDstAddress, amount } = MsgBeginRedelegate.decode(bytes);
      const money = moneyOf(amount);
      const accounts = { delegator: delegatorAddress, source: validatorSrcAddress, validator: validatorDstAddress };
      return money && { kind: 'redelegate', ...accounts, money };
    },
    amino: ({ delegator, source, validator, money }) => ({
      type: 'cosmos-sdk/MsgBeginRedelegate',
      value: {
        delegator_address: delegator,
        validator_src_address: source,
        validator_dst_address: validator,
        amount: coinOf(money),
      },
    }),
  },
  undelegate: {
    typeUrl: '/cosmos.staking.v1beta1.MsgUndelegate',
    encode: (message) => MsgUndelegate.encode(delegationOf(message)).finish(),
    decode: (bytes) => {
      const { delegatorAddress: delegator, validatorAddress: validator, amount } = MsgUndelegate.decode(bytes);
      const money = moneyOf(amount);
      return money && { kind: 'undelegate', delegator, validator, money };
    },
    amino: ({ delegator, validator, money }) => ({
      type: 'cosmos-sdk/MsgUndelegate',
      value: { delegator_address: delegator, validator_address: validator, amount: coinOf(money) },
    }),
  },
  withdrawReward: {
    typeUrl: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
    encode: ({ delegator, validator }) =>
      MsgWithdrawDelegatorReward.encode({ delegatorAddress: delegator, validatorAddress: validator }).finish(),
    decode: (bytes) => {
      const { delegatorAddress: delegator, validatorAddress: validator } = MsgWithdrawDelegatorReward.decode(bytes);
      return { kind: 'withdrawReward', delegator, validator };
    },
    amino: ({ delegator, validator }) => ({
      type: 'cosmos-sdk/MsgWithdrawDelegationReward',
      value: { delegator_address: delegator, validator_address: validator },
    }),
  },
  // babylonlabs-io/babylon proto/babylon/incentive/tx.proto. It sets no (amino.name), so the type is the type URL, as with wrapped messages.
  withdrawBitcoinReward: {
    typeUrl: '/babylon.incentive.MsgWithdrawReward',
    encode: ({ account, stakeholder }) =>
      writeMessage([
        [1, stakeholder],
        [2, account],
      ]),
    decode(bytes) {
      const fields = readMessage(bytes);
      const stakeholder = fields.text(1);
      if (!isStakeholder(stakeholder)) return undefined;
      return { kind: 'withdrawBitcoinReward', account: fields.text(2), stakeholder };
    },
    amino: ({ account, stakeholder }) => ({
      type: '/babylon.incentive.MsgWithdrawReward',
      value: { type: stakeholder, address: account },
    }),
  },
  // babylonlabs-io/babylon proto/babylon/btcstaking/v1/tx.proto
  registerStake: {
    typeUrl: '/babylon.btcstaking.v1.MsgCreateBTCDelegation',
    encode: encodeBitcoinStake,
    decode: (bytes) => ({ kind: 'registerStake', ...decodeBitcoinStake(bytes) }),
    amino: undefined,
  },
};

/** The types that wrap a message in field 1 (babylonlabs-io/babylon proto/babylon/epoching/v1/tx.proto). */
const wrappedTypes: Readonly<Record<StakingMessage['kind'], string>> = {
  delegate: '/babylon.epoching.v1.MsgWrappedDelegate',
  redelegate: '/babylon.epoching.v1.MsgWrappedBeginRedelegate',
  undelegate: '/babylon.epoching.v1.MsgWrappedUndelegate',
};

/** Packs a message with its type. */
export function pack(message: Message): PackedMessage {
  if (message.kind !== 'wrapped') return { typeUrl: codecs[message.kind].typeUrl, value: encode(message) };
  const { message: inner } = message;
  const value = new BinaryWriter().uint32(firstField).bytes(encode(inner)).finish();
  return { typeUrl: wrappedTypes[inner.kind], value };
}

/** @returns Undefined if encode makes no such message. If the bytes say more than what was read, packing the message again gives other bytes. */
export function unpack({ typeUrl, value }: PackedMessage): Message | undefined {
  const wrapped = (Object.keys(wrappedTypes) as StakingMessage['kind'][]).find(
    (kind) => wrappedTypes[kind] === typeUrl,
  );
  try {
    if (wrapped === undefined)
      return Object.values(codecs)
        .find((codec) => codec.typeUrl === typeUrl)
        ?.decode(value);
    const message = codecs[wrapped].decode(readFirstField(value));
    return message && { kind: 'wrapped', message };
  } catch {
    return undefined;
  }
}

/**
 * A message as amino JSON. Wrapped ones have no (amino.name), so their type is the type URL, and the message inside has no type at all (cosmos-sdk
 * x/tx/signing/aminojson/options.go: getMessageAminoNameAny). Transaction D3D17ECC4C04DB4EDBA145EF68691DF103B6CB2D24D7F24618887AA528045FEC of bbn-1
 * was signed so.
 *
 * @returns Undefined if the message cannot be signed as amino JSON.
 */
export function aminoOf(message: Message): AminoMessage | undefined {
  if (message.kind !== 'wrapped') return codecOf(message).amino?.(message);
  const { message: inner } = message;
  const written = codecOf(inner).amino?.(inner);
  return written && { type: wrappedTypes[inner.kind], value: { msg: written.value } };
}

function encode(message: PlainMessage): Uint8Array {
  return codecOf(message).encode(message);
}

/** The compiler does not see that the codec of a kind takes messages of that kind. */
function codecOf(message: PlainMessage): Codec<PlainMessage> {
  return codecs[message.kind] as unknown as Codec<PlainMessage>;
}

/** The tag of field 1, with a length before its bytes. */
export const firstField: number = (1 << 3) | WireType.LengthDelimited;

/**
 * The bytes of the first field. Other fields may follow: to find them, make the message again and compare.
 *
 * @throws RangeError if it is another field.
 */
export function readFirstField(bytes: Uint8Array): Uint8Array {
  const reader = new BinaryReader(bytes);
  if (reader.uint32() !== firstField) throw new RangeError('not field 1');
  return reader.bytes();
}

function delegationOf({ delegator, validator, money }: Extract<Message, { readonly kind: 'delegate' | 'undelegate' }>) {
  return { delegatorAddress: delegator, validatorAddress: validator, amount: coinOf(money) };
}

function transferOf(recipient: string, amount: bigint) {
  return { transfer: { recipient, amount: amount.toString() } };
}

/** A coin as both encodings write it: `denom` first. */
export function coinOf({ denom, amount }: Money): Coin {
  return { denom, amount: amount.toString() };
}

export function moneyOf(coin: Coin | undefined): Money | undefined {
  return coin && isAmount(coin.amount) ? { denom: coin.denom, amount: BigInt(coin.amount) } : undefined;
}

function isAmount(text: string): boolean {
  return /^(?:0|[1-9][0-9]*)$/.test(text);
}
