import { address } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { createRig, vectorAccount } from '../../test/rig.ts';
import { chains } from '../chains.ts';
import { sharedForm } from './shared-form.ts';

// One hash with the two version bytes of p2sh on Litecoin, 0x05 and 0x32 (Litecoin Core, src/chainparams.cpp: SCRIPT_ADDRESS, SCRIPT_ADDRESS2).
/** A well-known donation address of Bitcoin (btcinformation.org's developer examples use it). */
const old = '3P14159f73E4gFr7JterCCQh9QjiTjiZrG';

describe('an address of Litecoin that begins with 3', () => {
  it('is one of Bitcoin, too', () => {
    const usual = address.toBase58Check(address.fromBase58Check(old).hash, 0x32);
    expect(usual).toMatch(/^M/);
    expect(sharedForm(chains.litecoin.network, old)).toEqual({ other: 'Bitcoin', usual });
  });

  it('is Bitcoin’s own there, and has nothing to warn of', () => {
    expect(sharedForm(chains.bitcoin.network, old)).toBeUndefined();
  });

  it('has a warning as a recipient, and its other form has none', async () => {
    const { ledger, encode } = createRig('litecoin');
    const senderAddress = vectorAccount('litecoin', 84).addresses['0/0'] ?? '';
    ledger.fund(senderAddress, 1_000_000n);
    const pay = (recipientAddress: string) => encode({ senderAddress, recipientAddress, amount: '100000' });
    const { status } = await pay(old);
    expect(status.warnings).toMatchObject([
      { code: 'recipient.sharedForm', field: 'transaction.data.recipientAddress', context: { other: 'Bitcoin' } },
    ]);
    const usual = sharedForm(chains.litecoin.network, old)?.usual ?? '';
    expect((await pay(usual)).warnings).toEqual([]);
    // The same output.
    expect((await pay(usual)).transaction.encoded).toEqual((await pay(old)).transaction.encoded);
  });
});
