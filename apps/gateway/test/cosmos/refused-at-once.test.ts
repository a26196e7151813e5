import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testKey } from '../../../../packages/cosmos/test/keys.ts';
import { operatorsOf, standInChain } from '../../../../packages/cosmos/test/stand-in/setting.ts';
import { type Encoded, errorsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// Intents that are wrong in themselves. No node is asked.

type Fields = Readonly<Record<string, unknown>>;

const hub = standInChain('cosmoshub');
const key = (index: number) => testKey(hub, index);
const [validator = ''] = operatorsOf(hub);
const by = { senderAddress: key(1).address, senderPubKey: key(1).publicKey };
const transfer = { mode: 'transfer', ...by, recipientAddress: key(2).address, amount: '1000000' };
const transferToken = { ...transfer, mode: 'transferToken' };
const stake = { mode: 'stake', ...by, targetValidatorAddress: validator, amount: '1000000' };
const osmosis = standInChain('osmosis');
const onOsmosis = testKey(osmosis, 2).address;
const [validatorOfOsmosis = ''] = operatorsOf(osmosis);

const accountsHere = 'addresses of accounts here begin with cosmos1.';
const validatorsHere = 'addresses of validators here begin with cosmosvaloper1.';
const wholeNumber = 'must be a whole number in the smallest unit, as a decimal string like "1500000"';

/** What is wrong, the request, and the only error: code, field without `transaction.data.`, message. */
const cases: readonly (readonly [name: string, data: Fields, code: string, field: string, message: string])[] = [
  [
    'a recipient on another chain',
    { ...transfer, recipientAddress: onOsmosis },
    'address.invalid',
    'recipientAddress',
    `transaction.data.recipientAddress is not an address of CosmosHub: it is the address of an account of osmosis: ${accountsHere}`,
  ],
  [
    'a sender on another chain',
    { ...transfer, senderAddress: onOsmosis },
    'address.invalid',
    'senderAddress',
    `transaction.data.senderAddress is not an address of CosmosHub: it is the address of an account of osmosis: ${accountsHere}`,
  ],
  [
    'a validator for a recipient',
    { ...transfer, recipientAddress: validator },
    'address.invalid',
    'recipientAddress',
    `transaction.data.recipientAddress is not an address of CosmosHub: it is the address of a validator of cosmoshub: ${accountsHere}`,
  ],
  [
    'a validator for a sender',
    { ...stake, senderAddress: validator },
    'address.invalid',
    'senderAddress',
    `transaction.data.senderAddress is not an address of CosmosHub: it is the address of a validator of cosmoshub: ${accountsHere}`,
  ],
  [
    'an account for a validator',
    { ...stake, targetValidatorAddress: key(2).address },
    'validator.invalid',
    'targetValidatorAddress',
    `transaction.data.targetValidatorAddress is not a validator id of CosmosHub: it is the address of an account of cosmoshub: ${validatorsHere}`,
  ],
  [
    'a validator of another chain to stake with',
    { ...stake, targetValidatorAddress: validatorOfOsmosis },
    'validator.invalid',
    'targetValidatorAddress',
    `transaction.data.targetValidatorAddress is not a validator id of CosmosHub: it is the address of a validator of osmosis: ${validatorsHere}`,
  ],
  [
    'a validator of another chain to unstake from',
    { mode: 'unstake', ...by, validatorAddress: validatorOfOsmosis, amount: '1' },
    'validator.invalid',
    'validatorAddress',
    `transaction.data.validatorAddress is not a validator id of CosmosHub: it is the address of a validator of osmosis: ${validatorsHere}`,
  ],
  [
    'an account to claim from',
    { mode: 'claimRewards', ...by, validatorAddress: key(2).address },
    'validator.invalid',
    'validatorAddress',
    `transaction.data.validatorAddress is not a validator id of CosmosHub: it is the address of an account of cosmoshub: ${validatorsHere}`,
  ],
  [
    'a recipient of Ethereum',
    { ...transfer, recipientAddress: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17' },
    'address.invalid',
    'recipientAddress',
    'transaction.data.recipientAddress is not an address of CosmosHub: it looks like an address of Ethereum or a chain like it.',
  ],
  [
    'a mistyped recipient',
    { ...transfer, recipientAddress: key(2).address.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')) },
    'address.checksumMismatch',
    'recipientAddress',
    'transaction.data.recipientAddress has a wrong checksum: a character was probably mistyped.',
  ],
  [
    'the native coin for a token',
    { ...transferToken, tokenId: 'uatom' },
    'token.isNative',
    'tokenId',
    'uatom stands for the native coin of CosmosHub: use mode transfer.',
  ],
  [
    'a hash that is too short for a token of another chain',
    { ...transferToken, tokenId: 'ibc/1234' },
    'token.invalid',
    'tokenId',
    'The token id is not valid on CosmosHub: its hash is not 64 hexadecimal digits: expected ibc/ and SHA-256 of path and base.',
  ],
  [
    'a contract of another chain',
    { ...transferToken, tokenId: `cw20:${onOsmosis}` },
    'token.invalid',
    'tokenId',
    `The token id is not valid on CosmosHub: it is the address of an account of osmosis: ${accountsHere}`,
  ],
  [
    'a token that is the address of a contract of another chain, without the mark',
    { ...transferToken, tokenId: onOsmosis },
    'token.invalid',
    'tokenId',
    `The token id is not valid on CosmosHub: it is the address of an account of osmosis: ${accountsHere}`,
  ],
  [
    'an amount with a fraction',
    { ...transfer, amount: '0.000000000000000001' },
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
    'an amount as a number, which has no 18 decimals',
    { ...transfer, amount: 1e18 },
    'request.invalid',
    'amount',
    'transaction.data.amount: must be a string, in quotes: a number of this size has lost digits',
  ],
  [
    'fees in a denomination of another chain',
    { ...transfer, params: { feeDenom: 'uosmo' } },
    'wish.invalid',
    'params.feeDenom',
    'transaction.data.params.feeDenom cannot be wished for like this: fees here are paid in uatom.',
  ],
  [
    'another way to sign',
    { ...transfer, params: { signMode: 'textual' } },
    'wish.invalid',
    'params.signMode',
    'transaction.data.params.signMode cannot be wished for like this: the only one to wish for is amino.',
  ],
  [
    'a key of another account',
    { ...transfer, senderPubKey: key(3).publicKey },
    'publicKey.mismatch',
    'senderPubKey',
    `senderPubKey belongs to ${key(3).address}, not to senderAddress.`,
  ],
  [
    // It has 32 bytes, as private keys have.
    'a key of ed25519',
    { ...transfer, senderPubKey: Buffer.alloc(32, 7).toString('base64') },
    'publicKey.invalid',
    'senderPubKey',
    'transaction.data.senderPubKey is not a public key of CosmosHub: it has 32 bytes: expected 33 (compressed) or 65 (uncompressed).',
  ],
  [
    'a key that is no point of the curve',
    { ...transfer, senderPubKey: `02${'ff'.repeat(32)}` },
    'publicKey.invalid',
    'senderPubKey',
    'transaction.data.senderPubKey is not a public key of CosmosHub: it is not a point of the curve secp256k1.',
  ],
  [
    'a withdrawal',
    { mode: 'withdraw', ...by, validatorAddress: validator },
    'mode.unsupported',
    'mode',
    'Mode withdraw is not supported on CosmosHub: unstaked coins return to the account by themselves, when the unbonding time of the chain is over, at the completionDate that the account state shows for them.',
  ],
];

let network: Network;
beforeAll(async () => {
  network = await openNetwork('cosmoshub');
});
afterAll(() => network.close());

describe('an intent is refused without a request to a node if it has', () => {
  it.each(cases)('%s', async (_name, data, code, field, message) => {
    const before = network.asked.length;
    const answer = await network.encode(data);
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: [{ code, field: `transaction.data.${field}`, message }],
    });
    expect(errorsOf(answer).errors).toHaveLength(1);
    expect(answer.body).not.toHaveProperty('transaction');
    expect(network.asked.slice(before)).toEqual([]);
  });

  it('a key whose account on a chain with keys like those of Ethereum is another one', async () => {
    const injective = await openNetwork('injective');
    const cosmosAddress = testKey({ prefix: 'inj', keys: 'secp256k1' }, 1).address;
    const { address, publicKey } = injective.key(1);
    const data = { mode: 'transfer', senderAddress: cosmosAddress, senderPubKey: publicKey, recipientAddress: address };
    expect(errorsOf(await injective.encode({ ...data, amount: '1' }))).toMatchObject({
      status: 400,
      errors: [{ code: 'publicKey.mismatch', message: `senderPubKey belongs to ${address}, not to senderAddress.` }],
    });
    expect(injective.asked).toEqual([]);
    await injective.close();
  });

  it('a wish for amino on a chain whose keys wallets use for typed data alone', async () => {
    const other = await openNetwork('injective');
    const { address, publicKey } = other.key(1);
    const data = { mode: 'transfer', senderAddress: address, senderPubKey: publicKey, recipientAddress: address };
    const answer = await other.encode({ ...data, amount: '1', params: { signMode: 'amino' } });
    const message =
      'transaction.data.params.signMode cannot be wished for like this: it cannot be used: wallets sign amino documents for the keys of this chain only as typed data (EIP-712).';
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'wish.invalid', message }] });
    expect(other.asked).toEqual([]);
    await other.close();
  });
});

/** What is read, and the only error: code, field, message. */
const reads: readonly (readonly [path: string, code: string, field: string, message: string])[] = [
  [
    `account/${onOsmosis}/state`,
    'account.invalid',
    'accountId',
    `The account id is not an account of CosmosHub: it is the address of an account of osmosis: ${accountsHere}`,
  ],
  [
    `account/${validator}/history`,
    'account.invalid',
    'accountId',
    `The account id is not an account of CosmosHub: it is the address of a validator of cosmoshub: ${accountsHere}`,
  ],
  [
    `account/${key(1).address}/history?nextPage=zzz`,
    'page.invalid',
    'nextPage',
    'nextPage is not a page token of this account and chain.',
  ],
  [
    `transaction/${'ab'.repeat(31)}`,
    'transaction.invalid',
    'txId',
    'The transaction id is not valid on CosmosHub: it is not a hash of 32 bytes in hex.',
  ],
  ['token/uatom', 'token.isNative', 'tokenId', 'uatom stands for the native coin of CosmosHub: use mode transfer.'],
  [
    `token/${onOsmosis}`,
    'token.invalid',
    'tokenId',
    `The token id is not valid on CosmosHub: it is the address of an account of osmosis: ${accountsHere}`,
  ],
  ['validators?limit=101', 'request.invalid', 'limit', 'limit: must be a whole number from 1 to 100'],
];

describe('a read is refused without a request to a node', () => {
  it.each(reads)('%s', async (path, code, field, message) => {
    const before = network.asked.length;
    const answer = errorsOf(await network.send('GET', `/api/chains/cosmoshub/${path}`));
    expect(answer).toMatchObject({ status: 400, errors: [{ code, field, message }] });
    expect(answer.errors).toHaveLength(1);
    expect(network.asked.slice(before)).toEqual([]);
  });
});

describe('nothing is sent if', () => {
  let own: Network;
  let encoded: Encoded;
  beforeEach(async () => {
    own = await openNetwork('cosmoshub');
    own.funded(1, 100_000_000n);
    encoded = await own.encoded(transfer);
  });
  afterEach(() => own.close());

  const field = 'transaction.signature';
  const mismatch = {
    ...{ code: 'signature.mismatch', field },
    message: 'The signature was not made by senderAddress over this transaction.',
  };

  async function broadcast(transaction: Encoded, signed: string) {
    const before = own.asked.length;
    const answer = errorsOf(await own.broadcast(transaction, signed));
    expect(own.asked.length).toBe(before);
    expect(own.chain.transactions).toEqual([]);
    return answer;
  }

  it('another account signed', async () => {
    expect(await broadcast(encoded, own.sign(encoded, key(3)))).toEqual({ status: 400, errors: [mismatch] });
  });

  it('the JSON of the direct document was signed in the way of amino', async () => {
    const json = encoded.encoded.find(({ raw }) => raw?.format === 'SIGNDOC_DIRECT_JSON')?.raw?.value ?? '';
    // As serializeSignDoc of @cosmjs/amino writes it.
    const sorted = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).toSorted()));
    const hash = createHash('sha256').update(sorted).digest('hex');
    expect(await broadcast(encoded, own.signHash(hash, key(1)))).toEqual({ status: 400, errors: [mismatch] });
  });

  it('the amino document was signed without a wish for it', async () => {
    const wished = await own.encoded({ ...transfer, params: { signMode: 'amino' } });
    const amino = wished.encoded.find(({ raw }) => raw?.format === 'SIGNDOC_AMINO');
    const signed = own.signHash(amino?.hash?.value ?? '', key(1));
    const hint =
      'The signature could not be read: it was made over the amino document of this transaction: encode with params.signMode amino.';
    expect(await broadcast(encoded, signed)).toMatchObject({
      status: 400,
      errors: [mismatch, { code: 'signature.malformed', field, message: hint }],
    });
    // The same signature is one of the transaction for which it was wished.
    expect((await own.broadcast(wished, signed)).status).toBe(200);
    expect(own.chain.transactions).toHaveLength(1);
  });
});
