import { fromBase64, toHex } from '@isochain/core';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import fixture from '../../fixtures/cosmjs.json' with { type: 'json' };
import { messageOfJson } from '../../test/message-of-json.ts';
import { readPublicKey } from '../address/public-key.ts';
import { namedChain } from '../chains.ts';
import { assemble } from './assemble.ts';
import { finalize } from './finalize.ts';
import type { CosmosPlan } from './sign-documents.ts';

const hub = namedChain('cosmoshub');

function planOf(sequence: string): CosmosPlan {
  const { message, fee, gas, accountNumber, chainId, publicKey } = fixture;
  return {
    messages: [messageOfJson(message)],
    memo: '',
    fee: { denom: fee.denom, amount: BigInt(fee.amount) },
    gas: BigInt(gas),
    sequence: BigInt(sequence),
    accountNumber: BigInt(accountNumber),
    nativeId: chainId,
    publicKey: fromBase64(publicKey) as Uint8Array,
    amino: false,
  };
}

describe('the vectors of cosmjs', () => {
  it('have the address of their key', () => {
    const key = readPublicKey(hub, fixture.publicKey);
    expect(key.ok && key.value.address).toBe(fixture.address);
  });

  // A signature verifies only over the same bytes.
  it.each(Object.entries(fixture.signatures))('have the document of sequence %s signed', (sequence, signature) => {
    const plan = planOf(sequence);
    const { raw } = finalize(hub, plan, assemble(hub, plan).unsigned, signature);
    const [signed] = TxRaw.decode(fromBase64(raw) as Uint8Array).signatures;
    expect(toHex(signed as Uint8Array)).toBe(signature);
  });

  it('have no signature over another document', () => {
    const plan = planOf('0');
    const { unsigned } = assemble(hub, plan);
    expect(() => finalize(hub, plan, unsigned, fixture.signatures['1'])).toThrow();
  });
});
