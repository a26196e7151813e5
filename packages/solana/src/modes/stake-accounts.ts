import { nativeAmount, type Problem, problem } from '@isochain/core';
import { type FallibleCall, fallible, type RpcError, type RpcOutcome } from '@isochain/core/upstream';
import { type Address, checkAddress } from '../address/address.ts';
import type { Named } from '../context.ts';
import {
  type Delegation,
  decodeStakeAccount,
  decodeStakeHistory,
  type StakeMeta,
  stakeAccountLength,
  stakeOffsets,
} from '../layouts/index.ts';
import { activationOf } from '../layouts/stake-activation.ts';
import { type Account, isAboutAccounts, isUnsupported, type KeyedAccount, rpc } from '../upstream/rpc.ts';
import type { Snapshot } from '../upstream/snapshot.ts';
import { programs, sysvars } from '../well-known.ts';

/** A stake account, as unstake and withdraw need it. Amounts in lamports. */
export interface Position {
  readonly address: Address;
  /** Everything that the account holds. */
  readonly lamports: bigint;
  readonly meta: StakeMeta;
  /** Undefined if it was never at stake. */
  readonly delegation: Delegation | undefined;
  /** What the stake program holds back now, without the reserve. */
  readonly staked: bigint;
  /** What must stay besides, until the account is closed. */
  readonly reserve: bigint;
  readonly isLockedUp: boolean;
}

/**
 * Lamports that a stake account holds besides its stake: today's rent minimum. The account itself names a reserve (2,282,880), which the stake
 * program writes and never checks. Source: solana-program/stake 4459fcf, program/src/processor.rs: process_delegate, process_split and
 * process_withdraw, read on 2026-11-22.
 */
export function stakeReserve(snapshot: Snapshot): bigint {
  return snapshot.rentMinimum(stakeAccountLength);
}

/** Used if the node does not tell. Lamports, since epoch 989 of mainnet-beta. */
const usualMinimumDelegation = 1_000_000_000n;

export function minimumDelegation(answer: RpcOutcome<bigint>): bigint {
  return answer.ok ? answer.value : usualMinimumDelegation;
}

/** Which positions an intent is about. */
export interface PositionRequest {
  readonly sender: Address;
  readonly stakeId: Address | undefined;
  /** Who must sign: the staker to end a stake, the withdrawer to withdraw. */
  readonly authority: 'staker' | 'withdrawer';
}

/** @returns What to ask for, or why stakeId names no position. */
export function positionRequest(
  {
    data: { stakeId },
    parsed: { senderAddress: sender },
  }: { readonly data: { readonly stakeId?: string | undefined }; readonly parsed: { readonly senderAddress: Address } },
  authority: PositionRequest['authority'],
): { request: PositionRequest; problems?: never } | { request?: never; problems: Problem[] } {
  if (stakeId === undefined) return { request: { sender, stakeId, authority } };
  const checked = checkAddress(stakeId);
  if (!checked.ok) return { problems: [notFound(checked.reason)] };
  return { request: { sender, stakeId: checked.value, authority } };
}

/** The questions to find positions. None, besides accounts, if the intent names a position. */
export function positionQuestions({ sender, stakeId, authority }: PositionRequest): {
  readonly listed?: FallibleCall<KeyedAccount[]>;
} {
  if (stakeId !== undefined) return {};
  const filters = [{ dataSize: stakeAccountLength }, { memcmp: { offset: stakeOffsets[authority], bytes: sender } }];
  return { listed: fallible(rpc.programAccounts(programs.stake, filters), isUnlisted) };
}

/** An endpoint without the method, or without an index for it, is not at fault. */
const isUnlisted = (error: RpcError) => isUnsupported(error) || isAboutAccounts(error);

export function positionAccounts({ stakeId }: PositionRequest): Address[] {
  return [sysvars.stakeHistory, ...(stakeId === undefined ? [] : [stakeId])];
}

const stakeIdField = 'transaction.data.stakeId';

export function notFound(reason: string): Problem {
  return problem('position.notFound', { reason }, stakeIdField);
}

/** @returns The position that the intent names, else all of the sender's, or why there are none. */
export function readPositions(
  snapshot: Snapshot,
  { sender, stakeId, authority }: PositionRequest,
  listed: RpcOutcome<KeyedAccount[]> | undefined,
): { positions: Position[]; problems?: never } | { positions?: never; problems: Problem[] } {
  if (stakeId === undefined) {
    if (listed?.ok !== true) return { problems: [problem('position.unlisted', {}, stakeIdField)] };
    const found = listed.value.flatMap(({ pubkey, account }) => readPosition(snapshot, pubkey, account) ?? []);
    return { positions: found.filter(({ meta }) => meta[authority] === sender) };
  }
  const account = snapshot.account(stakeId);
  if (account === undefined) return { problems: [notFound(`there is no account ${stakeId}`)] };
  const position = readPosition(snapshot, stakeId, account);
  if (position === undefined) return { problems: [notFound(`${stakeId} is not a stake account`)] };
  const owner = position.meta[authority];
  if (owner !== sender) return { problems: [problem('position.foreign', { owner }, stakeIdField)] };
  return { positions: [position] };
}

function readPosition(snapshot: Snapshot, address: Address, account: Account): Position | undefined {
  const state = account.owner === programs.stake ? decodeStakeAccount(account.data) : undefined;
  if (state === undefined || state.state === 'uninitialized') return undefined;
  const { meta } = state;
  const delegation = state.state === 'delegated' ? state.delegation : undefined;
  const { epoch, unixTimestamp } = snapshot.clock;
  return {
    address,
    lamports: account.lamports,
    meta,
    delegation,
    staked: stakedOf(snapshot, delegation),
    reserve: stakeReserve(snapshot),
    isLockedUp: meta.lockup.unixTimestamp > unixTimestamp || meta.lockup.epoch > epoch,
  };
}

/** The stake as the stake program's withdraw counts it: everything delegated, until it is deactivated. */
function stakedOf(snapshot: Snapshot, delegation: Delegation | undefined): bigint {
  if (delegation === undefined) return 0n;
  const { epoch } = snapshot.clock;
  if (epoch < delegation.deactivationEpoch) return delegation.stake;
  const history = decodeStakeHistory(snapshot.account(sysvars.stakeHistory)?.data ?? new Uint8Array());
  return activationOf(delegation, epoch, history ?? new Map()).effective;
}

/** A stake account that was never delegated has no validator, but clients must name one. */
export function isWith(position: Position, validator: string): boolean {
  if (position.delegation !== undefined) return position.delegation.voter === validator;
  return validator === programs.system || validator === position.address;
}

/** The position of `stakeId` is used, even if the intent names another validator. */
export function validatorWarnings({ delegation }: Position, validator: string): Problem[] {
  if (delegation === undefined || delegation.voter === validator) return [];
  return [problem('position.otherValidator', { validator: delegation.voter }, 'transaction.data.validatorAddress')];
}

const amountField = 'transaction.data.amount';

export function insufficient(context: Named, available: bigint, needed: bigint): Problem {
  const numbers = { available: nativeAmount(context, available), needed: nativeAmount(context, needed) };
  return problem('position.insufficient', numbers, amountField);
}

export function remainderTooLow(context: Named, left: bigint, minimum: bigint): Problem {
  const numbers = { left: nativeAmount(context, left), minimum: nativeAmount(context, minimum) };
  return problem('position.remainderTooLow', numbers, amountField);
}

/** Smallest first. Equal sizes are ordered by address, so that the choice is always the same. */
export function bySize<T extends Position>(positions: readonly T[]): T[] {
  return positions.toSorted((a, b) => {
    if (a.lamports !== b.lamports) return a.lamports < b.lamports ? -1 : 1;
    return a.address < b.address ? -1 : 1;
  });
}
