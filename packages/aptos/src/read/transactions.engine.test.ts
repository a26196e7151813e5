import { shortAddress } from '@isochain/core/upstream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallRig, startCallRig } from '../../test/call-rig.ts';
import { type Address, readAddress } from '../address/address.ts';
import { poolCall, registerCall, transferAssetCall, transferCall, transferCoinsCall } from '../bytes/calls.ts';
import { readStructTag, type StructTag } from '../move/type-tag.ts';

// On the stand-in, which decodes with the official SDK and keeps its own ledger: what was sent is read back, by its id and in the histories of both sides.

const apt = 100_000_000n;
const stranger = `0x${'5a'.repeat(32)}` as Address;

let rig: CallRig;
let me: Address;
let friend: Address;

beforeAll(async () => {
  rig = await startCallRig();
  [me, friend] = [rig.at(0), rig.at(1)].map(({ address }) => address) as [Address, Address];
});
afterAll(() => rig?.engine.stop());

const of = (address: string, amount: bigint, ticker = 'APT') => ({ address, amount: amount.toString(), ticker });
const type = (text: string) => readStructTag(text, 'node') as StructTag;
const metadata = (text: string) => readAddress(text) as Address;

/** Sends, and reads it back. `lost` is what the ledger took of the sender's APT. */
async function sendAndRead(...[call, options = {}]: Parameters<CallRig['send']>) {
  const by = options.by?.address ?? me;
  const before = await rig.engine.balance(by);
  const id = await rig.send(call, options);
  const lost = before - (await rig.engine.balance(by));
  const parsed = await rig.read(id);
  const [newest] = await rig.history(by, 1);
  const { confirmations, ...rest } = parsed;
  expect({ ...newest, confirmations }).toEqual(parsed);
  expect(confirmations).toBe('1');
  return { ...rest, lost };
}

/** What all transactions of these tests have in common. */
const mined = { state: 'confirmed', blockHeight: expect.stringMatching(/^\d+$/), timestamp: expect.any(String) };

describe('what was sent is read back:', () => {
  it.each([true, false])('a transfer to a new account. The fee is a withdrawal of its own: %s', async (isEvent) => {
    rig.engine.setBehaviour({ chargeIsEvent: isEvent });
    const to = `0x${(isEvent ? 'a1' : 'a2').repeat(32)}` as Address;
    const { lost, ...parsed } = await sendAndRead(transferCall(to, 12_345n));
    rig.engine.setBehaviour({ chargeIsEvent: true });
    const fee = lost - 12_345n;
    expect(parsed).toEqual({
      ...mined,
      id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      mode: 'transfer',
      fees: { amount: fee.toString(), ticker: 'APT' },
      gas: (fee / 100n).toString(),
      nonce: (rig.engine.sequenceNumber(me) - 1n).toString(),
      senders: [of(me, 12_345n)],
      recipients: [of(to, 12_345n)],
    });
    const received = await rig.history(to);
    expect(received).toMatchObject([{ mode: 'transfer', recipients: [of(to, 12_345n)] }]);
  });

  it('a transfer to oneself', async () => {
    const { senders, recipients, fees, lost } = await sendAndRead(transferCall(me, 77n));
    expect([senders, recipients, fees]).toEqual([
      [of(me, 77n)],
      [of(me, 77n)],
      { amount: lost.toString(), ticker: 'APT' },
    ]);
  });

  it('a transfer of as much as the fee', async () => {
    const { fees } = await sendAndRead(transferCall(friend, 1n));
    const amount = BigInt(fees?.amount ?? 0);
    for (const chargeIsEvent of [true, false]) {
      rig.engine.setBehaviour({ chargeIsEvent });
      const parsed = await sendAndRead(transferCall(friend, amount));
      expect(parsed).toMatchObject({ fees: { amount: amount.toString() }, lost: 2n * amount });
      expect([parsed.senders, parsed.recipients]).toEqual([[of(me, amount)], [of(friend, amount)]]);
    }
    rig.engine.setBehaviour({ chargeIsEvent: true });
  });

  it.each([1_000n, 10_000_000n])('a refund of %s octas for storage, below the fee and above it', async (refund) => {
    rig.engine.setStorageRefund(refund);
    const { lost, fees, gas, senders, recipients } = await sendAndRead(transferCall(friend, 50n));
    rig.engine.setStorageRefund(0n);
    const net = BigInt(gas ?? 0) * 100n - refund;
    expect(lost).toBe(50n + net);
    expect([senders, fees?.amount]).toEqual([[of(me, 50n)], net > 0n ? net.toString() : '0']);
    expect(recipients).toEqual(net > 0n ? [of(friend, 50n)] : [of(friend, 50n), of(me, -net)]);
  });

  it('a fee that is partly paid with coins', async () => {
    rig.engine.fundCoinStore(me, 70n, '0x1::aptos_coin::AptosCoin');
    const { lost, fees, senders, recipients } = await sendAndRead(poolCall('add_stake', friend, 50n));
    expect([fees?.amount, senders, recipients]).toEqual([lost.toString(), [of(me, 0n)], undefined]);
    rig.engine.fundCoinStore(me, 70n, '0x1::aptos_coin::AptosCoin');
    const sent = await sendAndRead(transferCall(friend, 50n));
    expect(sent).toMatchObject({ fees: { amount: (sent.lost - 50n).toString() }, senders: [of(me, 50n)] });
  });

  it('a fungible asset', async () => {
    const tokenId = rig.engine.tokenIds.usdc;
    await rig.engine.fund(me, 1_000n, tokenId);
    const parsed = await sendAndRead(transferAssetCall(metadata(tokenId), friend, 123n));
    const ticker = 'USDC';
    expect(parsed).toMatchObject({
      ...{ mode: 'transferToken', tokenId, senders: [of(me, 123n, ticker)], recipients: [of(friend, 123n, ticker)] },
      fees: { amount: parsed.lost.toString(), ticker: 'APT' },
    });
  });

  it('an asset that keeps a part of each transfer: what really arrived', async () => {
    const tokenId = rig.engine.tokenIds.keeping;
    await rig.engine.fund(me, 10_000n, tokenId);
    const { senders, recipients } = await sendAndRead(transferAssetCall(metadata(tokenId), friend, 1_000n));
    expect(senders).toEqual([of(me, 1_000n, shortAddress(tokenId))]);
    expect(recipients).toContainEqual(of(friend, 990n, shortAddress(tokenId)));
  });

  it('a coin that is partly an asset already, as one token', async () => {
    const tokenId = rig.engine.createCoin({ paired: true });
    rig.engine.fundCoinStore(me, 100n, tokenId);
    await rig.engine.fund(me, 50n, tokenId);
    const parsed = await sendAndRead(transferCoinsCall(type(tokenId), stranger, 120n));
    const ticker = parsed.senders?.[0]?.ticker ?? '';
    expect(parsed).toMatchObject({ mode: 'transferToken', tokenId: parsed.tokenId });
    expect(type(parsed.tokenId ?? '')).toEqual(type(tokenId));
    expect([parsed.senders, parsed.recipients]).toEqual([[of(me, 120n, ticker)], [of(stranger, 120n, ticker)]]);
  });

  it('a coin that is none, and its registration', async () => {
    const tokenId = rig.engine.createCoin();
    rig.engine.fundCoinStore(me, 100n, tokenId);
    const parsed = await sendAndRead(transferCoinsCall(type(tokenId), friend, 20n));
    expect(parsed).toMatchObject({
      mode: 'transferToken',
      senders: [{ amount: '20' }],
      recipients: [{ amount: '20' }],
    });
    const registered = await sendAndRead(registerCall(type(rig.engine.createCoin())));
    expect(registered).toMatchObject({ mode: 'enableToken', senders: [of(me, 0n)] });
    expect(registered.recipients).toBeUndefined();
  });

  it('stakes, with what the pool really did', async () => {
    const pool = rig.engine.validators()[0]?.address as Address;
    const staked = await sendAndRead(poolCall('add_stake', pool, 30n * apt));
    expect(staked).toMatchObject({
      mode: 'stake',
      senders: [of(me, 30n * apt)],
      validators: { target: of(pool, 30n * apt) },
    });
    expect([staked.recipients, BigInt(staked.fees?.amount ?? 0)]).toEqual([undefined, staked.lost - 30n * apt]);
    await rig.engine.advance(7_300);
    const before = rig.engine.stakeOf(pool, me);
    const { validators, senders, recipients, mode } = await sendAndRead(poolCall('unlock', pool, 1n * apt));
    const after = rig.engine.stakeOf(pool, me);
    // A pool keeps at least 10 APT on each side.
    expect(after.pendingInactive).toBeGreaterThanOrEqual(10n * apt);
    const unlocked = BigInt(validators?.source?.amount ?? 0);
    expect(unlocked - (before.active - after.active)).toBeLessThanOrEqual(2n);
    expect([mode, senders, recipients, validators?.source?.address]).toEqual(['unstake', undefined, undefined, pool]);
    const back = await sendAndRead(poolCall('reactivate_stake', pool, 10n * apt));
    expect(back).toMatchObject({ mode: 'stake', validators: { target: { address: pool } } });
    expect(BigInt(back.validators?.target?.amount ?? 0)).toBeGreaterThan(9n * apt);
    await sendAndRead(poolCall('unlock', pool, 12n * apt));
    await rig.engine.advance(15 * 86_400);
    const inactive = rig.engine.stakeOf(pool, me).inactive;
    const paid = await sendAndRead(poolCall('withdraw', pool, inactive));
    expect(paid).toMatchObject({
      mode: 'withdraw',
      recipients: [of(me, inactive)],
      validators: { source: of(pool, inactive) },
    });
    expect([paid.senders, BigInt(paid.fees?.amount ?? 0)]).toEqual([undefined, paid.lost + inactive]);
    const nothing = await sendAndRead(poolCall('withdraw', pool, 5n));
    expect([nothing.recipients, nothing.validators]).toEqual([undefined, { source: of(pool, 0n) }]);
  });

  it('a transfer that failed, with its fee', async () => {
    const { lost, ...parsed } = await sendAndRead(transferCall(friend, 10n ** 18n));
    expect(parsed).toMatchObject({
      mode: 'transfer',
      state: 'failed',
      fees: { amount: lost.toString() },
      senders: [of(me, 0n)],
    });
    expect(parsed.recipients).toBeUndefined();
  });

  it('a call that is not understood', async () => {
    const call = {
      ...transferCall(friend, 1n),
      name: 'set_allow_direct_coin_transfers',
      arguments: [Uint8Array.of(1)],
    };
    expect(await sendAndRead(call)).toMatchObject({ mode: 'unknown', state: 'confirmed' });
  });

  it('of an account with a single key', async () => {
    const by = rig.engine.singleKeyAccount;
    expect(await sendAndRead(transferCall(friend, 5n), { by })).toMatchObject({ senders: [of(by.address, 5n)] });
  });

  it('an orderless transaction, by its nonce', async () => {
    expect(await sendAndRead(transferCall(friend, 5n), { nonce: 987_654_321n })).toMatchObject({ nonce: '987654321' });
  });

  it('what another account pays for: no fee of the sender, and one in the history of the payer', async () => {
    const payer = rig.at(2);
    const before = await rig.engine.balance(payer.address);
    const { lost, ...parsed } = await sendAndRead(transferCall(friend, 5n), { payer });
    expect([lost, parsed.fees, parsed.senders, parsed.recipients]).toEqual([
      5n,
      { amount: '0', ticker: 'APT' },
      [of(me, 5n)],
      [of(friend, 5n)],
    ]);
    const [seen] = await rig.history(payer.address, 1);
    const paid = before - (await rig.engine.balance(payer.address));
    expect(seen).toMatchObject({ id: parsed.id, fees: { amount: paid.toString() } });
  });
});

describe('a transaction', () => {
  it('takes two rounds: the second asks for its block', async () => {
    const id = await rig.send(transferCall(friend, 1n));
    await rig.read(id);
    let roundTrips = 0;
    await rig.chain.transaction(id, { onTrace: (trace) => (roundTrips = trace.roundTrips) });
    expect(roundTrips).toBe(2);
  });

  it('waits', async () => {
    await rig.engine.setAutomine(false);
    const id = await rig.send(transferCall(friend, 9n), { expiresIn: 30n });
    const waiting = await rig.read(id);
    expect(waiting).toEqual({
      ...{ id, mode: 'transfer', state: 'pending', nonce: expect.any(String) },
      senders: [of(me, 9n)],
      recipients: [of(friend, 9n)],
    });
    rig.engine.drop(id);
    await rig.engine.setAutomine(true);
  });

  it('is unknown if no node knows it', async () => {
    await expect(rig.read(`0x${'12'.repeat(32)}`)).rejects.toMatchObject({ code: 'transaction.notFound' });
  });
});

describe('a history', () => {
  it('comes in pages that no new transaction moves, in two rounds', async () => {
    const ids: string[] = [];
    for (let i = 1n; i <= 5n; i++) ids.unshift(await rig.send(transferCall(stranger, i)));
    const seen: string[] = [];
    let nextPage: string | undefined;
    for (let page = 0; page < 3; page++) {
      let roundTrips = 0;
      const { transactions, pagination } = await rig.chain.history(stranger, {
        limit: 2,
        ...(nextPage === undefined ? {} : { nextPage }),
        onTrace: (trace) => (roundTrips = trace.roundTrips),
      });
      expect(roundTrips).toBeLessThanOrEqual(2);
      seen.push(...transactions.map(({ parsed }) => parsed?.id ?? ''));
      nextPage = pagination.nextPage ?? undefined;
      await rig.send(transferCall(stranger, 100n));
    }
    expect(seen.slice(0, 5)).toEqual(ids);
  });

  it('shows what was sent, if there is no indexer, also what is orderless', async () => {
    const endpoints = rig.engine.settings.endpoints.filter(({ kind }) => kind === 'node') as never;
    const chain = rig.open({ endpoints });
    // So many that they fill two pages, whatever was sent before.
    for (let i = 1n; i <= 3n; i++) await rig.send(transferCall(friend, i));
    const last = await rig.send(transferCall(friend, 3n), { nonce: 5n });
    const first = await chain.history(me, { limit: 2 });
    expect(first.transactions[0]?.parsed).toMatchObject({ id: last, nonce: '5' });
    const second = await chain.history(me, { limit: 2, nextPage: first.pagination.nextPage ?? '' });
    const ids = [...first.transactions, ...second.transactions].map(({ parsed }) => parsed?.id);
    expect(new Set(ids).size).toBe(4);
    expect((await chain.history(`0x${'77'.repeat(32)}`)).transactions).toEqual([]);
  });

  it('shows transactions that nodes do not keep any more as the indexer knows them', async () => {
    const node = await startCallRig();
    try {
      const [a, b] = [node.at(0).address, node.at(1).address] as [Address, Address];
      await node.send(transferCall(b, 321n));
      const [before] = await node.history(a);
      node.engine.prune();
      await node.send(transferCall(b, 1n));
      const [, pruned] = await node.history(a);
      const { id, gas, nonce, confirmations, ...known } = before ?? {};
      expect(pruned).toEqual({ ...known, id: expect.stringMatching(/^\d+$/) });
    } finally {
      await node.engine.stop();
    }
  });
});
