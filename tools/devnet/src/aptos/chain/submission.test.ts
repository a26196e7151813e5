import { expect, it } from 'vitest';
import { toAddress } from '../address.ts';
import { readSubmission } from './submission.ts';

// trustwallet/wallet-core (Apache-2.0), rust/chains/tw_aptos/tests/signer.rs: test_aptos_sign_transaction_transfer. It stood on the devnet of that time.
const signed = [
  '07968dab936c1bad187c60ce4082f307d030d780e91e694ae03aef16aba73f306300000000000000',
  '0200000000000000000000000000000000000000000000000000000000000000010d6170746f735f6163636f756e74087472616e736665720002',
  '2007968dab936c1bad187c60ce4082f307d030d780e91e694ae03aef16aba73f3008e803000000000000',
  'fe4d3200000000006400000000000000c2276ada0000000021',
  '0020ea526ba1710343d953461ff68641f1b7df5f23b9042ffa2d2a798d3adb3f3d6c',
  '405707246db31e2335edc4316a7a656a11691d1d1647f6e864d1ab12f43428aaaf806cf02120d0b608cdd89c5c904af7b137432aacdd60cc53f9fad7bd33578e01',
].join('');
const bytes = Uint8Array.from(Buffer.from(signed, 'hex'));

it('reads a transaction that stood on a chain, and gives it its hash', () => {
  const submission = readSubmission(bytes);
  const sender = toAddress('0x07968dab936c1bad187c60ce4082f307d030d780e91e694ae03aef16aba73f30');
  expect(submission).toMatchObject({
    hash: '0xb4d62afd3862116e060dd6ad9848ccb50c2bc177799819f1d29c059ae2042467',
    sender,
    sequenceNumber: 99n,
    nonce: undefined,
    call: { function: '0x1::aptos_account::transfer', typeArguments: [] },
    maxGas: 3_296_766n,
    gasPrice: 100n,
    expiration: 3_664_390_082n,
    chainId: 33,
    feePayer: undefined,
    signers: [{ address: sender, authenticationKey: sender, isValid: true }],
  });
});

it('sees every change of a byte that was signed', () => {
  // Behind the payload: gas limit, price, expiration, chain id. In front of it: sender and sequence number.
  const places = [
    0,
    39,
    140,
    signed.indexOf('fe4d32') / 2,
    signed.indexOf('c2276ada') / 2,
    signed.indexOf('210020ea') / 2,
  ];
  for (const place of places) {
    const changed = Uint8Array.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(readSubmission(changed).signers[0]?.isValid, `byte ${place}`).toBe(false);
  }
});
