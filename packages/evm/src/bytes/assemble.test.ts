import { type CompletedData, itemsOf } from '@isochain/core';
import { Transaction } from 'ethers';
import { parseTransaction } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import { recordedEncode } from '../../test/recordings.ts';
import { bytesOf } from './index.ts';

const ethereum = bytesOf('ethereum');

const { data: recordedData, encoded } = recordedEncode;
const data = {
  ...recordedData,
  // The recording holds no params: these two stand in its RLP.
  params: { type: 'eip1559', maxFeePerGas: '4449736823', maxPriorityFeePerGas: '752000' },
} as CompletedData;

const altered = (field: string) =>
  expect.objectContaining({
    problems: [expect.objectContaining({ code: 'data.altered', field: `transaction.data.${field}` })],
  });

describe('assemble', () => {
  it('makes the bytes, hash and wallet JSON of the recorded answer', () => {
    expect(itemsOf(ethereum, data)).toEqual(encoded);
  });

  it('makes the EIP-155 example, byte for byte', () => {
    // EIP-155, "Example": nonce 9, gas price 20 gwei, gas 21000, 1 ether to 0x3535…, chain id 1.
    const legacy = {
      mode: 'transfer',
      senderAddress: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
      recipientAddress: '0x3535353535353535353535353535353535353535',
      amount: '1000000000000000000',
      nonce: '9',
      gas: '21000',
      fees: '420000000000000',
      params: { type: 'legacy', gasPrice: '20000000000' },
    } as CompletedData;
    const [rlp] = itemsOf(ethereum, legacy);
    expect(rlp?.raw?.value).toBe(
      '0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080',
    );
    expect(rlp?.hash?.value).toBe('daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53');
  });

  it('makes an ERC-20 transfer that decodes to the intent', () => {
    const token = {
      mode: 'transferToken',
      tokenId: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      senderAddress: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
      recipientAddress: '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6',
      amount: '9007199254740993',
      nonce: '0',
      gas: '65000',
      fees: '130000000000000',
      params: { type: 'eip1559', maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1' },
    } as CompletedData;
    const [rlp, wallet] = itemsOf(ethereum, token);
    const decoded = parseTransaction(rlp?.raw?.value as `0x${string}`);
    expect(decoded).toMatchObject({ chainId: 1, nonce: 0, to: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' });
    // The ABI encoding of transfer(address,uint256): selector, address and amount in words of 32 bytes (Solidity ABI specification).
    const calldata =
      '0xa9059cbb0000000000000000000000008bc6922eb94e4858efaf9f433c35bc241f69e8a60000000000000000000000000000000000000000000000000020000000000001';
    expect(decoded.data).toBe(calldata);
    expect(JSON.parse(wallet?.raw?.value ?? '')).toEqual({
      chainId: '0x1',
      maxPriorityFeePerGas: '0x1',
      maxFeePerGas: '0x77359400',
      gas: '0xfde8',
      from: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
      nonce: '0x0',
      value: '0x0',
      to: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      data: calldata,
    });
  });

  it.each([
    [
      'as it was given',
      'ethereum',
      '0x27b1fdb04752bbc536007a920d24acb045561c26',
      '0x27b1fdb04752bbc536007a920d24acb045561c26',
    ],
    [
      'with its checksum',
      'ethereum',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    [
      'behind a prefix that wallets know',
      'ethereum',
      '0X27B1FDB04752BBC536007A920D24ACB045561C26',
      '0x27B1FDB04752BBC536007A920D24ACB045561C26',
    ],
    // EIP-1191, "Test Cases": wallets that only know EIP-55 would take its checksum for a wrong one.
    [
      'without the checksum of Rootstock',
      'rootstock',
      '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    ],
  ] as const)('writes an address for wallets %s', (_, chain, given, written) => {
    const addressed = { ...data, senderAddress: given, recipientAddress: given } as CompletedData;
    const [rlp, wallet] = itemsOf(bytesOf(chain), addressed);
    expect(JSON.parse(wallet?.raw?.value ?? '')).toMatchObject({ from: written, to: written });
    expect(parseTransaction(rlp?.raw?.value as `0x${string}`).to).toBe(given.toLowerCase());
  });

  it.each([
    [
      'params',
      { params: { type: 'eip1559', maxFeePerGas: '4449736823', maxPriorityFeePerGas: '752000', l1Fee: null } },
    ],
    ['params', { params: [] }],
    ['fees', { fees: '93444473283001' }],
    ['gas', { gas: '21001' }],
    ['params', { params: { type: 'eip1559', maxFeePerGas: '4449736824', maxPriorityFeePerGas: '752000' } }],
    ['params', { params: { type: 'eip1559', maxFeePerGas: '4449736823', maxPriorityFeePerGas: '752000', more: 1 } }],
    ['params', { params: undefined }],
    ['nonce', { nonce: undefined }],
    // No transaction of this family sends everything without an amount.
    ['amount', { amount: undefined, useMaxAmount: true }],
  ])('refuses data whose %s contradicts the rest', (_, change) => {
    expect(() => itemsOf(ethereum, { ...data, ...change } as CompletedData)).toThrowError(
      expect.objectContaining({ code: 'data.altered' }),
    );
  });

  it.each([
    ['address.invalid', 'senderAddress', { senderAddress: '0x12f7","to":"0x8bc6922Eb94e4858efaF9F433c' }],
    ['address.invalid', 'recipientAddress', { recipientAddress: '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8' }],
    ['wish.invalid', 'nonce', { nonce: '-1' }],
    ['amount.invalid', 'amount', { amount: '1.5' }],
    ['amount.missing', 'amount', { amount: undefined, useMaxAmount: false }],
  ])('refuses with %s a %s that is none', (code, field, change) => {
    expect(() => itemsOf(ethereum, { ...data, ...change } as CompletedData)).toThrowError(
      expect.objectContaining({ problems: [expect.objectContaining({ code, field: `transaction.data.${field}` })] }),
    );
  });

  it('writes numbers above 9 in hex for wallets, and the price of a legacy transaction', () => {
    // Ethereum JSON-RPC, "Quantities": 137 is 0x89, 26 is 0x1a, 30 gwei are 0x6fc23ac00, one ether is 0xde0b6b3a7640000 wei.
    const legacy = {
      ...data,
      amount: '1000000000000000000',
      nonce: '26',
      gas: '21000',
      fees: '630000000000000',
      params: { type: 'legacy', gasPrice: '30000000000' },
    } as CompletedData;
    const [rlp, wallet] = itemsOf(bytesOf('polygon'), legacy);
    expect(JSON.parse(wallet?.raw?.value ?? '')).toEqual({
      chainId: '0x89',
      gasPrice: '0x6fc23ac00',
      gas: '0x5208',
      from: recordedData.senderAddress,
      nonce: '0x1a',
      value: '0xde0b6b3a7640000',
      to: recordedData.recipientAddress,
    });
    const decoded = Transaction.from(rlp?.raw?.value ?? '').toJSON();
    expect(decoded).toMatchObject({ chainId: '137', nonce: 26, gasPrice: '30000000000', gasLimit: '21000' });
  });

  it('takes the largest nonce that a number holds, and no larger one', () => {
    // 2^53 - 1 (ECMAScript, Number.MAX_SAFE_INTEGER).
    const [rlp, wallet] = itemsOf(ethereum, { ...data, nonce: '9007199254740991' } as CompletedData);
    expect(Transaction.from(rlp?.raw?.value ?? '').nonce).toBe(9_007_199_254_740_991);
    expect(JSON.parse(wallet?.raw?.value ?? '').nonce).toBe('0x1fffffffffffff');
    const above = { ...data, nonce: '9007199254740992' } as CompletedData;
    expect(() => itemsOf(ethereum, above)).toThrowError(altered('nonce'));
  });

  it('takes a tip as high as the cap, and no higher one', () => {
    // EIP-1559: max_fee_per_gas >= max_priority_fee_per_gas.
    const tipped = (tip: string) =>
      ({
        ...data,
        params: { type: 'eip1559', maxFeePerGas: '4449736823', maxPriorityFeePerGas: tip },
      }) as CompletedData;
    const [rlp] = itemsOf(ethereum, tipped('4449736823'));
    expect(Transaction.from(rlp?.raw?.value ?? '').maxPriorityFeePerGas).toBe(4_449_736_823n);
    expect(() => itemsOf(ethereum, tipped('4449736824'))).toThrowError(altered('params'));
  });

  it("requires fees of gas times cap, plus the fees of L1 and of the chain's operator", () => {
    const params = { type: 'eip1559', maxFeePerGas: '4449736823', maxPriorityFeePerGas: '752000' };
    const charged = (fees: string) =>
      itemsOf(ethereum, { ...data, fees, params: { ...params, l1Fee: '1000', operatorFee: '7' } } as CompletedData);
    // 21,000 * 4,449,736,823 + 1,000 + 7.
    expect(charged('93444473284007')).toEqual(encoded);
    for (const fees of ['93444473284006', '93444473284008', '93444473284000', '93444473283993', '93444473283000']) {
      expect(() => charged(fees)).toThrowError(altered('fees'));
    }
  });

  it.each<[string, string, object]>([
    ['no gas', 'gas', { gas: '0', fees: '0' }],
    ['params that are null', 'params', { params: null }],
    ['params of no type', 'params', { params: { maxFeePerGas: '4449736823', maxPriorityFeePerGas: '752000' } }],
    ['params of another type (EIP-2930)', 'params', { params: { type: 'eip2930', gasPrice: '4449736823' } }],
    [
      'a cap that is a number',
      'params',
      { params: { type: 'eip1559', maxFeePerGas: 4_449_736_823, maxPriorityFeePerGas: '752000' } },
    ],
    ['no tip', 'params', { params: { type: 'eip1559', maxFeePerGas: '4449736823' } }],
    [
      'a legacy price beside a cap',
      'params',
      {
        params: {
          type: 'eip1559',
          maxFeePerGas: '4449736823',
          maxPriorityFeePerGas: '752000',
          gasPrice: '4449736823',
        },
      },
    ],
  ])('refuses %s, and names the field', (_, field, change) => {
    expect(() => itemsOf(ethereum, { ...data, ...change } as CompletedData)).toThrowError(altered(field));
  });
});
