import { describe, expect, it } from 'vitest';
import { createRig, vectorAccount } from '../../../test/rig.ts';

const account = vectorAccount('bitcoin', 84);
const senderAddress = account.addresses['0/0'] ?? '';
const recipientAddress = account.addresses['0/1'] ?? '';
const stranger = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** One coin of 100,000, which a transaction in the mempool spends with a fee of 282. */
function begin(options = {}) {
  const rig = createRig('bitcoin', options);
  const coin = rig.ledger.fund(senderAddress, 100_000n);
  const replaces = rig.ledger.spend(
    [coin],
    [
      { address: recipientAddress, value: 40_000n },
      { address: senderAddress, value: 59_718n },
    ],
  );
  const encode = (more: object, txid = replaces) =>
    rig.encode({ senderAddress, recipientAddress, amount: '40000', params: { replaces: txid }, ...more });
  return { ...rig, coin, replaces, encode };
}

describe('a replacement', () => {
  it.each([
    ['Esplora', {}],
    ['Blockbook', { endpoints: [{ url: 'https://book.test', name: 'book', kind: 'blockbook' }] }],
  ])('spends the same coins, and pays for both: %s', async (_, options) => {
    const { coin, encode } = begin(options);
    const { data, codes } = await encode({});
    expect(codes).toEqual([]);
    expect(data.params.inputs).toMatchObject([{ txid: coin.txid, vout: coin.vout, value: '100000' }]);
    // 282, and 1 for each of its 141 virtual bytes
    expect(data.fees).toBe('423');
    expect(data.params.outputs[1]).toMatchObject({ value: String(100_000 - 40_000 - 423) });
  });

  it('pays the fee rate if that is more', async () => {
    const { encode } = begin();
    const { data } = await encode({ params: { replaces: begin().replaces, feeRate: '10' } });
    expect(data.fees).toBe('1410');
  });

  it('adds coins if necessary, but only confirmed ones', async () => {
    const { ledger, coin, encode } = begin();
    ledger.fund(senderAddress, 500_000n, { height: null });
    const other = ledger.fund(senderAddress, 50_000n);
    const { data } = await encode({ amount: '120000' });
    expect(data.params.inputs.map(({ txid }) => txid)).toEqual([coin.txid, other.txid].sort());
    // 42 + 2 x 272 + 2 x 124 = 834 weight units, 209 vB
    expect(data.fees).toBe(String(282 + 209));
    const { status } = await encode({ amount: '160000' });
    expect(status.errors).toMatchObject([{ code: 'balance.insufficient' }]);
  });

  it('pays a higher rate than the replaced transaction, even if it spends more coins', async () => {
    const { ledger, encode } = begin();
    const rich = ledger.spend(
      [ledger.fund(senderAddress, 100_000n)],
      [
        { address: recipientAddress, value: 40_000n },
        { address: senderAddress, value: 50_000n },
      ],
    );
    ledger.fund(senderAddress, 80_000n);
    // 10,000 for 42 + 272 + 2 x 124 = 562 weight units before, and 834 now: nodes refuse 10,209, which is a lower rate.
    const { data } = await encode({ amount: '120000' }, rich);
    expect(data.fees).toBe(String(Math.floor((10_000 * 834) / 562) + 1));
    expect(BigInt(data.fees) * 562n).toBeGreaterThan(10_000n * 834n);
  });

  it('pays a relay fee that every node takes, even if the operator allows less', async () => {
    const { data } = await begin({ minFeeRate: 0.1 }).encode({
      params: { replaces: begin().replaces, feeRate: '0.1' },
    });
    expect(data.fees).toBe('423');
  });

  it('may take everything', async () => {
    const { ledger, encode } = begin();
    ledger.fund(senderAddress, 50_000n);
    const { data, warnings } = await encode({ amount: undefined, useMaxAmount: true });
    expect(warnings).toEqual([]);
    expect(data.params.inputs).toHaveLength(2);
    expect(data).toMatchObject({ fees: String(282 + 178), amount: String(150_000 - 282 - 178) });
  });

  it.each([
    [
      'is confirmed',
      'it is confirmed',
      ({ ledger, replaces }: ReturnType<typeof begin>) => {
        ledger.confirm(replaces);
        return replaces;
      },
    ],
    ['nobody knows', 'no upstream knows it', () => 'ab'.repeat(32)],
    [
      'is of somebody else',
      'not all that it spends is the sender’s',
      ({ ledger }: ReturnType<typeof begin>) =>
        ledger.spend([ledger.fund(stranger, 9_000n)], [{ address: senderAddress, value: 8_000n }]),
    ],
  ])('of a transaction that %s is impossible', async (_, reason, prepare) => {
    const rig = begin();
    const txid = prepare(rig);
    const { status } = await rig.encode({}, txid);
    expect(status.errors).toMatchObject([
      {
        code: 'replacement.impossible',
        message: `Transaction ${txid} cannot be replaced: ${reason}.`,
        field: 'transaction.data.params.replaces',
      },
    ]);
  });

  it('of coins that are not worth their fee is impossible', async () => {
    const { ledger, encode } = begin();
    ledger.fund(senderAddress, 9_000_000n);
    // 68 virtual bytes of the only coin to replace, at 500 satoshi, are 34,000; here it holds 5,000.
    const poor = ledger.spend([ledger.fund(senderAddress, 5_000n)], [{ address: recipientAddress, value: 4_000n }]);
    const params = { replaces: poor, feeRate: '500' };
    const { status } = await encode({ amount: undefined, useMaxAmount: true, params });
    expect(status.errors).toMatchObject([
      { code: 'replacement.impossible', context: { reason: 'what it spends is worth less than the fees' } },
    ]);
  });

  it('of an extended key is impossible', async () => {
    const { status } = await begin().encode({ senderAddress: account.xpub });
    expect(status.errors).toMatchObject([
      { code: 'replacement.impossible', context: { reason: 'the sender is not one address' } },
    ]);
  });
});

describe('a replacement on Dogecoin', () => {
  const { addresses } = vectorAccount('dogecoin', 44);
  const [dogeSender = '', dogeRecipient = ''] = [addresses['0/0'], addresses['0/1']];

  /** A coin of 100 DOGE, which a transaction in the mempool spends with a fee of 0.00226 DOGE. */
  function pay(sequence: number) {
    const endpoints = [{ url: 'https://book.test', name: 'book', kind: 'blockbook' as const }];
    const rig = createRig('dogecoin', { endpoints });
    rig.ledger.feeRate = 1_000;
    const coin = rig.ledger.fund(dogeSender, 10_000_000_000n);
    const replaces = rig.ledger.spend(
      [coin],
      [
        { address: dogeRecipient, value: 4_000_000_000n },
        { address: dogeSender, value: 5_999_774_000n },
      ],
      { sequence },
    );
    const intent = {
      senderAddress: dogeSender,
      recipientAddress: dogeRecipient,
      amount: '4000000000',
      params: { replaces },
    };
    return { coin, encode: () => rig.encode(intent) };
  }

  it('spends the same coins, and pays for both', async () => {
    const { coin, encode } = pay(0xffff_fffd);
    const { data, codes } = await encode();
    expect(codes).toEqual([]);
    expect(data.params.inputs).toMatchObject([{ txid: coin.txid, vout: coin.vout, sequence: 0xffff_fffd }]);
    // 226,000, and 10 for each of its 226 bytes (dogecoin/dogecoin pull request 2590: 0.0001 DOGE per kB).
    expect(data.fees).toBe(String(226_000 + 2_260));
  });

  it('of a transaction that does not signal it is impossible, because nodes keep the first', async () => {
    const { status } = await pay(0xffff_fffe).encode();
    expect(status.errors).toMatchObject([
      {
        code: 'replacement.impossible',
        context: { reason: 'it does not say that it may be replaced (BIP125)' },
      },
    ]);
  });
});
