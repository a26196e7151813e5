import { describe, expect, it } from 'vitest';
import fixture from '../../fixtures/encoded.json' with { type: 'json' };
import { complete } from '../../test/complete.ts';
import { bytesOf } from './index.ts';

/** The account numbers stand only in the recorded documents. */
const accountNumbers: Readonly<Record<string, string>> = {
  cosmos_transfer_with_memo: '31094',
  cosmos_stake: '31094',
  cosmos_unstake: '3255386',
  cosmos_claim_rewards: '3255386',
  cosmos_claim_rewards_with_amount: '3255386',
};

describe('the answers of a public service with the same interface', () => {
  const bytes = bytesOf('cosmoshub');

  it.each(Object.entries(fixture))('%s comes out the same byte for byte', (name, { data, encoded }) => {
    const params = { nativeId: 'cosmoshub-4', accountNumber: accountNumbers[name], feeDenom: 'uatom' };
    const completed = complete('cosmoshub', { ...data, params });
    expect(bytes.assemble(completed.plan()).items).toEqual(encoded);
  });

  it.each(Object.entries(fixture))('%s is explained as what was asked for', (name, { data, encoded }) => {
    const { recipientAddress, useMaxAmount: _, compound: __, ...rest } = data as Record<string, unknown>;
    const explained = bytes.explain?.(encoded as never);
    expect(explained?.errors).toEqual([]);
    expect(explained?.data).toEqual({
      ...rest,
      ...(recipientAddress ? { recipientAddress } : {}),
      params: { nativeId: 'cosmoshub-4', accountNumber: accountNumbers[name], feeDenom: 'uatom' },
    });
  });
});
