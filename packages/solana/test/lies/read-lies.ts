import type { Lie } from '@isochain/conformance';
import { expect } from 'vitest';
import { someAddress, someSignature } from '../addresses.ts';
import { ignored, lie, unavailable } from './expected.ts';
import { paidId } from './read-scenes.ts';
import { bob, epoch, gold, programs, silver } from './world.ts';

// Lies about what clients read. Only the node knows balances and events, so it is believed. We notice an answer about something else, or one that
// counts a thing twice.

const state: Lie['scenes'] = ['state'];
const transaction: Lie['scenes'] = ['transaction', 'token transaction', 'unstake transaction', 'history'];
const missingToken = { refused: 'token.notFound' };

/** A name that is not told. */
const nameless = {
  bounded: 'Without a name it is called by its address.',
  holds: (answer: unknown) => expect(JSON.stringify(answer)).toContain('..'),
};

/** What cannot be read is left out, and the entry says so. */
const incomplete = {
  bounded: 'It is left out, and the entry says so.',
  holds: (answer: unknown) => expect(JSON.stringify(answer)).toContain('transaction.incomplete'),
};

/** Rows that cannot be told are counted. */
const unlisted = {
  bounded: 'Rows without an id or a place are left out, and the page says so.',
  holds: (answer: unknown) => expect(JSON.stringify(answer)).toContain('transaction.unlisted'),
};

const noValidators = {
  bounded: 'A validator that cannot be read is left out.',
  holds: (answer: unknown) => expect(answer).toMatchObject({ validators: [] }),
};

/** A page that another one follows. */
const atLeast = (count: number, what: string) => ({
  bounded: `The rest is shown: ${what}.`,
  holds: (answer: unknown) => {
    const lists = Object.values(answer as object).filter(Array.isArray);
    expect(lists[0]?.length).toBeLessThanOrEqual(count);
  },
});

const sameTotal = {
  bounded: 'Dates and states of positions are what the node says; how much they hold is told by their accounts.',
  holds(answer: unknown, honest: unknown) {
    const total = (of: unknown) => (of as { balances: { staking: { total: string } } }).balances.staking.total;
    expect(total(answer)).toBe(total(honest));
  },
};

const never = 2n ** 64n - 1n;
const twice = (all: unknown[]) => [...all, ...all];

export const readLies: readonly Lie[] = [
  lie('getAccountInfo.value.lamports', ['impossible'], state, () => -1, unavailable),
  lie('getAccountInfo.value.lamports', ['impossible', 'beyond 64 bits'], state, () => 2n ** 64n, unavailable),
  lie('getAccountInfo.value.owner', ['impossible'], state, () => 'nobody', unavailable),
  lie('getAccountInfo.value.owner', ['another account'], state, () => programs.token, {
    bounded: 'What a program owns is not called available.',
    holds: (answer) => expect(answer).toMatchObject({ balances: { native: { available: '0' } } }),
  }),
  lie('getAccountInfo.value.space', ['impossible'], state, () => -1, unavailable),
  lie('getTokenAccountsByOwner program.value[].pubkey', ['impossible'], ['state', 'history'], () => 'nowhere', {
    bounded: 'A token account that cannot be read is left out.',
    holds: (answer) => expect(JSON.stringify(answer)).not.toContain('nowhere'),
  }),
  lie(
    'getTokenAccountsByOwner program.value[].account.owner',
    ['another account'],
    ['state', 'history'],
    () => programs.stake,
    unavailable,
  ),
  lie(
    'getTokenAccountsByOwner program.value[].account.data.holding.owner',
    ['another account'],
    ['state', 'history'],
    () => bob,
    unavailable,
  ),
  lie('getProgramAccounts stakes', ['duplicated', 'in a state'], state, twice, unavailable),
  lie('getMultipleAccounts.mint', ['missing', 'no account'], ['token'], () => [], missingToken),
  lie('getMultipleAccounts.mint[].owner', ['another account'], ['token'], () => programs.stake, missingToken),
  lie('getMultipleAccounts.mint[].data.mint.isInitialized', ['false'], ['token'], () => 0, missingToken),
  lie('getMultipleAccounts.mint2022', ['missing', 'no account'], ['token of Token-2022'], () => [], missingToken),
  lie(
    'getMultipleAccounts.mint2022[].data.mint.isInitialized',
    ['false'],
    ['token of Token-2022'],
    () => 0,
    missingToken,
  ),
  lie(
    'getMultipleAccounts.mint2022[].data.mint.accountType',
    ['false'],
    ['token of Token-2022'],
    () => 2,
    missingToken,
  ),
  lie('getMultipleAccounts.mint2022[].data.mint.extensions', ['missing'], ['token of Token-2022'], () => [], nameless),
  lie(
    'getMultipleAccounts.mint2022[].data.mint.extensions[].metadataPointer.address',
    ['another account'],
    ['token of Token-2022'],
    () => gold,
    nameless,
  ),
  lie(
    'getMultipleAccounts.mint2022[].data.mint.extensions[].transferFeeConfig.newer.basisPoints',
    ['impossible'],
    ['token of Token-2022'],
    () => 10_001,
    unavailable,
  ),
  lie(
    'getMultipleAccounts.mint2022[].data.mint.extensions[].transferFeeConfig.older.basisPoints',
    ['impossible'],
    ['token of Token-2022'],
    () => 10_001,
    unavailable,
  ),
  lie('getMultipleAccounts.metadata', ['missing', 'no account'], ['token'], () => [], nameless),
  lie('getMultipleAccounts.metadata[].owner', ['another account'], ['token'], () => programs.token, nameless),
  lie('getMultipleAccounts.metadata[].data.metaplex.key', ['false'], ['token'], () => 1, nameless),
  lie('getMultipleAccounts.metadata[].data.metaplex.mint', ['another account'], ['token'], () => silver, nameless),
  lie('stake sysvars.clock[].owner', ['another account'], state, () => programs.system, unavailable),
  lie('stake sysvars.clock[].data.clock.slot', ['impossible'], state, () => 2n ** 60n, unavailable),
  lie('stake sysvars.clock[].data.clock.unixTimestamp', ['impossible'], state, () => -1n, unavailable),
  lie('stake sysvars.clock[].data.clock.unixTimestamp', ['stale'], state, () => 1_780_060_000n, {
    warned: 'chain.standsStill',
  }),
  lie('stake sysvars.clock[].data.clock.epochStartTimestamp', ['impossible'], state, () => -1n, unavailable),
  lie('stake sysvars.stakeHistory[].owner', ['another account'], state, () => programs.system, unavailable),
  lie('stake sysvars.epochSchedule[].owner', ['another account'], state, () => programs.system, unavailable),
  lie('stake sysvars.epochSchedule[].data.epochSchedule.slotsPerEpoch', ['impossible'], state, () => 0n, unavailable),

  lie('getVoteAccounts all.current', ['duplicated'], ['validators'], twice, unavailable),
  lie('getVoteAccounts all.current[].votePubkey', ['impossible'], ['validators'], () => 'nobody', noValidators),
  lie(
    'getVoteAccounts all.current[].votePubkey',
    ['duplicated'],
    ['validators'],
    () => someAddress(3, 21),
    unavailable,
  ),
  lie('getVoteAccounts all.current[].activatedStake', ['impossible'], ['validators'], () => -1, noValidators),
  lie('getVoteAccounts all.current[].epochVoteAccount', ['false'], ['validators'], () => false, {
    bounded: 'A list has fewer entries. Whom it names is the same.',
    holds: (answer) => expect(answer).toMatchObject({ validators: [] }),
  }),
  lie('getVoteAccounts all.current[].nodePubkey', ['another account'], ['validators'], () => bob, nameless),
  lie('getVoteAccounts all.current[].inflationRewardsCommissionBps', ['too large'], ['validators'], () => 25_500, {
    bounded: 'A commission is all of it at most.',
    holds: (answer) => expect(answer).toMatchObject({ validators: [{ commission: 1 }, { commission: 1 }] }),
  }),
  lie('getVoteAccounts all.current[].commission', ['impossible'], ['validators'], () => 'all', noValidators),
  lie('getProgramAccounts names', ['missing'], ['validators'], () => [], nameless),
  lie('getProgramAccounts names', ['duplicated'], ['validators'], twice, nameless),
  lie('getProgramAccounts names[].pubkey', ['impossible'], ['validators'], () => 'nowhere', nameless),
  lie('getProgramAccounts names[].account.owner', ['another account'], ['validators'], () => programs.token, nameless),
  lie('getProgramAccounts names[].account.lamports', ['impossible'], ['validators'], () => -1, nameless),
  lie('getProgramAccounts names[].account.executable', ['missing'], ['validators'], () => undefined, nameless),
  lie('getProgramAccounts names[].account.data.validatorInfo.keys', ['false'], ['validators'], () => 3, nameless),
  lie(
    'getProgramAccounts names[].account.data.validatorInfo.type',
    ['another account'],
    ['validators'],
    () => bob,
    nameless,
  ),
  lie(
    'getProgramAccounts names[].account.data.validatorInfo.node',
    ['another account'],
    ['validators'],
    () => bob,
    nameless,
  ),
  lie(
    'getProgramAccounts names[].account.data.validatorInfo.isNodeSigner',
    ['false', 'nobody signed it'],
    ['validators'],
    () => 0,
    nameless,
  ),

  lie(
    'getTransaction.transaction.signatures[]',
    ['another account'],
    ['transaction', 'history'],
    () => someSignature(77),
    unavailable,
  ),
  lie('getTransaction.transaction.signatures', ['missing'], transaction, () => [], unavailable),
  lie('getTransaction.transaction.signatures', ['duplicated'], ['transaction'], twice, ignored),
  lie('getTransaction.slot', ['impossible'], transaction, () => -1, incomplete),
  lie('getTransaction.slot', ['too large'], ['transaction'], () => 2n ** 50n, {
    bounded: 'One above the newest block has no confirmations.',
    holds: (answer) => expect(JSON.stringify(answer)).not.toContain('confirmations'),
  }),
  lie('getTransaction.blockTime', ['impossible'], transaction, () => 2n ** 60n, incomplete),
  lie('getTransaction.meta.fee', ['impossible'], transaction, () => -1, incomplete),
  lie('getTransaction.meta.computeUnitsConsumed', ['impossible'], transaction, () => -1, incomplete),
  lie('getTransaction.meta.preBalances[]', ['impossible'], transaction, () => 2n ** 64n, incomplete),
  lie('getTransaction.meta.postBalances[]', ['impossible'], transaction, () => -1, incomplete),
  lie('getTransaction.meta.preTokenBalances', ['duplicated'], ['token transaction', 'history'], twice, incomplete),
  lie('getTransaction.meta.postTokenBalances', ['duplicated'], ['token transaction', 'history'], twice, incomplete),
  lie(
    'getTransaction.meta.preTokenBalances[].accountIndex',
    ['impossible'],
    ['token transaction'],
    () => -1,
    incomplete,
  ),
  lie('getTransaction.meta.preTokenBalances[].mint', ['impossible'], ['token transaction'], () => 'gold', incomplete),
  lie('getTransaction.meta.preTokenBalances[].owner', ['impossible'], ['token transaction'], () => 'bob', incomplete),
  lie(
    'getTransaction.meta.preTokenBalances[].uiTokenAmount.amount',
    ['impossible'],
    ['token transaction'],
    () => '-1',
    incomplete,
  ),
  lie(
    'getTransaction.meta.postTokenBalances[].accountIndex',
    ['impossible'],
    ['token transaction'],
    () => 0.5,
    incomplete,
  ),
  lie('getTransaction.meta.postTokenBalances[].mint', ['impossible'], ['token transaction'], () => 5, incomplete),
  lie('getTransaction.meta.postTokenBalances[].owner', ['impossible'], ['token transaction'], () => 5, incomplete),
  lie(
    'getTransaction.meta.postTokenBalances[].uiTokenAmount.amount',
    ['impossible', 'beyond 64 bits'],
    ['token transaction'],
    () => String(2n ** 64n),
    incomplete,
  ),
  lie('getTransaction.transaction.message.accountKeys', ['missing'], transaction, () => [], incomplete),
  lie('getTransaction.transaction.message.accountKeys[]', ['impossible'], transaction, () => 'nobody', incomplete),
  lie(
    'getTransaction.transaction.message.instructions[].programIdIndex',
    ['impossible'],
    transaction,
    () => -1,
    incomplete,
  ),
  lie(
    'getTransaction.transaction.message.instructions[].accounts[]',
    ['impossible'],
    transaction,
    () => -1,
    incomplete,
  ),
  lie('getMultipleAccounts.stake', ['missing', 'no account'], ['unstake transaction'], () => [], {
    bounded: 'The validator of a stake that ended is left out.',
    holds: (answer) => expect(JSON.stringify(answer)).not.toContain('validators'),
  }),
  lie('getMultipleAccounts.stake[].owner', ['another account'], ['unstake transaction'], () => programs.vote, {
    bounded: 'The validator of a stake that ended is left out.',
    holds: (answer) => expect(JSON.stringify(answer)).not.toContain('validators'),
  }),
  lie('getSlot', ['impossible'], ['transaction', 'status'], () => -1, unavailable),
  lie('getSlot', ['too small'], ['transaction', 'status'], () => 5, {
    bounded: 'One above the newest block has no confirmations.',
    holds: (answer) => expect(JSON.stringify(answer)).not.toContain('confirmations'),
  }),
  lie('getSignatureStatuses.value', ['duplicated'], ['status'], twice, unavailable),
  lie('getSignatureStatuses.value', ['missing'], ['status'], () => [], unavailable),
  lie('getSignatureStatuses.value[].slot', ['impossible'], ['status'], () => -1, unavailable),
  lie('getSignaturesForAddress', ['missing'], ['history'], () => [], atLeast(3, 'what it does not tell is not there')),
  lie('getSignaturesForAddress', ['duplicated'], ['history'], twice, ignored),
  lie('getSignaturesForAddress[].signature', ['impossible'], ['history'], () => 'x', unlisted),
  lie(
    'getSignaturesForAddress[].signature',
    ['duplicated'],
    ['history'],
    () => paidId,
    atLeast(1, 'each transaction once'),
  ),
  lie('getSignaturesForAddress[].slot', ['impossible'], ['history'], () => never + 1n, unlisted),
  lie('stake sysvars.clock[].data.clock.epoch', ['too large'], state, () => epoch + 1000n, sameTotal),
  lie(
    'stake sysvars.stakeHistory[].data.stakeHistory.entries[].deactivating',
    ['too large'],
    state,
    () => 2n ** 63n,
    sameTotal,
  ),
];

const amounts = 'How much there is, a node alone knows.';
const past = 'What happened, a node alone knows.';
const texts = 'What somebody calls his token or validator is his own affair.';

/** What reaches the answer of a read and nothing else. */
export const believed: Readonly<Record<string, string>> = {
  'getTokenAccountsByOwner program.value[].account.data.holding.amount': amounts,
  'getTokenAccountsByOwner program.value[].account.data.holding.mint': amounts,
  'getMultipleAccounts.mint[].data.mint.decimals': amounts,
  'getMultipleAccounts.mint[].data.mint.supply': amounts,
  'getMultipleAccounts.mint2022[].data.mint.decimals': amounts,
  'getMultipleAccounts.mint2022[].data.mint.extensions[].tokenMetadata.name': texts,
  'getMultipleAccounts.mint2022[].data.mint.extensions[].tokenMetadata.symbol': texts,
  'getMultipleAccounts.metadata[].data.metaplex.name': texts,
  'getMultipleAccounts.metadata[].data.metaplex.symbol': texts,
  'getMultipleAccounts.metadata[].data.metaplex.tokenStandard': texts,
  'getProgramAccounts names[].account.data.validatorInfo.json': texts,
  'getTransaction.transaction.message.instructions': past,
  'getTransaction.transaction.message.instructions[].accounts': past,
  'getTransaction.transaction.message.instructions[].data': past,
  'getTransaction.meta.preBalances': past,
  'getTransaction.meta.postBalances': past,
  'getMultipleAccounts.stake[].data.stake.state': past,
  'getMultipleAccounts.stake[].data.stake.voter': past,
};
