import { fromBase64, fromHex, type ParsedTransaction, toHex } from '@isochain/core';
import * as z from 'zod';
import type { Money } from '../bytes/messages.ts';
import type { NamedChain } from '../chains.ts';
import type { ChainEvent } from '../upstream/lcd/events.ts';
import { amount, coin } from '../upstream/lcd/fields.ts';
import type { JsonMessage } from '../upstream/lcd/transaction-answer.ts';
import { type Gain, gainsOf, type Leg, rewardsOf, transfersOf } from './movements.ts';

// What single messages do, as the REST interface writes them: JSON by the names of the fields in the protobuf definitions.

/** Coins at a validator, or what it paid. */
export interface Stake extends Gain {
  /** Given if the coin is on another chain: its denomination says nothing here. */
  readonly ticker?: string | undefined;
}

/** What a message did. */
export interface Deed {
  readonly mode: Exclude<ParsedTransaction['mode'], 'unknown'>;
  readonly legs: readonly Leg[];
  readonly source?: Stake | undefined;
  readonly target?: Stake | undefined;
}

/** A message, and what is known about it. */
interface Scene {
  readonly named: NamedChain;
  readonly message: JsonMessage;
  /** What the chain says that the message did. Empty if the transaction failed. */
  readonly events: readonly ChainEvent[];
}

/** @returns The deeds of a message. Undefined if we do not know what it does. */
export function deedsOf(scene: Scene, depth = 0): Deed[] | undefined {
  const { message } = scene;
  if (message['@type'] === '/cosmos.authz.v1beta1.MsgExec') {
    const { data } = exec.safeParse(message);
    if (data === undefined || depth >= deepest) return undefined;
    const deeds = data.msgs.map((inner) => deedsOf({ ...scene, message: inner }, depth + 1));
    return deeds.includes(undefined) ? undefined : deeds.flatMap((each) => each ?? []);
  }
  const read = readers.get(message['@type']);
  const deed = read?.(scene);
  return deed && [deed];
}

/** How deep messages inside messages are read. The chain itself allows few levels. */
const deepest = 4;

const exec = z.object({ msgs: z.array(z.looseObject({ '@type': z.string() })) });

/** Reads messages of one shape. */
function reader<T>(schema: z.ZodType<T>, read: (message: T, scene: Scene) => Deed | undefined) {
  return (scene: Scene): Deed | undefined => {
    const { data } = schema.safeParse(scene.message);
    return data === undefined ? undefined : read(data, scene);
  };
}

const text = z.string().min(1);
const coins = z.array(coin).min(1);

const send = reader(
  z.object({ from_address: text, to_address: text, amount: coins }),
  ({ from_address: from, to_address: to, amount: sent }, { named }) => ({
    mode: transferMode(named, sent),
    legs: sent.flatMap((money) => [out(from, money), into(to, money)]),
  }),
);

const multiSend = reader(
  z.object({
    inputs: z.array(z.object({ address: text, coins })).min(1),
    outputs: z.array(z.object({ address: text, coins })).min(1),
  }),
  ({ inputs, outputs }, { named }) => ({
    mode: transferMode(
      named,
      inputs.flatMap((input) => input.coins),
    ),
    legs: [
      ...inputs.flatMap(({ address, coins: sent }) => sent.map((money) => out(address, money))),
      ...outputs.flatMap(({ address, coins: got }) => got.map((money) => into(address, money))),
    ],
  }),
);

const delegation = z.object({ delegator_address: text, validator_address: text, amount: coin });

function delegate({ delegator_address, validator_address, amount: money }: z.output<typeof delegation>, scene: Scene) {
  return {
    mode: 'stake' as const,
    legs: [out(delegator_address, money), ...rewardLegs(scene, delegator_address)],
    target: { address: validator_address, ...money },
  };
}

function undelegate(
  { delegator_address, validator_address, amount: money }: z.output<typeof delegation>,
  scene: Scene,
) {
  return {
    mode: 'unstake' as const,
    // The coins come back later, without a transaction.
    legs: [out(delegator_address, { ...money, amount: 0n }), ...rewardLegs(scene, delegator_address)],
    source: { address: validator_address, ...money },
  };
}

const redelegation = z.object({
  delegator_address: text,
  validator_src_address: text,
  validator_dst_address: text,
  amount: coin,
});

function redelegate(message: z.output<typeof redelegation>, scene: Scene) {
  const { delegator_address: delegator, validator_src_address, validator_dst_address, amount: money } = message;
  return {
    mode: 'stake' as const,
    legs: [out(delegator, { ...money, amount: 0n }), ...rewardLegs(scene, delegator)],
    source: { address: validator_src_address, ...money },
    target: { address: validator_dst_address, ...money },
  };
}

/** Babylon's messages have the plain ones inside (babylonlabs-io/babylon proto/babylon/epoching/v1/tx.proto). */
function wrapped<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.object({ msg: schema }).transform(({ msg }) => msg);
}

const claim = reader(
  z.object({ delegator_address: text, validator_address: text }),
  ({ delegator_address: delegator, validator_address: address }, scene) => {
    const native = { denom: scene.named.chain.denom, amount: 0n };
    const gains = rewardsOf(scene.named, scene.events, delegator);
    const amountOfNative = gains.reduce((sum, gain) => sum + (gain.denom === native.denom ? gain.amount : 0n), 0n);
    return {
      mode: 'claimRewards',
      legs: gains.length === 0 ? [into(delegator, native)] : gains.map(toLeg),
      source: { address, denom: native.denom, amount: amountOfNative },
    };
  },
);

/** Rewards of Bitcoin stakes (babylonlabs-io/babylon proto/babylon/incentive/tx.proto). They are not of one validator. */
const claimIncentive = reader(z.object({ address: text }), ({ address }, { named, events }) => {
  const gains = transfersOf(events).map(({ gain }) => gain);
  const nothing = into(address, { denom: named.chain.denom, amount: 0n });
  return { mode: 'claimRewards', legs: gains.length === 0 ? [nothing] : gains.map(toLeg) };
});

/** The recipient is on another chain. */
const ibcTransfer = reader(
  z.object({ sender: text, receiver: text, token: coin }),
  ({ sender, receiver, token }, { named }) => ({
    mode: transferMode(named, [token]),
    legs: [out(sender, token), into(receiver, token)],
  }),
);

/** ICS-20: what a packet of a transfer says. */
const packetData = z.object({ amount, sender: text, receiver: text });

/**
 * A relayer hands in what another chain sent. The packet has the coin's name on that chain, so the coin is read from the events. There are none if
 * the transfer was refused: then the coins go back.
 */
const receivePacket = reader(z.object({ packet: z.object({ data: text }) }), ({ packet }, { named, events }) => {
  const { data } = packetData.safeParse(parseJson(fromBase64(packet.data)));
  const got = data === undefined ? [] : gainsOf(events, data.receiver);
  if (data === undefined || got.length === 0) return undefined;
  return {
    mode: transferMode(named, got),
    legs: got.flatMap((money) => [out(data.sender, money), into(data.receiver, money)]),
  };
});

/** CosmWasm/cw-plus packages/cw20/src/msg.rs. Coins that are sent along go to the contract. */
const contractTransfer = reader(
  z.object({
    sender: text,
    contract: text,
    msg: z.strictObject({ transfer: z.object({ recipient: text, amount }) }),
    funds: z.array(coin).default([]),
  }),
  ({ sender, contract, msg: { transfer }, funds }) => {
    const money = { denom: contract, amount: transfer.amount };
    return {
      mode: 'transferToken',
      legs: [
        ...[out(sender, money), into(transfer.recipient, money)],
        ...funds.flatMap((fund) => [out(sender, fund), into(contract, fund)]),
      ],
    };
  },
);

/** A key of 32 bytes: in hex, or in base64 as the JSON of protobuf has bytes. */
const providerKey = z.string().transform((key, refinement) => {
  const bytes = [fromHex(key), fromBase64(key)].find((each) => each?.length === 32);
  if (bytes === undefined) refinement.addIssue('not a key of 32 bytes');
  return bytes === undefined ? '' : toHex(bytes);
});

/** Core's catalogue has the same, but would bring the chains of another family into the bundle. A test compares both. */
export const bitcoinTickers = { bitcoin: 'BTC', 'bitcoin-signet': 'sBTC' } as const;

/** Bitcoin that its owner stakes with a finality provider. Nothing moves on this chain. */
const registration = reader(
  z.object({ staker_addr: text, fp_btc_pk_list: z.array(providerKey).min(1), staking_value: amount }),
  ({ staker_addr, fp_btc_pk_list: [provider = ''], staking_value }, { named: { chain } }) => {
    if (chain.bitcoin === undefined) return undefined;
    const ticker = bitcoinTickers[chain.bitcoin];
    return {
      mode: 'registerStake',
      legs: [out(staker_addr, { denom: chain.denom, amount: 0n })],
      target: { address: provider, denom: chain.bitcoin, amount: staking_value, ticker },
    };
  },
);

const readers: ReadonlyMap<string, (scene: Scene) => Deed | undefined> = /* @__PURE__ */ new Map([
  ['/cosmos.bank.v1beta1.MsgSend', send],
  ['/cosmos.bank.v1beta1.MsgMultiSend', multiSend],
  ['/cosmos.staking.v1beta1.MsgDelegate', reader(delegation, delegate)],
  ['/cosmos.staking.v1beta1.MsgUndelegate', reader(delegation, undelegate)],
  ['/cosmos.staking.v1beta1.MsgBeginRedelegate', reader(redelegation, redelegate)],
  ['/babylon.epoching.v1.MsgWrappedDelegate', reader(wrapped(delegation), delegate)],
  ['/babylon.epoching.v1.MsgWrappedUndelegate', reader(wrapped(delegation), undelegate)],
  ['/babylon.epoching.v1.MsgWrappedBeginRedelegate', reader(wrapped(redelegation), redelegate)],
  ['/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', claim],
  ['/babylon.incentive.MsgWithdrawReward', claimIncentive],
  ['/ibc.applications.transfer.v1.MsgTransfer', ibcTransfer],
  ['/ibc.core.channel.v1.MsgRecvPacket', receivePacket],
  ['/cosmwasm.wasm.v1.MsgExecuteContract', contractTransfer],
  ['/babylon.btcstaking.v1.MsgCreateBTCDelegation', registration],
]);

function transferMode({ chain }: NamedChain, sent: readonly Money[]): 'transfer' | 'transferToken' {
  return sent.some(({ denom }) => denom === chain.denom) ? 'transfer' : 'transferToken';
}

/** A staking message also pays the rewards so far. */
function rewardLegs({ named, events }: Scene, delegator: string): Leg[] {
  return rewardsOf(named, events, delegator).map(toLeg);
}

function toLeg(gain: Gain): Leg {
  return { ...gain, way: 'in' };
}

function out(address: string, { denom, amount: value }: Money): Leg {
  return { address, denom, amount: value, way: 'out' };
}

function into(address: string, { denom, amount: value }: Money): Leg {
  return { address, denom, amount: value, way: 'in' };
}

function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
