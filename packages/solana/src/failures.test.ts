import * as kit from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../test/vectors.ts';
import { compileMessage, encodeMessage } from './bytes/message.ts';
import * as stake from './bytes/programs/stake.ts';
import * as system from './bytes/programs/system.ts';
import { describeFailure, meaningOf } from './failures.ts';
import { programs } from './well-known.ts';

const payer = addressOf(1);
const message = encodeMessage(
  compileMessage({
    payer,
    blockhash: addressOf(2),
    instructions: [
      system.transfer(payer, addressOf(3), 1n),
      stake.deactivate(addressOf(4), payer),
      { program: addressOf(5), accounts: [], data: new Uint8Array() },
    ],
  }),
);

describe('meaningOf', () => {
  it('knows every error of the chain', () => {
    // kit numbers them all; InstructionError has fields of its own, and Unknown is kit's.
    const prefix = 'SOLANA_ERROR__TRANSACTION_ERROR__';
    const names = Object.keys(kit)
      .filter((name) => name.startsWith(prefix) && !name.endsWith('__UNKNOWN'))
      .map((name) =>
        name
          .slice(prefix.length)
          .toLowerCase()
          .replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
      );
    expect(names.length).toBeGreaterThan(30);
    const told: Record<string, string[]> = {};
    for (const name of names) {
      const means = meaningOf(name);
      told[means] = [...(told[means] ?? []), name];
    }
    expect(told).toEqual({
      known: ['AlreadyProcessed'],
      blockhash: ['BlockhashNotFound'],
      'broadcast.insufficientFunds': ['AccountNotFound', 'InsufficientFundsForFee'],
      'broadcast.fails': [
        'CallChainTooDeep',
        'InsufficientFundsForRent',
        'InvalidAccountForFee',
        'InvalidLoadedAccountsDataSizeLimit',
        'InvalidProgramForExecution',
        'InvalidRentPayingAccount',
        'MaxLoadedAccountsDataSizeExceeded',
        'ProgramAccountNotFound',
        'UnbalancedTransaction',
      ],
      'broadcast.congested': [
        'AccountBorrowOutstanding',
        'AccountInUse',
        'ClusterMaintenance',
        'ProgramExecutionTemporarilyRestricted',
        'ResanitizationNeeded',
        'WouldExceedAccountDataBlockLimit',
        'WouldExceedAccountDataTotalLimit',
        'WouldExceedMaxAccountCostLimit',
        'WouldExceedMaxBlockCostLimit',
        'WouldExceedMaxVoteCostLimit',
      ],
      'broadcast.invalid': [
        'AccountLoadedTwice',
        'AddressLookupTableNotFound',
        'DuplicateInstruction',
        'InvalidAccountIndex',
        'InvalidAddressLookupTableData',
        'InvalidAddressLookupTableIndex',
        'InvalidAddressLookupTableOwner',
        'InvalidWritableAccount',
        'MissingSignatureForFee',
        'SanitizeFailure',
        'SignatureFailure',
        'TooManyAccountLocks',
        'UnsupportedVersion',
      ],
    });
  });
});

describe('describeFailure', () => {
  it.each([
    ['AlreadyProcessed', 'known'],
    ['BlockhashNotFound', 'blockhash'],
    ['InsufficientFundsForFee', 'broadcast.insufficientFunds'],
    [{ InsufficientFundsForRent: { account_index: 0 } }, 'broadcast.fails'],
    [{ DuplicateInstruction: 1 }, 'broadcast.invalid'],
    [{ ProgramExecutionTemporarilyRestricted: { account_index: 1 } }, 'broadcast.congested'],
    ['Brand_new', 'broadcast.refused'],
    [{}, 'broadcast.refused'],
  ])('%j means %s', (error, means) => {
    expect(describeFailure(error, message).means).toBe(means);
  });

  it.each([
    [[0, { Custom: 1 }], 'broadcast.insufficientFunds', 'the sender does not hold enough coins'],
    [[0, { Custom: 8 }], 'broadcast.fails', 'the nonce was used already'],
    [[1, { Custom: 1 }], 'broadcast.fails', 'the stake is under a lockup'],
    [[1, { Custom: 12 }], 'broadcast.fails', 'less would be at stake than the chain demands'],
    [[1, { Custom: 99 }], 'broadcast.fails', `the program ${programs.stake} says error 99`],
    [[2, { Custom: 6001 }], 'broadcast.fails', `the program ${addressOf(5)} says error 6001`],
    [[9, { Custom: 1 }], 'broadcast.fails', 'the program that it calls says error 1'],
    [[1, 'MissingRequiredSignature'], 'broadcast.fails', 'missing required signature'],
    [[1, 'GenericError'], 'broadcast.fails', 'generic error'],
    [[1, { BorshIoError: 'x' }], 'broadcast.fails', 'borsh io error'],
    [[1, null], 'broadcast.fails', 'unknown error'],
    [[1, 'a text <b>with</b> whatever'], 'broadcast.fails', 'unknown error'],
  ])('an instruction that fails with %j means %s: %s', (detail, means, reason) => {
    expect(describeFailure({ InstructionError: detail }, message)).toEqual({ means, reason });
  });
});
