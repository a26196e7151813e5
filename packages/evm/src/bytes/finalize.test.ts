import type { CompletedData } from '@isochain/core';
import { Interface, Transaction, Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { made } from '../../test/made.ts';
import { anvil, anvilCalls } from '../../test/recordings.ts';
import { ann, bob, numbersOf, signWhole, transferData } from '../../test/signers.ts';
import { chains } from '../chains.ts';

const erc20 = new Interface(['function transfer(address to, uint256 amount)']);

/** The bytes that a client sent in a recorded session. */
const sent = (label: string) => String(anvilCalls('optimism').find((call) => call.label === label)?.request?.params[0]);

const signatureIn = (raw: string) => {
  const { signature } = Transaction.from(raw);
  return `${signature?.r.slice(2)}${signature?.s.slice(2)}${signature?.yParity}`;
};

describe('finalize', () => {
  it('makes the signed transaction of EIP-155, byte for byte', () => {
    // EIP-155, "Example". The private key is 0x46 thirty-two times.
    const signer = new Wallet(`0x${'46'.repeat(32)}`);
    const data = {
      mode: 'transfer',
      senderAddress: signer.address,
      recipientAddress: '0x3535353535353535353535353535353535353535',
      amount: '1000000000000000000',
      nonce: '9',
      gas: '21000',
      fees: '420000000000000',
      params: { type: 'legacy', gasPrice: '20000000000' },
    } as CompletedData;
    const signature =
      '28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa63627667cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d8325';
    expect(made('ethereum', data).finalize(signature)).toEqual({
      raw: '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
      hash: '0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788',
    });
  });

  // Transactions that a node took and mined: fixtures/anvil-1.7.1/optimism.json. Their sender is the first account of anvil.
  const terms = {
    senderAddress: ann.address,
    params: { type: 'eip1559', maxFeePerGas: '6000000000', maxPriorityFeePerGas: '1000000000' },
  };

  it('makes a native transfer that was mined', () => {
    const data = transferData({
      ...terms,
      recipientAddress: '0x1111111111111111111111111111111111111111',
      amount: '12345',
      nonce: '2',
      gas: '21000',
      fees: '126000000000000',
    });
    const raw = sent('send native');
    expect(made('optimism', data).finalize(signatureIn(raw))).toEqual({
      raw,
      hash: anvil('optimism', 'send native').result,
    });
  });

  it('makes a token transfer that was mined', () => {
    const data = {
      ...transferData(terms),
      mode: 'transferToken',
      tokenId: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
      recipientAddress: '0x2222222222222222222222222222222222222222',
      amount: '777',
      nonce: '3',
      gas: '100000',
      fees: '600000000000000',
    } as CompletedData;
    const raw = sent('send erc20');
    expect(made('optimism', data).finalize(signatureIn(raw))).toEqual({
      raw,
      hash: anvil('optimism', 'send erc20').result,
    });
  });

  it.each([
    ['base', false],
    ['fantom', true],
    ['arbitrum', false],
    ['sepolia', true],
  ] as const)('signs on %s as ethers does (legacy: %s), and decodes back to the intent', (chainId, legacy) => {
    const data = {
      ...transferData({ nonce: '0' }, legacy),
      mode: 'transferToken',
      tokenId: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    } as CompletedData;
    const { items, finalize } = made(chainId, data);
    const raw = items[0]?.raw?.value ?? '';
    const { r, s } = numbersOf(ann, items[0]?.hash?.value ?? '');
    const signed = finalize(r + s);
    expect(signed.raw).toBe(signWhole(ann, raw));

    const decoded = Transaction.from(signed.raw);
    expect(signed.hash).toBe(decoded.hash);
    expect(decoded).toMatchObject({ from: ann.address, nonce: 0, gasLimit: 21_000n, value: 0n, type: legacy ? 0 : 2 });
    expect(decoded.chainId).toBe(BigInt(chains[chainId].id));
    expect(decoded.to).toBe('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
    const call = erc20.parseTransaction({ data: decoded.data });
    expect(call?.args.toArray()).toEqual([bob.address, 2n ** 256n - 1n]);
  });
});
