import { keccak256 } from 'ethers';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actor, recipient, sender, signHash, stranger } from '../../../../packages/tron/test/world/actor.ts';
import { type Encoded, errorsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// Intents that are wrong in themselves. No endpoint is asked.

type Fields = Readonly<Record<string, unknown>>;

const by = { senderAddress: sender.address };
const transfer = { mode: 'transfer', ...by, recipientAddress: recipient.address, amount: '1000000' };
/** USDT on mainnet. */
const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const transferToken = { ...transfer, mode: 'transferToken', tokenId: usdt };
/** A representative of mainnet. */
const representative = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const stake = { mode: 'stake', ...by, targetValidatorAddress: representative, amount: '1000000' };
const unstake = { mode: 'unstake', ...by, validatorAddress: representative, amount: '1000000' };

const hex = TronWeb.address.toHex(recipient.address).toLowerCase();
const inHex = 'it is in hex, which has no checksum: expected base58 that begins with T.';
const shape = 'it is not 34 characters of base58 that begin with T.';
const wholeNumber = 'must be a whole number in the smallest unit, as a decimal string like "1500000"';
const to = 'transaction.data.recipientAddress';
const mistyped = (address: string) => address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
const checksum = (field: string) => `${field} has a wrong checksum: a character was probably mistyped.`;

/** A wish that is refused: its name, the value, and the reason. */
const wishes: readonly (readonly [data: Fields, wish: string, value: unknown, reason: string])[] = [
  [transfer, 'expiration', '1795392000000', 'it is not a whole number'],
  [transfer, 'expiration', 0, 'it is not a Unix time in milliseconds'],
  [transfer, 'expiration', 1.5, 'it is not a whole number'],
  [transfer, 'permissionId', 1, 'permission 1 signs blocks, not transactions'],
  [transfer, 'permissionId', -1, 'it is below 0'],
  [transfer, 'permissionId', 256, 'it is above 255'],
  [transfer, 'permissionId', '2', 'it is not a whole number'],
  [transferToken, 'feeLimit', 15_000_000, 'it is not a decimal text'],
  [transferToken, 'feeLimit', '0', 'it is not an amount of sun above 0'],
  [transferToken, 'feeLimit', '1.5', 'it is not an amount of sun above 0'],
  [transferToken, 'feeLimit', '-1', 'it is not an amount of sun above 0'],
  [stake, 'step', 'claim', 'it is neither freeze nor vote'],
  [stake, 'resource', 'TRON_POWER', 'it is neither BANDWIDTH nor ENERGY'],
  [unstake, 'resource', 'bandwidth', 'it is neither BANDWIDTH nor ENERGY'],
];

/** What is wrong, the request, and the only error: code, field without `transaction.data.`, message. */
const cases: readonly (readonly [name: string, data: Fields, code: string, field: string, message: string])[] = [
  [
    'a recipient in hex',
    { ...transfer, recipientAddress: hex },
    ...(['address.invalid', 'recipientAddress', `${to} is not an address of Tron: ${inHex}`] as const),
  ],
  [
    'a recipient in hex with 0x',
    { ...transfer, recipientAddress: `0x${hex}` },
    ...(['address.invalid', 'recipientAddress', `${to} is not an address of Tron: ${inHex}`] as const),
  ],
  [
    'a sender in hex',
    { ...transfer, senderAddress: hex },
    'address.invalid',
    'senderAddress',
    `transaction.data.senderAddress is not an address of Tron: ${inHex}`,
  ],
  [
    'a token in hex',
    { ...transferToken, tokenId: hex },
    ...(['token.invalid', 'tokenId', `The token id is not valid on Tron: ${inHex}`] as const),
  ],
  [
    'a representative in hex',
    { ...stake, targetValidatorAddress: hex },
    'validator.invalid',
    'targetValidatorAddress',
    `transaction.data.targetValidatorAddress is not a validator id of Tron: ${inHex}`,
  ],
  [
    'a recipient of Ethereum',
    { ...transfer, recipientAddress: `0x${hex.slice(2)}` },
    'address.invalid',
    'recipientAddress',
    `${to} is not an address of Tron: it is an address of Ethereum.`,
  ],
  [
    'a recipient of Bitcoin',
    { ...transfer, recipientAddress: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
    ...(['address.invalid', 'recipientAddress'] as const),
    `${to} is not an address of Tron: it looks like an address of Bitcoin.`,
  ],
  [
    'a name',
    { ...transfer, recipientAddress: 'alice.trx' },
    ...(['address.invalid', 'recipientAddress'] as const),
    `${to} is not an address of Tron: it is a name, and names are not resolved here: send the address that it stands for.`,
  ],
  [
    'a mistyped recipient',
    { ...transfer, recipientAddress: mistyped(recipient.address) },
    ...(['address.checksumMismatch', 'recipientAddress', checksum(to)] as const),
  ],
  [
    'a mistyped sender',
    { ...transfer, senderAddress: mistyped(sender.address) },
    ...(['address.checksumMismatch', 'senderAddress', checksum('transaction.data.senderAddress')] as const),
  ],
  [
    'a mistyped token',
    { ...transferToken, tokenId: mistyped(usdt) },
    ...(['address.checksumMismatch', 'tokenId', checksum('transaction.data.tokenId')] as const),
  ],
  [
    'a mistyped representative',
    { ...unstake, validatorAddress: mistyped(representative) },
    ...(['address.checksumMismatch', 'validatorAddress', checksum('transaction.data.validatorAddress')] as const),
  ],
  [
    'a private key for a recipient',
    { ...transfer, recipientAddress: actor('secret').privateKey },
    'secret.exposed',
    'recipientAddress',
    `${to} looks like a private key, or like the id of a transaction. If it is a private key, consider it lost: move everything that it holds to a new wallet, and never send such a thing to anybody. If it is the id of a transaction, it does not belong here.`,
  ],
  [
    'a ticker for a token',
    { ...transferToken, tokenId: 'USDT' },
    ...(['token.invalid', 'tokenId'] as const),
    `The token id is not valid on Tron: ${shape} USDT is TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t on this chain.`,
  ],
  [
    'a number that no TRC-10 token has',
    { ...transferToken, tokenId: '1' },
    'token.invalid',
    'tokenId',
    'The token id is not valid on Tron: it is not the number of a TRC-10 token, 1000001 or higher.',
  ],
  [
    'the native coin for a token',
    { ...transferToken, tokenId: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
    'token.isNative',
    'tokenId',
    'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb stands for the native coin of Tron: use mode transfer.',
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
    { ...transfer, amount: 1e6 },
    ...(['request.invalid', 'amount', 'transaction.data.amount: must be a string: write "1000000"'] as const),
  ],
  [
    'a key that is too short',
    { ...transfer, senderPubKey: 'ab'.repeat(31) },
    'publicKey.invalid',
    'senderPubKey',
    'transaction.data.senderPubKey is not a public key of Tron: it has 31 bytes: expected 33 (compressed) or 65 (uncompressed).',
  ],
  [
    'a key that is not hexadecimal',
    { ...transfer, senderPubKey: 'zz'.repeat(33) },
    'publicKey.invalid',
    'senderPubKey',
    'transaction.data.senderPubKey is not a public key of Tron: it is not hexadecimal.',
  ],
  [
    'a key that is on no curve',
    { ...transfer, senderPubKey: `02${'ff'.repeat(32)}` },
    'publicKey.invalid',
    'senderPubKey',
    'transaction.data.senderPubKey is not a public key of Tron: it is not a point of the curve secp256k1.',
  ],
  ...wishes.map(
    ([data, wish, value, reason]) =>
      [
        `the wish ${wish} ${JSON.stringify(value)}`,
        { ...data, params: { [wish]: value } },
        'wish.invalid',
        `params.${wish}`,
        `transaction.data.params.${wish} cannot be wished for like this: ${reason}.`,
      ] as const,
  ),
  ...(['deployAccount', 'convertAsset', 'enableToken', 'registerStake'] as const).map(
    (mode) =>
      [
        `mode ${mode}`,
        { ...transferToken, mode, validatorAddress: representative },
        ...(['mode.unsupported', 'mode', `Mode ${mode} is not supported on Tron.`] as const),
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
    encoded = await network.encoded({ ...transfer, memo: 'invoice 7' });
  });
  beforeEach(() => {
    asked = network.asked.length;
  });

  const hash = () => encoded.encoded[0]?.hash?.value ?? '';
  const raw = () => encoded.encoded[0]?.raw?.value ?? '';

  it.each([
    ['a signature of another key', (): string => signHash(hash(), stranger), 'signature.mismatch', /./],
    [
      'a signature over the keccak256 of the transaction, as signers of Ethereum make it',
      () => signHash(keccak256(`0x${raw()}`).slice(2), sender),
      'signature.mismatch',
      /it was made over the keccak256 of `raw\.value`: sign the 32 bytes of `hash\.value` as they are/,
    ],
    [
      'a signature over the keccak256 of the hash',
      () => signHash(keccak256(`0x${hash()}`).slice(2), sender),
      'signature.mismatch',
      /it was made over the keccak256 of `hash\.value`/,
    ],
    ['half a signature', () => 'ab'.repeat(32), 'signature.malformed', /it has 32 bytes: expected 64 or 65/],
    ['no signature', (): string => 'signed!', 'signature.malformed', /it is neither hex nor base64/],
    [
      'another signed transaction',
      () => {
        const other = raw().replace(/70[0-9a-f]{12}$/, '70e8dcdfec8133');
        return JSON.stringify({ raw_data_hex: other, signature: [signHash(hash(), sender)] });
      },
      'signature.otherTransaction',
      /./,
    ],
  ] as const)('%s', async (_, signature, code, message) => {
    const answer = await network.broadcast(encoded, signature());
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      // What was signed instead is said in a second error, where it can be found out.
      errors: expect.arrayContaining([expect.objectContaining({ message: expect.stringMatching(message) })]),
    });
    expect(errorsOf(answer).errors[0]?.code).toBe(code);
    expect(network.asked.length).toBe(asked);
  });

  type Params = Readonly<Record<string, unknown>> & { readonly raw_data: Readonly<Record<string, unknown>> };
  const params = () => encoded.data.params as unknown as Params;
  const altered = (change: object): Encoded => ({
    ...encoded,
    data: { ...encoded.data, ...change } as Encoded['data'],
  });
  const withParams = (change: object) => altered({ params: { ...params(), ...change } });
  const withRaw = (change: object) => withParams({ raw_data: { ...params().raw_data, ...change } });
  const withContract = (change: object) =>
    withRaw({ contract: [{ ...(params().raw_data.contract as [object])[0], ...change }] });
  const thief = actor('thief');
  const thiefHex = TronWeb.address.toHex(thief.address).toLowerCase();

  it.each([
    ['another recipient', () => altered({ recipientAddress: thief.address })],
    ['another amount', () => altered({ amount: '1000001' })],
    ['another memo', () => altered({ memo: 'invoice 8' })],
    ['no memo', () => altered({ memo: undefined })],
    ['another sender', () => altered({ senderAddress: thief.address })],
    ['another mode', () => altered({ mode: 'claimRewards', validatorAddress: representative })],
    ['other fees', () => altered({ fees: '1' })],
    ['a later end', () => withRaw({ expiration: (params().raw_data.expiration as number) + 1 })],
    ['another time', () => withRaw({ timestamp: (params().raw_data.timestamp as number) - 1 })],
    ['another reference block', () => withRaw({ ref_block_bytes: '0000' })],
    ['another hash of the reference block', () => withRaw({ ref_block_hash: '00'.repeat(8) })],
    ['a fee limit', () => withRaw({ fee_limit: 1_000_000_000 })],
    ['another memo in raw_data', () => withRaw({ data: '00' })],
    ['a permission', () => withContract({ Permission_id: 2 })],
    ['another kind of contract', () => withContract({ type: 'TransferAssetContract' })],
    [
      'a recipient in raw_data that is not the one of the request',
      () => {
        const [{ parameter }] = params().raw_data.contract as [{ parameter: { value: object } }];
        return withContract({ parameter: { ...parameter, value: { ...parameter.value, to_address: thiefHex } } });
      },
    ],
    ['two contracts', () => withRaw({ contract: [params().raw_data.contract, params().raw_data.contract].flat() })],
    ['another id', () => withParams({ txID: '00'.repeat(32) })],
    ['other bytes', () => withParams({ raw_data_hex: `${raw()}00` })],
    ['visible addresses', () => withParams({ visible: true })],
    ['a signer', () => withParams({ signers: [{ key: thief.address }] })],
    ['nothing', () => altered({ params: undefined })],
    ['an unknown member', () => withParams({ signature: ['00'] })],
  ] as const)('data with %s', async (_, change) => {
    const answer = await network.broadcast(change(), network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.altered' }] });
    expect(network.asked.length).toBe(asked);
  });

  it('a signer that was added, with the signature of that signer', async () => {
    const answer = await network.broadcast(withParams({ signers: [{ key: thief.address }] }), signHash(hash(), thief));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.altered' }] });
    expect(network.asked.length).toBe(asked);
  });

  it('other bytes than the data says', async () => {
    const [item] = encoded.encoded;
    const other = { ...encoded, encoded: [{ ...item, raw: { format: 'RAW_TRANSACTION', value: `${raw()}00` } }] };
    const answer = await network.broadcast(other as Encoded, network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'encoded.mismatch' }] });
    expect(network.asked.length).toBe(asked);
  });
});
