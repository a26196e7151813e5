import { startTron, type TronEngine } from '@isochain/devnet/tron';
import { TronWeb, utils } from 'tronweb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hexOf } from '../test/scripted-nodes.ts';
import { type Signed, signedBy } from '../test/signed-transfer.ts';
import type { Contract } from './bytes/contracts.ts';
import type { TronPlan } from './bytes/transaction.ts';
import { tron } from './index.ts';
import { askOne } from './upstream/ask.ts';
import { latestBlock, solidBlock } from './upstream/queries/blocks.ts';

// Broadcasts to the stand-in of a node, which decodes and checks them with tronweb.

let engine: TronEngine;
let count = 0;
const coin = 1_000_000n;

beforeAll(async () => {
  engine = await startTron();
});
afterEach(async () => {
  engine.intercept(undefined);
  engine.setIdCache(false);
  await engine.setAutomine(true);
});
afterAll(() => engine.stop());

/** A fresh account. */
async function account(balance = 10n * coin) {
  count += 1;
  const key = `7${count.toString(16).padStart(63, '0')}`;
  const address = TronWeb.address.fromPrivateKey(key) as string;
  if (balance > 0n) await engine.fund(address, balance);
  return { key, address };
}

const dead = 'http://127.0.0.1:9';

function open(...urls: readonly string[]) {
  const [first = engine.url] = urls;
  const endpoints = (urls.length === 0 ? [first] : urls).map((url, i) => ({ url, name: `node ${i}` }));
  const chain = tron.connect('tron', { endpoints, oldestBlockMs: 0, now: () => engine.now() });
  const { adapter } = chain;
  return {
    chain,
    submit: ({ signed, plan }: Signed) => adapter.submit(signed, plan, adapter.upstream.operation()),
    /** Signs a contract as of now. */
    async signed(
      by: Awaited<ReturnType<typeof account>>,
      contract: Contract,
      changed: Partial<TronPlan> = {},
    ): Promise<Signed> {
      const own = tron.connect('tron', { endpoints: [engine.url], oldestBlockMs: 0 }).adapter.upstream.operation();
      const [head, solid] = await Promise.all([askOne(latestBlock, own), askOne(solidBlock, own)]);
      const owner = hexOf(by.address);
      return signedBy(by.key, {
        ...{ owner, contract, permissionId: 0, signers: [owner] },
        ...{ refBlockBytes: solid.id.slice(12, 16), refBlockHash: solid.id.slice(16, 32) },
        ...{ expiration: head.timestamp + 600_000, timestamp: head.timestamp },
        ...changed,
      });
    },
  };
}

const transferTo = (address: string, amount = coin): Contract => ({
  type: 'TransferContract',
  to: hexOf(address),
  amount,
});
const sends = () => engine.requests.filter(({ path }) => path.startsWith('/wallet/broadcast')).length;

describe('a transfer', () => {
  it('moves coins once, however often it is sent', async () => {
    const [by, to] = [await account(), await account()];
    const { submit, signed } = open();
    const one = await signed(by, transferTo(to.address));
    expect(await submit(one)).toBe(one.signed.hash);
    expect(await submit(one)).toBe(one.signed.hash);
    expect(await engine.balance(to.address)).toBe(11n * coin);
  });

  it('made by encode arrives', async () => {
    const [by, to] = [await account(), await account()];
    const { chain } = open();
    const intent = { mode: 'transfer', senderAddress: by.address, recipientAddress: to.address, amount: '7' };
    const { transaction, status } = await chain.encode(intent as never);
    expect(status.errors).toEqual([]);
    const [item] = transaction?.encoded ?? [];
    const id = utils.code.hexStr2byteArray(item?.hash?.value ?? '');
    const signature = utils.crypto.ECKeySign(id, utils.code.hexStr2byteArray(by.key));
    const { hash } = await chain.broadcast({ ...transaction, signature } as never);
    expect(hash).toBe(item?.hash?.value);
    expect(await engine.balance(to.address)).toBe(10n * coin + 7n);
  });

  it('waits in the pool, and is known there', async () => {
    const [by, to] = [await account(), await account()];
    const { submit, signed } = open();
    await engine.setAutomine(false);
    const one = await signed(by, transferTo(to.address));
    expect(await submit(one)).toBe(one.signed.hash);
    expect(await submit(one)).toBe(one.signed.hash);
    await engine.mine(1);
    expect(await engine.balance(to.address)).toBe(11n * coin);
  });

  it('is sent as JSON to a node that takes no bytes', async () => {
    const [by, to] = [await account(), await account()];
    const { submit, signed } = open();
    engine.intercept((call, answer) =>
      call.path === '/wallet/broadcasthex' ? { status: 405, body: 'Method Not Allowed' } : answer(),
    );
    const one = await signed(by, transferTo(to.address), { memo: 'für dich' });
    expect(await submit(one)).toBe(one.signed.hash);
    expect(await engine.balance(to.address)).toBe(11n * coin);
    const two = await signed(by, transferTo(to.address, 1_000n * coin));
    await expect(submit(two)).rejects.toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it('is not sent again after its time, and is known if it was carried out before', async () => {
    const [by, to] = [await account(), await account()];
    const { submit, signed } = open();
    const [early, late] = [await signed(by, transferTo(to.address)), await signed(by, transferTo(to.address, 5n))];
    await submit(early);
    await engine.advance(700_000);
    const before = sends();
    await expect(submit(late)).rejects.toMatchObject({ code: 'broadcast.expired' });
    expect(await submit(early)).toBe(early.signed.hash);
    expect(sends()).toBe(before);
    expect(await engine.balance(to.address)).toBe(11n * coin);
  });

  it('that refers to a block of another chain has to be encoded again', async () => {
    const [by, to] = [await account(), await account()];
    const { submit, signed } = open();
    const one = await signed(by, transferTo(to.address), { refBlockHash: '00'.repeat(8) });
    await expect(submit(one)).rejects.toMatchObject({ code: 'broadcast.blockUnknown' });
  });

  it('from an account that was emptied meanwhile is refused', async () => {
    const [by, to] = [await account(), await account()];
    const { submit, signed } = open();
    const one = await signed(by, transferTo(to.address, 6n * coin));
    await submit(await signed(by, transferTo(to.address, 5n * coin)));
    await expect(submit(one)).rejects.toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it('of an account that does not exist is refused with the words of the node', async () => {
    const [by, to] = [await account(0n), await account()];
    const { submit, signed } = open();
    await expect(submit(await signed(by, transferTo(to.address)))).rejects.toMatchObject({
      ...{ code: 'broadcast.fails' },
      message: expect.stringContaining(`account [${by.address}] does not exist`),
    });
  });

  it('signed by a key that lost its permission is refused', async () => {
    const [by, to, other] = [await account(), await account(), await account()];
    const { submit, signed } = open();
    const one = await signed(by, transferTo(to.address));
    const keys = [{ address: hexOf(other.address), weight: 1 }];
    await engine.setPermissions(by.address, { id: 0, type: 'Owner', name: 'owner', threshold: 1n, keys } as never);
    await expect(submit(one)).rejects.toMatchObject({
      ...{ code: 'broadcast.refused' },
      message: expect.stringContaining('not contained of permission'),
    });
  });
});

describe('a claim', () => {
  const claim: Contract = { type: 'WithdrawBalanceContract' };

  it('is paid once a day', async () => {
    const by = await account();
    const { submit, signed } = open();
    await engine.addReward(by.address, coin);
    const [first, second] = [await signed(by, claim), await signed(by, claim, { memo: 'again' })];
    expect(await submit(first)).toBe(first.signed.hash);
    await engine.addReward(by.address, coin);
    await expect(submit(second)).rejects.toMatchObject({
      ...{ code: 'broadcast.fails' },
      message: expect.stringMatching(/The last withdraw time is \d+, less than 24 hours/),
    });
    // The refusal of the first one comes from itself.
    expect(await submit(first)).toBe(first.signed.hash);
  });
});

describe('a node that remembers ids before it checks transactions', () => {
  it('proves nothing by calling a transaction known', async () => {
    const [by, to] = [await account(), await account()];
    const { submit, signed } = open();
    engine.setIdCache(true);
    const one = await signed(by, transferTo(to.address, 1_000n * coin));
    await expect(submit(one)).rejects.toMatchObject({ code: 'broadcast.insufficientFunds' });
    await expect(submit(one)).rejects.toMatchObject({
      ...{ code: 'broadcast.uncertain', maybeSent: true, hash: one.signed.hash },
      message: expect.stringContaining('Transaction already exists.'),
    });
    await engine.advance(700_000);
    await expect(submit(one)).rejects.toMatchObject({ code: 'broadcast.expired' });
  });

  it('is believed if it shows the transaction', async () => {
    const [by, to] = [await account(), await account()];
    const { submit, signed } = open();
    engine.setIdCache(true);
    const one = await signed(by, transferTo(to.address));
    expect([await submit(one), await submit(one)]).toEqual([one.signed.hash, one.signed.hash]);
  });
});

describe('endpoints that fail', () => {
  it('do not stop the others', async () => {
    const [by, to] = [await account(), await account()];
    const { submit, signed } = open(dead, engine.url, dead);
    const one = await signed(by, transferTo(to.address));
    expect(await submit(one)).toBe(one.signed.hash);
  });

  it('are told, if all of them do', async () => {
    const [by, to] = [await account(), await account()];
    const one = await open().signed(by, transferTo(to.address));
    await expect(open(dead, dead).submit(one)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it.each([
    ['SERVER_BUSY', 'Server busy.'],
    ['NO_CONNECTION', 'No connection.'],
    ['BLOCK_UNSOLIDIFIED', 'Block unsolidified.'],
  ])('by %s have no place for it', async (code, message) => {
    const [by, to] = [await account(), await account()];
    const { submit, signed } = open(engine.url, engine.url);
    engine.intercept((call, answer) =>
      call.path === '/wallet/broadcasthex' ? { status: 200, body: { result: false, code, message } } : answer(),
    );
    const one = await signed(by, transferTo(to.address));
    await expect(submit(one)).rejects.toMatchObject({ code: 'broadcast.congested' });
    expect(await engine.balance(to.address)).toBe(10n * coin);
  });

  it('after they took it are asked for it', async () => {
    const [by, to] = [await account(), await account()];
    const { submit, signed } = open();
    engine.intercept(async (call, answer) => {
      const reply = await answer();
      return call.path === '/wallet/broadcasthex' ? { status: 502, body: 'Bad Gateway' } : reply;
    });
    const one = await signed(by, transferTo(to.address));
    expect(await submit(one)).toBe(one.signed.hash);
    expect(await engine.balance(to.address)).toBe(11n * coin);
  });
});
