import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actor, recipient, singleKey } from '../../../../packages/aptos/test/world/actor.ts';
import { type Encoded, errorsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// Every mode over HTTP: encode, validate, sign, broadcast, and what the chain did.

const apt = 100_000_000n;
let network: Network;
let by: Actor;
let pool: string;

beforeAll(async () => {
  network = await openNetwork();
  by = actor('every mode');
  await network.engine.fund(by.address, 1_000n * apt);
  pool = network.engine.validators()[0]?.address ?? '';
});
afterAll(() => network.close());

const own = () => ({ senderAddress: by.address, senderPubKey: by.publicKey });
const transfer = () => ({ mode: 'transfer', ...own(), recipientAddress: recipient.address, amount: '10000' });

interface Sent {
  readonly encoded: Encoded;
  /** What it cost beside the amount, in octas. */
  readonly cost: bigint;
}

/** Encodes, validates, signs and sends. */
async function send(data: Readonly<Record<string, unknown>>, spent: bigint, signer = by): Promise<Sent> {
  const checked = await network.send('POST', '/api/aptos/transaction/validate', { transaction: { data } });
  expect(errorsOf(checked)).toEqual({ status: 200, errors: [] });
  const encoded = await network.encoded(data);
  const before = await network.engine.balance(signer.address);
  const { status, body } = await network.broadcast(encoded, network.sign(encoded, signer));
  expect([status, body.hash]).toEqual([200, expect.stringMatching(/^0x[0-9a-f]{64}$/)]);
  const read = await network.send('GET', `/api/aptos/transaction/${body.hash}`);
  expect([read.status, read.body]).toMatchObject([200, { transaction: { parsed: { state: 'confirmed' } } }]);
  const cost = before - (await network.engine.balance(signer.address)) - spent;
  return { encoded, cost };
}

/** The fees were announced, and nothing else was taken. */
function expectFees({ encoded, cost }: Sent): void {
  expect(cost).toBeGreaterThan(0n);
  expect(cost).toBeLessThanOrEqual(BigInt(String(encoded.data.fees)));
}

describe('transfers', () => {
  it('of APT', async () => {
    const before = await network.engine.balance(recipient.address);
    expectFees(await send(transfer(), 10_000n));
    expect(await network.engine.balance(recipient.address)).toBe(before + 10_000n);
  });

  it('of an account with a single key', async () => {
    const data = { ...transfer(), senderAddress: singleKey.address, senderPubKey: singleKey.publicKey };
    const sent = await send(data, 10_000n, singleKey);
    expectFees(sent);
    expect(sent.encoded.data.params).toMatchObject({ scheme: 'single_key' });
  });

  it('without a sequence number', async () => {
    const before = network.engine.sequenceNumber(by.address);
    expectFees(await send({ ...transfer(), params: { orderless: true } }, 10_000n));
    expect(network.engine.sequenceNumber(by.address)).toBe(before);
  });

  it('of everything', async () => {
    const rich = actor('sends everything');
    await network.engine.fund(rich.address, 3n * apt);
    const data = { ...transfer(), amount: undefined, useMaxAmount: true };
    const encoded = await network.encoded({ ...data, senderAddress: rich.address, senderPubKey: rich.publicKey });
    expect((await network.broadcast(encoded, network.sign(encoded, rich))).status).toBe(200);
    expect(BigInt(String(encoded.data.amount)) + BigInt(String(encoded.data.fees))).toBe(3n * apt);
    expect(await network.engine.balance(rich.address)).toBeLessThanOrEqual(BigInt(String(encoded.data.fees)));
  });

  it('of a fungible asset, of a coin, and of one that is both', async () => {
    const { engine } = network;
    const { demo, migratedCoin, pairedAsset } = engine.tokenIds;
    const plainCoin = `0x${'c01'.padStart(64, '0')}::plain::Coin`;
    engine.createCoin({ type: plainCoin, holders: [by.address], amountEach: 700n });
    await engine.fund(by.address, 700n, demo);
    await engine.fund(by.address, 400n, pairedAsset);
    engine.fundCoinStore(by.address, 300n, migratedCoin);
    for (const tokenId of [demo, plainCoin]) {
      const before = await engine.balance(recipient.address, tokenId);
      expectFees(await send({ ...transfer(), mode: 'transferToken', tokenId, amount: '650' }, 0n));
      expect(await engine.balance(recipient.address, tokenId)).toBe(before + 650n);
    }
    // As a coin it spends both stores.
    const before = await engine.balance(recipient.address, migratedCoin);
    const coin = migratedCoin.replace(/^0x0*/, '').padStart(64 + migratedCoin.length - migratedCoin.indexOf('::'), '0');
    expectFees(await send({ ...transfer(), mode: 'transferToken', tokenId: `0x${coin}`, amount: '650' }, 0n));
    expect(await engine.balance(recipient.address, migratedCoin)).toBe(before + 650n);
  });

  it('of all of a token', async () => {
    const { engine } = network;
    const tokenId = engine.createAsset({ symbol: 'ALL', holders: [by.address], amountEach: 77n });
    const data = { ...transfer(), mode: 'transferToken', tokenId, amount: undefined, useMaxAmount: true };
    expectFees(await send(data, 0n));
    expect([await engine.balance(recipient.address, tokenId), await engine.balance(by.address, tokenId)]).toEqual([
      77n,
      0n,
    ]);
  });
});

it('a coin is enabled', async () => {
  const { engine } = network;
  const picky = actor('enables a coin');
  await engine.fund(picky.address, apt);
  engine.placeAccount(picky.address);
  engine.refuseDirectTransfers(picky.address);
  const tokenId = `0x${'c02'.padStart(64, '0')}::plain::Coin`;
  engine.createCoin({ type: tokenId, holders: [by.address], amountEach: 700n });
  const pay = { ...transfer(), mode: 'transferToken', tokenId, recipientAddress: picky.address, amount: '5' };
  expect(errorsOf(await network.encode(pay)).errors).toMatchObject([{ code: 'token.transferFails' }]);
  const data = { mode: 'enableToken', senderAddress: picky.address, tokenId, params: { publicKey: picky.publicKey } };
  expectFees(await send(data, 0n, picky));
  await send(pay, 0n);
  expect(await engine.balance(picky.address, tokenId)).toBe(5n);
});

// In their order: each test goes on with the stake of the one before.
describe('stakes', { shuffle: false }, () => {
  const parts = () => network.engine.stakeOf(pool, by.address);

  it('are made, and count in full after the epoch', async () => {
    const data = { mode: 'stake', ...own(), targetValidatorAddress: pool, amount: String(50n * apt) };
    expectFees(await send(data, 50n * apt));
    expect(parts().active).toBeLessThan(50n * apt);
    await network.engine.advance(7_200);
    expect(parts().active).toBeGreaterThanOrEqual(50n * apt - 2n);
  });

  it('are unstaked in parts', async () => {
    expectFees(await send({ mode: 'unstake', ...own(), validatorAddress: pool, amount: String(20n * apt) }, 0n));
    expect(parts().pendingInactive).toBeGreaterThanOrEqual(20n * apt - 2n);
  });

  it('are put to work again', async () => {
    const params = { reactivate: true };
    const data = { mode: 'stake', ...own(), targetValidatorAddress: pool, amount: String(5n * apt), params };
    expectFees(await send(data, 0n));
    expect(parts().pendingInactive).toBeLessThanOrEqual(15n * apt);
  });

  it('are withdrawn after the lockup', async () => {
    const { engine } = network;
    const until = engine.validators()[0]?.lockedUntil ?? 0;
    await engine.advance(until - engine.now() / 1_000 + 2 * 7_200);
    const due = parts().inactive;
    expect(due).toBeGreaterThan(14n * apt);
    const { cost } = await send({ mode: 'withdraw', ...own(), validatorAddress: pool }, 0n);
    expect(-cost).toBeGreaterThan(due - apt / 10n);
    expect(parts().inactive).toBe(0n);
  });
});
