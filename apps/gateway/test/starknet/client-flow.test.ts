import { ec } from 'starknet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actor, inAllForms } from '../../../../packages/starknet/test/world/actor.ts';
import type { Encoded } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// What public clients of this interface do from a new key to the first transfer. They sign with starknet.js, and look at nothing but what is read here.

const strk = 10n ** 18n;
const owner = actor('client');
let network: Network;
let address: string;

beforeAll(async () => {
  network = await openNetwork({ chainId: 'starknet-sepolia' });
});
afterAll(() => network.close());

const route = (path: string) => `/api/starknet-sepolia/${path}`;

/** As a client finds what it signs. A client that made bytes of hex with 0x, or with an odd number of digits, would sign something else. */
function hashOf({ encoded }: Encoded): string {
  const found = encoded.find(({ hash }) => hash?.format === 'pedersen')?.hash?.value ?? '';
  expect(found).toMatch(/^[0-9a-f]{64}$/);
  return found;
}

interface Client {
  readonly data: Readonly<Record<string, unknown>>;
  readonly sign: (hash: string, by: Actor) => string;
}

/** Encodes, signs and sends in the form of clients. */
async function send({ data, sign }: Client) {
  const { status, body } = await network.send('POST', route('transaction/encode'), { transaction: { data } });
  expect([status, body.status?.errors]).toEqual([200, []]);
  const transaction = body.transaction as Encoded;
  const signature = sign(hashOf(transaction), owner);
  return network.send('POST', route('transaction/broadcast'), { transaction: { ...transaction, signature } });
}

const inDer = (hash: string, { privateKey }: Actor) => ec.starkCurve.sign(hash, privateKey).toDERHex();
/** r and s, without the zeros at the beginning of each. */
const unpadded = (hash: string, { privateKey }: Actor) => {
  const { r, s } = ec.starkCurve.sign(hash, privateKey);
  return r.toString(16) + s.toString(16);
};

// In their order: each test goes on where the one before stopped.
describe('a client with a new key', { shuffle: false }, () => {
  it('reads how amounts are written', async () => {
    const { body } = await network.send('GET', '/api/chains/starknet-sepolia');
    expect(body.chain).toMatchObject({
      ...{ ticker: 'STRK', decimals: 18 },
      signerSpec: { curve: 'stark', hashFunction: 'pedersen', signatureFormat: 'rs', coinType: '9004' },
    });
  });

  it('finds the address of its key by its type', async () => {
    // As starknet.js writes keys: without leading zeros.
    const pubkey = ec.starkCurve.getStarkKey(owner.privateKey);
    const { status, body } = await network.send('POST', route('address/encode'), { pubkey });
    expect(status).toBe(200);
    const found = (body.addresses as { type: string; address: string }[]).find(({ type }) => type === 'argentx');
    address = found?.address ?? '';
    expect(address).toBe(network.engine.addressOf('argent-0.4.0', owner.publicKey));
  });

  const available = async () => {
    const { status, body } = await network.send('GET', route(`account/${address}/state`));
    expect(status).toBe(200);
    return (body.balances as { native: { available: string } }).native.available;
  };

  it('reads what the address holds before it is deployed', async () => {
    expect(await available()).toBe('0');
    await network.engine.fund(address, 5n * strk);
    expect(await available()).toBe(String(5n * strk));
  });

  const transfer = () => ({
    ...{ mode: 'transfer', senderAddress: address, recipientAddress: address, amount: '10000' },
  });

  it('is told in the words that it looks for that the account is not deployed', async () => {
    const { status, body } = await network.send('POST', route('transaction/encode'), {
      transaction: { data: transfer() },
    });
    expect(status).toBe(200);
    expect(body.status?.errors).toHaveLength(1);
    expect(body.status?.errors[0]).toMatchObject({
      message: 'Sender account does not exist',
      ...{ code: 'sender.notFound', field: 'transaction.data.senderAddress' },
    });
    expect(body.transaction).toMatchObject({ encoded: [] });
  });

  it('deploys it, with DER from starknet.js', async () => {
    const { privateKey } = owner;
    const senderPubKey = ec.starkCurve.getStarkKey(privateKey);
    const data = { mode: 'deployAccount', senderPubKey, type: 'argentx' };
    const { status, body } = await send({ data, sign: inDer });
    expect([status, body]).toMatchObject([200, { hash: expect.stringMatching(/^0x[1-9a-f][0-9a-f]*$/) }]);
    expect(network.engine.nonce(address)).toBe(1n);
  });

  it.each([
    ['DER', inDer],
    ['r and s without leading zeros', unpadded],
  ] as const)('transfers to itself, with %s', async (_, sign) => {
    const nonce = network.engine.nonce(address);
    const { status, body } = await send({ data: transfer(), sign });
    expect([status, body]).toMatchObject([200, { hash: expect.stringMatching(/^0x/) }]);
    expect(network.engine.nonce(address)).toBe(nonce + 1n);
  });

  it('transfers as often as it likes with r and s without leading zeros', async () => {
    // Among 40 signatures at least one lacks a digit, but for a chance of 10^-5.
    const lengths = new Set<number>();
    for (let count = 0; count < 40; count += 1) {
      const sign: Client['sign'] = (hash, by) => {
        const signature = unpadded(hash, by);
        lengths.add(signature.length);
        return signature;
      };
      const { status } = await send({ data: { ...transfer(), amount: String(count + 1) }, sign });
      expect(status).toBe(200);
    }
    expect(lengths.size).toBeGreaterThan(1);
  });

  it('has all of it sent, and the fees stay within what was said', async () => {
    const recipientAddress = network.engine.accounts[0]?.address ?? '';
    const before = [await network.engine.balance(address), await network.engine.balance(recipientAddress)] as const;
    const data = { ...transfer(), recipientAddress, amount: undefined, useMaxAmount: true };
    const encoded = await network.encoded(data);
    const { amount, fees } = encoded.data as unknown as { amount: string; fees: string };
    expect(BigInt(amount) + BigInt(fees)).toBe(before[0]);
    expect((await network.broadcast(encoded, network.sign(encoded, owner))).status).toBe(200);
    expect((await network.engine.balance(recipientAddress)) - before[1]).toBe(BigInt(amount));
    const left = await network.engine.balance(address);
    expect(left).toBeGreaterThanOrEqual(0n);
    expect(left).toBeLessThan(BigInt(fees));
  });
});

describe('every form of a signature', () => {
  it('is taken, and answers the same hash', async () => {
    const [account, other] = network.engine.accounts;
    if (account === undefined || other === undefined) throw new Error('There are no two accounts.');
    const { address: senderAddress, publicKey = '', privateKey } = account;
    const data = { mode: 'transfer', senderAddress, recipientAddress: other.address, amount: '3' };
    const encoded = await network.encoded(data);
    const hash = hashOf(encoded);
    const before = await network.engine.balance(other.address);
    for (const [form, signature] of Object.entries(inAllForms(hash, { publicKey, privateKey }))) {
      const answer = await network.broadcast(encoded, signature);
      expect([form, answer.status, answer.body.hash]).toEqual([form, 200, `0x${hash.replace(/^0+/, '')}`]);
    }
    // One transaction, however often it is sent.
    expect(await network.engine.balance(other.address)).toBe(before + 3n);
  });
});
