import { startTon, type TonEngine } from '@isochain/devnet/ton';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sign } from '../test/ed25519.ts';
import { type TestKey, type TestWallet, testKey } from '../test/keys.ts';
import { ton } from './index.ts';
import type { TonKind } from './options.ts';

// Broadcasts to the real virtual machine, over all three interfaces.

let engine: TonEngine;
const coin = 1_000_000_000n;
const recipient = testKey(99).address;

beforeAll(async () => {
  engine = await startTon();
});
afterAll(() => engine.stop());

const kinds: readonly TonKind[] = ['toncenter-v3', 'toncenter-v2', 'tonapi'];

function open(kind: TonKind) {
  const urls = { 'toncenter-v3': engine.urls.v3, 'toncenter-v2': engine.urls.v2, tonapi: engine.urls.tonapi };
  const endpoints = [{ url: urls[kind], kind }];
  // Its clock stands still.
  const chain = ton.connect('ton', { endpoints, oldestBlockMs: 0, now: () => engine.now() * 1000 });
  return {
    chain,
    async signed(key: TestKey, changed: Readonly<Record<string, unknown>> = {}) {
      const intent = {
        mode: 'transfer',
        senderAddress: key.address,
        senderPubKey: key.publicKey,
        recipientAddress: recipient,
        amount: '1000',
      };
      const { transaction, status } = await chain.encode({ ...intent, ...changed } as never);
      expect(status.errors).toEqual([]);
      const [item] = transaction?.encoded ?? [];
      const signature = sign(Buffer.from(item?.hash?.value ?? '', 'hex'), key.secretKey).toString('hex');
      return { ...transaction, signature } as never;
    },
  };
}

const broadcast = async ({ chain }: ReturnType<typeof open>, transaction: never) =>
  (await chain.broadcast(transaction)).hash;

describe.each(kinds)('over %s', (kind) => {
  const number = kinds.indexOf(kind) * 10;

  it.each<TestWallet>(['v3r1', 'v3r2', 'v4r2', 'v5r1'])(
    'sends the first message of %s, and answers the same hash for the same message again',
    async (version) => {
      const key = testKey(number + 1, version);
      await engine.fund(key.address, coin);
      const opened = open(kind);
      const transaction = await opened.signed(key);
      const hash = await broadcast(opened, transaction);
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(await broadcast(opened, transaction)).toBe(hash);
    },
  );

  it.each<TestWallet>(['v3r2', 'v4r2', 'v5r1'])(
    'names the message that used the sequence number of %s',
    async (version) => {
      const key = testKey(number + 2, version);
      await engine.fund(key.address, coin);
      const opened = open(kind);
      const transaction = await opened.signed(key, { amount: '5' });
      const first = await broadcast(opened, await opened.signed(key));
      await expect(broadcast(opened, transaction)).rejects.toMatchObject({
        code: 'broadcast.nonceUsed',
        problems: [{ context: { nonce: '0', transaction: first } }],
      });
    },
  );

  it('answers the hash of a message that emptied the wallet', async () => {
    const key = testKey(number + 3);
    await engine.fund(key.address, coin);
    const opened = open(kind);
    const transaction = await opened.signed(key, { amount: undefined, useMaxAmount: true });
    const hash = await broadcast(opened, transaction);
    expect((await engine.state(key.address)).balance).toBe(0n);
    expect(await broadcast(opened, transaction)).toBe(hash);
  });

  it.each<TestWallet>(['v3r2', 'v4r2', 'v5r1'])('says that the time of a message of %s is over', async (version) => {
    const key = testKey(number + 4, version);
    await engine.fund(key.address, coin);
    const opened = open(kind);
    const transaction = await opened.signed(key);
    engine.advance(301);
    await expect(broadcast(opened, transaction)).rejects.toMatchObject({ code: 'broadcast.expired' });
  });
});

it('knows a message that waits for the next block', async () => {
  const key = testKey(77);
  await engine.fund(key.address, coin);
  const opened = open('toncenter-v3');
  const transaction = await opened.signed(key);
  await engine.setAutomine(false);
  try {
    const hash = await broadcast(opened, transaction);
    expect(await broadcast(opened, transaction)).toBe(hash);
  } finally {
    await engine.setAutomine(true);
  }
});
