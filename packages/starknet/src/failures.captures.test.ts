import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { describeRefusal } from './failures.ts';

const file = 'starknet/devnet-0102-errors.json';

/** What each refusal means, by the name of the recording. Written by hand. */
const expected: Readonly<Record<string, object>> = {
  'deploy-bad-signature': { means: 'broadcast.refused', reason: expect.stringContaining('argent/invalid-owner-sig') },
  'deploy-class-unknown': { means: 'broadcast.refused', reason: 'the class of the account is not declared there' },
  'deploy-again-same': { means: 'nonce', next: 1n },
  'invoke-bad-signature': { means: 'broadcast.refused', reason: expect.stringContaining('argent/invalid-owner-sig') },
  'invoke-signature-length-3': {
    means: 'broadcast.refused',
    reason: 'the account does not take the signature (argent/invalid-signature-format)',
  },
  'invoke-nonce-0-used': { means: 'nonce', next: 1n },
  'invoke-nonce-ahead': { means: 'nonce', next: 1n },
  'invoke-bounds-too-small': { means: 'broadcast.feeTooLow', minimum: undefined },
  'invoke-price-too-low': { means: 'broadcast.feeTooLow', minimum: undefined },
  'invoke-balance-too-small': { means: 'broadcast.insufficientFunds' },
  'invoke-version-1': { means: 'unreadable' },
  'invoke-sender-undeployed': { means: 'nonce', next: 0n },
  'invoke-sender-is-token': { means: 'nonce', next: 0n },
  'invoke-again-same': { means: 'nonce', next: 2n },
};

describeCaptures('refusals of starknet-devnet', [file], (read) => {
  const entries: Record<string, { readonly response: { readonly error: Parameters<typeof describeRefusal>[0] } }> =
    JSON.parse(read(file));

  it('are all expected here', () => {
    expect(Object.keys(entries).toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  it.each(Object.entries(entries))('of %s', (name, { response }) => {
    expect(describeRefusal(response.error)).toMatchObject(expected[name] ?? {});
  });
});
