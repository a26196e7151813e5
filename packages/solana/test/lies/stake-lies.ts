import type { Lie } from '@isochain/conformance';
import { expect } from 'vitest';
import { someAddress } from '../addresses.ts';
import {
  dataOf,
  differsOnlyIn,
  doesTheSame,
  fails,
  ignored,
  lie,
  same,
  spendsNoMore,
  stepsOf,
  unavailable,
} from './expected.ts';
import { bob, never, programs, sol, staked, validator } from './world.ts';

// Lies about what stakes are made, ended and withdrawn from.

const staking: Lie['scenes'] = ['stake'];
const unstaking: Lie['scenes'] = ['unstake'];
const parting: Lie['scenes'] = ['unstake of a part'];
const withdrawing: Lie['scenes'] = ['withdraw of a position'];

const noValidator = { refused: 'validator.notFound' };
const noPosition = { refused: 'position.notFound' };
const foreign = { refused: 'position.foreign' };
const locked = { refused: 'position.locked' };
const notAdmitted = {
  bounded: 'It is warned of a validator that is not said to take part: nothing else depends on it.',
  holds(answer: unknown, honest: unknown) {
    doesTheSame(answer, honest);
    expect(JSON.stringify(answer)).toContain('validator.notAdmitted');
  },
};
const otherValidator = { warned: 'position.otherValidator' };

/** The program and the place of the position of the last step. */
const position = (answer: unknown) => {
  const { program, accounts } = stepsOf(answer).at(-1) ?? {};
  return { program, position: accounts?.[0] };
};

const lessOrFails = {
  bounded: 'Less comes out than could, or what the chain refuses: the rest stays the sender’s.',
  holds: spendsNoMore,
};

const stakes = 'getProgramAccounts stakes';
const fields = (list: string) => `${list}[].account.data.stake`;

const delinquent = {
  ...{ votePubkey: validator, nodePubkey: someAddress(2, 21), activatedStake: 5n, commission: 5 },
};

/** Lamports for the 200 bytes of a stake and what the chain adds to them, at the ceiling. */
const highestDeposit = 328n * 69_600n;

export const stakeLies: readonly Lie[] = [
  lie('snapshot.validator', ['missing', 'no account'], staking, () => [], noValidator),
  lie('snapshot.validator[].owner', ['another account'], staking, () => programs.stake, noValidator),
  lie('snapshot.validator[].data.vote.version', ['impossible'], staking, () => 9, noValidator),
  lie('snapshot.validator[].data.vote.commission', ['too large'], staking, () => 100, {
    bounded: 'It is warned of: nothing else depends on it.',
    holds: (answer, honest) => expect(stepsOf(answer)).toEqual(stepsOf(honest)),
  }),
  lie('getVoteAccounts one.delinquent', ['false'], staking, () => [delinquent], unavailable),
  lie('getVoteAccounts one.current', ['missing'], staking, () => [], notAdmitted),
  lie('getVoteAccounts one.current[].votePubkey', ['another account'], staking, () => someAddress(9, 21), notAdmitted),
  lie('getVoteAccounts one.current[].epochVoteAccount', ['false'], staking, () => false, notAdmitted),
  lie('getVoteAccounts one.current[].nodePubkey', ['impossible'], staking, () => 'nobody', notAdmitted),
  lie('getVoteAccounts one.current[].activatedStake', ['impossible'], staking, () => -1, notAdmitted),
  lie('getVoteAccounts one.current[].commission', ['impossible'], staking, () => 'all', notAdmitted),
  lie('getStakeMinimumDelegation.value', ['too large'], ['stake', 'unstake of a part'], () => 100n * sol, {
    refused: ['stake.belowMinimum', 'position.partTooLow'],
  }),
  lie('getStakeMinimumDelegation.value', ['too small'], staking, () => 0, ignored),
  lie('getStakeMinimumDelegation.value', ['impossible'], ['stake', 'unstake of a part'], () => -1, unavailable),
  lie('simulateTransaction.value.err', ['false', 'it fails'], ['stake', 'unstake', 'withdraw'], () => 'AccountInUse', {
    refused: 'transaction.fails',
  }),
  lie('simulateTransaction.value.err', ['impossible'], staking, () => 5, ignored),
  lie('snapshot.sender[].lamports', ['too large', 'to stake'], ['stake of everything'], () => 10n ** 18n, {
    bounded: 'A transaction that spends more than there is fails.',
    holds: fails(10n ** 18n - 10_005_000n),
  }),
  lie(
    'snapshot.rent[].data.rent.lamportsPerByteYear',
    ['too large', 'for a wallet'],
    ['stake of everything'],
    () => 34_800n,
    {
      bounded: 'Less is staked than could be.',
      holds: spendsNoMore,
    },
  ),
  lie('snapshot.rent[].data.rent.lamportsPerByteYear', ['too large', 'for a stake'], parting, () => 34_800n, {
    bounded: 'The deposit of a new position is 0.0228 SOL at most, comes back with it, and is warned of.',
    holds(answer, honest) {
      differsOnlyIn([], true)(answer, honest);
      expect(BigInt((dataOf(answer).params.newStake as { deposit: string }).deposit)).toBeLessThanOrEqual(
        highestDeposit,
      );
      expect(JSON.stringify(answer)).toContain('account.deposit');
    },
  }),
  lie('snapshot.rent[].data.rent.lamportsPerByteYear', ['too small', 'for a stake'], parting, () => 1n, {
    bounded: 'With too small a deposit the chain refuses to split: nothing is spent but the fee.',
    holds: differsOnlyIn([], true),
  }),

  lie(stakes, ['missing'], unstaking, () => [], noPosition),
  lie(`${stakes}[].pubkey`, ['another account'], unstaking, (_: unknown, { indices: [i = 0] }) => someAddress(i, 41), {
    bounded: 'The chain refuses to end a stake for somebody who is not its staker: one of the sender ends at most.',
    holds: (answer) => expect(position(answer)).toEqual({ program: programs.stake, position: someAddress(0, 41) }),
  }),
  lie(`${stakes}[].account.owner`, ['another account'], unstaking, () => programs.vote, noPosition),
  lie(
    `${stakes}[].account.lamports`,
    ['too large'],
    unstaking,
    () => 10n ** 18n,
    same('All of the position ends, however much it is.'),
  ),
  lie(`${stakes}[].account.lamports`, ['too large'], ['withdraw'], () => 10n ** 18n, {
    bounded: 'A withdrawal of more than there is fails.',
    holds: fails(10n ** 18n),
  }),
  lie(`${fields(stakes)}.state`, ['false'], unstaking, () => 0, noPosition),
  lie(`${fields(stakes)}.staker`, ['another account'], unstaking, () => bob, noPosition),
  lie(`${fields(stakes)}.withdrawer`, ['another account'], ['withdraw'], () => bob, noPosition),
  lie(`${fields(stakes)}.voter`, ['another account'], unstaking, () => someAddress(9, 21), noPosition),
  lie(`${fields(stakes)}.stake`, ['too small'], ['withdraw'], () => 0n, {
    bounded: 'What is at stake the chain does not let go: a withdrawal of it fails.',
    holds: differsOnlyIn([0], true),
  }),
  lie(`${fields(stakes)}.deactivationEpoch`, ['too small'], unstaking, () => 1n, noPosition),
  lie(`${fields(stakes)}.deactivationEpoch`, ['too large'], ['withdraw'], () => never, locked),
  lie(`${fields(stakes)}.lockupTimestamp`, ['too large'], ['withdraw'], () => 2n ** 40n, locked),
  lie(`${fields(stakes)}.lockupEpoch`, ['too large'], ['withdraw'], () => 5000n, locked),

  lie('snapshot.stake', ['missing', 'no account'], parting, () => [], noPosition),
  lie('snapshot.stake[].owner', ['another account'], parting, () => programs.vote, noPosition),
  lie('snapshot.stake[].lamports', ['too small'], parting, () => 1, { refused: 'position.insufficient' }),
  lie('snapshot.stake[].data.stake.state', ['false'], parting, () => 0, noPosition),
  lie('snapshot.stake[].data.stake.staker', ['another account'], parting, () => bob, foreign),
  lie('snapshot.stake[].data.stake.voter', ['another account'], parting, () => someAddress(9, 21), otherValidator),
  lie('snapshot.stake[].data.stake.stake', ['too small'], parting, () => sol, {
    bounded: 'All of the position ends instead of a part. It stays where it is.',
    holds: (answer) => expect(stepsOf(answer)).toMatchObject([{ program: programs.stake, accounts: { 0: staked } }]),
  }),
  lie('snapshot.stake[].data.stake.stake', ['too large'], parting, () => 10n ** 18n, ignored),
  lie('snapshot.stake[].data.stake.deactivationEpoch', ['too small'], parting, () => 1n, {
    refused: ['position.unlocking', 'position.notStaked'],
  }),

  lie('snapshot.endedStake', ['missing', 'no account'], withdrawing, () => [], noPosition),
  lie('snapshot.endedStake[].owner', ['another account'], withdrawing, () => programs.vote, noPosition),
  lie('snapshot.endedStake[].lamports', ['too large'], withdrawing, () => 10n ** 18n, {
    bounded: 'A withdrawal of more than there is fails.',
    holds: fails(10n ** 18n),
  }),
  lie('snapshot.endedStake[].lamports', ['too small'], withdrawing, () => sol, {
    bounded: 'Less comes out than could: the rest stays the sender’s.',
    holds: spendsNoMore,
  }),
  lie('snapshot.endedStake[].data.stake.state', ['false'], withdrawing, () => 0, noPosition),
  lie('snapshot.endedStake[].data.stake.withdrawer', ['another account'], withdrawing, () => bob, foreign),
  lie(
    'snapshot.endedStake[].data.stake.voter',
    ['another account'],
    withdrawing,
    () => someAddress(9, 21),
    otherValidator,
  ),
  lie('snapshot.endedStake[].data.stake.deactivationEpoch', ['too large'], withdrawing, () => never, locked),
  lie('snapshot.endedStake[].data.stake.lockupTimestamp', ['too large'], withdrawing, () => 2n ** 40n, locked),
  lie('snapshot.endedStake[].data.stake.lockupEpoch', ['too large'], withdrawing, () => 5000n, locked),
  lie('snapshot.clock[].data.clock.epoch', ['too small'], withdrawing, () => 1004n, locked),
  lie('snapshot.clock[].data.clock.epoch', ['too large'], withdrawing, () => 9000n, ignored),
  lie('snapshot.stakeHistory', ['missing', 'no account'], withdrawing, () => [], unavailable),
  lie('snapshot.stakeHistory[].owner', ['another account'], withdrawing, () => programs.system, unavailable),
  lie('snapshot.stakeHistory[].data.stakeHistory.entries', ['missing'], withdrawing, () => [], ignored),
  lie(
    'snapshot.stakeHistory[].data.stakeHistory.entries[].deactivating',
    ['too large'],
    withdrawing,
    () => 2n ** 63n,
    lessOrFails,
  ),
  lie('snapshot.stakeHistory[].data.stakeHistory.entries[].deactivating', ['too small'], withdrawing, () => 0n, locked),
  lie(
    'snapshot.stakeHistory[].data.stakeHistory.entries[].effective',
    ['too small'],
    withdrawing,
    () => 0n,
    lessOrFails,
  ),
];
