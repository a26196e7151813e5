import { toHex } from '@isochain/core';
import { AuthInfo, Tx } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import { complete } from '../../test/complete.ts';
import { completedOn } from '../../test/completed.ts';
import { directDocument, simulation } from './sign-documents.ts';

const plan = complete('injective', completedOn('injective').stake as never).plan();

describe('a simulated transaction', () => {
  it('is the one that is signed, with a fee of 1, no gas limit and an empty signature', () => {
    const bytes = simulation(plan, 'injective', 1n);
    const { body, authInfo, signatures } = Tx.decode(bytes);
    const real = AuthInfo.decode(directDocument(plan, 'injective').authInfo);
    expect(authInfo?.signerInfos).toEqual(real.signerInfos);
    expect(authInfo?.fee).toMatchObject({ amount: [{ denom: 'inj', amount: '1' }], gasLimit: 0n });
    expect(body?.messages.length).toBe(1);
    // cosmos-sdk x/auth/ante/sigverify.go: as many as there are signers.
    expect(signatures.map(toHex)).toEqual(['00'.repeat(64)]);
  });

  it('pays no fee if the account has nothing to pay with', () => {
    expect(Tx.decode(simulation(plan, 'injective', 0n)).authInfo?.fee?.amount).toEqual([]);
  });
});
