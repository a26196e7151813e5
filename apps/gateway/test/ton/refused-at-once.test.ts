import { Address } from '@ton/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, rawOf, recipient, sender } from '../../../../packages/ton/test/world/cast.ts';
import { type Encoded, errorsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// Intents that are wrong in themselves. No endpoint is asked.

type Fields = Readonly<Record<string, unknown>>;

const by = { senderAddress: sender.address };
const transfer = { mode: 'transfer', ...by, recipientAddress: recipient.address, amount: '1000000000' };
/** Tether on mainnet. */
const jetton = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const transferToken = { ...transfer, mode: 'transferToken', tokenId: jetton };

const parsed = Address.parse(recipient.address);
const friendly = parsed.toString({ bounceable: true });
const onTestnet = parsed.toString({ testOnly: true, bounceable: false });
const senderOnTestnet = Address.parse(sender.address).toString({ testOnly: true });
const jettonOnTestnet = Address.parse(jetton).toString({ testOnly: true });

/** An address with a `-` and a `_`, the last of them written as in the other alphabet. */
const mixedAlphabets = (() => {
  for (let i = 0; ; i += 1) {
    const text = addressOf(`mixed ${i}`).toString();
    if (text.includes('-') && text.includes('_')) return text.replace('_', '/');
  }
})();

const shape =
  'it is not an address: addresses here have 48 characters and begin with EQ or UQ (Ef or Uf in the masterchain), or have a workchain, a colon and 64 hexadecimal digits.';
const onlyForTests = 'it is an address for test networks only.';
const wholeNumber = 'must be a whole number in the smallest unit, as a decimal string like "1500000"';
const to = 'transaction.data.recipientAddress';

/** What is wrong, the request, and the only error: code, field without `transaction.data.`, message. */
const cases: readonly (readonly [name: string, data: Fields, code: string, field: string, message: string])[] = [
  [
    'a recipient on the test network',
    { ...transfer, recipientAddress: onTestnet },
    'address.invalid',
    'recipientAddress',
    `${to} is not an address of TON: ${onlyForTests}`,
  ],
  [
    'a sender on the test network',
    { ...transfer, senderAddress: senderOnTestnet },
    'address.invalid',
    'senderAddress',
    `transaction.data.senderAddress is not an address of TON: ${onlyForTests}`,
  ],
  [
    'a jetton on the test network',
    { ...transferToken, tokenId: jettonOnTestnet },
    'token.invalid',
    'tokenId',
    `The token id is not valid on TON: ${onlyForTests}`,
  ],
  [
    'a pool on the test network',
    { mode: 'stake', ...by, targetValidatorAddress: jettonOnTestnet, amount: '1' },
    'validator.invalid',
    'targetValidatorAddress',
    `transaction.data.targetValidatorAddress is not a validator id of TON: ${onlyForTests}`,
  ],
  [
    'a mistyped recipient',
    { ...transfer, recipientAddress: friendly.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
    'address.checksumMismatch',
    'recipientAddress',
    `${to} has a wrong checksum: a character was probably mistyped.`,
  ],
  [
    'a friendly address with a workchain before it',
    { ...transfer, recipientAddress: `0:${friendly}` },
    'address.invalid',
    'recipientAddress',
    `${to} is not an address of TON: ${shape}`,
  ],
  [
    'a raw address in base64',
    { ...transfer, recipientAddress: `0:${parsed.hash.toString('base64')}` },
    'address.invalid',
    'recipientAddress',
    `${to} is not an address of TON: ${shape}`,
  ],
  [
    'both alphabets of base64 in one address',
    { ...transfer, recipientAddress: mixedAlphabets },
    'address.invalid',
    'recipientAddress',
    `${to} is not an address of TON: ${shape}`,
  ],
  [
    'a workchain that there is not',
    { ...transfer, recipientAddress: rawOf(recipient.address).replace('0:', '1:') },
    'address.invalid',
    'recipientAddress',
    `${to} is not an address of TON: it is in workchain 1: there are only 0 and -1.`,
  ],
  [
    'a sender in the masterchain',
    { ...transfer, senderAddress: `-1:${'7'.repeat(64)}` },
    'address.invalid',
    'senderAddress',
    'transaction.data.senderAddress is not an address of TON: it is in the masterchain: only wallets of workchain 0 can send here.',
  ],
  [
    'a recipient of Ethereum',
    { ...transfer, recipientAddress: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17' },
    'address.invalid',
    'recipientAddress',
    `${to} is not an address of TON: it looks like an address of Ethereum or a chain like it.`,
  ],
  [
    'a name',
    { ...transfer, recipientAddress: 'alice.ton' },
    'address.invalid',
    'recipientAddress',
    `${to} is not an address of TON: it is a name, and names are not resolved here: send the address that it stands for.`,
  ],
  [
    'a hash that could be a private key',
    { ...transfer, recipientAddress: parsed.hash.toString('hex') },
    'secret.exposed',
    'recipientAddress',
    `${to} looks like a private key, or like a public key or the id of a transaction. If it is a private key, consider it lost: move everything that it holds to a new wallet, and never send such a thing to anybody. If it is a public key or the id of a transaction, it does not belong here.`,
  ],
  [
    'a ticker for a jetton',
    { ...transferToken, tokenId: 'USDT' },
    'token.invalid',
    'tokenId',
    `The token id is not valid on TON: ${shape} USD₮ is EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs on this chain.`,
  ],
  [
    'a name for a pool',
    { mode: 'stake', ...by, targetValidatorAddress: 'tonstakers', amount: '1' },
    'validator.invalid',
    'targetValidatorAddress',
    `transaction.data.targetValidatorAddress is not a validator id of TON: ${shape}`,
  ],
  [
    'an amount with a fraction',
    { ...transfer, amount: '0.01' },
    'amount.invalid',
    'amount',
    `transaction.data.amount ${wholeNumber}: it has a fraction.`,
  ],
  [
    'an amount of nothing',
    { ...transfer, amount: '0' },
    'amount.invalid',
    'amount',
    `transaction.data.amount ${wholeNumber}: it must be more than 0.`,
  ],
  [
    'an amount as a number',
    { ...transfer, amount: 1e9 },
    'request.invalid',
    'amount',
    'transaction.data.amount: must be a string: write "1000000000"',
  ],
  [
    'a timeout in the past',
    { ...transfer, params: { timeout: 1_700_000_000 } },
    'wish.invalid',
    'params.timeout',
    'transaction.data.params.timeout cannot be wished for like this: it is in the past.',
  ],
  [
    'a timeout in milliseconds',
    { ...transfer, params: { timeout: 1_795_392_000_000 } },
    'wish.invalid',
    'params.timeout',
    'transaction.data.params.timeout cannot be wished for like this: it is not a Unix time in seconds.',
  ],
  [
    'a timeout as text',
    { ...transfer, params: { timeout: '1795392000' } },
    'wish.invalid',
    'params.timeout',
    'transaction.data.params.timeout cannot be wished for like this: it is not a whole number.',
  ],
  [
    'a key that is too short',
    { ...transfer, senderPubKey: 'ab'.repeat(31) },
    'publicKey.invalid',
    'senderPubKey',
    'transaction.data.senderPubKey is not a public key of TON: it has 31 bytes: expected 32.',
  ],
  [
    'a key that is not hexadecimal',
    { ...transfer, senderPubKey: 'zz'.repeat(32) },
    'publicKey.invalid',
    'senderPubKey',
    'transaction.data.senderPubKey is not a public key of TON: it is not hexadecimal.',
  ],
  ...(['deployAccount', 'convertAsset', 'claimRewards', 'enableToken', 'registerStake'] as const).map(
    (mode) =>
      [
        `mode ${mode}`,
        { ...transferToken, mode, validatorAddress: jetton },
        'mode.unsupported',
        'mode',
        `Mode ${mode} is not supported on TON.`,
      ] as const,
  ),
];

let network: Network;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

describe('encode refuses without asking anybody', () => {
  it.each(cases)('%s', async (_, data, code, field, message) => {
    const before = network.asked.length;
    expect(errorsOf(await network.encode(data))).toMatchObject({
      status: 400,
      errors: [{ code, field: `transaction.data.${field}`, message }],
    });
    expect(network.asked.length).toBe(before);
  });
});

describe('broadcast refuses without asking anybody', () => {
  let encoded: Encoded;
  let asked: number;

  beforeAll(async () => {
    encoded = await network.encoded({ ...transferToken, tokenId: network.world.token, amount: '1' });
  });
  beforeEach(() => {
    asked = network.asked.length;
  });

  const params = () => encoded.data.params as Readonly<Record<string, unknown>>;
  const altered = (change: object): Encoded => ({
    ...encoded,
    data: { ...encoded.data, ...change } as Encoded['data'],
  });

  it.each([
    ['a signature of another key', (): string => network.sign(encoded, recipient).signature, 'signature.mismatch', /./],
    [
      'a signature over the message instead of its hash',
      () => network.signBytes(encoded.encoded[0]?.raw?.value ?? '', sender),
      'signature.malformed',
      /it signs the bytes of raw\.value, and the wallet takes only a signature of hash\.value/,
    ],
    ['half a signature', () => 'ab'.repeat(32), 'signature.malformed', /it has 32 or 48 bytes: expected 64/],
    ['no signature', (): string => 'signed!', 'signature.malformed', /neither hex nor base64/],
  ] as const)('%s', async (_, signature, code, message) => {
    const answer = await network.broadcast(encoded, signature());
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: [{ code, message: expect.stringMatching(message) }],
    });
    expect(network.asked.length).toBe(asked);
  });

  it.each([
    ['another recipient', () => altered({ recipientAddress: addressOf('thief').toString() })],
    ['another amount', () => altered({ amount: '2' })],
    [
      '0.01 coins less attached than encode said',
      () => {
        const jettonParams = params().jetton as { attached: string };
        const attached = String(BigInt(jettonParams.attached) - 10_000_000n);
        return altered({ params: { ...params(), jetton: { ...jettonParams, attached } } });
      },
    ],
    [
      'another jetton wallet',
      () => {
        const wallet = addressOf('wallet of a thief').toString();
        return altered({ params: { ...params(), jetton: { ...(params().jetton as object), wallet } } });
      },
    ],
    ['a send mode without +2', () => altered({ params: { ...params(), sendMode: 1 } })],
    ['a later end', () => altered({ params: { ...params(), timeout: 4_000_000_000 } })],
  ] as const)('%s', async (_, change) => {
    const { signature } = network.sign(encoded, sender);
    const answer = await network.broadcast(change(), signature);
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.altered' }] });
    expect(network.asked.length).toBe(asked);
  });
});
