import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  decode,
  msgpack,
  multisig,
  signatureOf,
  type Fields as Txn,
} from '../../../../packages/algorand/test/judge.ts';
import { actor, recipient, sender, signBytes, stranger } from '../../../../packages/algorand/test/world/actor.ts';
import { type Encoded, errorsOf } from '../chain-network.ts';
import { repeats } from '../secrets.ts';
import { bytesOf, messageOf, type Network, openNetwork } from './network.ts';

// Intents that are wrong in themselves. No endpoint is asked.

type Fields = Readonly<Record<string, unknown>>;

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: '1000000' },
};
/** USDC. */
const usdc = '31566704';
const transferToken = { ...transfer, mode: 'transferToken', tokenId: usdc };
const enableToken = { mode: 'enableToken', senderAddress: sender.address, tokenId: usdc };
const stake = {
  ...{ mode: 'stake', senderAddress: sender.address, targetValidatorAddress: sender.address, useMaxAmount: true },
};
const { address } = recipient;

const wholeNumber = 'must be a whole number in the smallest unit, as a decimal string like "1500000"';

/** A text that is no account, and why. */
const addresses: readonly (readonly [name: string, text: string, reason: string])[] = [
  ['an address in lower case', address.toLowerCase(), 'it is in lower case, and addresses are in upper case'],
  ['an address that is short', address.slice(0, -1), 'it has 57 characters: expected 58'],
  ['an address that is long', `${address}A`, 'it has 59 characters: expected 58'],
  ['another character', `${address.slice(0, -1)}0`, 'it has characters other than A to Z and 2 to 7'],
  ['a name', 'alice.algo', 'it is a name, and names are not resolved here: send the address that it stands for'],
  ['the id of a transaction', `${'A'.repeat(52)}`, 'it has 52 characters: expected 58'],
  ['the number of an asset', usdc, 'it has characters other than A to Z and 2 to 7'],
  [
    'an address of Ethereum',
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    'it looks like an address of Ethereum or a chain like it',
  ],
  [
    'an address of Stellar',
    'GCRN5PMAG5FM5QLCH7BUZPRQ7UIW37LBZLF2BIDEOSG4ZQ6HYRC45ALA',
    'it looks like an address of Stellar',
  ],
];

/** A text that is no asset, and why. */
const tokens: readonly (readonly [name: string, text: string, reason: string])[] = [
  ['a name', 'USDC', 'it is not the number of an asset. USDC is 31566704 on this chain'],
  ['an address', address, 'it is not the number of an asset'],
  ['a negative number', '-1', 'it is not the number of an asset'],
  ['a number with zeros before it', '031566704', 'it is not the number of an asset'],
  ['a number in hex', '0x1e1ab70', 'it is not the number of an asset'],
  ['a number beyond 64 bits', '18446744073709551616', 'the number of an asset has 64 bits'],
];

const no64Bits = 'it is not a number of 64 bits from 0 on';
const noFlag = 'it is neither true nor false';

/** A wish that is refused: its name, the value, and the reason. */
const wishes: readonly (readonly [data: Fields, wish: string, value: unknown, reason: string])[] = [
  [transfer, 'lastValid', '-1', no64Bits],
  [transfer, 'lastValid', '18446744073709551616', no64Bits],
  [transfer, 'lastValid', 1.5, 'it is neither a whole number nor a decimal text'],
  [transfer, 'lastValid', 'tomorrow', no64Bits],
  [transfer, 'lease', 'ab'.repeat(31), 'it is not 32 bytes in hex or base64'],
  [transfer, 'lease', 'order 7', 'it is not 32 bytes in hex or base64'],
  [transfer, 'lease', 7, 'it is not a text'],
  [transfer, 'lease', '00'.repeat(32), 'its bytes are all zero, which stands for none'],
  [transferToken, 'lease', '00'.repeat(32), 'its bytes are all zero, which stands for none'],
  [enableToken, 'lease', '00'.repeat(33), 'it is not 32 bytes in hex or base64'],
  [transfer, 'closeAccount', 'yes', noFlag],
  [transferToken, 'optOut', 1, noFlag],
  [enableToken, 'optOut', 'true', noFlag],
  [stake, 'voteKey', 'ab'.repeat(33), 'it is not 32 bytes in hex or base64'],
  [stake, 'selectionKey', '00'.repeat(32), 'its bytes are all zero, which stands for none'],
  [stake, 'stateProofKey', 'ab'.repeat(32), 'it is not 64 bytes in hex or base64'],
  [stake, 'voteFirst', 'now', no64Bits],
  [stake, 'voteLast', -1, no64Bits],
  [stake, 'voteKeyDilution', '1e3', no64Bits],
  [stake, 'rewards', 'all', noFlag],
];

type Case = readonly [name: string, data: Fields, code: string, field: string, message: string | RegExp];

/** What is wrong, the request, and the only error: code, field without `transaction.data.`, message. */
const cases: readonly Case[] = [
  ...(['recipientAddress', 'senderAddress'] as const).flatMap((field) =>
    addresses.map(([name, text, reason]): Case => {
      const message = `transaction.data.${field} is not an address of Algorand: ${reason}.`;
      return [`${name} for ${field}`, { ...transfer, [field]: text }, 'address.invalid', field, message];
    }),
  ),
  ...(['recipientAddress', 'senderAddress'] as const).map(
    (field): Case => [
      `a mistyped ${field}`,
      { ...transfer, [field]: address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
      ...(['address.checksumMismatch', field] as const),
      `transaction.data.${field} has a wrong checksum: a character was probably mistyped.`,
    ],
  ),
  ...[transferToken, enableToken].flatMap((data) =>
    tokens.map(([name, text, reason]): Case => {
      const message = `The token id is not valid on Algorand: ${reason}.`;
      return [`${data.mode} of ${name}`, { ...data, tokenId: text }, 'token.invalid', 'tokenId', message];
    }),
  ),
  ...['ALGO', 'algo', '0'].map(
    (tokenId): Case => [
      `the native coin for a token: ${tokenId}`,
      { ...transferToken, tokenId },
      ...(['token.isNative', 'tokenId'] as const),
      `${tokenId} stands for the native coin of Algorand: use mode transfer.`,
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
      ['that is no hex', 'zz'.repeat(32), 'it is neither hexadecimal nor an address'],
      ['of secp256k1', `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`, /33 bytes/],
      // RFC 8032, section 5.1.4: the neutral element. Every signature would count.
      ['of small order', `01${'00'.repeat(31)}`, 'it is not a key of ed25519'],
      ['that is no point', `02${'00'.repeat(31)}`, 'it is not a key of ed25519'],
    ] as const
  ).map(
    ([name, senderPubKey, reason]): Case => [
      `a key ${name}`,
      { ...transfer, senderPubKey },
      ...(['publicKey.invalid', 'senderPubKey'] as const),
      reason instanceof RegExp ? reason : `transaction.data.senderPubKey is not a public key of Algorand: ${reason}.`,
    ],
  ),
  ...wishes.map(
    ([data, wish, value, reason]): Case => [
      `the wish ${wish} ${JSON.stringify(value).slice(0, 40)} in mode ${data.mode}`,
      { ...data, params: { [wish]: value } },
      ...(['wish.invalid', `params.${wish}`] as const),
      `transaction.data.params.${wish} cannot be wished for like this: ${reason}.`,
    ],
  ),
  ...(
    [
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
      ...(['mode.unsupported', 'mode', new RegExp(`^Mode ${mode} is not supported on Algorand`)] as const),
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

// As wallets of Algorand show it: the seed in words of BIP39's list, and a word of checksum. It is that of the golden transactions.
const phrase =
  'awful drop leaf tennis indoor begin mandate discover uncle seven only coil atom any hospital uncover make any climb actor armed measure need above hundred';
/** As the SDKs have it: seed and public key in one. */
const pair = Buffer.from(`${sender.privateKey.slice(2)}${sender.publicKey}`, 'hex').toString('base64');

const exposed = /^secret\.exposed$/;

describe.each([
  ['a phrase of 25 words', phrase],
  ['the 64 bytes of a key in base64', pair],
])('%s', (_name, secret) => {
  const post = (path: string, body: unknown) => () => network.send('POST', path, body);
  const get = (path: string) => () => network.send('GET', path);
  const encode = (data: Fields) => () => network.encode(data);
  const inPath = encodeURIComponent(secret);
  const places: readonly (readonly [place: string, ask: () => ReturnType<Network['encode']>, code: RegExp])[] = [
    ['the sender', encode({ ...transfer, senderAddress: secret }), exposed],
    ['the recipient', encode({ ...transfer, recipientAddress: secret }), exposed],
    ['the key', encode({ ...transfer, senderPubKey: secret }), exposed],
    ['the token', encode({ ...transferToken, tokenId: secret }), exposed],
    ['the token to enable', encode({ ...enableToken, tokenId: secret }), exposed],
    ['the lease', encode({ ...transfer, params: { lease: secret } }), /^wish\.invalid$/],
    ['a participation key', encode({ ...stake, params: { voteKey: secret } }), /^wish\.invalid$/],
    ['the amount', encode({ ...transfer, amount: secret }), /^amount\.invalid$/],
    ['the account of a state', get(`/api/algorand/account/${inPath}/state`), exposed],
    ['the account of a history', get(`/api/chains/algorand/account/${inPath}/history`), exposed],
    ['a token to read', get(`/api/algorand/token/${inPath}`), exposed],
    ['a transaction to read', get(`/api/algorand/transaction/${inPath}`), /^(transaction\.invalid|secret\.exposed)$/],
    ['a key for addresses', post('/api/algorand/address/encode', { pubkey: secret }), exposed],
  ];

  it.each(places)('in the place of %s is refused, and neither repeated nor logged', async (_, ask, code) => {
    network.log.length = 0;
    const before = network.asked.length;
    const answer = await ask();
    const { status, errors } = errorsOf(answer);
    expect([status, errors[0]?.code]).toEqual([400, expect.stringMatching(code)]);
    expect(repeats(`${answer.text}${network.log.join('\n')}`, secret)).toBe(false);
    expect(network.asked.length).toBe(before);
  });

  it('in the place of a signature is refused, and neither repeated nor logged', async () => {
    const encoded = await network.encoded(transfer);
    for (const signature of [secret, JSON.stringify({ signature: secret })]) {
      network.log.length = 0;
      const before = network.asked.length;
      const answer = await network.broadcast(encoded, signature);
      expect(errorsOf(answer)).toMatchObject({
        status: 400,
        errors: [{ code: expect.stringMatching(/^(signature\.(malformed|mismatch)|secret\.exposed)$/) }],
      });
      expect(repeats(`${answer.text}${network.log.join('\n')}`, secret)).toBe(false);
      expect(network.asked.length).toBe(before);
    }
  });
});

describe('a phrase in a memo', () => {
  it.each([
    ['alone', { ...transfer, memo: phrase }],
    ['in capitals', { ...transfer, memo: phrase.toUpperCase() }],
    ['in a sentence', { ...transfer, memo: `My words are: ${phrase}. Keep them.` }],
    ['in lines', { ...transferToken, memo: phrase.replaceAll(' ', '\n') }],
    ['of an opt-in', { ...enableToken, memo: phrase }],
  ])('%s is refused: notes are public', async (_, data) => {
    network.log.length = 0;
    const before = network.asked.length;
    const answer = await network.encode(data);
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: [{ code: 'secret.exposed', field: 'transaction.data.memo' }],
    });
    expect(repeats(`${answer.text}${network.log.join('\n')}`, phrase)).toBe(false);
    expect(network.asked.length).toBe(before);
  });

  it('is not seen in sentences of many words', async () => {
    const memo =
      'thank you very much for the book that you sent me last week and for the kind words in the letter with it';
    expect((await network.encoded({ ...transfer, memo })).data.memo).toBe(memo);
  });
});

it('a seed in hex in the place of the account or the key is neither answered with something to sign, nor logged', async () => {
  const hex = sender.privateKey.slice(2);
  for (const change of [{ senderAddress: hex }, { recipientAddress: hex }, { senderPubKey: hex }]) {
    network.log.length = 0;
    const answer = await network.encode({ ...transfer, ...change });
    if (answer.status === 200) expect(answer.body.transaction).toMatchObject({ encoded: [] });
    else expect([answer.status, answer.body.transaction]).toEqual([400, undefined]);
    expect(repeats(network.log.join('\n'), hex)).toBe(false);
  }
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

  const message = () => messageOf(encoded);
  const bytes = () => bytesOf(encoded);
  const hexOf = (text: string) => Buffer.from(text).toString('hex');
  const seedOf = ({ privateKey }: { readonly privateKey: string }) => Buffer.from(privateKey.slice(2), 'hex');
  const read = () => decode(Buffer.from(bytes(), 'hex')) as Txn;
  /** Signs a transaction with other fields, as a wallet of a fraudster would. */
  const signedWith = (change: Txn, proof: (message: Uint8Array) => Txn) => {
    const txn = { ...read(), ...change };
    const signed = Buffer.concat([Buffer.from('TX'), msgpack(txn)]);
    return Buffer.from(msgpack({ ...proof(signed), txn })).toString('base64');
  };
  const sig =
    (by: typeof sender): ((message: Uint8Array) => Txn) =>
    (signed) => ({ sig: signatureOf(seedOf(by), signed) });
  const publicBytes = ({ publicKey }: typeof sender) => Buffer.from(publicKey, 'hex');

  const signatures: readonly (readonly [name: string, signature: () => string, code: string, words: RegExp])[] = [
    ['a signature of another key', () => signBytes(message(), stranger), 'signature.mismatch', /./],
    [
      'a signature over the transaction without the prefix',
      () => signBytes(bytes(), sender),
      'signature.mismatch',
      /it was made over the bytes of `raw\.value`, without the prefix "TX": sign the bytes of `hash\.value` as they are/,
    ],
    [
      'a signature over the text of the message',
      () => signBytes(hexOf(message()), sender),
      'signature.mismatch',
      /it was made over `hash\.value` as text/,
    ],
    [
      'a signature over a message that is no transaction',
      () => signBytes(`${hexOf('MX')}${message()}`, sender),
      'signature.mismatch',
      /it was made over `hash\.value` as a message/,
    ],
    [
      'a signature of another transaction',
      () => signBytes(`5458${'ab'.repeat(32)}`, sender),
      'signature.mismatch',
      /./,
    ],
    ['a transaction that somebody else signed', () => signedWith({}, sig(stranger)), 'signature.mismatch', /./],
    ['a transaction without a signature', () => signedWith({}, () => ({})), 'signature.malformed', /not signed/],
    [
      'a transaction that names somebody who signs',
      () => signedWith({}, (signed) => ({ ...sig(stranger)(signed), sgnr: publicBytes(stranger) })),
      'signature.mismatch',
      /as the key that signed: expected/,
    ],
    [
      'a transaction that several keys signed',
      () =>
        signedWith({}, (signed) => ({
          msig: multisig(1, [sender.address], [signatureOf(seedOf(sender), signed)]),
        })),
      'signature.malformed',
      /several signatures/,
    ],
    [
      'a transaction that a program signed',
      () => signedWith({}, () => ({ lsig: { l: Uint8Array.of(1, 32, 1, 1, 34) } })),
      'signature.malformed',
      /a program signed it/,
    ],
    // What drainers add: the wallet would show a transfer, and the account would be gone.
    [
      'a transaction that closes the account',
      () => signedWith({ close: publicBytes(stranger) }, sig(sender)),
      'signature.otherTransaction',
      /./,
    ],
    [
      'a transaction that gives the account away',
      () => signedWith({ rekey: publicBytes(stranger) }, sig(sender)),
      'signature.otherTransaction',
      /./,
    ],
    [
      'a transaction to somebody else',
      () => signedWith({ rcv: publicBytes(stranger) }, sig(sender)),
      'signature.otherTransaction',
      /./,
    ],
    [
      'a transaction with another amount',
      () => signedWith({ amt: 1_000_001n }, sig(sender)),
      'signature.otherTransaction',
      /./,
    ],
    [
      'a transaction with a higher fee',
      () => signedWith({ fee: 2_000n }, sig(sender)),
      'signature.otherTransaction',
      /./,
    ],
    [
      'a transaction of another network',
      () => signedWith({ gh: new Uint8Array(32).fill(7) }, sig(sender)),
      'signature.otherTransaction',
      /./,
    ],
    ['half a signature', () => 'ab'.repeat(32), 'signature.malformed', /it has 32 .*bytes: expected 64/],
    ['no signature', () => 'signed!', 'signature.malformed', /it is neither hex nor base64/],
    [
      'the signature of somebody else, with the key of the sender',
      () => JSON.stringify({ signature: signBytes(message(), stranger), publicKey: sender.publicKey }),
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
    ['another amount', () => altered({ amount: '1000001' })],
    ['another sender', () => altered({ senderAddress: thief.address })],
    ['another key', () => altered({ senderPubKey: thief.publicKey })],
    ['another mode', () => altered({ mode: 'transferToken', tokenId: usdc })],
    ['other fees', () => altered({ fees: '1001' })],
    ['no fees', () => altered({ fees: '0' })],
    ['a nonce', () => altered({ nonce: '1' })],
    ['another memo', () => altered({ memo: 'invoice 8' })],
    ['no memo', () => altered({ memo: undefined })],
    ['an earlier beginning', () => withParams({ firstValid: '1' })],
    ['a later end', () => withParams({ lastValid: more(params().lastValid) })],
    ['another network', () => withParams({ genesisHash: Buffer.alloc(32, 7).toString('base64') })],
    ['another name of the network', () => withParams({ genesisId: 'testnet-v1.0' })],
    ['another key in params', () => withParams({ authAddr: thief.address })],
    ['a lease', () => withParams({ lease: Buffer.alloc(32, 7).toString('base64') })],
    ['the end of the account', () => withParams({ closeAccount: true })],
    ['another id', () => withParams({ txId: 'A'.repeat(52) })],
    ['nothing', () => altered({ params: undefined })],
    ['an unknown member', () => withParams({ rekeyTo: thief.address })],
  ] as const)('data with %s', async (_, change) => {
    const answer = await network.broadcast(change(), network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.altered' }] });
    expect(network.asked.length).toBe(asked);
  });

  it('a key that was changed, with the signature of that key', async () => {
    const answer = await network.broadcast(withParams({ authAddr: thief.address }), signBytes(message(), thief));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'data.altered' }] });
    expect(network.asked.length).toBe(asked);
  });

  it.each([
    [
      'another transaction',
      () => ({ raw: { format: 'MSGPACK', value: Buffer.from(msgpack({ ...read(), fee: 9n })).toString('hex') } }),
    ],
    ['another message', () => ({ hash: { format: 'sha512_256', value: `5458${'ab'.repeat(32)}` } })],
    ['the prefix in front of the transaction', () => ({ raw: { format: 'MSGPACK', value: message() } })],
  ] as const)('%s than the data says', async (_, change) => {
    const items = [{ ...encoded.encoded[0], ...change() }] as unknown as Encoded['encoded'];
    const answer = await network.broadcast({ ...encoded, encoded: items }, network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'encoded.mismatch' }] });
    expect(network.asked.length).toBe(asked);
  });
});
