import type { CompletedData, EncodedItem } from '@isochain/core';
import { Interface, keccak256, Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import recorded from '../fixtures/ethereum-encode-useMaxAmount.json' with { type: 'json' };
import { connectTo } from '../test/scripted-node.ts';
import { ann, bob, signWhole, transferData } from '../test/signers.ts';
import { assemble } from './assemble.ts';
import { contextOf } from './chains.ts';
import { explain } from './explain.ts';

const ethereum = contextOf('ethereum');
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const erc20 = new Interface([
  'function transfer(address to, uint256 amount)',
  'function approve(address to, uint256 amount)',
]);

const rlp = (raw: string): EncodedItem[] => [
  { raw: { format: 'RLP', value: raw }, hash: { format: 'keccak256', value: keccak256(raw).slice(2) } },
];

const unsigned = (fields: object) =>
  rlp(
    Transaction.from({
      type: 2,
      chainId: 1n,
      nonce: 0,
      gasLimit: 21_000n,
      maxFeePerGas: 2n,
      maxPriorityFeePerGas: 1n,
      ...fields,
    }).unsignedSerialized,
  );

const reasons = (encoded: EncodedItem[]) => explain(ethereum, encoded).errors.map(({ message }) => message);
const wallet = (items: EncodedItem[], change: (fields: Record<string, string>) => object): EncodedItem[] =>
  items.map((item) =>
    item.raw?.format === 'WALLET_CONNECT'
      ? { ...item, raw: { ...item.raw, value: JSON.stringify(change(JSON.parse(item.raw.value))) } }
      : item,
  );

describe('explain', () => {
  it('says what the recorded answer of a public service does', () => {
    const { encoded } = recorded.useMaxAmount_transfer.response.transaction;
    // Fees that gas can cost: 21000 * 4449736823.
    expect(explain(ethereum, encoded as EncodedItem[])).toEqual({
      data: {
        mode: 'transfer',
        recipientAddress: '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6',
        amount: '15241559932339306',
        nonce: '7',
        gas: '21000',
        gasFees: '93444473283000',
      },
      errors: [],
    });
  });

  it('says what our own items do, legacy ones as well', () => {
    const expected = { mode: 'transfer', recipientAddress: bob.address, amount: '1000000000000000', nonce: '7' };
    for (const legacy of [false, true]) {
      const { data, errors } = explain(ethereum, assemble(ethereum, transferData({}, legacy)));
      expect(data).toEqual({ ...expected, gas: '21000', gasFees: '63000000000000' });
      expect(errors).toEqual([]);
    }
  });

  it('sees a transfer of tokens in calldata', () => {
    const data = erc20.encodeFunctionData('transfer', [bob.address, 2n ** 256n - 1n]);
    expect(explain(ethereum, unsigned({ to: usdc, data })).data).toMatchObject({
      mode: 'transferToken',
      tokenId: usdc,
      recipientAddress: bob.address,
      amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    });
  });

  const transferCall = erc20.encodeFunctionData('transfer', [bob.address, 7n]);

  it.each<[string, object, object]>([
    [
      'a call of another function',
      { to: usdc, data: erc20.encodeFunctionData('approve', [bob.address, 7n]) },
      { recipientAddress: usdc, amount: '0' },
    ],
    [
      'a transfer of tokens with coins',
      { to: usdc, data: transferCall, value: 1n },
      { recipientAddress: usdc, amount: '1' },
    ],
    ['a transfer with more calldata', { to: usdc, data: `${transferCall}00` }, { recipientAddress: usdc, amount: '0' }],
    ['a new contract', { to: null, data: '0x6000' }, { amount: '0' }],
    ['coins for nobody', { to: null, value: 5n }, { amount: '5' }],
  ])('calls %s unknown', (_, fields, expected) => {
    const { data } = explain(ethereum, unsigned(fields));
    expect(data).toEqual({ mode: 'unknown', nonce: '0', gas: '21000', gasFees: '42000', ...expected });
  });

  describe('finds contradictions', () => {
    const items = assemble(ethereum, transferData());

    it('in a hash', () => {
      const [first, ...rest] = items;
      const lying = [{ ...first, hash: { format: 'keccak256' as const, value: '00'.repeat(32) } }, ...rest];
      expect(reasons(lying)).toEqual(['transaction.encoded: a hash is not the keccak256 of the raw transaction']);
      const other = items.map((item, i) => (i === 1 ? { ...item, hash: { ...item.hash, value: 'ff' } } : item));
      expect(reasons(other as EncodedItem[])).toHaveLength(1);
    });

    it('in the chain id', () => {
      expect(reasons(unsigned({ to: bob.address, chainId: 5n }))).toEqual([
        'transaction.encoded: it is for chain id 5',
      ]);
      const withoutEip155 = rlp(
        Transaction.from({ type: 0, chainId: 0n, nonce: 0, gasLimit: 1n, gasPrice: 1n, to: bob.address })
          .unsignedSerialized,
      );
      expect(reasons(withoutEip155)).toEqual(['transaction.encoded: it is for chain id none']);
    });

    it.each<[string, (fields: Record<string, string>) => object]>([
      ['another recipient', (fields) => ({ ...fields, to: ann.address })],
      ['no recipient', ({ to: _, ...fields }) => fields],
      ['another amount', (fields) => ({ ...fields, value: '0x1' })],
      ['no amount', ({ value: _, ...fields }) => fields],
      ['calldata', (fields) => ({ ...fields, data: transferCall })],
      ['calldata by its other name', (fields) => ({ ...fields, input: transferCall })],
      ['another nonce', (fields) => ({ ...fields, nonce: '0x8' })],
      ['other gas', (fields) => ({ ...fields, gas: '0x5209' })],
      ['another cap', (fields) => ({ ...fields, maxFeePerGas: '0x1' })],
      ['another tip', (fields) => ({ ...fields, maxPriorityFeePerGas: '0x1' })],
      ['another chain', (fields) => ({ ...fields, chainId: '0x5' })],
      ['a field that we do not know', (fields) => ({ ...fields, authorizationList: [] })],
      ['no numbers', (fields) => ({ ...fields, gas: 'much' })],
      ['null', () => null as unknown as object],
      ['a list', () => []],
    ])('in WALLET_CONNECT with %s', (_, change) => {
      expect(reasons(wallet(items, change))).toEqual([
        'transaction.encoded: WALLET_CONNECT does something else than RLP',
      ]);
    });

    it('in WALLET_CONNECT that is no JSON', () => {
      const [first] = items;
      expect(reasons([first as EncodedItem, { raw: { format: 'WALLET_CONNECT', value: '{' } }])).toHaveLength(1);
    });

    it('but does not mind an address in another case', () => {
      expect(reasons(wallet(items, (fields) => ({ ...fields, to: fields.to?.toLowerCase() })))).toEqual([]);
    });
  });

  it.each<[string, EncodedItem[], string]>([
    ['nothing', [], 'it has no item in format RLP'],
    ['no RLP', [{ raw: { format: 'WALLET_CONNECT', value: '{}' } }], 'it has no item in format RLP'],
    ['no transaction', rlp('0x02c0'), 'it is not an unsigned transaction'],
    ['no bytes', [{ raw: { format: 'RLP', value: 'hello' } }], 'it is not an unsigned transaction'],
    ['an empty text', [{ raw: { format: 'RLP', value: '' } }], 'it is not an unsigned transaction'],
    [
      'a type that we do not make',
      unsigned({
        type: 1,
        maxFeePerGas: null,
        maxPriorityFeePerGas: null,
        gasPrice: 2n,
        accessList: [],
        to: bob.address,
      }),
      'type eip2930 is not ours',
    ],
    ['nested lists', rlp(`0x02${'c1'.repeat(200_000)}`), 'it is not an unsigned transaction'],
  ])('refuses %s', (_, encoded, reason) => {
    expect(() => explain(ethereum, encoded)).toThrowError(
      expect.objectContaining({ code: 'request.invalid', message: `transaction.encoded: ${reason}` }),
    );
  });

  it('sees through a signed transaction as well', () => {
    const signed = signWhole(ann, assemble(ethereum, transferData())[0]?.raw?.value ?? '');
    expect(explain(ethereum, rlp(signed)).data).toMatchObject({ mode: 'transfer', recipientAddress: bob.address });
  });
});

describe('validate with encoded', () => {
  const data = transferData() as CompletedData & { amount: string };
  const encoded = assemble(ethereum, data);
  const { chain, node } = connectTo('ethereum', {});

  it('compares with an intent, whatever the case of its addresses, and asks no node', async () => {
    const intent = {
      mode: 'transfer',
      senderAddress: ann.address,
      recipientAddress: bob.address.toLowerCase(),
      amount: data.amount,
    };
    expect((await chain.validate(intent, encoded)).status.errors).toEqual([]);
    expect(node.asked).toEqual([]);
  });

  it('names what differs', async () => {
    const intent = {
      mode: 'transferToken',
      tokenId: usdc,
      senderAddress: ann.address,
      recipientAddress: ann.address,
      amount: '1',
      nonce: '7',
    };
    const { status } = await chain.validate(intent, encoded);
    expect(status.errors.map(({ field }) => field)).toEqual([
      'transaction.data.mode',
      'transaction.data.recipientAddress',
      'transaction.data.amount',
    ]);
  });
});
