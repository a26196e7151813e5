import type { ParsedTransaction } from '@isochain/core';
import type { AlgorandEngine } from '@isochain/devnet/algorand';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOfAddress, type Fields } from '../../test/judge.ts';
import { keyOf, type SendersRig, startSendersRig } from '../../test/senders-rig.ts';

// On the stand-in, which decodes with other libraries and keeps its own ledger: what was sent is read back, by its id and in the histories of all parties. The
// transactions are made by other libraries, too (judge.ts).

let rig: SendersRig;
let engine: AlgorandEngine;
beforeAll(async () => {
  rig = await startSendersRig();
  engine = rig.engine;
});
afterAll(() => engine?.stop());

const [key, other, holder, issuer] = [keyOf(0x61), keyOf(0x62), keyOf(0x63), keyOf(0x64)];
const [me, friend, third, maker] = [key, other, holder, issuer].map(({ address }) => address) as [
  string,
  string,
  string,
  string,
];
const assetId = 2_000_000_001n;
const tokenId = assetId.toString();
const most = 2n ** 64n - 1n;

const bytes = bytesOfAddress;
const of = (address: string, amount: bigint, ticker = 'ALGO') => ({ address, amount: amount.toString(), ticker });
const held = (address: string, amount: bigint) => ({ ...of(address, amount, 'EDGE'), tokenId });

/** Runs something in a world of its own, and forgets it all. */
const within = (run: () => Promise<void>): Promise<void> =>
  engine.rehearse(async () => {
    for (const address of [me, friend, third, maker]) engine.placeAccount(address, { amount: 5_000_000n });
    const powers = { manager: maker, freeze: maker, clawback: maker };
    engine.placeAsset({ id: assetId, creator: maker, total: most, decimals: 0, unitName: 'EDGE', ...powers });
    await run();
  });

const lastId = () => engine.submissions.at(-1)?.txId ?? '';

async function read(id = lastId()): Promise<ParsedTransaction> {
  const { parsed } = (await rig.chain.transaction(id)).transaction;
  if (parsed === undefined) throw new Error('It was not parsed.');
  return parsed;
}

const historyOf = async (address: string, limit = 25) =>
  (await rig.chain.history(address, { limit })).transactions.map(({ parsed }) => parsed);

/** Sends, and reads it back by its id. The histories of all parties have the same. */
async function sendAndRead(fields: Fields, parties: readonly string[], by = key): Promise<ParsedTransaction> {
  expect(await rig.sendOwn(by, fields)).toBe('taken');
  const parsed = await read();
  const isFirst = parsed.senders?.[0]?.address === by.address;
  expect(parsed.fees).toEqual({ amount: '1000', ticker: 'ALGO', ...(isFirst ? {} : { payer: by.address }) });
  expect(parsed).toMatchObject({ id: lastId(), state: 'confirmed', blockHeight: String(engine.rounds().node) });
  expect(parsed).toMatchObject({ confirmations: '1', timestamp: expect.stringMatching(/^\d{10}000$/) });
  for (const party of parties) {
    const [newest] = await historyOf(party, 1);
    expect(newest).toEqual(parsed);
  }
  return parsed;
}

const pay = (to: string, amt: bigint, more: Fields = {}): Fields => ({ type: 'pay', rcv: bytes(to), amt, ...more });
const send = (to: string, aamt: bigint, more: Fields = {}): Fields => ({
  type: 'axfer',
  xaid: assetId,
  arcv: bytes(to),
  aamt,
  ...more,
});

describe('what was sent is read back:', () => {
  it('a payment, with its note', () =>
    within(async () => {
      const parsed = await sendAndRead(pay(friend, 1_234n, { note: Buffer.from('thanks ✓') }), [me, friend]);
      expect(parsed).toMatchObject({ mode: 'transfer', memo: 'thanks ✓' });
      expect([parsed.senders, parsed.recipients]).toEqual([[of(me, 1_234n)], [of(friend, 1_234n)]]);
    }));

  it('a payment that closes the account. What it moved is all that was there, but for the fee', () =>
    within(async () => {
      const parsed = await sendAndRead(pay(friend, 1_000n, { close: bytes(third) }), [me, friend, third]);
      const rest = 5_000_000n - 1_000n - 1_000n;
      expect(parsed.senders).toEqual([of(me, rest + 1_000n)]);
      expect(parsed.recipients).toEqual([of(friend, 1_000n), of(third, rest)]);
      expect([await engine.balance(me), await engine.balance(third)]).toEqual([0n, 5_000_000n + rest]);
    }));

  it('an opt-in, all of an asset beyond 2^53, and an opt-out with all of it', () =>
    within(async () => {
      expect(await sendAndRead(send(me, 0n), [me])).toMatchObject({
        mode: 'enableToken',
        tokenId,
        senders: [of(me, 0n)],
      });
      expect(await sendAndRead(send(me, most), [me, maker], issuer)).toMatchObject({
        mode: 'transferToken',
        tokenId,
        senders: [held(maker, most)],
        recipients: [held(me, most)],
      });
      expect(await sendAndRead(send(maker, 1n, { aclose: bytes(maker) }), [me, maker])).toMatchObject({
        mode: 'transferToken',
        senders: [held(me, most)],
        recipients: [held(maker, most)],
      });
      expect(await engine.balance(maker, assetId)).toBe(most);
    }));

  it('an opt-out of an asset that the account has nothing of', () =>
    within(async () => {
      engine.placeHolding(me, assetId);
      const parsed = await sendAndRead(send(maker, 0n, { aclose: bytes(maker) }), [me]);
      expect(parsed).toMatchObject({ mode: 'enableToken', tokenId, senders: [of(me, 0n)] });
      expect(parsed).not.toHaveProperty('recipients');
    }));

  it('a clawback: it comes from the account that lost it', () =>
    within(async () => {
      engine.placeHolding(me, assetId, { amount: 9n });
      engine.placeHolding(friend, assetId);
      const parsed = await sendAndRead(send(friend, 4n, { asnd: bytes(me) }), [me, friend, maker], issuer);
      expect(parsed).toMatchObject({ mode: 'transferToken', senders: [held(me, 4n)] });
      expect(parsed.recipients).toEqual([held(friend, 4n)]);
      expect(await engine.balance(me, assetId)).toBe(5n);
    }));

  it('key registrations', () =>
    within(async () => {
      const round = BigInt(engine.rounds().node);
      const keys = {
        votekey: new Uint8Array(32).fill(1),
        selkey: new Uint8Array(32).fill(2),
        sprfkey: new Uint8Array(64).fill(3),
        votefst: round,
        votelst: round + 3_000_000n,
        votekd: 1_733n,
      };
      const online = await sendAndRead({ type: 'keyreg', ...keys }, [me]);
      expect(online).toMatchObject({ mode: 'stake', senders: [of(me, 0n)], validators: { target: of(me, 0n) } });
      const offline = await sendAndRead({ type: 'keyreg' }, [me]);
      expect(offline).toMatchObject({ mode: 'unstake', senders: [of(me, 0n)], validators: { source: of(me, 0n) } });
    }));

  it('what an application pays', () =>
    within(async () => {
      const amount = 7n;
      const inner = { 'tx-type': 'pay', sender: third, fee: 0, 'first-valid': 1, 'last-valid': 2 };
      const id = engine.placeHistory({
        'tx-type': 'appl',
        sender: friend,
        'application-transaction': { 'application-id': 5 },
        'inner-txns': [{ ...inner, 'payment-transaction': { amount, receiver: me } }],
      });
      const expected = { mode: 'unknown', senders: [of(third, 7n)], recipients: [of(me, 7n)] };
      expect(await read(id)).toMatchObject({ ...expected, fees: { amount: '1000' } });
      const [own] = await historyOf(me);
      expect(own).toMatchObject({ ...expected, fees: { amount: '1000', payer: friend } });
    }));
});

describe('a transaction on its way', () => {
  it('waits, is in a block of the node, and then in one of the indexer', () =>
    within(async () => {
      await engine.setAutomine(false);
      expect(await rig.sendOwn(key, pay(friend, 5n))).toBe('taken');
      const id = lastId();
      const waiting = await read(id);
      expect(waiting).toEqual({
        id,
        mode: 'transfer',
        state: 'pending',
        senders: [of(me, 5n)],
        recipients: [of(friend, 5n)],
      });
      expect(await historyOf(me)).toEqual([]);
      engine.setIndexerLag(3);
      await engine.mine();
      const fresh = await read(id);
      expect(fresh).toMatchObject({ state: 'confirmed', confirmations: '1', fees: { amount: '1000' } });
      expect(fresh).not.toHaveProperty('timestamp');
      await engine.mine(3);
      expect(await read(id)).toMatchObject({ state: 'confirmed', timestamp: expect.any(String) });
      engine.prunePending();
      expect(await read(id)).toMatchObject({ state: 'confirmed', timestamp: expect.any(String) });
      expect(await historyOf(me)).toMatchObject([{ id, state: 'confirmed' }]);
    }));

  it('has failed if the node threw it out', () =>
    within(async () => {
      await engine.setAutomine(false);
      await rig.sendOwn(key, pay(friend, 5n));
      engine.evict(lastId());
      expect(await read()).toEqual({ id: lastId(), mode: 'transfer', state: 'failed', senders: [of(me, 0n)] });
    }));

  it('is not found if the node forgot it', () =>
    within(async () => {
      await engine.setAutomine(false);
      await rig.sendOwn(key, pay(friend, 5n));
      engine.dropPending(lastId());
      await expect(read()).rejects.toMatchObject({ code: 'transaction.notFound' });
    }));
});

describe('pages', () => {
  it('have no gaps and nothing twice while more arrives, also within a block', () =>
    within(async () => {
      await engine.setAutomine(false);
      const sent: string[] = [];
      for (const size of [3, 1, 3]) {
        for (let i = 0; i < size; i++) {
          expect(await rig.sendOwn(key, pay(friend, BigInt(100 + sent.length)))).toBe('taken');
          sent.push(lastId());
        }
        await engine.mine();
      }
      const seen: (string | undefined)[] = [];
      let nextPage: string | undefined;
      do {
        const page = await rig.chain.history(me, { limit: 2, nextPage });
        seen.push(...page.transactions.map(({ parsed }) => parsed?.id));
        nextPage = page.pagination.nextPage ?? undefined;
        await rig.sendOwn(key, pay(friend, BigInt(900 + seen.length)));
        await engine.mine();
      } while (nextPage !== undefined);
      expect(seen).toEqual(sent.toReversed());
    }));
});

describe('an indexer that is behind', () => {
  it('is told apart from one that is not', () =>
    within(async () => {
      const late = await startSendersRig({ oldestBlockMs: 60_000 });
      try {
        const account = late.engine.accounts[0]?.address ?? '';
        late.engine.setIndexerLag(21);
        await late.engine.mine(20);
        expect((await late.chain.history(account)).status).toBeUndefined();
        late.engine.setIndexerLag(100);
        await late.engine.mine(60);
        const { status } = await late.chain.history(account);
        expect(status?.warnings).toMatchObject([{ code: 'chain.standsStill' }]);
      } finally {
        await late.engine.stop();
      }
    }));
});
