import { BinaryReader } from 'cosmjs-types/binary';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { MsgWithdrawDelegatorReward } from 'cosmjs-types/cosmos/distribution/v1beta1/tx';
import { MsgBeginRedelegate, MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import type { Any } from 'cosmjs-types/google/protobuf/any';
import { readWithdrawReward, type WithdrawReward, withdrawRewardType } from '../incentive-message.ts';
import { type Effects, MessageError, type StandInEvent } from './types.ts';

// What messages do, as cosmos-sdk 0.54 does it: x/bank, x/staking and x/distribution.

export type StandInMessage =
  | { readonly type: string; readonly kind: 'send'; readonly value: MsgSend }
  | { readonly type: string; readonly kind: 'delegate'; readonly value: MsgDelegate }
  | { readonly type: string; readonly kind: 'redelegate'; readonly value: MsgBeginRedelegate }
  | { readonly type: string; readonly kind: 'undelegate'; readonly value: MsgUndelegate }
  | { readonly type: string; readonly kind: 'claim'; readonly value: MsgWithdrawDelegatorReward }
  | { readonly type: string; readonly kind: 'claimBitcoin'; readonly value: WithdrawReward }
  /** The chain takes any stake, and keeps nothing of it. */
  | { readonly type: string; readonly kind: 'registerStake'; readonly value: Uint8Array }
  | { readonly type: string; readonly kind: 'other'; readonly value: Uint8Array };

/** Message types of cosmos-sdk, and the types of babylonlabs-io/babylon x/epoching that wrap them. */
const plain = {
  '/cosmos.bank.v1beta1.MsgSend': (value: Uint8Array) => ({ kind: 'send' as const, value: MsgSend.decode(value) }),
  '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward': (value: Uint8Array) => ({
    kind: 'claim' as const,
    value: MsgWithdrawDelegatorReward.decode(value),
  }),
};
const staking = {
  Delegate: (value: Uint8Array) => ({ kind: 'delegate' as const, value: MsgDelegate.decode(value) }),
  BeginRedelegate: (value: Uint8Array) => ({ kind: 'redelegate' as const, value: MsgBeginRedelegate.decode(value) }),
  Undelegate: (value: Uint8Array) => ({ kind: 'undelegate' as const, value: MsgUndelegate.decode(value) }),
};

/** @param isWrapped - Whether the chain takes only wrapped staking messages. */
export function unpackMessage({ typeUrl, value }: Any, isWrapped: boolean): StandInMessage {
  const simple = plain[typeUrl as keyof typeof plain];
  if (simple !== undefined) return { type: typeUrl, ...simple(value) };
  const [, name = ''] =
    (isWrapped ? /^\/babylon\.epoching\.v1\.MsgWrapped(\w+)$/ : /^\/cosmos\.staking\.v1beta1\.Msg(\w+)$/).exec(
      typeUrl,
    ) ?? [];
  const read = staking[name as keyof typeof staking];
  if (isWrapped && typeUrl === '/babylon.btcstaking.v1.MsgCreateBTCDelegation') {
    return { type: typeUrl, kind: 'registerStake', value };
  }
  if (isWrapped && typeUrl === withdrawRewardType)
    return { type: typeUrl, kind: 'claimBitcoin', value: readWithdrawReward(value) };
  if (read === undefined) return { type: typeUrl, kind: 'other', value };
  return { type: typeUrl, ...read(isWrapped ? insideOf(value) : value) };
}

/** The address on Babylon that gets the rewards: field 1 (babylonlabs-io/babylon proto/babylon/btcstaking/v1/tx.proto). */
export function stakerOf(value: Uint8Array): string {
  return new TextDecoder().decode(insideOf(value));
}

/** Field 1 of a wrapping message. */
function insideOf(value: Uint8Array): Uint8Array {
  const reader = new BinaryReader(value);
  reader.uint32();
  return reader.bytes();
}

const gas: Readonly<Record<StandInMessage['kind'], bigint>> = {
  ...{ send: 40_000n, delegate: 120_000n, redelegate: 200_000n, undelegate: 150_000n },
  ...{ claim: 60_000n, claimBitcoin: 90_000n, registerStake: 1_200_000n, other: 100_000n },
};

export function gasOf({ kind }: StandInMessage): bigint {
  return gas[kind];
}

export function applyMessage(ledger: Effects, message: StandInMessage): StandInEvent[] {
  const { denom, unbondingMs } = ledger.chain;
  const sender = (address: string) => event('message', { action: message.type, sender: address });
  switch (message.kind) {
    case 'send': {
      const { fromAddress, toAddress, amount } = message.value;
      if (ledger.blocked.has(toAddress))
        throw new MessageError(`${toAddress} is not allowed to receive funds: unauthorized`, 4);
      for (const coin of amount) {
        ledger.debit(fromAddress, coin.denom, BigInt(coin.amount));
        ledger.credit(toAddress, coin.denom, BigInt(coin.amount));
      }
      const moved = amount.map((coin) => `${coin.amount}${coin.denom}`).join(',');
      return [sender(fromAddress), event('transfer', { recipient: toAddress, sender: fromAddress, amount: moved })];
    }
    case 'delegate': {
      const { delegatorAddress, validatorAddress, amount } = message.value;
      ledger.validator(validatorAddress);
      requireDenom(denom, amount.denom);
      // babylonlabs-io/babylon x/epoching/keeper/msg_server.go: WrappedDelegate
      if (ledger.chain.wrapsStaking === true && BigInt(amount.amount) < ledger.minStake) {
        const { minStake } = ledger;
        throw new MessageError(
          `delegation amount ${amount.amount} is below minimum required amount ${minStake}: invalid coins`,
          10,
        );
      }
      ledger.debitToStake(delegatorAddress, denom, BigInt(amount.amount));
      const held = ledger.delegation(delegatorAddress, validatorAddress);
      const paid = pay(ledger, delegatorAddress, validatorAddress);
      ledger.setDelegation(delegatorAddress, validatorAddress, held + BigInt(amount.amount));
      return [
        sender(delegatorAddress),
        ...paid,
        event('delegate', {
          validator: validatorAddress,
          delegator: delegatorAddress,
          amount: `${amount.amount}${denom}`,
        }),
      ];
    }
    case 'redelegate': {
      const { delegatorAddress, validatorSrcAddress, validatorDstAddress, amount } = message.value;
      ledger.validator(validatorDstAddress);
      if (validatorSrcAddress === validatorDstAddress)
        throw new MessageError('cannot redelegate to the same validator', 29, 'staking');
      const moved = BigInt(amount.amount);
      take(ledger, delegatorAddress, validatorSrcAddress, moved);
      const isInFlight = ledger.redelegations.some(
        (each) => each.delegator === delegatorAddress && each.target === validatorSrcAddress,
      );
      if (isInFlight)
        throw new MessageError(
          'redelegation to this validator already in progress; first redelegation to this validator must complete before next redelegation',
          32,
          'staking',
        );
      const paid = [
        ...pay(ledger, delegatorAddress, validatorSrcAddress),
        ...pay(ledger, delegatorAddress, validatorDstAddress),
      ];
      ledger.setDelegation(
        delegatorAddress,
        validatorDstAddress,
        ledger.delegation(delegatorAddress, validatorDstAddress) + moved,
      );
      const endsAt = ledger.now() + unbondingMs;
      ledger.redelegations.push({
        delegator: delegatorAddress,
        source: validatorSrcAddress,
        target: validatorDstAddress,
        endsAt,
      });
      return [sender(delegatorAddress), ...paid];
    }
    case 'undelegate': {
      const { delegatorAddress, validatorAddress, amount } = message.value;
      const moved = BigInt(amount.amount);
      const entries = ledger.unbondings.filter(
        (each) => each.delegator === delegatorAddress && each.validator === validatorAddress,
      );
      if (entries.length >= 7)
        throw new MessageError('too many unbonding delegation entries for (delegator, validator) tuple', 27, 'staking');
      take(ledger, delegatorAddress, validatorAddress, moved);
      const paid = pay(ledger, delegatorAddress, validatorAddress);
      ledger.unbondings.push({
        delegator: delegatorAddress,
        validator: validatorAddress,
        amount: moved,
        endsAt: ledger.now() + unbondingMs,
      });
      return [
        sender(delegatorAddress),
        ...paid,
        event('unbond', { validator: validatorAddress, delegator: delegatorAddress, amount: `${moved}${denom}` }),
      ];
    }
    case 'claim': {
      const { delegatorAddress, validatorAddress } = message.value;
      if (ledger.delegation(delegatorAddress, validatorAddress) === 0n) {
        throw new MessageError('no delegation for (address, validator) tuple', 19, 'staking');
      }
      return [sender(delegatorAddress), ...pay(ledger, delegatorAddress, validatorAddress)];
    }
    case 'claimBitcoin':
      return [sender(message.value.address), ...payBitcoinRewards(ledger, message.value)];
    case 'registerStake':
      return [sender(stakerOf(message.value))];
    case 'other':
      throw new MessageError(`unrecognized message route: ${message.type}: unknown request`, 6);
  }
}

function event(type: string, attributes: Readonly<Record<string, string>>): StandInEvent {
  return { type, attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })) };
}

function requireDenom(denom: string, found: string): void {
  if (found !== denom)
    throw new MessageError(`invalid coin denomination: got ${found}, expected ${denom}: invalid request`, 18);
}

function take(ledger: Effects, delegator: string, validator: string, amount: bigint): void {
  const held = ledger.delegation(delegator, validator);
  if (held === 0n) throw new MessageError('no delegation for (address, validator) tuple', 19, 'staking');
  if (held < amount) throw new MessageError('invalid shares amount: invalid request', 18);
  ledger.setDelegation(delegator, validator, held - amount);
}

/** babylonlabs-io/babylon x/incentive/keeper/msg_server.go: WithdrawReward. A claim of a staker pays what costaking has earned, too. */
function payBitcoinRewards(ledger: Effects, { type, address }: WithdrawReward): StandInEvent[] {
  const kind = type.toUpperCase();
  if (!['BTC_STAKER', 'COSTAKER', 'FINALITY_PROVIDER'].includes(kind))
    throw new MessageError(`rpc error: code = InvalidArgument desc = invalid stStr: ${kind}`, 1, 'undefined');
  const { denom } = ledger.chain;
  const gauges = ledger.gaugesOf(address);
  const events: StandInEvent[] = [];
  for (const each of kind === 'BTC_STAKER' ? [kind, 'COSTAKER'] : [kind]) {
    const { earned, taken } = gauges.get(each) ?? { earned: 0n, taken: 0n };
    if (earned === taken) continue;
    gauges.set(each, { earned, taken: earned });
    ledger.credit(address, denom, earned - taken);
    events.push(event('transfer', { recipient: address, sender: 'incentive', amount: `${earned - taken}${denom}` }));
  }
  // x/incentive/types/errors.go: ErrNoWithdrawableCoins
  if (events.length === 0) throw new MessageError('no coin is withdrawable', 1102, 'incentive');
  return events;
}

/** Every change of a delegation pays its rewards. */
function pay(ledger: Effects, delegator: string, validator: string): StandInEvent[] {
  const { denom } = ledger.chain;
  const amount = ledger.reward(delegator, validator);
  ledger.setReward(delegator, validator, 0n);
  if (amount > 0n) ledger.credit(delegator, denom, amount);
  return [event('withdraw_rewards', { amount: amount === 0n ? '' : `${amount}${denom}`, validator, delegator })];
}
