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
import { now, programs, sol } from './world.ts';

// Lies about what transfers of coins are made from. All modes have most of them in common.

/** Genesis hash of the devnet (https://docs.anza.xyz/clusters/available). */
const devnet = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

const tenSol = 10n * sol;

/** A date that is no promise: `params` says it, and the bytes do not. */
const another = (what: string) => ({
  bounded: `${what}: the date in params is wrong, by no more than blocks of 100 ms or 20 s would make it; the bytes are the same.`,
  holds(answer: unknown, honest: unknown) {
    expect(stepsOf(answer)).toEqual(stepsOf(honest));
    const life = Number(dataOf(answer).params.expiresAt) - now;
    expect(life).toBeGreaterThanOrEqual(150 * 100);
    expect(life).toBeLessThanOrEqual(150 * 20_000);
  },
});

/** The highest price is an option: 1,000,000 micro-lamports by default, which is 1 lamport for each compute unit. */
const atMostTheCeiling = {
  bounded: 'No price is above maxComputeUnitPrice: 1 lamport for each compute unit by default.',
  holds(answer: unknown, honest: unknown) {
    differsOnlyIn([], true)(answer, honest);
    const { fees, gas = '0', amount } = dataOf(answer);
    expect(BigInt(fees)).toBeLessThanOrEqual(5000n + BigInt(gas));
    expect(amount).toBe(dataOf(honest).amount);
  },
};

/** 1,400,000 compute units, which the client asked for. */
const warnedOf = {
  bounded: `${atMostTheCeiling.bounded} More than a tenth of what the sender holds is warned of.`,
  holds(answer: unknown, honest: unknown) {
    atMostTheCeiling.holds(answer, honest);
    const warnings = expect.arrayContaining([expect.objectContaining({ code: 'fee.high' })]);
    expect(answer).toMatchObject({ status: { warnings } });
  },
};

const atTheBaseFee = {
  bounded: 'It costs less than it should, and may wait longer.',
  holds: (answer: unknown) => expect(dataOf(answer).fees).toBe('5000'),
};

const waits = same('It refers to no block of the chain: no leader takes it, and nothing is spent.');
const early = same('The height in params is wrong. A broadcast is not called expired for it before expiresAt.');
/** The new account has another address, which still needs only the sender's signature. */
const anotherAccount = {
  bounded: 'It refers to no block of the chain: no leader takes it, and nothing is spent.',
  holds: (answer: unknown, honest: unknown) =>
    expect(stepsOf(answer).map(({ program }) => program)).toEqual(stepsOf(honest).map(({ program }) => program)),
};

const unusable = { refused: 'nonceAccount.unusable' };
const everywhere: Lie['scenes'] = ['transfer', 'tokens to a new account', 'stake of everything', 'unstake of a part'];
const emptyAccount = { lamports: sol, owner: programs.system, executable: false, space: 0, data: new Uint8Array() };

export const transferLies: readonly Lie[] = [
  lie(
    'getGenesisHash',
    ['another chain'],
    ['transfer', 'tokens', 'stake', 'withdraw', 'state', 'token', 'validators', 'transaction', 'history'],
    () => devnet,
    unavailable,
  ),
  lie('getGenesisHash', ['missing'], ['transfer'], () => undefined, unavailable),

  lie('getLatestBlockhash.context.slot', ['too small'], ['transfer'], () => 5, unavailable),
  lie('getLatestBlockhash.context.slot', ['impossible'], ['transfer'], () => 2n ** 64n, unavailable),
  lie('getLatestBlockhash.value.blockhash', ['another chain'], ['transfer'], () => devnet, waits),
  lie('getLatestBlockhash.value.blockhash', ['another chain', 'of a stake'], ['stake'], () => devnet, anotherAccount),
  lie('getLatestBlockhash.value.blockhash', ['stale'], ['transfer'], () => someAddress(99, 25), waits),
  lie('getLatestBlockhash.value.blockhash', ['impossible'], ['transfer'], () => 'latest', unavailable),
  lie('getLatestBlockhash.value.lastValidBlockHeight', ['too large'], ['transfer'], () => 2n ** 50n, unavailable),
  lie('getLatestBlockhash.value.lastValidBlockHeight', ['too small'], ['transfer'], () => 1, early),
  lie('getLatestBlockhash.value.lastValidBlockHeight', ['impossible'], ['transfer'], () => 0, unavailable),
  lie('getRecentPerformanceSamples', ['missing'], ['transfer'], () => [], another('No samples')),
  lie('getRecentPerformanceSamples[].numSlots', ['too large'], ['transfer'], () => 2 ** 40, another('Fast blocks')),
  lie('getRecentPerformanceSamples[].numSlots', ['too small'], ['transfer'], () => 1, another('Slow blocks')),
  lie('getRecentPerformanceSamples[].numSlots', ['impossible'], ['transfer'], () => 0, another('No blocks')),
  lie(
    'getRecentPerformanceSamples[].samplePeriodSecs',
    ['too large'],
    ['transfer'],
    () => 2 ** 40,
    another('A long time'),
  ),
  lie('getRecentPerformanceSamples[].samplePeriodSecs', ['impossible'], ['transfer'], () => -60, another('No time')),

  lie('getRecentPrioritizationFees', ['missing'], ['priority'], () => [], atTheBaseFee),
  lie('getRecentPrioritizationFees', ['duplicated'], ['priority'], (all: unknown[]) => [...all, ...all], ignored),
  lie(
    'getRecentPrioritizationFees[].prioritizationFee',
    ['too large'],
    ['priority'],
    () => 2n ** 63n,
    atMostTheCeiling,
  ),
  lie(
    'getRecentPrioritizationFees[].prioritizationFee',
    ['too large', 'of much gas'],
    ['tokens with much gas'],
    () => 2n ** 63n,
    warnedOf,
  ),
  lie('getRecentPrioritizationFees[].prioritizationFee', ['too small'], ['priority'], () => 0, atTheBaseFee),
  lie('getRecentPrioritizationFees[].prioritizationFee', ['impossible'], ['priority'], () => -1, atTheBaseFee),

  lie('snapshot.sender', ['missing', 'no account'], ['transfer'], () => [], { refused: 'balance.insufficientForFees' }),
  lie('snapshot.sender[].lamports', ['too small', 'less than the fees'], ['transfer', 'maximum'], () => 4999, {
    refused: 'balance.insufficientForFees',
  }),
  lie('snapshot.sender[].lamports', ['too small'], ['maximum'], () => 10_000_000, {
    bounded: 'Less is sent than could be: the rest stays where it is.',
    holds: spendsNoMore,
  }),
  lie('snapshot.sender[].lamports', ['too small', 'ten times the fees'], ['tokens'], () => 49_000, {
    refused: 'balance.unspendable',
  }),
  lie('snapshot.sender[].lamports', ['too large'], ['transfer'], () => 10n ** 18n, ignored),
  lie('snapshot.sender[].lamports', ['too large'], ['maximum'], () => 10n ** 18n, {
    bounded: 'A transaction that spends more than there is fails.',
    holds: fails(10n ** 18n - 5000n),
  }),
  lie('snapshot.sender[].executable', ['false'], ['transfer'], () => true, { refused: 'sender.notWallet' }),
  lie('snapshot.sender[].owner', ['false', 'a program'], ['transfer'], () => programs.token, {
    refused: 'sender.notWallet',
  }),
  lie('snapshot.sender[].data', ['false', 'a nonce'], ['transfer'], () => new Uint8Array(80), {
    refused: 'sender.notWallet',
  }),

  lie('snapshot.recipient', ['missing', 'no account'], ['transfer'], () => [], ignored),
  lie('snapshot.recipient', ['false', 'an account'], ['to nobody yet'], () => [emptyAccount], ignored),
  lie('snapshot.recipient[].executable', ['false'], ['transfer', 'tokens'], () => true, {
    refused: 'recipient.keepsCoins',
  }),
  lie('snapshot.recipient[].owner', ['false', 'a token'], ['transfer'], () => programs.token, {
    refused: 'recipient.keepsCoins',
  }),
  lie('snapshot.recipient[].owner', ['false', 'the chain'], ['transfer'], () => programs.sysvar, {
    refused: 'recipient.keepsCoins',
  }),
  lie('snapshot.recipient[].space', ['too large'], ['transfer'], () => 10 * 1024 * 1024, {
    refused: 'recipient.belowMinimum',
  }),
  lie('snapshot.recipient[].lamports', ['too large'], ['transfer'], () => tenSol, ignored),

  lie('snapshot.rent', ['missing', 'no account'], ['transfer'], () => [], unavailable),
  lie('snapshot.rent[].owner', ['another account'], ['transfer'], () => programs.token, unavailable),
  lie(
    'snapshot.rent[].data.rent.lamportsPerByteYear',
    ['too large', 'beyond the ceiling'],
    everywhere,
    () => 34_801n,
    unavailable,
  ),
  lie(
    'snapshot.rent[].data.rent.lamportsPerByteYear',
    ['too large', 'below the ceiling'],
    ['transfer'],
    () => 34_800n,
    ignored,
  ),
  lie('snapshot.rent[].data.rent.lamportsPerByteYear', ['too small'], ['transfer'], () => 0n, ignored),
  lie('snapshot.rent[].data.rent.exemptionThreshold', ['too large'], everywhere, () => 21, unavailable),
  lie('snapshot.rent[].data.rent.exemptionThreshold', ['impossible'], everywhere, () => Number.NaN, unavailable),
  lie('snapshot.rent[].data.rent.exemptionThreshold', ['impossible', 'negative'], everywhere, () => -1, unavailable),
  lie('snapshot.clock', ['missing', 'no account'], ['transfer'], () => [], unavailable),
  lie('snapshot.clock[].owner', ['another account'], ['transfer'], () => programs.system, unavailable),
  lie('snapshot.clock[].data.clock.slot', ['impossible'], ['transfer'], () => 2n ** 60n, unavailable),
  lie('snapshot.clock[].data.clock.unixTimestamp', ['impossible'], ['transfer'], () => -5n, unavailable),
  lie('snapshot.clock[].data.clock.unixTimestamp', ['stale'], everywhere, () => 1_780_060_000n, {
    refused: 'chain.standsStill',
  }),
  lie('snapshot.clock[].data.clock.unixTimestamp', ['too large'], ['transfer'], () => 1_780_080_000n, unavailable),
  lie('snapshot.clock[].data.clock.epochStartTimestamp', ['impossible'], ['transfer'], () => 2n ** 62n, unavailable),

  lie('simulateTransaction.value.fee', ['too large'], ['transfer', 'stake', 'unstake', 'withdraw'], () => 12_854, {
    bounded: 'Another fee is shown than is paid. The bytes are the same.',
    holds: doesTheSame,
  }),
  lie(
    'simulateTransaction.value.fee',
    ['too large', 'of everything'],
    ['maximum', 'stake of everything'],
    () => 2_000_000,
    {
      bounded:
        'Less is sent, by 0.002 SOL at most: what is left is too little to stay, and the chain refuses it, or stays the sender’s.',
      holds(answer, honest) {
        differsOnlyIn([], true)(answer, honest);
        const [told, right] = [answer, honest].map((one) => BigInt(dataOf(one).amount ?? 0));
        expect((right ?? 0n) - (told ?? 0n)).toBe(1_995_000n);
      },
    },
  ),
  lie('simulateTransaction.value.fee', ['too small', 'of everything'], ['maximum'], () => 1, {
    bounded: 'More is sent than there is: the chain refuses it.',
    holds: differsOnlyIn([], true),
  }),
  lie(
    'simulateTransaction.value.fee',
    ['too large', 'of tokens'],
    ['tokens', 'all tokens', 'enabling a token'],
    () => 12_854,
    {
      bounded: 'The transaction says how many units it uses, which costs nothing. All else is the same.',
      holds(answer, honest) {
        const budget = 'ComputeBudget111111111111111111111111111111';
        expect(stepsOf(answer).filter(({ program }) => program !== budget)).toEqual(stepsOf(honest));
      },
    },
  ),
  lie('simulateTransaction.value.fee', ['impossible'], everywhere, () => 10n ** 15n, ignored),
  lie('simulateTransaction.value.fee', ['missing'], everywhere, () => null, ignored),

  lie('snapshot.nonceAccount', ['missing', 'no account'], ['with a nonce'], () => [], unusable),
  lie('snapshot.nonceAccount[].owner', ['another account'], ['with a nonce'], () => programs.token, unusable),
  lie(
    'snapshot.nonceAccount[].data.nonce.authority',
    ['another account'],
    ['with a nonce'],
    () => someAddress(1),
    unusable,
  ),
  lie('snapshot.nonceAccount[].data.nonce.version', ['stale'], ['with a nonce'], () => 0, unusable),
  lie('snapshot.nonceAccount[].data.nonce.state', ['stale', 'not set up'], ['with a nonce'], () => 0, unusable),
  lie(
    'snapshot.nonceAccount[].data.nonce.nonce',
    ['stale'],
    ['with a nonce'],
    () => someAddress(98, 25),
    same('The nonce account has another value: no leader takes it, and nothing is spent.'),
  ),
];
