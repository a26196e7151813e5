import { describe, expect, it } from 'vitest';
import { createRig, vectorAccount } from '../../test/rig.ts';
import type { Origin, ScriptedChainId } from '../../test/scripted-upstream.ts';
import type { UtxoOptions } from '../options.ts';

const account = vectorAccount('bitcoin', 84);
const p2wpkh = account.addresses['0/0'] ?? '';
const p2tr = vectorAccount('bitcoin', 86).addresses['0/0'] ?? '';
const nested = vectorAccount('bitcoin', 49).addresses['0/0'] ?? '';
const recipientAddress = account.addresses['0/1'] ?? '';
const doge = vectorAccount('dogecoin', 44).addresses;
/** BIP173's vector of a p2wsh address. */
const p2wsh = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

type Coins = readonly (readonly [bigint, Origin?])[];

interface Case {
  readonly chainId?: ScriptedChainId;
  readonly options?: UtxoOptions;
  readonly coins?: Coins;
  readonly intent?: object;
}

function begin({ chainId = 'bitcoin', options, coins = [], intent = {} }: Case) {
  const { ledger, chain, encode } = createRig(chainId, options);
  const data = { senderAddress: p2wpkh, recipientAddress, amount: '5000', ...intent };
  for (const [value, origin] of coins) ledger.fund(data.senderAddress, value, origin);
  return { ledger, chain, encode: () => encode(data) };
}

describe("the chain's refusals of a transfer", () => {
  it.each<[string, Case, object]>([
    [
      'no coins at all',
      {},
      {
        code: 'coins.none',
        message: 'The account has no coins that can be spent.',
        field: 'transaction.data.senderAddress',
      },
    ],
    [
      'everything of nothing',
      { intent: { amount: undefined, useMaxAmount: true } },
      { code: 'coins.none', message: 'The account has no coins that can be spent.' },
    ],
    [
      'more than the balance',
      { coins: [[10_000n]], intent: { amount: '10000' } },
      {
        code: 'balance.insufficient',
        message:
          'Insufficient balance: the account holds 0.0001 BTC, but 0.0001 BTC are to be sent, and up to 0.0000022 BTC in fees: 0.0001022 BTC in all.',
        field: 'transaction.data.amount',
        context: { available: '10000', needed: '10220', amount: '10000', fees: '220' },
      },
    ],
    [
      'more than there is, by one satoshi',
      { coins: [[10_000n]], intent: { amount: '9781' } },
      { code: 'balance.insufficient', context: { available: '10000', needed: '10001', amount: '9781', fees: '220' } },
    ],
    [
      'as much as there can ever be: 21 million',
      { coins: [[10_000n]], intent: { amount: '2100000000000000' } },
      { code: 'balance.insufficient', context: { available: '10000', amount: '2100000000000000' } },
    ],
    [
      'as much as an output can say, where there is no end: 64 bits with a sign',
      {
        chainId: 'dogecoin',
        options: { endpoints: [{ url: 'https://book.test', name: 'book', kind: 'blockbook' }] },
        coins: [[900_000n]],
        intent: { senderAddress: doge['0/0'], recipientAddress: doge['0/1'], amount: '9223372036854775807' },
      },
      { code: 'balance.insufficient', context: { available: '900000', amount: '9223372036854775807' } },
    ],
    [
      'more than what is worth its fee',
      { coins: [[10_000n], [100n], [130n]], intent: { amount: '9900' } },
      { code: 'balance.insufficient', context: { available: '10000', needed: '10120', amount: '9900', fees: '220' } },
    ],
    [
      'everything of what is not worth its fee',
      { coins: [[100n]], intent: { amount: undefined, useMaxAmount: true } },
      {
        code: 'balance.nothingToSend',
        message:
          'Insufficient balance: the account holds 0.000001 BTC, which does not cover the network fees of up to 0.0000022 BTC.',
        field: 'transaction.data.amount',
      },
    ],
    [
      'everything, which is just the fee',
      { coins: [[220n]], intent: { amount: undefined, useMaxAmount: true } },
      // 1 coin, 1 output: 110 vB at 2 sat/vB.
      { code: 'balance.nothingToSend', context: { available: '220', fees: '220' } },
    ],
    [
      'everything, which is one satoshi more than the fee',
      { coins: [[221n]], intent: { amount: undefined, useMaxAmount: true } },
      {
        code: 'amount.belowDust',
        message:
          '0.00000001 BTC is too little: nodes of Bitcoin do not relay an output of type p2wpkh below 0.00000294 BTC.',
      },
    ],
    [
      'everything, which is dust',
      { coins: [[500n]], intent: { amount: undefined, useMaxAmount: true } },
      {
        code: 'amount.belowDust',
        message:
          '0.0000028 BTC is too little: nodes of Bitcoin do not relay an output of type p2wpkh below 0.00000294 BTC.',
      },
    ],
    [
      'everything on Dogecoin, where so small an output costs more than it holds',
      {
        chainId: 'dogecoin',
        options: { endpoints: [{ url: 'https://book.test', name: 'book', kind: 'blockbook' }] },
        coins: [[900_000n]],
        intent: {
          senderAddress: doge['0/0'],
          recipientAddress: doge['0/1'],
          amount: undefined,
          useMaxAmount: true,
          params: { feeRate: '1000' },
        },
      },
      // 192 bytes, and 0.01 DOGE
      { code: 'balance.nothingToSend', context: { available: '900000', fees: '1192000' } },
    ],
    [
      'too many coins',
      { coins: [[10_000n], [10_000n], [10_000n]], options: { maxInputs: 2 }, intent: { amount: '25000' } },
      {
        code: 'inputs.tooMany',
        message:
          'So many coins do not fit into one transaction: the 2 largest make 0.00019644 BTC after fees. Send that much to yourself first, which makes one coin of them.',
        field: 'transaction.data.amount',
        context: { limit: 2, sendable: '19644' },
      },
    ],
    [
      'small coins of a taproot address',
      { coins: [[10_000n], [900n], [800n]], intent: { senderAddress: p2tr, amount: '10500' } },
      {
        code: 'coins.protected',
        message:
          'Insufficient balance without coins of 0.00001 BTC and less, which may carry inscriptions or runes: they hold 0.000017 BTC. To spend them all the same, send params.allowSmallUtxos: true.',
        field: 'transaction.data.amount',
        context: { limit: '1000', held: '1700' },
      },
    ],
    [
      'nothing but small coins of a taproot address',
      { coins: [[900n]], intent: { senderAddress: p2tr, amount: undefined, useMaxAmount: true } },
      { code: 'coins.protected', context: { limit: '1000', held: '900' } },
    ],
    [
      'an address of a script',
      { intent: { senderAddress: p2wsh } },
      {
        code: 'sender.unsupportedScript',
        message: `Coins of ${p2wsh} cannot be spent here: it is an address of a script (p2wsh).`,
        field: 'transaction.data.senderAddress',
      },
    ],
    [
      'a script hash whose key nobody knows',
      { coins: [[10_000n]], intent: { senderAddress: nested } },
      {
        code: 'publicKey.required',
        message: `senderPubKey is required to spend from ${nested}: its script follows from the key, and no earlier transaction shows it.`,
        field: 'transaction.data.senderPubKey',
      },
    ],
    [
      'a replacement where nodes make none',
      {
        chainId: 'litecoin',
        intent: {
          senderAddress: vectorAccount('litecoin', 84).addresses['0/0'],
          recipientAddress: vectorAccount('litecoin', 84).addresses['0/1'],
          params: { replaces: 'ab'.repeat(32) },
        },
      },
      {
        code: 'replacement.impossible',
        message: `Transaction ${'ab'.repeat(32)} cannot be replaced: nodes of Litecoin replace none.`,
        field: 'transaction.data.params.replaces',
      },
    ],
  ])('%s', async (_, given, expected) => {
    const { status, transaction } = await begin(given).encode();
    expect(status.errors).toMatchObject([expected]);
    expect(transaction.encoded).toEqual([]);
    expect(transaction.data).not.toHaveProperty('params');
  });

  const bitcoin = { p2pkh: '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA', p2sh: nested, p2wpkh: recipientAddress, p2wsh, p2tr };
  const litecoin = {
    p2pkh: 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez',
    p2sh: 'M7wtsL7wSHDBJVMWWhtQfTMSYYkyooAAXM',
    p2wpkh: 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
  };
  // Bitcoin Core, src/policy/policy.cpp, GetDustThreshold. Litecoin's thresholds were tried on a node.
  it.each([
    ['bitcoin', 'p2pkh', bitcoin.p2pkh, 546],
    ['bitcoin', 'p2sh', bitcoin.p2sh, 540],
    ['bitcoin', 'p2wpkh', bitcoin.p2wpkh, 294],
    ['bitcoin', 'p2wsh', bitcoin.p2wsh, 330],
    ['bitcoin', 'p2tr', bitcoin.p2tr, 330],
    ['litecoin', 'p2pkh', litecoin.p2pkh, 5460],
    ['litecoin', 'p2sh', litecoin.p2sh, 5400],
    ['litecoin', 'p2wpkh', litecoin.p2wpkh, 2940],
    ['dogecoin', 'p2pkh', doge['0/1'], 100_000],
  ] as const)('on %s less than the least for %s', async (chainId, type, recipient, least) => {
    const senderAddress = { bitcoin: p2wpkh, litecoin: litecoin.p2wpkh, dogecoin: doge['0/0'] ?? '' }[chainId];
    const options = { endpoints: [{ url: 'https://book.test', name: 'book', kind: 'blockbook' as const }] };
    const encodeWith = (amount: number) => {
      const { ledger, encode } = begin({
        chainId,
        options,
        coins: [[10_000_000n]],
        intent: { senderAddress, recipientAddress: recipient, amount: String(amount) },
      });
      if (chainId === 'dogecoin') ledger.feeRate = 1000;
      return { ledger, result: encode() };
    };
    expect((await encodeWith(least).result).codes).toEqual([]);
    const { ledger, result } = encodeWith(least - 1);
    expect((await result).status.errors).toMatchObject([
      {
        code: 'amount.belowDust',
        field: 'transaction.data.amount',
        context: { amount: String(least - 1), type, minimum: String(least) },
      },
    ]);
    // Nobody has to be asked for that.
    expect(ledger.requests).toEqual([]);
  });

  it('coins of miners that are too young', async () => {
    const { status } = await begin({ coins: [[5_000_000_000n, { coinbase: true, height: 899_950 }]] }).encode();
    expect(status.errors).toMatchObject([{ code: 'coins.none' }]);
    expect(status.warnings).toMatchObject([
      {
        code: 'coins.immature',
        message: '50 BTC of the account are too young to be spent: the first of them can be spent from block 900050 on',
        context: { held: '5000000000', height: 900_050 },
      },
    ]);
  });

  it('coins that left MWEB a moment ago', async () => {
    const { addresses } = vectorAccount('litecoin', 84);
    const intent = { senderAddress: addresses['0/0'], recipientAddress: addresses['0/1'], amount: '50000' };
    const of = (height: number) =>
      begin({ chainId: 'litecoin', coins: [[1_000_000n, { pegOut: true, height }]], intent }).encode();
    const young = await of(899_996);
    expect(young.codes).toEqual(['coins.none']);
    expect(young.status.warnings).toMatchObject([
      { code: 'coins.immature', context: { held: '1000000', height: 900_002 } },
    ]);
    const { codes, data } = await of(899_995);
    expect(codes).toEqual([]);
    expect(data.params.inputs).toMatchObject([{ vout: 1, value: '1000000' }]);
  });

  it('an extended key that was never used, and may be of another type', async () => {
    const { xpub } = vectorAccount('bitcoin', 44);
    const { status } = await begin({ intent: { senderAddress: xpub } }).encode();
    expect(status.errors).toMatchObject([{ code: 'coins.none' }]);
    expect(status.warnings).toMatchObject([
      {
        code: 'account.otherScript',
        message:
          'The extended key was never used with addresses of type p2pkh: wallets often export other accounts with the same prefix. A zpub or a descriptor such as wpkh(...) or tr(...) selects another type',
      },
    ]);
  });
});

describe('refusals before any request', () => {
  const testnet = vectorAccount('bitcoin-testnet', 84);
  const field = 'transaction.data.recipientAddress';
  it.each<[string, object, string, string]>([
    [
      'an address of another network',
      { recipientAddress: testnet.addresses['0/0'] },
      'address.invalid',
      `${field} is not an address of Bitcoin: it belongs to Bitcoin Testnet or Bitcoin Signet.`,
    ],
    [
      'an address of Litecoin',
      { recipientAddress: 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez' },
      'address.invalid',
      `${field} is not an address of Bitcoin: it belongs to Litecoin.`,
    ],
    [
      'an extended key as recipient',
      { recipientAddress: account.xpub },
      'address.invalid',
      `${field} is not an address of Bitcoin: it is an extended public key, where a single address is due.`,
    ],
    [
      'an address with a typing error',
      { recipientAddress: 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9h' },
      'address.checksumMismatch',
      `${field} has a wrong checksum: a character was probably mistyped.`,
    ],
    [
      'the key of somebody else',
      { senderPubKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' },
      'publicKey.mismatch',
      'senderPubKey belongs to bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4, not to senderAddress.',
    ],
    [
      'more coins than there can be',
      { amount: '2100000000000001' },
      'amount.invalid',
      'transaction.data.amount must be a whole number in the smallest unit, as a decimal string like "1500000": there are not so many coins.',
    ],
    [
      'a token',
      { mode: 'transferToken', tokenId: 'x' },
      'mode.unsupported',
      'Mode transferToken is not supported on Bitcoin.',
    ],
  ])('%s', async (_, intent, code, message) => {
    const { ledger, encode } = begin({ coins: [[10_000n]], intent });
    await expect(encode()).rejects.toMatchObject({ code, message });
    expect(ledger.requests).toEqual([]);
  });

  it('more Dogecoin than an output can hold', async () => {
    const { ledger, encode } = begin({
      chainId: 'dogecoin',
      options: { endpoints: [{ url: 'https://book.test', name: 'book', kind: 'blockbook' }] },
      intent: { senderAddress: doge['0/0'], recipientAddress: doge['0/1'], amount: (2n ** 63n).toString() },
    });
    await expect(encode()).rejects.toMatchObject({ code: 'amount.invalid' });
    expect(ledger.requests).toEqual([]);
  });

  it('a private extended key, which is not repeated', async () => {
    // BIP84's own vector.
    const secret =
      'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE';
    const { ledger, encode } = begin({ intent: { senderAddress: secret } });
    const error: Error = await encode().then(
      () => new Error('it was accepted'),
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ code: 'secret.exposed' });
    expect(JSON.stringify(error) + error.message + error.stack).not.toContain(secret.slice(10, 30));
    expect(ledger.requests).toEqual([]);
  });
});
