import type { RecordScene } from '@isochain/conformance';
import { someAddress } from '../addresses.ts';
import { dataOf } from '../lies/account-data.ts';
import * as world from '../lies/world.ts';
import { atSlot } from '../scripted-node.ts';
import { all, asking, stake, tokens, tokens2022, transfer, unstake, withdraw } from './asking.ts';

// Intents that the chain refuses or warns about, and what clients may wish for.

const {
  account,
  alice,
  bob,
  carol,
  ended,
  epoch,
  gold,
  never,
  nonceAccount,
  programs,
  senderGold,
  sol,
  staked,
  till,
  validator,
} = world;
const holding = (lamports: bigint) => ({ [alice.address]: account(programs.system, '', lamports) });
const tokensOf = (owner: string, amount: bigint, state = 1) =>
  account(programs.token, dataOf('token', { mint: gold, owner, amount, state }), 2_039_280n);
const positionOf = (
  lamports: bigint,
  deactivationEpoch = never,
  activationEpoch = 1000n,
  staker: string = alice.address,
) =>
  account(
    programs.stake,
    dataOf('stake', {
      ...{ state: 2, rentExemptReserve: 2_282_880n, staker, withdrawer: staker },
      ...{ voter: validator, stake: lamports - 2_282_880n, activationEpoch, deactivationEpoch },
    }),
    lamports,
  );
const mintWith = (extensions: readonly object[]) => ({
  [world.cent]: account(
    programs.token2022,
    dataOf('mint', { supply: 10n ** 15n, decimals: 6, isInitialized: 1, accountType: 1, extensions }),
  ),
});

const wishes: Readonly<Record<string, object>> = {
  'low fees': { fees: '5000' },
  'fees of its own': { fees: '5800', gas: '1000' },
  'fees that are too low': { fees: '4999' },
  'fees that are too high': { fees: '100000000' },
  'gas of its own': { gas: '200000' },
  'too little gas': { gas: '100' },
  'too much gas': { gas: '1400001' },
  'a nonce that means nothing': { nonce: '7' },
  'a nonce account that is none': { params: { nonceAccount: bob } },
  'a nonce account that is not there': { params: { nonceAccount: someAddress(9, 9) } },
  'params of its own': { params: { blockhash: someAddress(1), computeUnitPrice: '1', speed: 'fast' } },
  'a memo': { memo: 'rent' },
  'a memo that is too long': { memo: 'm'.repeat(1200) },
  'unknown fields': { extra: 1 },
};

const wishing: readonly RecordScene[] = [
  ...Object.entries(wishes).map(([name, wish]) => asking(`transfer with ${name}`, { ...transfer, ...wish })),
  ...(['fees of its own', 'gas of its own'] as const).flatMap((name) =>
    Object.entries({ tokens, stake, unstake: { ...unstake, useMaxAmount: true }, withdraw }).map(([mode, intent]) =>
      asking(`${mode} with ${name}`, { ...intent, ...wishes[name] }),
    ),
  ),
  ...(['none', 'low', 'medium', 'high'] as const).map((priority) =>
    asking(`maximum with priority ${priority}`, { ...transfer, ...all }, { options: { priority } }),
  ),
  asking('transfer with the highest price', transfer, { options: { priority: 'high', maxComputeUnitPrice: 1500 } }),
  asking('transfer that is simulated', transfer, { options: { simulate: true } }),
  asking('stake that is not simulated', stake, { options: { simulate: false } }),
  asking('transfer that fails when it is simulated', transfer, {
    options: { simulate: true },
    script: {
      simulateTransaction: () =>
        atSlot({ err: { InstructionError: [0, { Custom: 1 }] }, logs: [], unitsConsumed: 300 }),
    },
  }),
  asking('transfer on a slow chain', transfer, {
    script: {
      getRecentPerformanceSamples: () => [{ slot: 1, numSlots: 75, samplePeriodSecs: 60, numTransactions: 1 }],
    },
  }),
];

const coins: readonly RecordScene[] = [
  asking('more than there is', transfer, { changed: holding(sol) }),
  asking('all but the fee, which leaves too little', { ...transfer, amount: String(20n * sol - 10_000n) }),
  asking('all but the fee', { ...transfer, amount: String(20n * sol - 5_000n) }),
  asking('maximum of nothing', { ...transfer, ...all }, { changed: holding(0n) }),
  asking('maximum of less than the fee', { ...transfer, ...all }, { changed: holding(4_000n) }),
  asking('too little for a new account', { ...transfer, recipientAddress: world.dave, amount: '1000' }),
  asking('to the sender', { ...transfer, recipientAddress: alice.address }),
  asking('to a mint', { ...transfer, recipientAddress: gold }),
  asking('to a token account', { ...transfer, recipientAddress: till }),
  asking('to a program', { ...transfer, recipientAddress: programs.token }),
  asking('to a sysvar', { ...transfer, recipientAddress: 'SysvarC1ock11111111111111111111111111111111' }),
  asking('from a nonce account', { ...transfer, senderAddress: nonceAccount }),
];

const tokenProblems: readonly RecordScene[] = [
  asking('more tokens than there are', { ...tokens, amount: '99000000' }),
  asking('tokens that nobody holds', { ...tokens, tokenId: world.silver }),
  asking('tokens from a frozen account', tokens, { changed: { [senderGold]: tokensOf(alice.address, 5_000_000n, 2) } }),
  asking('tokens without coins', tokens, { changed: holding(4_000n) }),
  asking('tokens without the deposit', { ...tokens, recipientAddress: carol }, { changed: holding(1_000_000n) }),
  asking('what is no token', { ...tokens, tokenId: bob }),
  asking('what is not there', { ...tokens, tokenId: someAddress(7, 7) }),
  asking('tokens to the sender', { ...tokens, recipientAddress: alice.address }),
  asking('tokens to an account of another token', { ...tokens2022, recipientAddress: till }),
  asking('tokens that cannot be transferred', tokens2022, {
    changed: mintWith([{ nonTransferable: new Uint8Array() }]),
  }),
  asking('tokens that are paused', tokens2022, { changed: mintWith([{ pausable: { paused: 1 } }]) }),
  asking('tokens whose transfers run a program', tokens2022, {
    changed: mintWith([{ transferHook: { program: someAddress(4, 4) } }]),
  }),
  asking('tokens that may be taken back', tokens2022, {
    changed: mintWith([{ permanentDelegate: { delegate: someAddress(5, 5) } }]),
  }),
  asking('tokens without extensions', tokens2022, { changed: mintWith([]) }),
  asking('tokens with a fee that changes', tokens2022, {
    changed: mintWith([
      {
        transferFeeConfig: {
          older: { epoch: 900n, maximumFee: 50_000n, basisPoints: 100 },
          newer: { epoch: epoch + 1n, maximumFee: 9n, basisPoints: 1 },
        },
      },
    ]),
  }),
  asking('enabling a token that is enabled', { mode: 'enableToken', senderAddress: alice.address, tokenId: gold }),
];

const stakes: readonly RecordScene[] = [
  asking('stake of too little', { ...stake, amount: '1002282879' }),
  asking('stake of the least', { ...stake, amount: '1002282880' }),
  asking('stake of more than there is', stake, { changed: holding(2n * sol) }),
  asking('stake of everything of nearly nothing', { ...stake, ...all }, { changed: holding(10_005_000n) }),
  asking('stake with nobody', { ...stake, targetValidatorAddress: bob }),
  asking('unstake of too small a part', { ...unstake, stakeId: staked, amount: String(sol - 1n) }),
  asking('unstake that leaves too little', { ...unstake, stakeId: staked, amount: String(4n * sol) }),
  asking('unstake of more than there is', { ...unstake, stakeId: staked, amount: String(6n * sol) }),
  asking(
    'unstake of what ends',
    { ...unstake, stakeId: staked, useMaxAmount: true },
    {
      changed: { [staked]: positionOf(5n * sol, epoch) },
    },
  ),
  asking(
    'unstake of what begins',
    { ...unstake, stakeId: staked, useMaxAmount: true },
    {
      changed: { [staked]: positionOf(5n * sol, never, epoch) },
    },
  ),
  asking(
    'unstake of what is of somebody else',
    { ...unstake, stakeId: staked, useMaxAmount: true },
    {
      changed: { [staked]: positionOf(5n * sol, never, 1000n, bob) },
    },
  ),
  asking('unstake of what is no stake', { ...unstake, stakeId: bob, useMaxAmount: true }),
  asking('withdraw of what is locked', { ...withdraw, stakeId: staked }),
  asking('withdraw of more than there is', { ...withdraw, stakeId: ended, amount: String(3n * sol) }),
  asking('withdraw that leaves too little', { ...withdraw, stakeId: ended, amount: String(2n * sol - 1n) }),
  asking(
    'withdraw of what is of somebody else',
    { ...withdraw, stakeId: ended },
    {
      changed: { [ended]: positionOf(2n * sol, 1005n, 1000n, bob) },
    },
  ),
];

/** Intents that are refused before anything is asked. */
const malformed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'no amount': { ...transfer, amount: undefined },
  'amount and maximum': { ...transfer, useMaxAmount: true },
  'an amount of 0': { ...transfer, amount: '0' },
  'a recipient of another chain': { ...transfer, recipientAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  'no validator': { ...stake, targetValidatorAddress: undefined },
  'a mode that the chain does not have': { ...transfer, mode: 'claimRewards' },
  'a wish of the wrong type': { ...transfer, params: { nonceAccount: 7 } },
};

export const problemScenes: readonly RecordScene[] = [
  ...coins,
  ...tokenProblems,
  ...stakes,
  ...Object.entries(malformed).map(([name, intent]) => asking(name, intent)),
];

export const wishScenes = wishing;
