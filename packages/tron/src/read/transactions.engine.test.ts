import { type EncodedItem, type ParsedTransaction, UpstreamError } from '@isochain/core';
import { startTron, type TronEngine } from '@isochain/devnet/tron';
import { TronWeb, type Types } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sign } from '../../test/hand-in/sign.ts';
import { tron } from '../index.ts';

// On the stand-in, which decodes with tronweb and keeps its own ledger: what is sent is read back, with the fee that the ledger took.

const nobody = 'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogL';
const trx = 1_000_000n;

let engine: TronEngine;
let chain: ReturnType<typeof tron.connect>;
let [me, friend] = ['', ''];

/** Ids of all that was sent, in their order. */
const ids: string[] = [];

beforeAll(async () => {
  engine = await startTron();
  chain = tron.connect('tron', { endpoints: engine.settings.endpoints, oldestBlockMs: 0, now: () => engine.now() });
  [me, friend] = engine.accounts.map(({ address }) => address) as [string, string];
});
afterAll(() => engine?.stop());

const key = () => engine.accounts[0] as { readonly privateKey: string } & TronEngine['accounts'][number];

async function read(id: string): Promise<ParsedTransaction> {
  let roundTrips = 0;
  const { transaction } = await chain.transaction(id, { onTrace: (trace) => (roundTrips = trace.roundTrips) });
  expect(roundTrips).toBe(1);
  return transaction.parsed as ParsedTransaction;
}

/** Sends, and answers the id with what the sender's balance lost. */
async function send(intent: object): Promise<{ id: string; lost: bigint }> {
  const { ok, transaction, status } = await chain.encode({ senderAddress: me, ...intent } as never);
  if (!ok) throw new Error(status.errors.map(({ message }) => message).join(' '));
  const before = await engine.balance(me);
  const signature = String(sign(transaction.encoded as readonly EncodedItem[], key()));
  const { hash } = await chain.broadcast({ ...transaction, signature } as never);
  ids.push(hash);
  return { id: hash, lost: before - (await engine.balance(me)) };
}

/** Sends and reads back. `fee` is what the ledger took beside what moved. */
async function sendAndRead(intent: object, moved: bigint) {
  const { id, lost } = await send(intent);
  const parsed = await read(id);
  expect(parsed.fees).toEqual({ amount: (lost - moved).toString(), ticker: 'TRX' });
  expect(parsed).toMatchObject({ id, state: 'unconfirmed', timestamp: String(engine.now()), confirmations: '1' });
  const { mode, tokenId, senders, recipients, validators, memo } = parsed;
  return { mode, tokenId, senders, recipients, validators, memo, fee: lost - moved };
}

const party = (address: string, amount: bigint, ticker = 'TRX', tokenId?: string) => ({
  address,
  amount: amount.toString(),
  ticker,
  ...(tokenId === undefined ? {} : { tokenId }),
});

// The histories at the end show all that was sent before.
describe('transactions of an account', { shuffle: false }, () => {
  describe('what was sent is read back with its amounts, and the fee that was really paid:', () => {
    it('a transfer with a memo that activates its recipient', async () => {
      const intent = { mode: 'transfer', recipientAddress: nobody, amount: '2500001', memo: 'für Nadja' };
      expect(await sendAndRead(intent, 2_500_001n)).toEqual({
        mode: 'transfer',
        senders: [party(me, 2_500_001n)],
        recipients: [party(nobody, 2_500_001n)],
        memo: 'für Nadja',
        fee: 2_100_000n,
      });
    });

    it('a TRC-20 token', async () => {
      const tokenId = engine.tokens[0]?.id ?? '';
      const ticker = engine.tokens[0]?.ticker ?? '';
      const intent = { mode: 'transferToken', tokenId, recipientAddress: friend, amount: '77' };
      const found = await sendAndRead(intent, 0n);
      expect(found).toMatchObject({
        mode: 'transferToken',
        tokenId,
        senders: [party(me, 77n, ticker, tokenId)],
        recipients: [party(friend, 77n, ticker, tokenId)],
      });
      expect(found.fee).toBeGreaterThan(1_000_000n);
    });

    it('a TRC-10 token', async () => {
      const tokenId = await engine.createTrc10({ holders: [me], amountEach: 2n ** 62n, precision: 6 });
      const amount = 2n ** 61n + 1n;
      const intent = { mode: 'transferToken', tokenId, recipientAddress: friend, amount: amount.toString() };
      expect(await sendAndRead(intent, 0n)).toMatchObject({
        mode: 'transferToken',
        tokenId,
        senders: [party(me, amount, 'TA', tokenId)],
        recipients: [party(friend, amount, 'TA', tokenId)],
      });
    });

    it('a stake: frozen coins, then a vote', async () => {
      const [witness] = engine.witnesses();
      const targetValidatorAddress = witness?.address ?? '';
      const intent = { mode: 'stake', targetValidatorAddress, amount: (100n * trx).toString() };
      expect(await sendAndRead(intent, 100n * trx)).toMatchObject({ mode: 'stake', senders: [party(me, 100n * trx)] });
      expect(await sendAndRead(intent, 0n)).toMatchObject({
        mode: 'stake',
        senders: [party(me, 0n)],
        validators: { target: party(targetValidatorAddress, 100n * trx) },
      });
    });

    it('a claim of rewards', async () => {
      await engine.addReward(me, 654_321n);
      const validatorAddress = engine.witnesses()[0]?.address;
      expect(await sendAndRead({ mode: 'claimRewards', validatorAddress }, -654_321n)).toMatchObject({
        mode: 'claimRewards',
        recipients: [party(me, 654_321n)],
      });
    });

    it('an unstake, a withdrawal, and an unstake that withdraws too', async () => {
      const validatorAddress = engine.witnesses()[0]?.address;
      const unstake = (amount: bigint) => ({ mode: 'unstake', validatorAddress, amount: (amount * trx).toString() });
      const day = 86_400_000;
      expect(await sendAndRead(unstake(30n), 0n)).toMatchObject({
        mode: 'unstake',
        senders: [party(me, 0n)],
        recipients: undefined,
        validators: { source: party(me, 30n * trx) },
      });
      await engine.advance(15 * day);
      expect(await sendAndRead({ mode: 'withdraw', validatorAddress }, -30n * trx)).toMatchObject({
        mode: 'withdraw',
        recipients: [party(me, 30n * trx)],
      });
      await sendAndRead(unstake(20n), 0n);
      await engine.advance(15 * day);
      expect(await sendAndRead(unstake(10n), -20n * trx)).toMatchObject({
        mode: 'unstake',
        recipients: [party(me, 20n * trx)],
        validators: { source: party(me, 10n * trx) },
      });
    });

    it('a call that failed, which moved nothing', async () => {
      const token = await engine.deployTrc20({ kind: 'usdt', holders: [me], amountEach: 5n });
      const web = new TronWeb({ fullHost: engine.url, privateKey: key().privateKey.replace(/^0x/, '') });
      const { transaction } = await web.transactionBuilder.triggerSmartContract(
        token,
        'transfer(address,uint256)',
        { feeLimit: 30_000_000, txLocal: true },
        [
          { type: 'address', value: friend },
          { type: 'uint256', value: 6 },
        ],
      );
      const before = await engine.balance(me);
      const sent = await web.trx.sendRawTransaction((await web.trx.sign(transaction)) as Types.SignedTransaction);
      expect(sent.result).toBe(true);
      ids.push(transaction.txID);
      const parsed = await read(transaction.txID);
      expect(parsed).toMatchObject({
        mode: 'transferToken',
        tokenId: token,
        state: 'failed',
        fees: { amount: (before - (await engine.balance(me))).toString(), ticker: 'TRX' },
        senders: [party(me, 0n)],
      });
      expect(parsed.recipients).toBeUndefined();
    });
  });

  describe('the state of a transaction', () => {
    it('is pending, unconfirmed and confirmed', async () => {
      await engine.setAutomine(false);
      const { id } = await send({ mode: 'transfer', recipientAddress: friend, amount: '5' });
      const waiting = await read(id);
      expect(waiting).toMatchObject({ state: 'pending', senders: [party(me, 5n)], recipients: [party(friend, 5n)] });
      expect(waiting.fees ?? waiting.blockHeight ?? waiting.timestamp).toBeUndefined();
      await engine.setAutomine(true);
      await engine.mine(1);
      expect(await read(id)).toMatchObject({ state: 'unconfirmed', confirmations: '1' });
      await engine.mine(18);
      expect(await read(id)).toMatchObject({ state: 'unconfirmed', confirmations: '19' });
      await engine.mine(1);
      expect(await read(id)).toMatchObject({ state: 'confirmed', confirmations: '20' });
    });
  });

  describe('a history', () => {
    it('has all that was sent, as single reads show it, with any size of page and while blocks arrive', async () => {
      const known = ids.toReversed();
      // Days have passed, so names are asked for again.
      const single = await Promise.all(
        known.map(async (id) => (await chain.transaction(id)).transaction.parsed as ParsedTransaction),
      );
      for (const limit of Array.from({ length: known.length + 1 }, (_, i) => i + 1)) {
        const found: ParsedTransaction[] = [];
        let nextPage: string | null | undefined;
        do {
          const page = await chain.history(me, { limit, ...(nextPage ? { nextPage } : {}) });
          found.push(...page.transactions.map(({ parsed }) => parsed as ParsedTransaction));
          nextPage = page.pagination.nextPage;
          // Blocks arrive between pages.
          if (limit === 3) await engine.mine(1);
        } while (nextPage !== null);
        expect(found.map(({ id }) => id)).toEqual(known);
        if (limit === known.length) {
          const comparable = ({ confirmations, ...rest }: ParsedTransaction) => rest;
          expect(found).toEqual(single.map(comparable));
        }
      }
    });

    it('takes one round trip a page, and does not show what came after its first page', async () => {
      const first = await chain.history(me, { limit: 2 });
      const nextPage = first.pagination.nextPage ?? '';
      const { id } = await send({ mode: 'transfer', recipientAddress: friend, amount: '6' });
      let roundTrips = 0;
      const second = await chain.history(me, {
        limit: 2,
        nextPage,
        onTrace: (trace) => {
          roundTrips = trace.roundTrips;
        },
      });
      expect(roundTrips).toBe(1);
      expect(second.transactions.map(({ parsed }) => parsed?.id)).toEqual(ids.slice(0, -1).toReversed().slice(2, 4));
      expect((await chain.history(me, { limit: 1 })).transactions[0]?.parsed).toMatchObject({
        id,
        state: 'unconfirmed',
      });
    });

    it('has coins that contracts paid', async () => {
      const txId = 'ab'.repeat(32);
      engine.addInternalTransaction({ from: engine.tokens[0]?.id ?? '', to: friend, value: 123n, txId });
      engine.addInternalTransaction({ from: engine.tokens[0]?.id ?? '', to: friend, value: 9n, txId, rejected: true });
      const { transactions } = await chain.history(friend, { limit: 2 });
      const parsed = transactions.map((each) => each.parsed).find((each) => each?.id === txId);
      expect(parsed).toMatchObject({ mode: 'transfer', recipients: [party(friend, 123n)] });
    });

    it('is not made of a list that an endpoint changed', async () => {
      onTestFinished(() => engine.intercept(undefined));
      engine.intercept(async (call, answer) => {
        const reply = await answer();
        if (!call.path.endsWith('/transactions')) return reply;
        return { ...reply, body: JSON.parse(JSON.stringify(reply?.body, bigintAsNumber).replace(/121541/g, '121542')) };
      });
      await expect(chain.history(me)).rejects.toBeInstanceOf(UpstreamError);
    });
  });
});

const bigintAsNumber = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
