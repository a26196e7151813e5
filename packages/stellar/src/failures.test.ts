import { describe, expect, it } from 'vitest';
import { describeResult, later, mostTelling, refusal, unreadable } from './failures.ts';

const whole = (transaction: string) => describeResult({ transaction, operations: [] });
const operation = (...operations: string[]) => describeResult({ transaction: 'tx_failed', operations });

// Whether core compared the sequence number: stellar/stellar-core, src/transactions/TransactionFrame.cpp, commonValidPreSeqNum and commonValid.

describe('a transaction that fails as a whole', () => {
  it.each([
    ['tx_too_early', 'broadcast.notFinal', false],
    ['tx_too_late', 'expired', false],
    ['tx_missing_operation', 'broadcast.invalid', false],
    ['tx_bad_seq', 'sequence', false],
    ['tx_bad_auth', 'broadcast.refused', true],
    ['tx_insufficient_balance', 'broadcast.insufficientFunds', true],
    ['tx_no_source_account', 'sequence', false],
    ['tx_insufficient_fee', 'broadcast.feeTooLow', false],
    ['tx_bad_auth_extra', 'broadcast.refused', true],
    ['tx_internal_error', 'broadcast.refused', false],
    ['tx_not_supported', 'broadcast.invalid', false],
    ['tx_bad_sponsorship', 'broadcast.invalid', false],
    ['tx_bad_minseq_age_or_gap', 'broadcast.invalid', false],
    ['tx_malformed', 'broadcast.invalid', false],
    ['tx_soroban_invalid', 'broadcast.invalid', false],
    ['tx_frozen_key_accessed', 'broadcast.refused', false],
  ])('by %s means %s', (name, means, isUnused) => {
    const failure = whole(name);
    expect(failure).toMatchObject({ means, isUnused });
    // A sentence of ours, with the name.
    expect(failure.reason).toMatch(new RegExp(`^[a-z].{8,} \\(${name}\\)$`));
  });

  it('keeps a name that nobody knows, without what may lead elsewhere', () => {
    expect(whole('tx_new_thing')).toEqual({ means: 'broadcast.refused', reason: 'tx_new_thing', isUnused: false });
    expect(whole('see https://elsewhere.example/now \u0007').reason).toBe('see');
    expect(whole('').reason).toBe('it gives no reason');
    expect(whole('constructor')).toMatchObject({ means: 'broadcast.refused' });
  });
});

describe('an operation that fails', () => {
  // All that the operations of encode can answer, and those of every operation.
  it.each([
    'op_no_source_account',
    'op_too_many_subentries',
    'op_exceeded_work_limit',
    'op_too_many_sponsoring',
    'op_underfunded',
    'op_low_reserve',
    'op_line_full',
    'op_no_issuer',
    'op_no_trust',
    'op_not_authorized',
    'op_src_no_trust',
    'op_src_not_authorized',
    'op_no_destination',
    'op_already_exists',
    'op_invalid_limit',
    'op_self_not_allowed',
    'op_trust_line_missing',
    'op_cannot_delete',
    'op_not_aut_maintain_liabilities',
    'op_no_account',
    'op_immutable_set',
    'op_has_sub_entries',
    'op_seq_num_too_far',
    'op_dest_full',
    'op_is_sponsor',
    'op_trustline_frozen',
  ])('by %s is said in a sentence', (name) => {
    expect(operation(name)).toMatchObject({ means: 'broadcast.fails', isUnused: true });
    expect(operation(name).reason).toMatch(new RegExp(`^[a-z].{8,} \\(${name}\\)$`));
  });

  it('may mean something else', () => {
    expect(operation('op_bad_auth')).toMatchObject({ means: 'broadcast.refused' });
    expect(operation('op_malformed')).toMatchObject({ means: 'broadcast.invalid' });
    expect(operation('op_not_supported')).toMatchObject({ means: 'broadcast.invalid' });
  });

  it('is the first one that did not succeed', () => {
    expect(operation('op_success', 'op_underfunded', 'op_no_trust').reason).toContain('op_underfunded');
  });

  it('keeps a name that nobody knows', () => {
    expect(operation('op_new_thing')).toEqual({ means: 'broadcast.fails', reason: 'op_new_thing', isUnused: false });
    expect(operation()).toMatchObject({ means: 'broadcast.fails', reason: 'tx_failed' });
  });
});

describe('several refusals', () => {
  it('are told by the one that excludes the least', () => {
    const all = [later, whole('tx_insufficient_fee'), unreadable, whole('tx_too_late'), whole('tx_bad_seq')];
    expect(mostTelling(all)?.means).toBe('sequence');
    expect(mostTelling(all.slice(0, -1))?.means).toBe('expired');
    expect(mostTelling([later, whole('tx_insufficient_fee')])?.means).toBe('broadcast.feeTooLow');
    expect(mostTelling([])).toBeUndefined();
  });

  it('become errors of the transaction', () => {
    const facts = { chain: 'Stellar', nonce: '7', hash: 'ab' };
    expect(refusal('broadcast.fails', operation('op_no_trust'), facts)).toMatchObject({
      code: 'broadcast.fails',
      message: expect.stringContaining('no trustline'),
    });
  });
});
