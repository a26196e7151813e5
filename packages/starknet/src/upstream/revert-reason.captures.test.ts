import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { reasonOf } from './revert-reason.ts';

const file = 'starknet/devnet-0102-estimates.json';

/** What a person has to read, by the name of the recording. Written by hand. */
const expected: Readonly<Record<string, string>> = {
  'invoke-undeployed':
    'Requested contract address 0x05b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929 is not deployed.',
  'deploy-empty-signature': 'argent/invalid-signature-format',
  'invoke-wrong-owner-in-dummy': 'argent/invalid-owner-sig',
  'invoke-transfer-too-much': 'ERC20: insufficient balance',
  'invoke-nonce-too-low': 'Account transaction nonce is invalid.',
  'invoke-nonce-ahead': 'Account transaction nonce is invalid.',
  'invoke-entrypoint-missing': 'ENTRYPOINT_NOT_FOUND',
};

describeCaptures('reasons of starknet-devnet', [file], (read) => {
  const entries: Record<string, { readonly response: { readonly error?: Parameters<typeof reasonOf>[0] } }> =
    JSON.parse(read(file));
  const failures = Object.entries(entries).flatMap(([name, { response }]) =>
    response.error === undefined ? [] : [[name, response.error] as const],
  );

  it('are all expected here', () => {
    expect(failures.map(([name]) => name).toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  it.each(failures)('of %s', (name, error) => {
    expect(reasonOf(error)).toBe(expected[name]);
  });
});
