import { describe, expect, it } from 'vitest';
import { describeRefusal, type Meaning, mostTelling } from './failures.ts';

const validate = (text: string) => ['CONTRACT_VALIDATE_ERROR', `Contract validate error : ${text}`] as const;
const signature = (text: string) => ['SIGERROR', `Validate signature error: ${text}`] as const;

// Texts: Wallet.broadcastTransaction, TransactionCapsule, BandwidthProcessor and the actuators of tronprotocol/java-tron.
describe('what nodes say', () => {
  it.each<readonly [code: string, message: string, means: Meaning, reason: string]>([
    ['DUP_TRANSACTION_ERROR', 'Dup transaction.', 'duplicate', 'Dup transaction.'],
    ['DUP_TRANSACTION_ERROR', 'Transaction already exists.', 'duplicate', 'Transaction already exists.'],
    [...signature('Signature size is 64'), 'broadcast.invalid', 'Signature size is 64'],
    ['SIGERROR', 'validateSignature error', 'broadcast.invalid', 'validateSignature error'],
    [...signature('sig error'), 'broadcast.refused', 'sig error'],
    [...signature('Permission denied'), 'broadcast.refused', 'Permission denied'],
    [...signature("permission isn't exit"), 'broadcast.refused', "permission isn't exit"],
    [
      ...signature(
        `${'ab'.repeat(65)} is signed by TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC but it is not contained of permission.`,
      ),
      'broadcast.refused',
      'it is signed by TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC but it is not contained of permission.',
    ],
    ['TAPOS_ERROR', 'Tapos check error.', 'reference', 'Tapos check error.'],
    ['TRANSACTION_EXPIRATION_ERROR', 'Transaction expired', 'expired', 'Transaction expired'],
    [
      'BANDWITH_ERROR',
      'Account resource insufficient error.',
      'broadcast.insufficientFunds',
      'Account resource insufficient error.',
    ],
    ['TOO_BIG_TRANSACTION_ERROR', 'Transaction size is too big.', 'broadcast.tooLarge', 'Transaction size is too big.'],
    [
      ...validate('Validate TransferContract error, balance is not sufficient.'),
      'broadcast.insufficientFunds',
      'Validate TransferContract error, balance is not sufficient.',
    ],
    [...validate('assetBalance is not sufficient.'), 'broadcast.insufficientFunds', 'assetBalance is not sufficient.'],
    [
      ...validate('frozenBalance must be less than or equal to accountBalance'),
      'broadcast.insufficientFunds',
      'frozenBalance must be less than or equal to accountBalance',
    ],
    [
      ...validate('Too big new account transaction, TxId ab, the size is 1100 bytes, maxTxSize 1000'),
      'broadcast.tooLarge',
      'Too big new account transaction, TxId ab, the size is 1100 bytes, maxTxSize 1000',
    ],
    [
      ...validate('account [TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC] does not exist'),
      'broadcast.fails',
      'account [TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC] does not exist',
    ],
    [
      ...validate('The last withdraw time is 1760000000000, less than 24 hours'),
      'broadcast.fails',
      'The last withdraw time is 1760000000000, less than 24 hours',
    ],
    [
      ...validate('Invalid unfreeze operation, unfreezing times is over limit'),
      'broadcast.fails',
      'Invalid unfreeze operation, unfreezing times is over limit',
    ],
    [...validate('no unFreeze balance to withdraw '), 'broadcast.fails', 'no unFreeze balance to withdraw'],
    ['CONTRACT_EXE_ERROR', 'Contract execute error : Unknown throwable', 'broadcast.fails', 'Unknown throwable'],
    ['SERVER_BUSY', 'Server busy.', 'broadcast.congested', 'Server busy.'],
    ['NO_CONNECTION', 'No connection.', 'broadcast.congested', 'No connection.'],
    ['BLOCK_UNSOLIDIFIED', 'Block unsolidified.', 'broadcast.congested', 'Block unsolidified.'],
    [
      'NOT_ENOUGH_EFFECTIVE_CONNECTION',
      'Effective connection: 1 lt minEffectiveConnection: 3.',
      'broadcast.congested',
      'Effective connection: 1 lt minEffectiveConnection: 3.',
    ],
    // The node has it then.
    ['NOT_ENOUGH_EFFECTIVE_CONNECTION', 'P2P broadcast failed.', 'unshared', 'P2P broadcast failed.'],
  ])('%s: %s', (code, message, means, reason) => {
    expect(describeRefusal({ code, message })).toEqual({ means, reason });
    // As broadcasttransaction writes it.
    expect(describeRefusal({ code, message: Buffer.from(message).toString('hex') })).toEqual({ means, reason });
  });

  it.each(['OTHER_ERROR', 'SOMETHING_NEW', '', 'toString'])('code %j says nothing about the transaction', (code) => {
    expect(describeRefusal({ code, message: 'Error: java.lang.NullPointerException' })).toBeUndefined();
  });

  it('is cleaned', () => {
    const message = 'Contract validate error : see http://10.0.0.7:8090/wallet\u0000 at node7.internal.example';
    expect(describeRefusal({ code: 'CONTRACT_VALIDATE_ERROR', message })).toEqual({
      means: 'broadcast.fails',
      reason: 'see at',
    });
    expect(describeRefusal({ code: 'CONTRACT_EXE_ERROR', message: '' })?.reason).toBe('it gives no reason');
  });
});

describe('the most telling of several refusals', () => {
  const failure = (means: Meaning) => ({ means, reason: means });

  it('is the one that helps most', () => {
    const all = ['broadcast.congested', 'duplicate', 'reference', 'broadcast.insufficientFunds'] as const;
    expect(mostTelling(all.map(failure))?.means).toBe('broadcast.insufficientFunds');
    expect(mostTelling(['broadcast.congested' as const, 'reference' as const].map(failure))?.means).toBe('reference');
  });

  it('is never one that proves nothing', () => {
    expect(mostTelling([failure('duplicate'), failure('unshared')])).toBeUndefined();
  });
});
