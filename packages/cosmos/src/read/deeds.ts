import { fromBase64, fromHex, type ParsedTransaction, toHex } from '@isochain/core';
import { type Leg, pair } from '@isochain/core/movements';
import * as z from 'zod';
import { denomPattern } from '../address/token-id.ts';
import type { Money } from '../bytes/messages.ts';
import type { NamedChain } from '../chains.ts';
import type { ChainEvent } from '../upstream/lcd/events.ts';
import { amount, coin } from '../upstream/lcd/fields.ts';
import type { JsonMessage } from '../upstream/lcd/transaction-answer.ts';
import { type Gain, paymentsOf, recordOf, rewardsNamed, rewardsOf, tokenOf } from './movements.ts';

// What single messages do, as the REST interface writes them: JSON by the names of the fields in the protobuf definitions. Only what is known to move
// coins is here. All amounts are then put right by the chain's own record (movements.ts).

/** Coins at a validator, or what it paid. */
export interface Stake extends Gain {
  /** Given if the coin is on another chain: its denomination says nothing here. */
  readonly ticker?: string | undefined;
}

/** What a message did. */
export interface Deed {
  readonly mode: Exclude<ParsedTransaction['mode'], 'unknown'>;
  /** Who did it. */
  readonly actor?: string | undefined;
  /** What it asked to move, and the rewards that it paid. */
  readonly legs: readonly Leg[];
  /** Tokens that a transfer is of. */
  readonly tokens?: readonly (string | undefined)[] | undefined;
  readonly source?: Stake | undefined;
  readonly target?: Stake | undefined;
  /** Of stakes and rewards, modules give and take. These are not shown. */
  readonly isStaking?: boolean | undefined;
}

/** A message, and what is known about it. */
export interface Scene {
  readonly named: NamedChain;
  readonly message: JsonMessage;
  /** What the chain says that the message did. Empty if the transaction failed. */
  readonly events: readonly ChainEvent[];
}

/** @returns Undefined if we do not know what the message does. */
export function deedOf(scene: Scene): Deed | undefined {
  return readers.get(scene.message['@type'])?.(scene);
}

const exec = z.object({
  '@type': z.literal('/cosmos.authz.v1beta1.MsgExec'),
  msgs: z.array(z.looseObject({ '@type': z.string().catch('') })),
});

/** The messages that a message carries out for other accounts. Undefined if it carries out none. */
export function messagesInside(message: JsonMessage): readonly JsonMessage[] | undefined {
  return exec.safeParse(message).data?.msgs;
}

/** Reads messages of one shape. */
function reader<T>(schema: z.ZodType<T>, read: (message: T, scene: Scene) => Deed | undefined) {
  return (scene: Scene): Deed | undefined => {
    const { data } = schema.safeParse(scene.message);
    return data === undefined ? undefined : read(data, scene);
  };
}

const text = z.string().min(1);
/** The chain carries out no message with another denomination. */
const anyCoin = coin.refine(({ denom }) => denomPattern.test(denom));
const coins = z.array(anyCoin).min(1);

const send = reader(
  z.object({ from_address: text, to_address: text, amount: coins }),
  ({ from_address: from, to_address: to, amount: sent }, { named }) => ({
    ...transferOf(named, sent),
    actor: from,
    legs: sent.flatMap((money) => pair(from, to, money.amount, tokenOf(named.chain, money.denom))),
  }),
);

const multiSend = reader(
  z.object({
    inputs: z.array(z.object({ address: text, coins })).min(1),
    outputs: z.array(z.object({ address: text, coins })).min(1),
  }),
  ({ inputs, outputs }, { named }) => ({
    ...transferOf(
      named,
      inputs.flatMap((input) => input.coins),
    ),
    actor: inputs[0]?.address,
    legs: [
      ...inputs.flatMap(({ address, coins: sent }) => sent.map((money) => out(named, address, money))),
      ...outputs.flatMap(({ address, coins: got }) => got.map((money) => into(named, { address, ...money }))),
    ],
  }),
);

const delegation = z.object({ delegator_address: text, validator_address: text, amount: anyCoin });

function delegate({ delegator_address, validator_address, amount: money }: z.output<typeof delegation>, scene: Scene) {
  return {
    ...{ mode: 'stake' as const, actor: delegator_address, isStaking: true },
    legs: [out(scene.named, delegator_address, money), ...rewardLegs(scene, delegator_address)],
    target: { address: validator_address, ...money },
  };
}

function undelegate(
  { delegator_address, validator_address, amount: money }: z.output<typeof delegation>,
  scene: Scene,
) {
  return {
    ...{ mode: 'unstake' as const, actor: delegator_address, isStaking: true },
    // The coins come back later, without a transaction.
    legs: rewardLegs(scene, delegator_address),
    source: { address: validator_address, ...money },
  };
}

const redelegation = z.object({
  delegator_address: text,
  validator_src_address: text,
  validator_dst_address: text,
  amount: anyCoin,
});

function redelegate(message: z.output<typeof redelegation>, scene: Scene) {
  const { delegator_address: delegator, validator_src_address, validator_dst_address, amount: money } = message;
  return {
    ...{ mode: 'stake' as const, actor: delegator, isStaking: true },
    legs: rewardLegs(scene, delegator),
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
    const { denom } = scene.named.chain;
    const gains = rewardsOf(scene.named, scene.events, delegator);
    const ofValidator = rewardsNamed(scene.events, address);
    return {
      ...{ mode: 'claimRewards' as const, actor: delegator, isStaking: true },
      legs: gains.map((gain) => into(scene.named, gain)),
      source: { address, denom, amount: sumOf(ofValidator.length > 0 ? ofValidator : gains, denom) },
    };
  },
);

/** Rewards of Bitcoin stakes (babylonlabs-io/babylon proto/babylon/incentive/tx.proto). They are not of one validator. */
const claimIncentive = reader(z.object({ address: text }), ({ address }, { named, events }) => ({
  ...{ mode: 'claimRewards' as const, actor: address, isStaking: true },
  legs: paymentsOf(events).map((gain) => into(named, gain)),
}));

/**
 * The coins go to an escrow account or are burned, and come back if the transfer fails. The receiver is any text, also an address of this chain. So
 * it got nothing here.
 */
const ibcTransfer = reader(z.object({ sender: text, token: anyCoin }), ({ sender, token }, { named }) => ({
  ...transferOf(named, [token]),
  actor: sender,
  legs: [out(named, sender, token)],
}));

/** The acknowledgement of a packet that was refused (ibc-go proto/ibc/core/channel/v1/channel.proto). */
const refusal = z.object({ error: z.string() });

/** ICS-20: what a packet of a transfer says. */
const packetData = z.object({ amount, sender: text, receiver: text });

/**
 * A relayer hands in what another chain sent. The packet has the coin's name and the sender on that chain, which is any text. So only the record
 * shows who got what. The receiver got nothing if the transfer was refused, or if the coins went on from it.
 */
const receivePacket = reader(z.object({ packet: z.object({ data: text }) }), ({ packet }, { named, events }) => {
  const { data } = packetData.safeParse(parseJson(fromBase64(packet.data)));
  const got = recordOf(named, events).changes.filter(({ way, address }) => way === 'in' && address === data?.receiver);
  return got.length === 0 ? undefined : { ...transferModeOf(got.map(({ token }) => token)), legs: [] };
});

/** Whether a message hands in what another chain sent. */
export function isPacket({ '@type': type }: JsonMessage): boolean {
  return type === '/ibc.core.channel.v1.MsgRecvPacket';
}

/** Whether a relayer tells what happened on another chain, itself or inside of a message. Payments that come of it are not of whoever signed. */
export function isRelayed(message: JsonMessage): boolean {
  const isOfChannel = /^\/ibc\.core\.channel\.v\d+\.Msg(RecvPacket|Acknowledgement|Timeout|TimeoutOnClose)$/;
  return isOfChannel.test(message['@type']) || messagesInside(message)?.some(isRelayed) === true;
}

/**
 * Whether an event says that a packet was refused. Then the chain took back all that the packet did. ibc-go before 7.0.1 kept the events of it
 * (GHSA-3v7p-4x7p-4rx7).
 */
export function tellsRefusal({ type, attributes }: ChainEvent): boolean {
  return (
    type === 'write_acknowledgement' &&
    attributes.some(({ key, value }) => key === 'packet_ack' && refusal.safeParse(parseJsonText(value)).success)
  );
}

/** The token itself is read from the contract's events (contract-movements.ts). Coins that are sent along go to the contract. */
const contractTransfer = reader(
  z.object({
    sender: text,
    contract: text,
    msg: z.strictObject({ transfer: z.object({ recipient: text, amount }) }),
    funds: z.array(anyCoin).default([]),
  }),
  ({ sender, contract, funds }, { named }) => ({
    ...{ mode: 'transferToken' as const, actor: sender, tokens: [contract] },
    legs: funds.flatMap((fund) => pair(sender, contract, fund.amount, tokenOf(named.chain, fund.denom))),
  }),
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
      ...{ mode: 'registerStake' as const, actor: staker_addr, isStaking: true, legs: [] },
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

/** Who may spend from an account from now on. */
export interface Control {
  readonly account: string;
  readonly by: string;
}

const grant = z.object({ granter: text, grantee: text });

/**
 * Messages that let another account spend: any message, a part of the coins, or fees (cosmos-sdk proto/cosmos/authz/v1beta1/tx.proto,
 * proto/cosmos/feegrant/v1beta1/tx.proto).
 */
const grants: ReadonlySet<string> = new Set([
  '/cosmos.authz.v1beta1.MsgGrant',
  '/cosmos.feegrant.v1beta1.MsgGrantAllowance',
]);

/** The control that a message gives away. Undefined if it gives none. */
export function controlOf(message: JsonMessage): Control | undefined {
  const { data } = grant.safeParse(message);
  if (data === undefined || !grants.has(message['@type'])) return undefined;
  return { account: data.granter, by: data.grantee };
}

function transferOf({ chain }: NamedChain, sent: readonly Money[]): Pick<Deed, 'mode' | 'tokens'> {
  return transferModeOf(sent.map(({ denom }) => tokenOf(chain, denom)));
}

function transferModeOf(tokens: readonly (string | undefined)[]): Pick<Deed, 'mode' | 'tokens'> {
  return { mode: tokens.includes(undefined) ? 'transfer' : 'transferToken', tokens };
}

/** A staking message also pays the rewards so far. */
function rewardLegs({ named, events }: Scene, delegator: string): Leg[] {
  return rewardsOf(named, events, delegator).map((gain) => into(named, gain));
}

function sumOf(coins: readonly Money[], denom: string): bigint {
  return coins.reduce((sum, each) => sum + (each.denom === denom ? each.amount : 0n), 0n);
}

function out({ chain }: NamedChain, address: string, { denom, amount: value }: Money): Leg {
  return { way: 'out', address, amount: value, token: tokenOf(chain, denom) };
}

function into({ chain }: NamedChain, { address, denom, amount: value }: Gain): Leg {
  return { way: 'in', address, amount: value, token: tokenOf(chain, denom) };
}

function parseJson(bytes: Uint8Array | undefined): unknown {
  return parseJsonText(new TextDecoder().decode(bytes));
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
