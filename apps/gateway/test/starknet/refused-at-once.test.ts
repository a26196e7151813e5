import { starknetAccounts } from '@isochain/devnet/starknet';
import { constants, ec, getChecksumAddress, validateAndParseAddress } from 'starknet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actor, signHash } from '../../../../packages/starknet/test/world/actor.ts';
import { type Encoded, errorsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// Intents that are wrong in themselves. No endpoint is asked.

type Fields = Readonly<Record<string, unknown>>;

const [sender, recipient] = starknetAccounts as unknown as readonly [Account, Account];
type Account = Required<(typeof starknetAccounts)[number]>;

const strk = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
/** USDC of Circle on mainnet. */
const usdc = '0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fb';

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: '1000000' },
};
const transferToken = { ...transfer, mode: 'transferToken', tokenId: usdc };
const stake = { mode: 'stake', senderAddress: sender.address, targetValidatorAddress: recipient.address, amount: '1' };
const deploy = { mode: 'deployAccount', senderPubKey: recipient.publicKey };

/** The prime of the field: 2^251 + 17 * 2^192 + 1 (docs.starknet.io, "Cairo"). */
const prime = 2n ** 251n + 17n * 2n ** 192n + 1n;
const hex = (value: bigint) => `0x${value.toString(16)}`;
/** The checksum of starknet.js, with one letter in the other case. */
const mistyped = (address: string) =>
  getChecksumAddress(address).replace(/[a-f](?=[^a-f]*$)|[A-F](?=[^A-F]*$)/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
/** As a program writes an address that takes it for a number of 64 bits, or forgets its end. */
const short = (address: string) => address.slice(0, 40);

/** The least x that is on no point of the curve. */
function offCurve(): string {
  const { Fp, a, b } = ec.starkCurve.CURVE;
  for (let x = 5n; ; x += 1n) {
    const square = Fp.add(Fp.add(Fp.pow(x, 3n), Fp.mul(a, x)), b);
    if (Fp.pow(square, (prime - 1n) / 2n) !== 1n) return hex(x);
  }
}

const wholeNumber = 'must be a whole number in the smallest unit, as a decimal string like "1500000"';
const missing = 'digits are missing: an address has 64, and only leading zeros may be left out';
const onlyHex = 'it is not 0x and up to 64 hex digits';
const above = 'it is above the highest address';
const checksum = (field: string) => `${field} has a wrong checksum: a character was probably mistyped.`;
const notAddress = (field: string, reason: string) =>
  `transaction.data.${field} is not an address of Starknet: ${reason}.`;
const notKey = (reason: string) => `transaction.data.senderPubKey is not a public key of Starknet: ${reason}.`;

/** What is wrong, the request, and the only error: code, field without `transaction.data.`, message. */
const cases: readonly (readonly [name: string, data: Fields, code: string, field: string, message: string])[] = [
  ...(['recipientAddress', 'senderAddress'] as const).flatMap((field) => {
    const invalid = (name: string, address: string, reason: string) =>
      [
        ...([`${field} ${name}`, { ...transfer, [field]: address }, 'address.invalid', field] as const),
        notAddress(field, reason),
      ] as const;
    return [
      invalid('that lost its end', short(recipient.address), missing),
      invalid('of Ethereum', `0x${recipient.address.slice(26)}`, 'it is an address of Ethereum'),
      invalid('without 0x', recipient.address.slice(2), onlyHex),
      invalid('with 65 digits', `0x0${recipient.address.slice(2)}`, onlyHex),
      invalid('that is zero', '0x0', 'it is the zero address'),
      invalid('that is zero, with all digits', `0x${'0'.repeat(64)}`, 'it is the zero address'),
      invalid('that is the prime', hex(prime), above),
      invalid('beyond the prime', `0x${'f'.repeat(64)}`, above),
      invalid('that is the first which no contract has', hex(2n ** 251n - 256n), above),
      invalid(
        'that is a name',
        'alice.stark',
        'it is a name, and names are not resolved here: send the address that it stands for',
      ),
      [
        `${field} in mixed case with a wrong checksum`,
        { ...transfer, [field]: mistyped(recipient.address) },
        ...(['address.checksumMismatch', field, checksum(`transaction.data.${field}`)] as const),
      ] as const,
    ];
  }),
  [
    'a token in mixed case with a wrong checksum',
    { ...transferToken, tokenId: mistyped(usdc) },
    ...(['address.checksumMismatch', 'tokenId', checksum('transaction.data.tokenId')] as const),
  ],
  [
    'a token that lost its end',
    { ...transferToken, tokenId: short(usdc) },
    ...(['token.invalid', 'tokenId', `The token id is not valid on Starknet: ${missing}.`] as const),
  ],
  [
    'a token beyond the prime',
    { ...transferToken, tokenId: hex(prime + 5n) },
    ...(['token.invalid', 'tokenId', `The token id is not valid on Starknet: ${above}.`] as const),
  ],
  [
    'a ticker for a token',
    { ...transferToken, tokenId: 'USDC' },
    ...(['token.invalid', 'tokenId'] as const),
    `The token id is not valid on Starknet: ${onlyHex}. USDC is 0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fb on this chain.`,
  ],
  ...[strk, hex(BigInt(strk)), 'STRK'].map(
    (tokenId) =>
      [
        `the native coin for a token: ${tokenId}`,
        { ...transferToken, tokenId },
        ...(['token.isNative', 'tokenId'] as const),
        `${tokenId} stands for the native coin of Starknet: use mode transfer.`,
      ] as const,
  ),
  [
    'a validator in mixed case with a wrong checksum',
    { ...stake, targetValidatorAddress: mistyped(recipient.address) },
    ...(['address.checksumMismatch', 'targetValidatorAddress'] as const),
    checksum('transaction.data.targetValidatorAddress'),
  ],
  [
    'a validator beyond the prime',
    { ...stake, targetValidatorAddress: hex(prime) },
    ...(['validator.invalid', 'targetValidatorAddress'] as const),
    `transaction.data.targetValidatorAddress is not a validator id of Starknet: ${above}.`,
  ],
  ...(['transfer', 'deployAccount'] as const).flatMap((mode) => {
    const data = mode === 'transfer' ? transfer : deploy;
    const invalid = (name: string, senderPubKey: string, reason: string) =>
      [
        `${mode}: a key ${name}`,
        { ...data, senderPubKey },
        ...(['publicKey.invalid', 'senderPubKey', notKey(reason)] as const),
      ] as const;
    const digits = recipient.publicKey.slice(2).padStart(64, '0');
    return [
      invalid('off the curve', offCurve(), 'it is not a point of the Stark curve'),
      invalid(
        'off the curve, compressed',
        `02${offCurve().slice(2).padStart(64, '0')}`,
        'it is not a point of the Stark curve',
      ),
      invalid('whose y does not fit', `04${digits}${'1'.padStart(64, '0')}`, 'it is not a point of the Stark curve'),
      invalid('that is the prime', hex(prime), 'it is not a number of the field'),
      invalid('beyond the prime', `0x${'f'.repeat(64)}`, 'it is not a number of the field'),
      invalid('that is zero', '0x0', 'it is not a number of the field'),
      invalid('that is not hexadecimal', 'zz'.repeat(32), 'it is not hexadecimal'),
      invalid(
        'with 70 digits',
        'ab'.repeat(35),
        'it has 70 digits: expected up to 64 (x), 66 (compressed) or 130 (uncompressed)',
      ),
    ];
  }),
  [
    'another kind of account',
    { ...deploy, contractType: 'braavos' },
    ...(['request.invalid', 'contractType', 'transaction.data.contractType: must be one of argentx'] as const),
  ],
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
  ...(
    [
      [transfer, 'tip', 5, 'it is not a decimal text'],
      [transfer, 'tip', '1.5', 'it is not a whole number of FRI'],
      [transfer, 'tip', '-1', 'it is not a whole number of FRI'],
      [deploy, 'accountClass', 'argent-0.3.1', 'it is not a class of accounts that can be deployed'],
    ] as const
  ).map(
    ([data, wish, value, reason]) =>
      [
        `the wish ${wish} ${JSON.stringify(value)}`,
        { ...data, params: { [wish]: value } },
        ...(['wish.invalid', `params.${wish}`] as const),
        `transaction.data.params.${wish} cannot be wished for like this: ${reason}.`,
      ] as const,
  ),
  ...(['convertAsset', 'enableToken', 'registerStake'] as const).map(
    (mode) =>
      [
        `mode ${mode}`,
        { ...transferToken, mode, validatorAddress: recipient.address },
        ...(['mode.unsupported', 'mode', `Mode ${mode} is not supported on Starknet.`] as const),
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

  it('an amount that no token has', async () => {
    const before = network.broadcasts();
    const { status, errors } = errorsOf(await network.encode({ ...transfer, amount: (2n ** 256n).toString() }));
    expect([status, errors[0]?.field]).toEqual([expect.any(Number), 'transaction.data.amount']);
    expect(network.broadcasts()).toBe(before);
  });
});

describe('addresses that lost leading zeros', () => {
  it.each([
    ['as nodes write them', (address: string) => hex(BigInt(address))],
    ['with some of them', (address: string) => `0x0${address.slice(2).replace(/^0+/, '')}`],
    ['in capitals', (address: string) => `0x${address.slice(2).toUpperCase()}`],
    ["with starknet.js's checksum", (address: string) => getChecksumAddress(address)],
    ['with the checksum and without zeros', (address: string) => getChecksumAddress(address).replace(/^0x0+/, '0x')],
  ])('are the same: %s', async (_, form) => {
    const changed = { senderAddress: form(sender.address), recipientAddress: form(recipient.address) };
    const [honest, other] = [await network.encoded(transfer), await network.encoded({ ...transfer, ...changed })];
    expect(other.encoded).toEqual(honest.encoded);
    expect(validateAndParseAddress(form(recipient.address))).toBe(recipient.address);
  });
});

describe('reads refuse without asking anybody', () => {
  it.each([
    ['a state', `account/${short(sender.address)}/state`, 'account.invalid'],
    ['a state in mixed case with a wrong checksum', `account/${mistyped(sender.address)}/state`, /account|checksum/],
    ['a state beyond the prime', `account/${hex(prime)}/state`, 'account.invalid'],
    ['a transaction beyond the prime', `transaction/${hex(prime)}`, 'transaction.invalid'],
    ['a token beyond the prime', `token/${hex(prime)}`, 'token.invalid'],
    ['the token STRK', `token/${strk}`, 'token.isNative'],
  ] as const)('%s', async (_, path, code) => {
    const before = network.asked.length;
    const { status, errors } = errorsOf(await network.send('GET', `/api/starknet/${path}`));
    expect(status).toBe(400);
    expect(errors[0]?.code).toMatch(code);
    expect(network.asked.length).toBe(before);
  });

  it.each([
    ['off the curve', offCurve()],
    ['beyond the prime', hex(prime)],
  ])('addresses of a key %s', async (_, pubkey) => {
    const answer = await network.send('POST', '/api/starknet/address/encode', { pubkey });
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'publicKey.invalid' }] });
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

  const stranger = actor('stranger');
  const hash = () => encoded.encoded[0]?.hash?.value ?? '';

  it.each([
    ['a signature of another key', (): string => signHash(hash(), stranger), 'signature.mismatch'],
    ['a signature of another hash', () => signHash('11'.padStart(64, '0'), sender), 'signature.mismatch'],
    ['half a signature', () => 'ab'.repeat(32), 'signature.malformed'],
    ['no signature', (): string => 'signed!', 'signature.malformed'],
    ['felts beyond the order of the curve', () => JSON.stringify([hex(prime), hex(prime)]), 'signature.malformed'],
    ['a list with a guardian', () => JSON.stringify(['0x1', '0x2', '0x3', '0x4']), 'signature.malformed'],
    [
      'the signature of an account with another key',
      () => JSON.stringify(['0x1', '0x0', stranger.publicKey, '0x4', '0x5']),
      'signature.malformed',
    ],
  ] as const)('%s', async (_, signature, code) => {
    const answer = await network.broadcast(encoded, signature());
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code }] });
    expect(network.asked.length).toBe(asked);
  });

  type Params = Readonly<Record<string, unknown>> & { readonly resourceBounds: Readonly<Record<string, object>> };
  const params = () => encoded.data.params as unknown as Params;
  const altered = (change: object): Encoded => ({
    ...encoded,
    data: { ...encoded.data, ...change } as Encoded['data'],
  });
  const withParams = (change: object) => altered({ params: { ...params(), ...change } });
  const withBound = (name: string, change: object) =>
    withParams({
      resourceBounds: { ...params().resourceBounds, [name]: { ...params().resourceBounds[name], ...change } },
    });
  const strangerKey = () => {
    const point = ec.starkCurve.ProjectivePoint.fromHex(`02${stranger.publicKey.slice(2).padStart(64, '0')}`);
    return point.toHex(false);
  };

  it.each([
    ['another recipient', () => altered({ recipientAddress: usdc })],
    ['another amount', () => altered({ amount: '1000001' })],
    ['another sender', () => altered({ senderAddress: recipient.address })],
    ['another nonce', () => altered({ nonce: '2' })],
    ['another mode', () => altered({ mode: 'deployAccount', senderPubKey: sender.publicKey })],
    ['other fees', () => altered({ fees: '1' })],
    ['other gas', () => altered({ gas: '1' })],
    ['another gas limit', () => withBound('l2_gas', { max_amount: '0x1' })],
    ['another price', () => withBound('l1_data_gas', { max_price_per_unit: '0x1' })],
    ['a tip', () => withParams({ tip: '0x1' })],
    ['another class', () => withParams({ account: 'braavos-1.2.0' })],
    ['another owner', () => withParams({ ownerPubKey: strangerKey() })],
    ['another transaction', () => withParams({ transaction: { type: 'INVOKE' } })],
    ['nothing', () => altered({ params: undefined })],
    ['an unknown member', () => withParams({ signature: ['0x0'] })],
  ] as const)('data with %s', async (_, change) => {
    const answer = await network.broadcast(change(), network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.altered' }] });
    expect(network.asked.length).toBe(asked);
  });

  it('another owner, with the signature of that owner', async () => {
    const answer = await network.broadcast(withParams({ ownerPubKey: strangerKey() }), signHash(hash(), stranger));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.altered' }] });
    expect(network.asked.length).toBe(asked);
  });

  it('another hash than the data says', async () => {
    const item = { hash: { format: 'pedersen', value: '1'.padStart(64, '0') } };
    const answer = await network.broadcast({ ...encoded, encoded: [item] } as Encoded, network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'encoded.mismatch' }] });
    expect(network.asked.length).toBe(asked);
  });

  it('a transaction of the other network', async () => {
    const other = await openNetwork({ chainId: 'starknet-sepolia' });
    try {
      const made = await other.encoded(transfer);
      const answer = await network.broadcast(made, network.sign(made, sender));
      expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.otherChain' }] });
      expect(network.asked.length).toBe(asked);
    } finally {
      await other.close();
    }
  });

  it('and it is the same transaction, unchanged, that is taken', async () => {
    expect(constants.StarknetChainId.SN_MAIN).toBe('0x534e5f4d41494e');
    expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
  });
});
