import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actor, muxed, newcomer, recipient } from '../../../../packages/stellar/test/world/actor.ts';
import { type Encoded, errorsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// Every mode over HTTP: encode, validate, sign, broadcast, and what the chain did.

type Fields = Readonly<Record<string, unknown>>;

const xlm = 10_000_000n;
let network: Network;
let by: Actor;
let demo: string;

beforeAll(async () => {
  network = await openNetwork();
  by = actor('every mode');
  await network.engine.fund(by.address, 1_000n * xlm);
  demo = network.engine.tokenIds.demo;
});
afterAll(() => network.close());

const transfer = () => ({
  ...{ mode: 'transfer', senderAddress: by.address, recipientAddress: recipient.address, amount: '10000' },
});

interface Sent {
  readonly encoded: Encoded;
  /** What it cost beside the amount, in stroops. */
  readonly cost: bigint;
  /** As it is read afterwards. */
  readonly parsed: Fields;
}

/** Encodes, validates, signs and sends. */
async function send(data: Fields, spent: bigint, signer = by): Promise<Sent> {
  const checked = await network.send('POST', '/api/stellar/transaction/validate', { transaction: { data } });
  expect(errorsOf(checked)).toEqual({ status: 200, errors: [] });
  const encoded = await network.encoded(data);
  expect(encoded.encoded).toMatchObject([{ raw: { format: 'XDR' }, hash: { format: 'sha256' } }]);
  const before = await network.engine.balance(signer.address);
  const { status, body } = await network.broadcast(encoded, network.sign(encoded, signer));
  expect([status, body.hash]).toEqual([200, encoded.encoded[0]?.hash?.value]);
  const read = await network.send('GET', `/api/stellar/transaction/${body.hash}`);
  expect([read.status, read.body]).toMatchObject([200, { transaction: { parsed: { state: 'confirmed' } } }]);
  const cost = before - (await network.engine.balance(signer.address)) - spent;
  const { parsed } = read.body.transaction as { parsed: Fields };
  return { encoded, cost, parsed };
}

/** The fees were announced, and nothing else was taken. */
function expectFees({ encoded, cost }: Sent): void {
  expect(cost).toBeGreaterThan(0n);
  expect(cost).toBeLessThanOrEqual(BigInt(String(encoded.data.fees)));
}

describe('transfers', () => {
  it('of XLM', async () => {
    const before = await network.engine.balance(recipient.address);
    const sent = await send(transfer(), 10_000n);
    expectFees(sent);
    expect(sent.parsed.mode).toBe('transfer');
    expect(await network.engine.balance(recipient.address)).toBe(before + 10_000n);
  });

  it('with each kind of memo, which arrives as it was sent', async () => {
    const hash = 'b49827d307e4d735a37c771453ffbdd8477abda73e61589dbf291b0020eaffb0';
    for (const memo of ['invoice 7', 'é'.repeat(14), 'id:18446744073709551615', `hash:${hash}`, `return:${hash}`]) {
      const { encoded, parsed } = await send({ ...transfer(), memo }, 10_000n);
      expect([encoded.data.memo, parsed.memo]).toEqual([memo, expect.stringContaining(memo.replace(/^\w+:/, ''))]);
    }
  });

  it('to and from a number', async () => {
    const data = { senderAddress: muxed(by, 3n), recipientAddress: muxed(recipient, 9_007_199_254_740_993n) };
    const before = await network.engine.balance(recipient.address);
    expectFees(await send({ ...transfer(), ...data }, 10_000n));
    expect(await network.engine.balance(recipient.address)).toBe(before + 10_000n);
  });

  it('that create an account', async () => {
    expectFees(await send({ ...transfer(), recipientAddress: newcomer.address, amount: String(2n * xlm) }, 2n * xlm));
    expect(network.engine.accountState(newcomer.address)).toMatchObject({ balance: 2n * xlm, available: xlm });
  });

  it('of everything beside the reserve', async () => {
    const rich = actor('sends everything');
    await network.engine.fund(rich.address, 30n * xlm);
    const data = { ...transfer(), senderAddress: rich.address, amount: undefined, useMaxAmount: true };
    const encoded = await network.encoded(data);
    expect((await network.broadcast(encoded, network.sign(encoded, rich))).status).toBe(200);
    expect(BigInt(String(encoded.data.amount)) + BigInt(String(encoded.data.fees))).toBe(29n * xlm);
    expect(network.engine.accountState(rich.address)?.available).toBe(0n);
  });

  it('of everything, with the end of the account', async () => {
    const leaver = actor('leaves');
    await network.engine.fund(leaver.address, 30n * xlm);
    // Numbers of accounts that were created lately are close to that of the ledger.
    await network.engine.closeLedger(3);
    const before = await network.engine.balance(recipient.address);
    const data = { ...transfer(), senderAddress: leaver.address, amount: undefined, useMaxAmount: true };
    const encoded = await network.encoded({ ...data, params: { closeAccount: true } });
    expect(encoded.data.amount).toBeUndefined();
    const { status, body } = await network.broadcast(encoded, network.sign(encoded, leaver));
    expect([status, body.hash]).toEqual([200, encoded.encoded[0]?.hash?.value]);
    expect(network.engine.accountState(leaver.address)).toBeUndefined();
    const gained = (await network.engine.balance(recipient.address)) - before;
    expect(gained).toBeGreaterThanOrEqual(30n * xlm - BigInt(String(encoded.data.fees)));
    // The same bytes again are a success, and move nothing.
    expect((await network.broadcast(encoded, network.sign(encoded, leaver))).body.hash).toBe(body.hash);
  });
});

// In their order: a token is enabled, sent, and given up.
describe('tokens', { shuffle: false }, () => {
  const token = (more: Fields = {}) => ({
    ...transfer(),
    mode: 'transferToken',
    tokenId: demo,
    amount: '650',
    ...more,
  });

  it('are enabled, and the account takes them', async () => {
    expect(errorsOf(await network.encode(token())).errors).toMatchObject([{ code: 'token.insufficient' }]);
    const sent = await send({ mode: 'enableToken', senderAddress: by.address, tokenId: demo }, 0n);
    expectFees(sent);
    expect(sent.parsed.mode).toBe('enableToken');
    await network.engine.fund(by.address, 5_000n, demo);
  });

  it('are sent', async () => {
    const before = await network.engine.balance(recipient.address, demo);
    const sent = await send(token(), 0n);
    expectFees(sent);
    expect(sent.parsed.mode).toBe('transferToken');
    expect(await network.engine.balance(recipient.address, demo)).toBe(before + 650n);
  });

  it('wait for recipients that cannot take them yet', async () => {
    const params = { claimable: true, reclaimAfterSeconds: '3600' };
    expectFees(await send(token({ recipientAddress: newcomer.address, params }), 0n));
    expect(await network.engine.balance(newcomer.address, demo)).toBe(0n);
    expect(network.engine.accountState(by.address)?.numSponsoring).toBe(2);
  });

  it('are sent all at once, and their trustline is removed', async () => {
    const { encoded } = await send(token({ amount: undefined, useMaxAmount: true }), 0n);
    expect(encoded.data.amount).toBe(String(5_000 - 2 * 650));
    const subentries = network.engine.accountState(by.address)?.subentries ?? 0;
    const remove = { mode: 'enableToken', senderAddress: by.address, tokenId: demo, params: { remove: true } };
    expectFees(await send(remove, 0n));
    expect(network.engine.accountState(by.address)?.subentries).toBe(subentries - 1);
  });

  it('of their issuer are new, and cease to exist when they come back', async () => {
    const { engine } = network;
    const issuer = engine.issuers.demo;
    const issued = token({ senderAddress: issuer.address });
    const encoded = await network.encoded(issued);
    const before = await engine.balance(recipient.address, demo);
    expect((await network.broadcast(encoded, network.sign(encoded, issuer))).status).toBe(200);
    expect(await engine.balance(recipient.address, demo)).toBe(before + 650n);
  });

  it('up to a limit', async () => {
    const tokenId = network.engine.tokenIds.longCode;
    await send({ mode: 'enableToken', senderAddress: by.address, tokenId, params: { limit: '1000' } }, 0n);
    const issuer = network.engine.issuers.demo.address;
    const pay = { ...transfer(), mode: 'transferToken', tokenId, senderAddress: issuer, recipientAddress: by.address };
    const { errors } = errorsOf(await network.encode({ ...pay, amount: '1001' }));
    expect(errors).toMatchObject([{ code: 'recipient.tokenFull' }]);
  });
});
