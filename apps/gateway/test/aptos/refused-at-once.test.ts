import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  actor,
  recipient,
  sender,
  signMessage,
  singleKey,
  stranger,
} from '../../../../packages/aptos/test/world/actor.ts';
import { type Encoded, errorsOf } from '../chain-network.ts';
import { messageOf, type Network, openNetwork } from './network.ts';

// Intents that are wrong in themselves. No endpoint is asked.

type Fields = Readonly<Record<string, unknown>>;

const by = { senderAddress: sender.address, senderPubKey: sender.publicKey };
const transfer = { mode: 'transfer', ...by, recipientAddress: recipient.address, amount: '1000000' };
/** USDC on mainnet. */
const usdc = '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b';
const transferToken = { ...transfer, mode: 'transferToken', tokenId: usdc };
/** A pool of the stand-in. */
const pool = '0x00afc93da96b80c1864a2ee4a295772026fad79b046d95a99e6e4712c52c27ef';
const stake = { mode: 'stake', ...by, targetValidatorAddress: pool, amount: '1100000000' };
const unstake = { mode: 'unstake', ...by, validatorAddress: pool, amount: '1100000000' };

const to = 'transaction.data.recipientAddress';
const wholeNumber = 'must be a whole number in the smallest unit, as a decimal string like "1500000"';
const digits = (count: number) => `it has ${count} digits: expected 64, or a special address from 0x0 to 0xf`;
const noToken = 'it is neither the type of a coin (0x…::module::Name) nor the address of an asset';
const notAddress = (reason: string) => `${to} is not an address of Aptos: ${reason}.`;
const notToken = (reason: string) => `The token id is not valid on Aptos: ${reason}.`;
const notKey = (reason: string) => `transaction.data.senderPubKey is not a public key of Aptos: ${reason}.`;

/** A wish that is refused: its name, the value, and the reason. */
const wishes: readonly (readonly [data: Fields, wish: string, value: unknown, reason: string])[] = [
  [transfer, 'expirationTimestampSecs', 0, 'it is not a number of 64 bits above 0'],
  [transfer, 'expirationTimestampSecs', '18446744073709551616', 'it is not a number of 64 bits above 0'],
  [transfer, 'expirationTimestampSecs', 1.5, 'it is neither a whole number nor a decimal text'],
  [transfer, 'expirationTimestampSecs', true, 'it is neither a whole number nor a decimal text'],
  [transfer, 'gasUnitPrice', '0', 'it is not a number of 64 bits above 0'],
  [transfer, 'gasUnitPrice', '1e3', 'it is not a number of 64 bits above 0'],
  [transfer, 'gasUnitPrice', -100, 'it is not a number of 64 bits above 0'],
  [transfer, 'orderless', 'yes', 'it is neither true nor false'],
  [transfer, 'feePayer', recipient.address, 'it is not an object with an address'],
  [stake, 'reactivate', 1, 'it is neither true nor false'],
];

/** What is wrong, the request, and the only error: code, field without `transaction.data.`, message. */
const cases: readonly (readonly [name: string, data: Fields, code: string, field: string, message: string])[] = [
  ...([1, 2, 41, 59] as const).map((count) => {
    const short = recipient.address.slice(2, 2 + count);
    return [
      `a recipient of ${count} digits`,
      { ...transfer, recipientAddress: `${count === 1 ? '' : '0x'}${short}` },
      ...(['address.invalid', 'recipientAddress', notAddress(digits(count))] as const),
    ] as const;
  }),
  [
    'a recipient of 65 digits',
    { ...transfer, recipientAddress: `${recipient.address}0` },
    ...(['address.invalid', 'recipientAddress', notAddress(digits(65))] as const),
  ],
  [
    'a special address with a leading zero',
    { ...transfer, recipientAddress: '0x0a' },
    ...(['address.invalid', 'recipientAddress', notAddress(digits(2))] as const),
  ],
  [
    'a recipient that is no hex',
    { ...transfer, recipientAddress: `0x${'zz'.repeat(32)}` },
    ...(['address.invalid', 'recipientAddress', notAddress('it is not hexadecimal')] as const),
  ],
  [
    'a name',
    { ...transfer, recipientAddress: 'alice.apt' },
    ...(['address.invalid', 'recipientAddress'] as const),
    notAddress('it is a name, and names are not resolved here: send the address that it stands for'),
  ],
  [
    'a recipient of Ethereum',
    { ...transfer, recipientAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
    ...(['address.invalid', 'recipientAddress'] as const),
    notAddress('it looks like an address of Ethereum or a chain like it'),
  ],
  [
    'a coin for a recipient',
    { ...transfer, recipientAddress: '0x1::aptos_coin::AptosCoin' },
    ...(['address.invalid', 'recipientAddress', notAddress('it is not hexadecimal')] as const),
  ],
  [
    'a short sender',
    { ...transfer, senderAddress: '0x12' },
    ...(['address.invalid', 'senderAddress'] as const),
    `transaction.data.senderAddress is not an address of Aptos: ${digits(2)}.`,
  ],
  [
    'a short pool',
    { ...stake, targetValidatorAddress: '0x12' },
    ...(['validator.invalid', 'targetValidatorAddress'] as const),
    `transaction.data.targetValidatorAddress is not a validator id of Aptos: ${digits(2)}.`,
  ],
  [
    'a long pool',
    { ...unstake, validatorAddress: `${pool}ab` },
    ...(['validator.invalid', 'validatorAddress'] as const),
    `transaction.data.validatorAddress is not a validator id of Aptos: ${digits(66)}.`,
  ],
  [
    'a ticker for a token',
    { ...transferToken, tokenId: 'USDC' },
    ...(['token.invalid', 'tokenId'] as const),
    `${notToken('it is not hexadecimal, or the type of a coin (0x…::module::Name)')} USDC is 0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b on this chain.`,
  ],
  [
    'a module for a token',
    { ...transferToken, tokenId: '0x1::aptos_coin' },
    ...(['token.invalid', 'tokenId', notToken(noToken)] as const),
  ],
  [
    'a primitive type for a token',
    { ...transferToken, tokenId: '0x1::coin::Coin<u65>' },
    ...(['token.invalid', 'tokenId', notToken(noToken)] as const),
  ],
  [
    'a type with an open bracket for a token',
    { ...transferToken, tokenId: '0x1::pool::Share<0x1::a::B' },
    ...(['token.invalid', 'tokenId', notToken(noToken)] as const),
  ],
  [
    'a type at a short address for a token',
    { ...transferToken, tokenId: '0x12::coin::T' },
    ...(['token.invalid', 'tokenId', notToken(noToken)] as const),
  ],
  [
    'a short asset',
    { ...transferToken, tokenId: '0x12' },
    ...(['token.invalid', 'tokenId'] as const),
    notToken(`${digits(2)}, or the type of a coin (0x…::module::Name)`),
  ],
  ...(['0xa', `0x${'a'.padStart(64, '0')}`, '0x1::aptos_coin::AptosCoin'] as const).map(
    (tokenId) =>
      [
        `the native coin for a token: ${tokenId}`,
        { ...transferToken, tokenId },
        ...(['token.isNative', 'tokenId'] as const),
        `${tokenId} stands for the native coin of Aptos: use mode transfer.`,
      ] as const,
  ),
  [
    'an amount with a fraction',
    { ...transfer, amount: '0.01' },
    ...(['amount.invalid', 'amount', `transaction.data.amount ${wholeNumber}: it has a fraction.`] as const),
  ],
  [
    'an amount of nothing',
    { ...transfer, amount: '0' },
    ...(['amount.invalid', 'amount', `transaction.data.amount ${wholeNumber}: it must be more than 0.`] as const),
  ],
  [
    'a stake of nothing',
    { ...stake, amount: '0' },
    ...(['amount.invalid', 'amount', `transaction.data.amount ${wholeNumber}: it must be more than 0.`] as const),
  ],
  [
    'an amount as a number',
    { ...transfer, amount: 1e6 },
    ...(['request.invalid', 'amount', 'transaction.data.amount: must be a string: write "1000000"'] as const),
  ],
  [
    'a key that is too short',
    { ...transfer, senderPubKey: 'ab'.repeat(31) },
    ...(['publicKey.invalid', 'senderPubKey', notKey('it has 31 bytes: expected 32')] as const),
  ],
  [
    'a key that is not hexadecimal',
    { ...transfer, senderPubKey: 'zz'.repeat(32) },
    ...(['publicKey.invalid', 'senderPubKey', notKey('it is not hexadecimal')] as const),
  ],
  [
    'a key of secp256k1',
    { ...transfer, senderPubKey: `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}` },
    ...(['publicKey.invalid', 'senderPubKey', notKey('it has 33 bytes: expected 32')] as const),
  ],
  [
    // RFC 8032, section 5.1.4: the neutral element. Every signature would count.
    'a key of small order',
    { ...transfer, senderPubKey: `01${'00'.repeat(31)}` },
    ...(['publicKey.invalid', 'senderPubKey', notKey('it is not a key of ed25519')] as const),
  ],
  ...wishes.map(
    ([data, wish, value, reason]) =>
      [
        `the wish ${wish} ${JSON.stringify(value)}`,
        { ...data, params: { [wish]: value } },
        ...(['wish.invalid', `params.${wish}`] as const),
        `transaction.data.params.${wish} cannot be wished for like this: ${reason}.`,
      ] as const,
  ),
  ...(['deployAccount', 'convertAsset', 'claimRewards', 'registerStake'] as const).map(
    (mode) =>
      [
        `mode ${mode}`,
        { ...transferToken, mode, validatorAddress: pool },
        ...(['mode.unsupported', 'mode', `Mode ${mode} is not supported on Aptos.`] as const),
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

  it('a private key where a public one belongs, and repeats nothing of it', async () => {
    const { privateKey } = actor('secret');
    const before = network.asked.length;
    const answer = await network.encode({ ...transfer, senderPubKey: `ed25519-priv-${privateKey}` });
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ field: 'transaction.data.senderPubKey' }] });
    expect(`${answer.text}${network.log.join('')}`).not.toContain(privateKey.slice(2, 20));
    expect(network.asked.length).toBe(before);
  });
});

describe('broadcast refuses without asking anybody', () => {
  let encoded: Encoded;
  let asked: number;

  beforeAll(async () => {
    encoded = await network.encoded(transfer);
  });
  beforeEach(() => {
    asked = network.asked.length;
  });

  const message = () => messageOf(encoded);
  /** The transaction without the prefix of 32 bytes. */
  const bare = () => message().slice(64);
  const hashed = (algorithm: string, hex: string) =>
    createHash(algorithm).update(Buffer.from(hex, 'hex')).digest('hex');

  it.each([
    ['a signature of another key', (): string => signMessage(message(), stranger), 'signature.mismatch', /./],
    [
      'a signature over the transaction without its prefix',
      () => signMessage(bare(), sender),
      'signature.mismatch',
      /it was made over the transaction without its prefix: sign the bytes of `raw\.value` as they are/,
    ],
    [
      'a signature over the SHA3-256 of the message',
      () => signMessage(hashed('sha3-256', message()), sender),
      'signature.mismatch',
      /it was made over the SHA3-256 of `raw\.value`/,
    ],
    [
      'a signature over the SHA-256 of the message',
      () => signMessage(hashed('sha256', message()), sender),
      'signature.mismatch',
      /it was made over the SHA-256 of `raw\.value`/,
    ],
    [
      'a signature over the hex of the message as text',
      () => signMessage(Buffer.from(message()).toString('hex'), sender),
      'signature.mismatch',
      /it was made over `raw\.value` as text/,
    ],
    [
      'a signature of another transaction',
      () => signMessage(message().replace(/^(.{300}).{2}/, '$1ee'), sender),
      'signature.mismatch',
      /./,
    ],
    ['half a signature', () => 'ab'.repeat(32), 'signature.malformed', /it has 32 or 48 bytes/],
    ['no signature', (): string => 'signed!', 'signature.malformed', /it is neither hex nor base64/],
    [
      'two signatures',
      () => `${'ab'.repeat(64)},${'cd'.repeat(64)}`,
      'signature.malformed',
      /it has two signatures, and one account signs/,
    ],
    [
      'an account authenticator of another key',
      () => `0020${stranger.publicKey}40${signMessage(message(), stranger)}`,
      'signature.mismatch',
      /./,
    ],
    [
      'another signed transaction',
      () => {
        const other = bare().replace(/01$/, '02');
        return `${other}0020${sender.publicKey}40${signMessage(message(), sender)}`;
      },
      'signature.otherTransaction',
      /./,
    ],
  ] as const)('%s', async (_, signature, code, words) => {
    const answer = await network.broadcast(encoded, signature());
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: expect.arrayContaining([expect.objectContaining({ message: expect.stringMatching(words) })]),
    });
    expect(errorsOf(answer).errors[0]?.code).toBe(code);
    expect(network.asked.length).toBe(asked);
  });

  const params = () => encoded.data.params as unknown as Readonly<Record<string, unknown>>;
  const altered = (change: object): Encoded => ({
    ...encoded,
    data: { ...encoded.data, ...change } as Encoded['data'],
  });
  const withParams = (change: object) => altered({ params: { ...params(), ...change } });
  const thief = actor('thief');
  const more = (text: unknown) => String(BigInt(String(text)) + 1n);

  it.each([
    ['another recipient', () => altered({ recipientAddress: thief.address })],
    ['another amount', () => altered({ amount: '1000001' })],
    ['another sender', () => altered({ senderAddress: thief.address, senderPubKey: thief.publicKey })],
    ['another key', () => altered({ senderPubKey: thief.publicKey })],
    ['another mode', () => altered({ mode: 'stake', targetValidatorAddress: pool, recipientAddress: undefined })],
    ['other fees', () => altered({ fees: '1' })],
    ['no fees', () => altered({ fees: '0' })],
    ['another gas limit', () => altered({ gas: more(encoded.data.gas) })],
    [
      'another gas limit and the fees that fit it',
      () => {
        const gas = more(encoded.data.gas);
        return altered({ gas, fees: String(BigInt(gas) * BigInt(String(params().gasUnitPrice))) });
      },
    ],
    ['another sequence number', () => altered({ nonce: more(encoded.data.nonce) })],
    ['a memo', () => altered({ memo: 'invoice 7' })],
    ['another price of gas', () => withParams({ gasUnitPrice: '101' })],
    ['a later end', () => withParams({ expirationTimestampSecs: more(params().expirationTimestampSecs) })],
    ['another chain', () => withParams({ chainId: 2 })],
    ['another key in params', () => withParams({ publicKey: thief.publicKey })],
    ['another scheme', () => withParams({ scheme: 'single_key' })],
    ['a nonce of its own', () => withParams({ orderless: true })],
    [
      'another payer',
      () => withParams({ feePayer: { address: thief.address, publicKey: thief.publicKey, scheme: 'ed25519' } }),
    ],
    ['another function', () => withParams({ function: '0x1::coin::transfer' })],
    ['another type', () => withParams({ typeArguments: ['0x1::aptos_coin::AptosCoin'] })],
    ['a coin', () => withParams({ coinType: '0x1::aptos_coin::AptosCoin' })],
    ['nothing', () => altered({ params: undefined })],
    ['an unknown member', () => withParams({ signature: '00' })],
  ] as const)('data with %s', async (_, change) => {
    const answer = await network.broadcast(change(), network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.altered' }] });
    expect(network.asked.length).toBe(asked);
  });

  it('a key that was changed, with the signature of that key', async () => {
    const changed = { ...params(), publicKey: thief.publicKey };
    const answer = await network.broadcast(
      altered({ senderPubKey: undefined, params: changed }),
      signMessage(message(), thief),
    );
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.altered' }] });
    expect(network.asked.length).toBe(asked);
  });

  it('other bytes than the data says', async () => {
    const other = { ...encoded, encoded: [{ raw: { format: 'BCS', value: message().replace(/01$/, '02') } }] };
    const answer = await network.broadcast(other as Encoded, network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'encoded.mismatch' }] });
    expect(network.asked.length).toBe(asked);
  });

  it('what an account with a single key has signed in the form of a legacy key', async () => {
    const one = await network.encoded({
      ...transfer,
      ...{ senderAddress: singleKey.address, senderPubKey: singleKey.publicKey },
    });
    const before = network.asked.length;
    const tail = `0020${singleKey.publicKey}40${network.sign(one, stranger)}`;
    const answer = await network.broadcast(one, `${messageOf(one).slice(64)}${tail}`);
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'signature.mismatch' }] });
    expect(network.asked.length).toBe(before);
  });
});
