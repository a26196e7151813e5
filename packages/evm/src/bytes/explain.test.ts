import type { CompletedData, EncodedItem } from '@isochain/core';
import { decodeRlp, encodeRlp, Interface, keccak256, Transaction, toQuantity } from 'ethers';
import { describe, expect, it } from 'vitest';
import { made } from '../../test/made.ts';
import { recordedEncode } from '../../test/recordings.ts';
import { connectTo } from '../../test/scripted-node.ts';
import { ann, bob, signWhole, transferData } from '../../test/signers.ts';
import { namedChain } from '../chains.ts';
import { explain } from './explain.ts';

const ethereum = namedChain('ethereum');
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const erc20 = new Interface([
  'function transfer(address to, uint256 amount)',
  'function approve(address to, uint256 amount)',
]);

const rlp = (raw: string): EncodedItem[] => [
  { raw: { format: 'RLP', value: raw }, hash: { format: 'keccak256', value: keccak256(raw).slice(2) } },
];

/** Both items of a transaction that ethers makes. The item for wallets has its keys in the order of a recorded answer. */
const unsigned = (fields: object): EncodedItem[] => {
  const transaction = Transaction.from({
    type: 2,
    chainId: 1n,
    nonce: 0,
    gasLimit: 21_000n,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
    ...fields,
  });
  const { gasPrice, maxPriorityFeePerGas: tip, maxFeePerGas: cap, to, value, data, nonce, gasLimit } = transaction;
  const call = {
    chainId: toQuantity(transaction.chainId),
    ...(tip === null || cap === null
      ? { gasPrice: toQuantity(gasPrice ?? 0n) }
      : { maxPriorityFeePerGas: toQuantity(tip), maxFeePerGas: toQuantity(cap) }),
    gas: toQuantity(gasLimit),
    from: ann.address,
    nonce: toQuantity(nonce),
    value: toQuantity(value),
    ...(to === null ? {} : { to }),
    ...(data === '0x' ? {} : { data }),
  };
  const [first] = rlp(transaction.unsignedSerialized);
  return [first as EncodedItem, { ...first, raw: { format: 'WALLET_CONNECT', value: JSON.stringify(call) } }];
};

const reasons = (encoded: EncodedItem[]) => explain(ethereum, encoded).errors.map(({ message }) => message);
const wallet = (items: EncodedItem[], change: (fields: Record<string, string>) => object): EncodedItem[] =>
  items.map((item) =>
    item.raw?.format === 'WALLET_CONNECT'
      ? { ...item, raw: { ...item.raw, value: JSON.stringify(change(JSON.parse(item.raw.value))) } }
      : item,
  );

describe('explain', () => {
  it('explains the recorded answer of a public service', () => {
    // Fees that gas can cost: 21000 * 4449736823.
    expect(explain(ethereum, recordedEncode.encoded)).toEqual({
      data: {
        mode: 'transfer',
        senderAddress: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
        recipientAddress: '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6',
        amount: '15241559932339306',
        nonce: '7',
        gas: '21000',
        fees: '93444473283000',
      },
      errors: [],
    });
  });

  it('explains our own items, legacy ones too', () => {
    const parties = { senderAddress: ann.address, recipientAddress: bob.address };
    const expected = { mode: 'transfer', ...parties, amount: '1000000000000000', nonce: '7' };
    for (const legacy of [false, true]) {
      const { data, errors } = explain(ethereum, made('ethereum', transferData({}, legacy)).items);
      expect(data).toEqual({ ...expected, gas: '21000', fees: '63000000000000' });
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

  const unusual = 'transaction.encoded: it does something that encode never does';
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
    [
      'a transfer whose recipient is more than an address',
      { to: usdc, data: transferCall.replace('0000', '0100') },
      { recipientAddress: usdc, amount: '0' },
    ],
    ['a transfer with more calldata', { to: usdc, data: `${transferCall}00` }, { recipientAddress: usdc, amount: '0' }],
    ['a new contract', { to: null, data: '0x6000' }, { amount: '0' }],
    ['coins for nobody', { to: null, value: 5n }, { amount: '5' }],
  ])('calls %s unknown', (_, fields, expected) => {
    const { data, errors } = explain(ethereum, unsigned(fields));
    const terms = { nonce: '0', gas: '21000', fees: '42000' };
    expect(data).toEqual({ mode: 'unknown', senderAddress: ann.address, ...terms, ...expected });
    expect(errors.map(({ message }) => message)).toEqual([unusual]);
  });

  describe('finds contradictions', () => {
    const { items } = made('ethereum', transferData());
    const otherWallet = 'transaction.encoded: WALLET_CONNECT is not what encode writes beside this RLP';

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
      const legacy = { type: 0, maxFeePerGas: null, maxPriorityFeePerGas: null, gasPrice: 1n, to: bob.address };
      expect(reasons(unsigned({ ...legacy, chainId: 0n }))).toEqual(['transaction.encoded: it is for chain id none']);
      expect(reasons(unsigned(legacy))).toEqual([]);
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
      ['no sender', ({ from: _, ...fields }) => fields],
      ['a sender that is no address', (fields) => ({ ...fields, from: '0x1' })],
      ['a sender with a wrong checksum', (fields) => ({ ...fields, from: ann.address.replace('f39F', 'f39f') })],
      ['a recipient with a wrong checksum', (fields) => ({ ...fields, to: bob.address.replace('C51', 'c51') })],
      ['null', () => null as unknown as object],
      ['a list', () => []],
    ])('in WALLET_CONNECT with %s', (_, change) => {
      expect(reasons(wallet(items, change))).toEqual([otherWallet]);
    });

    it.each([
      ['no JSON', () => '{'],
      // Some parsers keep the first of two, JSON.parse the last.
      ['a key that stands there twice', (text: string) => text.replace('{', `{"to":"${ann.address}",`)],
      ['a number in another spelling', (text: string) => text.replace('0x5208', '0x05208')],
    ])('in WALLET_CONNECT with %s', (_, change) => {
      const [first, second] = items as [EncodedItem, EncodedItem];
      const value = change(second.raw?.value ?? '');
      expect(reasons([first, { ...second, raw: { format: 'WALLET_CONNECT', value } }])).toEqual([otherWallet]);
    });

    const notOurs = 'transaction.encoded: encode makes two items, RLP and WALLET_CONNECT';
    const toEve = unsigned({ to: ann.address, value: 5n });
    it.each<[string, EncodedItem[]]>([
      ['a second transaction that pays somebody else', [...items, ...toEve.slice(0, 1)]],
      ['a second one for wallets', [...items, ...toEve.slice(1)]],
      ['a second one in front', [...toEve.slice(0, 1), ...items]],
      ['the same twice', [...items, ...items]],
      ['no item for wallets', items.slice(0, 1)],
      ['an item of another chain', [...items, { raw: { format: 'PSBT', value: '70736274ff' } }]],
      ['an item without a transaction', [...items, { hash: { format: 'keccak256', value: '00' } }]],
      ['the items in another order', items.toReversed()],
    ])('in the items: %s', (_, encoded) => {
      expect(reasons(encoded)).toContain(notOurs);
    });

    it('in an item without a hash, or with one of another kind', () => {
      const [first, second] = items as [EncodedItem, EncodedItem];
      const wrong = 'transaction.encoded: a hash is not the keccak256 of the raw transaction';
      expect(reasons([first, { raw: second.raw }])).toEqual([wrong]);
      expect(reasons([{ ...first, hash: { format: 'sha256', value: first.hash?.value ?? '' } }, second])).toEqual([
        wrong,
      ]);
    });

    it('in a signed transaction', () => {
      const [first, second] = items as [EncodedItem, EncodedItem];
      const [signed] = rlp(signWhole(ann, first.raw?.value ?? ''));
      expect(reasons([signed as EncodedItem, second])).toContain('transaction.encoded: it is signed already');
    });

    it.each<[string, object]>([
      ['an access list', { accessList: [{ address: usdc, storageKeys: [] }] }],
      ['no gas', { gasLimit: 0n }],
    ])('in a transaction with %s', (_, fields) => {
      expect(reasons(unsigned({ to: bob.address, value: 5n, ...fields }))).toEqual([unusual]);
    });

    it('in bytes that are not canonical RLP', () => {
      // The value as 0x00 for 0: the same transaction for lenient readers, and another hash.
      const raw = unsigned({ to: bob.address, nonce: 1 })[0]?.raw?.value ?? '';
      const list = decodeRlp(`0x${raw.slice(4)}`) as string[];
      const padded = `0x02${encodeRlp(list.map((member, i) => (i === 6 ? '0x00' : member))).slice(2)}`;
      const [, second] = unsigned({ to: bob.address, nonce: 1 });
      const [first] = rlp(padded);
      expect(reasons([first as EncodedItem, { ...second, hash: first?.hash }])).toEqual([unusual]);
    });

    it('but not in an address in another case', () => {
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

  it('tells the cost of gas if the cost of L1 is added', () => {
    const encoded = unsigned({ to: bob.address, chainId: 10n });
    const { data, leastFees, errors } = explain(namedChain('optimism'), encoded);
    expect([leastFees, errors]).toEqual([42_000n, []]);
    // Data has no fields that the bytes do not tell.
    const fields = ['amount', 'gas', 'mode', 'nonce', 'recipientAddress', 'senderAddress'];
    expect(Object.keys(data).sort()).toEqual(fields);
  });
});

describe('validate with encoded', () => {
  const data = transferData() as CompletedData & { amount: string };
  const encoded = made('ethereum', data).items;
  const { chain, node } = connectTo('ethereum', {});

  const intent = {
    mode: 'transfer',
    senderAddress: ann.address,
    recipientAddress: bob.address,
    amount: data.amount,
  };
  const named = async (change: object) => {
    const { status } = await chain.validate({ ...intent, ...change }, encoded);
    return status.errors.map(({ field, message }) => [field, message]);
  };

  it('compares with an intent, ignores the case of addresses, and asks no node', async () => {
    const addresses = { senderAddress: ann.address.toLowerCase(), recipientAddress: bob.address.toLowerCase() };
    expect(await named(addresses)).toEqual([]);
    expect(node.asked).toEqual([]);
  });

  it('names another sender', async () => {
    expect(await named({ senderAddress: bob.address })).toEqual([
      ['transaction.data.senderAddress', `transaction.data.senderAddress: the encoded transaction says ${ann.address}`],
    ]);
  });

  it("names fees above the client's limit", async () => {
    expect(await named({ fees: '12600000' })).toEqual([
      ['transaction.data.fees', 'transaction.data.fees: the encoded transaction can cost 63000000000000'],
    ]);
    for (const fees of ['63000000000000', '63000000000001']) expect(await named({ fees })).toEqual([]);
  });

  it('names the fees of a rollup if its gas alone costs more', async () => {
    const rollup = connectTo('optimism', {}).chain;
    const onRollup = made('optimism', data).items;
    const { status } = await rollup.validate({ ...intent, fees: '62999999999999' }, onRollup);
    expect(status.errors.map(({ field }) => field)).toEqual(['transaction.data.fees']);
    expect((await rollup.validate({ ...intent, fees: '64000000000000' }, onRollup)).status.errors).toEqual([]);
  });

  it('names the differences', async () => {
    const other = { ...intent, mode: 'transferToken', tokenId: usdc, recipientAddress: ann.address, amount: '1' };
    const { status } = await chain.validate({ ...other, nonce: '7' }, encoded);
    expect(status.errors.map(({ field }) => field)).toEqual([
      'transaction.data.mode',
      'transaction.data.recipientAddress',
      'transaction.data.amount',
    ]);
  });
});
