import type { Lie } from '@isochain/conformance';
import { expect } from 'vitest';
import { someAddress } from '../addresses.ts';
import { largeTokenAmount } from './encode-scenes.ts';
import { dataOf, differsOnlyIn, fails, ignored, lie, same, stepsOf, unavailable } from './expected.ts';
import { bob, carol, gold, programs, silver, sol } from './world.ts';

// Lies about what transfers of tokens, and token accounts, are made from.

const plain: Lie['scenes'] = ['tokens'];
const withFee: Lie['scenes'] = ['tokens with a fee'];
const fromAnother: Lie['scenes'] = ['tokens from another account'];
const between: Lie['scenes'] = ['tokens between other accounts'];

const unknown = { refused: 'token.unknown' };
const deposit = { warned: 'account.deposit' };
const hidden = same('What it is called, or keeps for itself, is not told; what is sent and where to is the same.');

/** The source is the first account of the last instruction. */
const elsewhere = {
  bounded:
    'It takes from another account: one of somebody else the chain refuses. The amount and the destination are the same.',
  holds: differsOnlyIn([0]),
};
const nothing = { refused: ['token.nothingToSend', 'token.insufficient'] };

const mint = (name: string) => `snapshot.mint${name}`;
const extension = (name: string) => `snapshot.mint2022[].data.mint.extensions[].${name}`;

/** A token account of somebody who has none. */
const there = {
  ...{ lamports: 2_039_280, owner: programs.token, executable: false, space: 165 },
  data: { token: { mint: gold, owner: carol, amount: 0n, state: 1 } },
};

export const tokenLies: readonly Lie[] = [
  lie(mint(''), ['missing', 'no account'], plain, () => [], unknown),
  lie(mint('[].owner'), ['false', 'no token'], plain, () => programs.stake, unknown),
  lie(mint('[].owner'), ['false', 'the other token program'], plain, () => programs.token2022, nothing),
  lie(mint('[].data.mint.isInitialized'), ['stale'], plain, () => 0, unknown),
  lie(
    mint('[].data.mint.decimals'),
    ['false'],
    ['tokens', 'all tokens', 'enabling a token'],
    () => 9,
    same('Amounts are in the smallest unit: decimals are for the words of messages only.'),
  ),
  lie(mint('2022[].data.mint.decimals'), ['false'], withFee, () => 9, {
    bounded: 'The decimals stand in the instruction, and the chain refuses wrong ones.',
    holds(answer, honest) {
      differsOnlyIn([], true)(answer, honest);
      expect(dataOf(answer).amount).toBe(dataOf(honest).amount);
    },
  }),
  lie(mint('[].data.mint.decimals'), ['false', 'between'], between, () => 9, {
    bounded: 'The decimals stand in the instruction, and the chain refuses wrong ones.',
    holds: differsOnlyIn([], true),
  }),
  lie(mint('2022[].data.mint.isInitialized'), ['stale'], withFee, () => 0, unknown),
  lie(mint('2022[].data.mint.accountType'), ['false'], withFee, () => 2, unknown),
  lie(mint('2022[].data.mint.extensions'), ['missing'], withFee, () => [], hidden),
  lie(
    mint('2022[].data.mint.extensions'),
    ['false', 'bound'],
    withFee,
    (all: unknown[]) => [...all, { nonTransferable: new Uint8Array() }],
    {
      refused: 'token.untransferable',
    },
  ),
  lie(extension('transferFeeConfig.newer.basisPoints'), ['impossible'], withFee, () => 10_001, unavailable),
  lie(extension('transferFeeConfig.newer.basisPoints'), ['too large'], withFee, () => 10_000, {
    warned: 'token.transferFee',
  }),
  lie(extension('transferFeeConfig.newer.basisPoints'), ['too small'], withFee, () => 0, hidden),
  lie(extension('transferFeeConfig.newer.maximumFee'), ['too large'], withFee, () => 2n ** 63n, {
    warned: 'token.transferFee',
  }),
  lie(extension('transferFeeConfig.newer.maximumFee'), ['too small'], withFee, () => 1n, {
    warned: 'token.transferFee',
  }),
  lie(extension('transferFeeConfig.newer.epoch'), ['false', 'later'], withFee, () => 2000n, {
    warned: 'token.transferFee',
  }),
  lie(extension('permanentDelegate.delegate'), ['another account'], withFee, () => someAddress(7), {
    warned: 'token.controlled',
  }),
  lie(extension('transferHook.program'), ['false'], withFee, () => programs.stake, { refused: 'token.untransferable' }),
  lie(extension('pausable.paused'), ['false'], withFee, () => 1, { refused: 'token.untransferable' }),
  lie(extension('defaultAccountState.state'), ['false'], ['tokens with a fee to a new account'], () => 2, {
    refused: 'token.frozenByDefault',
  }),
  lie(extension('metadataPointer.address'), ['another account'], withFee, () => gold, hidden),
  lie(extension('tokenMetadata.name'), ['false'], withFee, () => 'USD Coin', hidden),
  lie(extension('tokenMetadata.symbol'), ['false'], withFee, () => 'USDC', hidden),
  lie('snapshot.metadata', ['missing', 'no account'], ['all tokens'], () => [], hidden),
  lie('snapshot.metadata[].owner', ['another account'], ['all tokens'], () => programs.token, hidden),
  lie('snapshot.metadata[].data.metaplex.key', ['false'], ['all tokens'], () => 1, hidden),
  lie('snapshot.metadata[].data.metaplex.mint', ['another account'], ['all tokens'], () => silver, hidden),
  lie('snapshot.metadata[].data.metaplex.symbol', ['false'], ['all tokens'], () => 'USDC', hidden),

  lie('snapshot.senderTokens', ['missing', 'no account'], ['tokens', 'all tokens'], () => [], elsewhere),
  lie('snapshot.senderTokens[].data.token.amount', ['too small'], plain, () => 0n, elsewhere),
  lie('snapshot.senderTokens[].data.token.amount', ['too large'], ['all tokens'], () => 2n ** 60n, {
    bounded: 'A transfer of more than there is fails.',
    holds(answer) {
      expect(dataOf(answer).amount).toBe(String(2n ** 60n));
    },
  }),
  lie('snapshot.senderTokens[].data.token.amount', ['too large'], fromAnother, () => 2n ** 60n, elsewhere),
  lie('snapshot.senderTokens[].data.token.mint', ['another account'], plain, () => silver, elsewhere),
  lie('snapshot.senderTokens[].data.token.owner', ['another account'], plain, () => bob, elsewhere),
  lie('snapshot.senderTokens[].data.token.state', ['false', 'frozen'], plain, () => 2, elsewhere),
  lie('snapshot.senderTokens[].owner', ['false'], plain, () => programs.stake, elsewhere),
  lie('snapshot.senderTokens2022', ['missing', 'no account'], withFee, () => [], nothing),
  lie('snapshot.senderTokens2022[].data.token.amount', ['too small'], withFee, () => 999_999n, nothing),
  lie('snapshot.senderTokens2022[].data.token.mint', ['another account'], withFee, () => silver, nothing),
  lie('snapshot.senderTokens2022[].data.token.owner', ['another account'], withFee, () => bob, nothing),
  lie('snapshot.senderTokens2022[].data.token.state', ['false', 'frozen'], withFee, () => 2, {
    refused: 'sender.frozen',
  }),
  lie('snapshot.senderTokens2022[].data.token.accountType', ['false'], withFee, () => 1, nothing),

  lie('getTokenAccountsByOwner mint.value', ['missing'], fromAnother, () => [], nothing),
  lie(
    'getTokenAccountsByOwner mint.value[].pubkey',
    ['another account'],
    fromAnother,
    (_: unknown, { indices: [i = 0] }) => someAddress(i, 40),
    elsewhere,
  ),
  lie('getTokenAccountsByOwner mint.value[].account.owner', ['false'], fromAnother, () => programs.stake, nothing),
  lie(
    'getTokenAccountsByOwner mint.value[].account.data.token.owner',
    ['another account'],
    fromAnother,
    () => bob,
    nothing,
  ),
  lie(
    'getTokenAccountsByOwner mint.value[].account.data.token.mint',
    ['another account'],
    fromAnother,
    () => silver,
    nothing,
  ),
  lie(
    'getTokenAccountsByOwner mint.value[].account.data.token.state',
    ['false', 'frozen'],
    fromAnother,
    () => 2,
    nothing,
  ),
  lie('getTokenAccountsByOwner mint.value[].account.data.token.amount', ['too small'], fromAnother, () => 1n, nothing),
  lie(
    'getTokenAccountsByOwner mint.value[].account.data.token.amount',
    ['too large'],
    ['all tokens'],
    () => 2n ** 60n,
    {
      bounded: 'A transfer of more than there is fails.',
      holds: fails(2n ** 60n),
    },
  ),
  lie(
    'getTokenAccountsByOwner mint.value[].account.data.token.amount',
    ['split', 'the token of two accounts, which the chain compares'],
    between,
    () => largeTokenAmount,
    {
      bounded: 'Between accounts whose addresses do not follow from the token its mint stands in the instruction.',
      holds: (answer) => expect(stepsOf(answer).at(-1)?.accounts[1]).toBe(gold),
    },
  ),

  lie('snapshot.recipientTokens', ['missing', 'no account'], plain, () => [], deposit),
  lie('snapshot.recipientTokens', ['false', 'an account'], ['tokens to a new account'], () => [there], {
    bounded: 'Without an account to arrive at, the transfer fails.',
    holds: (answer) => expect(stepsOf(answer).map(({ program }) => program)).toEqual([programs.token]),
  }),
  lie('snapshot.recipientTokens[].owner', ['false'], plain, () => programs.stake, deposit),
  lie('snapshot.recipientTokens[].data.token.mint', ['another account'], plain, () => silver, deposit),
  lie('snapshot.recipientTokens[].data.token.owner', ['another account'], plain, () => silver, {
    refused: 'recipient.otherOwner',
  }),
  lie('snapshot.recipientTokens[].data.token.state', ['false', 'frozen'], plain, () => 2, {
    refused: 'recipient.frozen',
  }),
  lie('snapshot.recipientTokens2022', ['missing', 'no account'], withFee, () => [], deposit),
  lie('snapshot.recipientTokens2022[].data.token.mint', ['another account'], withFee, () => silver, deposit),
  lie('snapshot.recipientTokens2022[].data.token.owner', ['another account'], withFee, () => silver, {
    refused: 'recipient.otherOwner',
  }),
  lie('snapshot.recipientTokens2022[].data.token.state', ['false', 'frozen'], withFee, () => 2, {
    refused: 'recipient.frozen',
  }),
  lie('snapshot.recipientTokens2022[].data.token.accountType', ['false'], withFee, () => 1, deposit),
  lie('snapshot.recipientTokens2022[].data.token.extensions', ['missing'], withFee, () => [], ignored),
  lie('snapshot.recipientTokens2022[].data.token.extensions[].memoTransfer.required', ['false'], withFee, () => 1, {
    refused: 'recipient.memoRequired',
  }),
  lie('snapshot.till', ['missing', 'no account'], between, () => [], deposit),
  lie('snapshot.till[].owner', ['false'], between, () => programs.stake, deposit),
  lie('snapshot.till[].data.token.mint', ['another account'], between, () => silver, {
    refused: 'recipient.otherToken',
  }),
  lie('snapshot.till[].data.token.state', ['false', 'frozen'], between, () => 2, { refused: 'recipient.frozen' }),

  lie(
    'snapshot.rent[].data.rent.lamportsPerByteYear',
    ['too large', 'for a token account'],
    ['tokens to a new account'],
    () => 34_800n,
    {
      ...deposit,
    },
  ),
  lie(
    'snapshot.rent[].data.rent.lamportsPerByteYear',
    ['too small', 'for a token account'],
    ['tokens to a new account', 'tokens with a fee to a new account', 'enabling a token'],
    () => 1n,
    same('The chain itself computes the deposit of a token account: it takes what it is, whatever the warning says.'),
  ),
  lie('snapshot.sender[].lamports', ['too small', 'for the deposit'], ['tokens to a new account'], () => sol / 1000n, {
    refused: 'balance.insufficientForDeposit',
  }),
];
