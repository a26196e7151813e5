import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type FeeBumpTransaction,
  Keypair,
  Networks,
  type Transaction,
  TransactionBuilder,
} from '../../../../packages/stellar/test/judge.ts';
import {
  actor,
  muxed,
  recipient,
  seedOf,
  sender,
  signHash,
  stranger,
} from '../../../../packages/stellar/test/world/actor.ts';
import { type Encoded, errorsOf } from '../chain-network.ts';
import { repeats } from '../secrets.ts';
import { envelopeOf, hashOf, type Network, openNetwork } from './network.ts';

// Intents that are wrong in themselves. No endpoint is asked.

type Fields = Readonly<Record<string, unknown>>;

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: '10000000' },
};
/** USDC on mainnet. */
const usdc = 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';
const transferToken = { ...transfer, mode: 'transferToken', tokenId: usdc };
const enableToken = { mode: 'enableToken', senderAddress: sender.address, tokenId: usdc };
/** The contract of XLM (Asset.contractId of the SDK). */
const contract = 'CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA';
const { address } = recipient;

const wholeNumber = 'must be a whole number in the smallest unit, as a decimal string like "1500000"';
const named = 'it is a name, and names are not resolved here: send the address that it stands for';
const noAccount = 'it does not begin with G or M';
const noKey = 'it is neither hexadecimal nor an account (G…)';

/** A text that is no recipient, and why. */
const addresses: readonly (readonly [name: string, text: string, reason: string])[] = [
  ['a contract', contract, 'it is a contract, and payments reach accounts only'],
  // SEP-23: strkeys of other kinds.
  ['a liquidity pool', 'LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPUI', 'it is a liquidity pool'],
  ['a claimable balance', 'BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU', 'it is a claimable balance'],
  ['the hash of a transaction', `T${'A'.repeat(55)}`, 'it is the hash of a transaction'],
  ['the hash of a secret', `X${'A'.repeat(55)}`, 'it is the hash of a secret'],
  ['a signed payload', `P${'A'.repeat(100)}`, 'it is a signed payload'],
  ['an address in lower case', address.toLowerCase(), 'it is in lower case, and accounts are in upper case'],
  ['an address that is short', address.slice(0, -1), 'it has 55 characters: expected 56'],
  ['an address that is long', `${address}A`, 'it has 57 characters: expected 56'],
  ['a muxed address that is short', muxed(recipient, 7n).slice(0, -1), 'it has 68 characters: expected 69'],
  ['another character', `${address.slice(0, -1)}0`, 'it has characters other than A to Z and 2 to 7'],
  ['a federation address', 'alice*stellar.org', named],
  ['a name', 'alice.xlm', named],
  [
    'an address of Ethereum',
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    'it looks like an address of Ethereum or a chain like it',
  ],
  ['a token', usdc, noAccount],
];

/** A text that is no token, and why. */
const tokens: readonly (readonly [name: string, text: string, reason: string])[] = [
  ['a code of 13 letters', `ABCDEFGHIJKLM:${address}`, 'its code has 13 characters: expected 1 to 12'],
  ['no code', `:${address}`, 'its code has 0 characters: expected 1 to 12'],
  ['a code with other letters', `US$:${address}`, 'its code has other characters than letters and digits'],
  ['a code alone', 'USDC', `it is not CODE:ISSUER. USDC is ${usdc} on this chain`],
  ['an issuer alone', address, 'it is not CODE:ISSUER'],
  ['a muxed issuer', `USDC:${muxed(recipient, 7n)}`, 'its issuer is not an account (G…)'],
  ['a contract', contract, 'it is not CODE:ISSUER'],
  ['a contract as issuer', `USDC:${contract}`, 'its issuer is not an account (G…)'],
  ['the form of another code', `USDC-${address}-2`, 'a code of 4 characters does not have form 2'],
];

/** A wish that is refused: its name, the value, and the reason. */
const wishes: readonly (readonly [data: Fields, wish: string, value: unknown, reason: string, place?: string])[] = [
  [transfer, 'maxTime', -1, 'it is not a number of 63 bits from 0 on'],
  [transfer, 'maxTime', '9223372036854775808', 'it is not a number of 63 bits from 0 on'],
  [transfer, 'maxTime', 1.5, 'it is neither a whole number nor a decimal text'],
  [transfer, 'maxTime', 'tomorrow', 'it is not a number of 63 bits from 0 on'],
  [transfer, 'memoType', 'number', 'it is none of text, id, hash, return'],
  [transfer, 'signers', [], 'it names no key'],
  [transfer, 'signers', 'me', 'it is not a list of keys'],
  [transfer, 'signers', Array.from({ length: 21 }, () => sender.address), 'a transaction has at most 20 signatures'],
  [transfer, 'signers', ['bob'], noKey, 'signers.0'],
  [transfer, 'closeAccount', 'yes', 'it is neither true nor false'],
  [transferToken, 'claimable', 1, 'it is neither true nor false'],
  [transferToken, 'reclaimAfterSeconds', '1e3', 'it is not a number of 63 bits from 0 on'],
  [enableToken, 'limit', '-1', 'it is not a number of 63 bits from 0 on'],
  [enableToken, 'limit', '9223372036854775808', 'it is not a number of 63 bits from 0 on'],
  [enableToken, 'remove', 'true', 'it is neither true nor false'],
];

type Case = readonly [name: string, data: Fields, code: string, field: string, message: string | RegExp];

/** What is wrong, the request, and the only error: code, field without `transaction.data.`, message. */
const cases: readonly Case[] = [
  ...(['recipientAddress', 'senderAddress'] as const).flatMap((field) =>
    addresses.map(([name, text, reason]): Case => {
      const message = `transaction.data.${field} is not an address of Stellar: ${reason}.`;
      return [`${name} for ${field}`, { ...transfer, [field]: text }, 'address.invalid', field, message];
    }),
  ),
  [
    'a mistyped recipient',
    { ...transfer, recipientAddress: address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
    ...(['address.checksumMismatch', 'recipientAddress'] as const),
    'transaction.data.recipientAddress has a wrong checksum: a character was probably mistyped.',
  ],
  ...[transferToken, enableToken].flatMap((data) =>
    tokens.map(([name, text, reason]): Case => {
      const message = `The token id is not valid on Stellar: ${reason}.`;
      return [`${data.mode} of ${name}`, { ...data, tokenId: text }, 'token.invalid', 'tokenId', message];
    }),
  ),
  ...['native', 'XLM', 'xlm'].map(
    (tokenId): Case => [
      `the native coin for a token: ${tokenId}`,
      { ...transferToken, tokenId },
      ...(['token.isNative', 'tokenId'] as const),
      `${tokenId} stands for the native coin of Stellar: use mode transfer.`,
    ],
  ),
  ...[transfer, transferToken].flatMap((data): Case[] => [
    [
      `${data.mode} of an amount with a fraction`,
      { ...data, amount: '0.01' },
      ...(['amount.invalid', 'amount', `transaction.data.amount ${wholeNumber}: it has a fraction.`] as const),
    ],
    [
      `${data.mode} of nothing`,
      { ...data, amount: '0' },
      ...(['amount.invalid', 'amount', `transaction.data.amount ${wholeNumber}: it must be more than 0.`] as const),
    ],
    [
      `${data.mode} of an amount as a number`,
      { ...data, amount: 1e6 },
      ...(['request.invalid', 'amount', 'transaction.data.amount: must be a string: write "1000000"'] as const),
    ],
  ]),
  ...(
    [
      ['that is too short', 'ab'.repeat(31), 'it has 31 bytes: expected 32'],
      ['that is no hex', 'zz'.repeat(32), noKey],
      ['of secp256k1', `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`, /33 bytes/],
      // RFC 8032, section 5.1.4: the neutral element. Every signature would count.
      ['of small order', `01${'00'.repeat(31)}`, 'it is not a key of ed25519'],
      ['that is a muxed account', muxed(sender, 7n), noKey],
    ] as const
  ).map(
    ([name, senderPubKey, reason]): Case => [
      `a key ${name}`,
      { ...transfer, senderPubKey },
      ...(['publicKey.invalid', 'senderPubKey'] as const),
      reason instanceof RegExp ? reason : `transaction.data.senderPubKey is not a public key of Stellar: ${reason}.`,
    ],
  ),
  ...wishes.map(
    ([data, wish, value, reason, place = wish]): Case => [
      `the wish ${wish} ${JSON.stringify(value).slice(0, 40)}`,
      { ...data, params: { [wish]: value } },
      ...(['wish.invalid', `params.${place}`] as const),
      `transaction.data.params.${place} cannot be wished for like this: ${reason}.`,
    ],
  ),
  ...(
    [
      ['stake', { targetValidatorAddress: address }],
      ['unstake', { validatorAddress: address }],
      ['withdraw', { validatorAddress: address }],
      ['claimRewards', { validatorAddress: address }],
      ['deployAccount', {}],
      ['convertAsset', {}],
      ['registerStake', {}],
    ] as const
  ).map(
    ([mode, more]): Case => [
      `mode ${mode}`,
      { ...transferToken, mode, ...more },
      ...(['mode.unsupported', 'mode', new RegExp(`^Mode ${mode} is not supported on Stellar`)] as const),
    ],
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
    const answer = await network.encode(data);
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: [
        {
          ...{ code, field: `transaction.data.${field}` },
          message: message instanceof RegExp ? expect.stringMatching(message) : message,
        },
      ],
    });
    expect(errorsOf(answer).errors).toHaveLength(1);
    expect(answer.body.transaction).toBeUndefined();
    expect(network.asked.length).toBe(before);
  });
});

describe('a seed', () => {
  const seed = seedOf(sender);
  const post = (path: string, body: unknown) => () => network.send('POST', path, body);
  const get = (path: string) => () => network.send('GET', path);
  const encode = (data: Fields) => () => network.encode(data);
  const places: readonly (readonly [place: string, ask: () => ReturnType<Network['encode']>, code: RegExp])[] = [
    ['the sender', encode({ ...transfer, senderAddress: seed }), /^secret\.exposed$/],
    ['the recipient', encode({ ...transfer, recipientAddress: seed }), /^secret\.exposed$/],
    ['the key', encode({ ...transfer, senderPubKey: seed }), /^secret\.exposed$/],
    ['the token', encode({ ...transferToken, tokenId: seed }), /^secret\.exposed$/],
    ['the issuer of a token', encode({ ...transferToken, tokenId: `USDC:${seed}` }), /^secret\.exposed$/],
    ['the token to enable', encode({ ...enableToken, tokenId: `USDC-${seed}` }), /^secret\.exposed$/],
    ['the memo', encode({ ...transfer, memo: seed }), /^secret\.exposed$/],
    ['the memo, with a type', encode({ ...transfer, memo: `hash:${seed}` }), /^secret\.exposed$/],
    ['the memo of a token transfer', encode({ ...transferToken, memo: `my key is ${seed}` }), /^secret\.exposed$/],
    ['one who signs', encode({ ...transfer, params: { signers: [seed] } }), /^wish\.invalid$/],
    ['a wish', encode({ ...transfer, params: { memoType: seed } }), /^wish\.invalid$/],
    ['the amount', encode({ ...transfer, amount: seed }), /^amount\.invalid$/],
    ['the account of a state', get(`/api/stellar/account/${seed}/state`), /^secret\.exposed$/],
    ['the account of a history', get(`/api/stellar/account/${seed}/history`), /^secret\.exposed$/],
    ['a token to read', get(`/api/chains/stellar/token/USDC:${seed}`), /^secret\.exposed$/],
    ['a transaction to read', get(`/api/stellar/transaction/${seed}`), /^transaction\.invalid$/],
    ['a key for addresses', post('/api/stellar/address/encode', { pubkey: seed }), /^secret\.exposed$/],
  ];

  it.each(places)('in the place of %s is refused, and neither repeated nor logged', async (_, ask, code) => {
    network.log.length = 0;
    const before = network.asked.length;
    const answer = await ask();
    const { status, errors } = errorsOf(answer);
    expect([status, errors[0]?.code]).toEqual([400, expect.stringMatching(code)]);
    expect(repeats(`${answer.text}${network.log.join('\n')}`, seed)).toBe(false);
    expect(network.asked.length).toBe(before);
  });

  it('in a list of accounts is refused, and neither repeated nor logged', async () => {
    network.log.length = 0;
    const before = network.asked.length;
    const accounts = [{ chainId: 'stellar', accountId: seed }];
    const answer = await network.send('POST', '/api/account/state', { accounts });
    expect(answer.text).toContain('secret.exposed');
    expect(repeats(`${answer.text}${network.log.join('\n')}`, seed)).toBe(false);
    expect(network.asked.length).toBe(before);
  });

  it('in the place of a signature is refused, and neither repeated nor logged', async () => {
    const encoded = await network.encoded(transfer);
    for (const signature of [seed, JSON.stringify({ signature: seed }), `${network.sign(encoded, stranger)},${seed}`]) {
      network.log.length = 0;
      const before = network.asked.length;
      const answer = await network.broadcast(encoded, signature);
      expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'signature.malformed' }] });
      expect(repeats(`${answer.text}${network.log.join('\n')}`, seed)).toBe(false);
      expect(network.asked.length).toBe(before);
    }
  });

  it('in hex in the place of the account or the key is neither answered with something to sign, nor logged', async () => {
    const hex = sender.privateKey.slice(2);
    for (const change of [{ senderAddress: hex }, { recipientAddress: hex }, { senderPubKey: hex }]) {
      network.log.length = 0;
      const answer = await network.encode({ ...transfer, ...change });
      expect(answer.status).toBe(400);
      expect(answer.body.transaction).toBeUndefined();
      expect(repeats(`${answer.text}${network.log.join('\n')}`, hex)).toBe(false);
    }
  });
});

describe('broadcast refuses without asking anybody', () => {
  let encoded: Encoded;
  let asked: number;

  beforeAll(async () => {
    encoded = await network.encoded({ ...transfer, memo: 'id:7' });
  });
  beforeEach(() => {
    asked = network.asked.length;
  });

  const hash = () => hashOf(encoded);
  const bytes = () => Buffer.from(envelopeOf(encoded), 'base64');
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');
  const keyOf = ({ privateKey }: { readonly privateKey: string }) =>
    Keypair.fromRawEd25519Seed(Buffer.from(privateKey.slice(2), 'hex'));
  const read = () => TransactionBuilder.fromXDR(envelopeOf(encoded), Networks.PUBLIC) as Transaction;
  const signedBy = (by: typeof sender, passphrase: string = Networks.PUBLIC) => {
    const transaction = TransactionBuilder.fromXDR(envelopeOf(encoded), passphrase);
    transaction.sign(keyOf(by));
    return transaction.toEnvelope().toXDR('base64');
  };

  const signatures: readonly (readonly [name: string, signature: () => string, code: string, words: RegExp])[] = [
    ['a signature of another key', () => signHash(hash(), stranger), 'signature.mismatch', /./],
    [
      'a signature over the envelope',
      () => signHash(bytes().toString('hex'), sender),
      'signature.mismatch',
      /it was made over the bytes of `raw\.value`: sign the 32 bytes of `hash\.value` as they are/,
    ],
    [
      'a signature over the SHA-256 of the envelope',
      () => signHash(sha256(bytes()), sender),
      'signature.mismatch',
      /it was made over the SHA-256 of `raw\.value`/,
    ],
    [
      'a signature over the text of the envelope',
      () => signHash(Buffer.from(envelopeOf(encoded)).toString('hex'), sender),
      'signature.mismatch',
      /it was made over `raw\.value` as text/,
    ],
    [
      'a signature over what is hashed',
      () => signHash(read().signatureBase().toString('hex'), sender),
      'signature.mismatch',
      /it was made over what is hashed, and not its hash/,
    ],
    [
      'a signature over the hash of the hash',
      () => signHash(sha256(Buffer.from(hash(), 'hex')), sender),
      'signature.mismatch',
      /it was made over the SHA-256 of `hash\.value`/,
    ],
    [
      'a signature over the hex of the hash',
      () => signHash(Buffer.from(hash()).toString('hex'), sender),
      'signature.mismatch',
      /it was made over `hash\.value` as text/,
    ],
    ['a signature of another transaction', () => signHash('ab'.repeat(32), sender), 'signature.mismatch', /./],
    [
      'an envelope that was signed for the test network',
      () => signedBy(sender, Networks.TESTNET),
      'signature.mismatch',
      /./,
    ],
    ['an envelope with a signature of another key', () => signedBy(stranger), 'signature.mismatch', /./],
    ['an envelope without signatures', () => envelopeOf(encoded), 'signature.malformed', /no signature/],
    [
      'another signed transaction',
      () => {
        const other = TransactionBuilder.cloneFrom(read(), { fee: '200' }).build();
        other.sign(keyOf(sender));
        return other.toEnvelope().toXDR('base64');
      },
      'signature.otherTransaction',
      /./,
    ],
    [
      'a fee bump around the transaction',
      () => {
        const inner = read();
        inner.sign(keyOf(sender));
        const bump: FeeBumpTransaction = TransactionBuilder.buildFeeBumpTransaction(
          stranger.address,
          '200',
          inner,
          Networks.PUBLIC,
        );
        bump.sign(keyOf(stranger));
        return bump.toEnvelope().toXDR('base64');
      },
      'signature.malformed',
      /it is a fee bump, which is another transaction/,
    ],
    ['half a signature', () => 'ab'.repeat(32), 'signature.malformed', /it has 32 .*bytes: expected 64/],
    ['no signature', () => 'signed!', 'signature.malformed', /it is neither hex nor base64/],
    [
      'the signature of somebody else, with the key of the sender',
      () => JSON.stringify({ signature: signHash(hash(), stranger), publicKey: sender.publicKey }),
      'signature.mismatch',
      /./,
    ],
  ];

  it.each(signatures)('%s', async (_, signature, code, words) => {
    const answer = await network.broadcast(encoded, signature());
    const { status, errors } = errorsOf(answer);
    expect([status, errors[0]?.code]).toEqual([400, code]);
    expect(errors.map(({ message }) => message).join(' ')).toMatch(words);
    expect(network.asked.length).toBe(asked);
  });

  const params = () => encoded.data.params as unknown as Fields;
  const altered = (change: object): Encoded => ({
    ...encoded,
    data: { ...encoded.data, ...change } as Encoded['data'],
  });
  const withParams = (change: object) => altered({ params: { ...params(), ...change } });
  const thief = actor('thief');
  const more = (text: unknown) => String(BigInt(String(text)) + 1n);

  it.each([
    ['another recipient', () => altered({ recipientAddress: thief.address })],
    ['a recipient with a number', () => altered({ recipientAddress: muxed(recipient, 1n) })],
    ['another amount', () => altered({ amount: '10000001' })],
    ['another sender', () => altered({ senderAddress: thief.address })],
    ['a sender with a number', () => altered({ senderAddress: muxed(sender, 1n) })],
    ['another key', () => altered({ senderPubKey: thief.publicKey })],
    ['another mode', () => altered({ mode: 'transferToken', tokenId: usdc })],
    ['other fees', () => altered({ fees: '101' })],
    ['no fees', () => altered({ fees: '0' })],
    ['another sequence number', () => altered({ nonce: more(encoded.data.nonce) })],
    ['another memo', () => altered({ memo: 'id:8' })],
    ['a memo of another type', () => altered({ memo: 'text:id:7' })],
    ['a memo in another spelling', () => altered({ memo: '7' })],
    ['no memo', () => altered({ memo: undefined })],
    ['another memo in params', () => withParams({ memo: { type: 'id', value: '8' } })],
    ['a later end', () => withParams({ maxTime: more(params().maxTime) })],
    ['no end', () => withParams({ maxTime: '0' })],
    ['another network', () => withParams({ networkPassphrase: Networks.TESTNET })],
    ['another key in params', () => withParams({ signers: [thief.address] })],
    ['a further key in params', () => withParams({ signers: [sender.address, thief.address] })],
    ['the creation of the recipient', () => withParams({ createAccount: true })],
    ['the end of the account', () => withParams({ closeAccount: true })],
    ['nothing', () => altered({ params: undefined })],
    ['an unknown member', () => withParams({ signature: '00' })],
  ] as const)('data with %s', async (_, change) => {
    const answer = await network.broadcast(change(), network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.altered' }] });
    expect(network.asked.length).toBe(asked);
  });

  it('a key that was changed, with the signature of that key', async () => {
    const answer = await network.broadcast(withParams({ signers: [thief.address] }), signHash(hash(), thief));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.altered' }] });
    expect(network.asked.length).toBe(asked);
  });

  it.each([
    [
      'another envelope',
      () => ({ raw: { format: 'XDR', value: TransactionBuilder.cloneFrom(read(), { fee: '9' }).build().toXDR() } }),
    ],
    ['another hash', () => ({ hash: { format: 'sha256', value: 'ab'.repeat(32) } })],
  ] as const)('%s than the data says', async (_, change) => {
    const items = [{ ...encoded.encoded[0], ...change() }] as unknown as Encoded['encoded'];
    const answer = await network.broadcast({ ...encoded, encoded: items }, network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'encoded.mismatch' }] });
    expect(network.asked.length).toBe(asked);
  });
});
