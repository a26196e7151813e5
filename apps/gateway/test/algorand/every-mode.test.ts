import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actor, newcomer, recipient } from '../../../../packages/algorand/test/world/actor.ts';
import { type Encoded, errorsOf, warningsOf } from '../chain-network.ts';
import { idOf, type Network, openNetwork } from './network.ts';

// Every mode over HTTP: encode, validate, sign, broadcast, and what the chain did.

type Fields = Readonly<Record<string, unknown>>;

const algo = 1_000_000n;
const fee = 1_000n;
let network: Network;
let by: Actor;
let demo: string;

beforeAll(async () => {
  network = await openNetwork();
  by = actor('every mode');
  await network.engine.fund(by.address, 1_000n * algo);
  demo = network.engine.assetIds.demo;
});
afterAll(() => network.close());

const transfer = () => ({
  ...{ mode: 'transfer', senderAddress: by.address, recipientAddress: recipient.address, amount: '10000' },
});

interface Sent {
  readonly encoded: Encoded;
  /** As it is read afterwards. */
  readonly parsed: Fields;
}

/** Encodes, validates, signs and sends. The sender pays exactly what it spends, and the fee that was announced. */
async function send(data: Fields, spent: bigint, signer = by): Promise<Sent> {
  const from = String(data.senderAddress);
  const checked = await network.send('POST', '/api/algorand/transaction/validate', { transaction: { data } });
  expect(errorsOf(checked)).toEqual({ status: 200, errors: [] });
  const encoded = await network.encoded(data);
  expect(encoded.encoded).toMatchObject([{ raw: { format: 'MSGPACK' }, hash: { format: 'sha512_256' } }]);
  const before = await network.engine.balance(from);
  const { status, body } = await network.broadcast(encoded, network.sign(encoded, signer));
  expect([status, body.hash]).toEqual([200, idOf(encoded)]);
  expect(before - (await network.engine.balance(from))).toBe(spent + BigInt(String(encoded.data.fees)));
  const read = await network.send('GET', `/api/algorand/transaction/${body.hash}`);
  expect([read.status, read.body]).toMatchObject([200, { transaction: { parsed: { state: 'confirmed' } } }]);
  const { parsed } = read.body.transaction as { parsed: Fields };
  return { encoded, parsed };
}

/** An account with coins, and a key of its own. */
async function fresh(name: string, microAlgos = 30n * algo): Promise<Actor> {
  const account = actor(name);
  await network.engine.fund(account.address, microAlgos);
  return account;
}

const all = { amount: undefined, useMaxAmount: true } as const;

describe('transfers', () => {
  it('of ALGO', async () => {
    const before = await network.engine.balance(recipient.address);
    const { encoded, parsed } = await send(transfer(), 10_000n);
    expect(encoded.data.fees).toBe(String(fee));
    expect(parsed).toMatchObject({ mode: 'transfer', fees: { amount: String(fee) } });
    expect(await network.engine.balance(recipient.address)).toBe(before + 10_000n);
  });

  it.each(['invoice 7', 'é'.repeat(512), 'a'.repeat(1_024), '{"order": 7}'])(
    'with a memo, which arrives as it was sent',
    async (memo) => {
      const { encoded, parsed } = await send({ ...transfer(), memo }, 10_000n);
      expect([encoded.data.memo, parsed.memo]).toEqual([memo, memo]);
    },
  );

  it('that create an account', async () => {
    await send({ ...transfer(), recipientAddress: newcomer.address, amount: '100000' }, 100_000n);
    expect(network.engine.accountState(newcomer.address)).toMatchObject({ amount: 100_000n, available: 0n });
  });

  it('to the sender itself', async () => {
    await send({ ...transfer(), recipientAddress: by.address }, 0n);
  });

  it('of everything beside the minimum balance', async () => {
    const rich = await fresh('sends everything');
    network.engine.placeHolding(rich.address, demo);
    const { encoded } = await send({ ...transfer(), senderAddress: rich.address, ...all }, 30n * algo - 201_000n, rich);
    expect(encoded.data).toMatchObject({ amount: String(30n * algo - 201_000n), fees: '1000' });
    expect(network.engine.accountState(rich.address)).toMatchObject({ amount: 200_000n, available: 0n });
  });

  it('of everything, with the end of the account', async () => {
    const leaver = await fresh('leaves');
    const before = await network.engine.balance(recipient.address);
    const data = { ...transfer(), senderAddress: leaver.address, ...all, params: { closeAccount: true } };
    const answer = await network.encode(data);
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['account.emptied']]);
    const { encoded } = await send(data, 30n * algo - fee, leaver);
    expect(encoded.data.amount).toBe(String(30n * algo - fee));
    expect(network.engine.accountState(leaver.address)).toBeUndefined();
    expect((await network.engine.balance(recipient.address)) - before).toBe(30n * algo - fee);
    // The same bytes again are a success, and move nothing.
    const again = await network.broadcast(encoded, network.sign(encoded, leaver));
    expect([again.status, again.body.hash]).toEqual([200, idOf(encoded)]);
    expect((await network.engine.balance(recipient.address)) - before).toBe(30n * algo - fee);
  });

  it('with a fee of the client', async () => {
    const { encoded } = await send({ ...transfer(), fees: '5000' }, 10_000n);
    expect(encoded.data.fees).toBe('5000');
  });

  it('of a rekeyed account, signed by the key that it was rekeyed to', async () => {
    const [rekeyed, key] = [await fresh('rekeyed'), actor('key of the rekeyed')];
    network.engine.rekey(rekeyed.address, key.address);
    const { encoded } = await send(
      { ...transfer(), senderAddress: rekeyed.address, senderPubKey: key.publicKey },
      10_000n,
      key,
    );
    expect(encoded.data.params).toMatchObject({ authAddr: key.address });
  });
});

// In their order: an asset is enabled, sent, and given up.
describe('assets', { shuffle: false }, () => {
  const token = (more: Fields = {}) => ({
    ...transfer(),
    mode: 'transferToken',
    tokenId: demo,
    amount: '650',
    ...more,
  });
  const enable = (more: Fields = {}) => ({ mode: 'enableToken', senderAddress: by.address, tokenId: demo, ...more });

  it('are enabled, and the account takes them', async () => {
    expect(errorsOf(await network.encode(token())).errors).toMatchObject([{ code: 'token.nothingToSend' }]);
    const { parsed } = await send(enable(), 0n);
    expect(parsed.mode).toBe('enableToken');
    expect(network.engine.accountState(by.address)?.minBalance).toBe(200_000n);
    await network.engine.fund(by.address, 5_000n, demo);
  });

  it('are sent', async () => {
    const before = await network.engine.balance(recipient.address, demo);
    const { parsed } = await send(token(), 0n);
    expect(parsed.mode).toBe('transferToken');
    expect(await network.engine.balance(recipient.address, demo)).toBe(before + 650n);
  });

  it('are sent all at once, and the account opts out', async () => {
    const before = await network.engine.balance(recipient.address, demo);
    const { encoded } = await send(token({ ...all, params: { optOut: true } }), 0n);
    expect(encoded.data.amount).toBe(String(5_000 - 650));
    expect(await network.engine.balance(recipient.address, demo)).toBe(before + 4_350n);
    expect(network.engine.accountState(by.address)).toMatchObject({ holdings: {}, minBalance: 100_000n });
  });

  it('are sent all at once, and the account stays opted in', async () => {
    await send(enable(), 0n);
    await network.engine.fund(by.address, 5_000n, demo);
    const { encoded } = await send(token(all), 0n);
    expect(encoded.data.amount).toBe('5000');
    expect(network.engine.accountState(by.address)?.holdings).toMatchObject({ [demo]: { amount: 0n } });
  });

  it('are opted out of', async () => {
    await send(enable({ params: { optOut: true } }), 0n);
    expect(network.engine.accountState(by.address)?.holdings).toEqual({});
  });

  it('in amounts beyond 2^53', async () => {
    const { huge } = network.engine.assetIds;
    const holder = await fresh('holds much');
    const amount = 2n ** 63n + 1n;
    network.engine.placeHolding(holder.address, huge, { amount });
    network.engine.placeHolding(recipient.address, huge, { amount: 0n });
    const { encoded } = await send({ ...token(all), senderAddress: holder.address, tokenId: huge }, 0n, holder);
    expect(encoded.data.amount).toBe(String(amount));
    expect(await network.engine.balance(recipient.address, huge)).toBe(amount);
  });
});

describe('taking part in the consensus', () => {
  // The participation key of the golden transactions (algorand/algorand-sdk-testing, features/unit/transactions.feature).
  const keys = {
    voteKey: 'fFBFpcUQnDQwq/cUAvQvWmrHrnqiaz0Ev/ZwxfKoAfI=',
    selectionKey: 'VrA73XxHg00Wek46mWYV0AeaG8e1+flkExmZ1MDBokM=',
    stateProofKey: 'NgGFhUgxI4TEIjw0QcBr6lzdBCtZYxVrN1FP3YFdhbnBOLiimfZu6GgBED52D6mHNN9kcyi+RT6FUF2qZtjOkw==',
    ...{ voteFirst: '55000000', voteLast: '58000000', voteKeyDilution: '1733' },
  };
  const stake = ({ address }: Actor, params: Fields = keys) => ({
    ...{ mode: 'stake', senderAddress: address, targetValidatorAddress: address, useMaxAmount: true, params },
  });
  const unstake = ({ address }: Actor) => ({
    ...{ mode: 'unstake', senderAddress: address, validatorAddress: address, useMaxAmount: true },
  });

  it('begins, and ends', async () => {
    const { encoded } = await send(stake(by), 0n);
    expect(encoded.data.fees).toBe('1000');
    expect(network.engine.accountState(by.address)).toMatchObject({
      ...{ status: 'Online', incentiveEligible: false },
      participation: { voteKey: keys.voteKey, voteFirst: 55_000_000, voteLast: 58_000_000, voteKeyDilution: 1_733 },
    });
    await send(unstake(by), 0n);
    expect(network.engine.accountState(by.address)).toMatchObject({ status: 'Offline', participation: undefined });
  });

  it('with rewards, for a fee of 2 ALGO', async () => {
    const rich = await fresh('earns rewards', 40_000n * algo);
    const { encoded } = await send(stake(rich, { ...keys, rewards: true }), 0n, rich);
    expect(encoded.data.fees).toBe(String(2n * algo));
    expect(network.engine.accountState(rich.address)).toMatchObject({ status: 'Online', incentiveEligible: true });
  });
});

describe('leases', () => {
  it('let one transaction through, and no second one', async () => {
    const params = { lease: '07'.repeat(32) };
    const [first, second] = [
      await network.encoded({ ...transfer(), params }),
      await network.encoded({ ...transfer(), amount: '10001', params }),
    ];
    expect((await network.broadcast(first, network.sign(first, by))).status).toBe(200);
    const before = await network.engine.balance(by.address);
    const answer = await network.broadcast(second, network.sign(second, by));
    expect(errorsOf(answer)).toMatchObject({ status: 409, errors: [{ code: 'broadcast.leaseTaken' }] });
    expect(await network.engine.balance(by.address)).toBe(before);
    // The first one again is a success.
    expect((await network.broadcast(first, network.sign(first, by))).status).toBe(200);
    expect(await network.engine.balance(by.address)).toBe(before);
  });
});
