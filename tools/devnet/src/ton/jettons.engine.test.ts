import { Address, beginCell, Cell, loadStateInit, toNano } from '@ton/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { message, walletOf } from '../../test/ton/wallets.ts';
import type { TonEngine } from './engine.ts';
import { startTon } from './ton.ts';

let engine: TonEngine;

// Each test has its own: who holds the jetton is told of a chain that nobody used.
beforeEach(async () => {
  engine = await startTon({ startTime: new Date('2026-06-01T00:00:00Z') });
});
afterEach(() => engine.stop());

const recipient = new Address(0, Buffer.alloc(32, 9));
const raw = (address: string) => Address.parse(address).toRawString().toUpperCase();

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types would read them.
async function get(path: string): Promise<any> {
  return (await fetch(`${engine.urls.v3}${path}`)).json();
}

it('lists masters and wallets as an index does', async () => {
  const [account] = engine.accounts;
  const [token] = engine.tokens;
  const { jetton_wallets: wallets, metadata } = await get(
    `/jetton/wallets?owner_address=${account?.address}&jetton_address=${token?.id}&limit=1`,
  );
  expect(wallets).toHaveLength(1);
  expect(wallets[0]).toMatchObject({
    balance: '1000000000000',
    owner: raw(account?.address ?? ''),
    jetton: raw(token?.id ?? ''),
  });
  expect(metadata[raw(token?.id ?? '')].token_info[0]).toMatchObject({ symbol: 'DEMO', extra: { decimals: '6' } });
  const { jetton_masters: masters } = await get(`/jetton/masters?address=${token?.id}`);
  expect(masters[0]).toMatchObject({
    total_supply: String(engine.accounts.length * 1_000_000_000_000),
    jetton_content: { name: 'Isochain Demo Dollar', symbol: 'DEMO', decimals: '6' },
  });
  expect((await get(`/jetton/wallets?owner_address=${recipient}&jetton_address=${token?.id}`)).jetton_wallets).toEqual(
    [],
  );
  const all = await get(`/jetton/wallets?jetton_address=${token?.id}&limit=2&offset=4`);
  expect(all.jetton_wallets).toHaveLength(1);
});

it('answers what a document elsewhere says, only in what an index adds', async () => {
  const master = await engine.deployJetton({
    name: 'Far',
    symbol: 'FAR',
    decimals: 3,
    offChain: 'https://example.com/far.json',
  });
  const { jetton_masters: masters, metadata } = await get(`/jetton/masters?address=${master}`);
  expect(masters[0].jetton_content).toEqual({ uri: 'https://example.com/far.json' });
  expect(metadata[raw(master)].token_info[0]).toMatchObject({
    symbol: 'FAR',
    extra: { decimals: '3', uri: 'https://example.com/far.json' },
  });
});

it('moves jettons between owners', async () => {
  const account = engine.accounts[0];
  const [token] = engine.tokens;
  if (account === undefined || token === undefined) throw new Error('The engine has none.');
  const wallet = walletOf(account);
  const body = beginCell()
    .storeUint(0x0f8a7ea5, 32)
    .storeUint(0, 64)
    .storeCoins(1_500_000n)
    .storeAddress(recipient)
    .storeAddress(wallet.address)
    .storeBit(false)
    .storeCoins(1n)
    .storeBit(false)
    .endCell();
  const from = await engine.jettonWallet(token.id, account.address);
  const boc = (seqno: number, value: bigint) =>
    wallet
      .sign({ seqno, messages: [message(from, value, body, true)], timeout: engine.now() + 60 })
      .toBoc()
      .toString('base64');
  const post = async (text: string) =>
    (
      await fetch(`${engine.urls.v3}/message`, { method: 'POST', body: JSON.stringify({ boc: text }) })
    ).json() as Promise<{ message_hash: string }>;
  const { message_hash: hash } = await post(boc(0, toNano('0.05')));
  expect(await engine.jettonBalance(token.id, recipient.toString())).toBe(1_500_000n);
  const { traces } = await get(`/traces?msg_hash=${encodeURIComponent(hash)}`);
  // Wallet, both jetton wallets, the notification and what is left over.
  expect(traces[0].trace_info.transactions).toBe(5);

  // Too little for the way: the jetton wallet throws, and the coins come back.
  const { message_hash: poor } = await post(boc(1, toNano('0.01')));
  const { traces: failed } = await get(`/traces?msg_hash=${encodeURIComponent(poor)}`);
  const transactions = Object.values<{
    account: string;
    in_msg: { bounced: boolean };
    description: { compute_ph: { exit_code?: number } };
  }>(failed[0].transactions);
  expect(transactions.find((one) => one.account === raw(from))?.description.compute_ph.exit_code).toBe(709);
  expect(transactions.some((one) => one.in_msg.bounced)).toBe(true);
  expect(await engine.jettonBalance(token.id, recipient.toString())).toBe(1_500_000n);
});

it('runs get methods', async () => {
  const [token] = engine.tokens;
  const stack = [{ type: 'slice', value: beginCell().storeAddress(recipient).endCell().toBoc().toString('base64') }];
  const response = await fetch(`${engine.urls.v3}/runGetMethod`, {
    method: 'POST',
    body: JSON.stringify({ address: token?.id, method: 'get_wallet_address', stack }),
  });
  const answer = (await response.json()) as { exit_code: number; stack: { type: string; value: string }[] };
  expect(answer.exit_code).toBe(0);
  const [item] = answer.stack;
  expect(
    Cell.fromBase64(item?.value ?? '')
      .beginParse()
      .loadAddress()
      .toString(),
  ).toBe(await engine.jettonWallet(token?.id ?? '', recipient.toString()));
});

it('has mintless jettons, which an owner claims with its first transfer', async () => {
  const wallet = walletOf({ version: 'v5r1', privateKey: `0x${'a1'.repeat(32)}` });
  const owner = wallet.address.toString();
  await engine.fund(owner, toNano(10));
  const other = new Address(0, Buffer.alloc(32, 0x51)).toString();
  const master = await engine.deployJetton({
    name: 'Free',
    symbol: 'FREE',
    decimals: 2,
    mintless: { [owner]: 700n, [other]: 5n },
  });
  const listed = () => get(`/jetton/wallets?owner_address=${owner}&jetton_address=${master}&exclude_zero_balance=true`);
  const { jetton_wallets: before } = await listed();
  expect(before).toMatchObject([{ balance: '0', code_hash: null, mintless_info: { amount: '700' } }]);
  const tonapi = async (path: string) =>
    (await fetch(`${engine.urls.tonapi}${path}`)).json() as Promise<Record<string, string>>;
  const balance = (query: string) => tonapi(`/accounts/${owner}/jettons/${master}${query}`);
  expect(await balance('?supported_extensions=custom_payload')).toMatchObject({
    balance: '700',
    extensions: ['custom_payload'],
  });
  expect(await balance('')).toHaveProperty('error');

  const { custom_payload: payload = '', state_init: init = '' } = await tonapi(
    `/jettons/${master}/transfer/${owner}/payload`,
  );
  const transfer = (customPayload: Cell | null) =>
    beginCell()
      .storeUint(0x0f8a7ea5, 32)
      .storeUint(0, 64)
      .storeCoins(300n)
      .storeAddress(recipient)
      .storeAddress(wallet.address)
      .storeMaybeRef(customPayload)
      .storeCoins(1n)
      .storeBit(false)
      .endCell();
  const send = async (seqno: number, customPayload: Cell | null, stateInit?: Cell) => {
    const to = await engine.jettonWallet(master, owner);
    const call = message(to, toNano('0.1'), transfer(customPayload), true);
    const messages = [stateInit ? { ...call, init: loadStateInit(stateInit.beginParse()) } : call];
    const boc = wallet
      .sign({ seqno, messages, timeout: engine.now() + 60 })
      .toBoc()
      .toString('base64');
    const sent = await fetch(`${engine.urls.v3}/message`, { method: 'POST', body: JSON.stringify({ boc }) });
    expect([sent.status, await sent.json()]).toEqual([200, expect.anything()]);
  };
  // Without the proof there is nothing to send. With it there is, once.
  await send(0, null, Cell.fromHex(init));
  expect(await engine.jettonBalance(master, recipient.toString())).toBe(0n);
  await send(1, Cell.fromHex(payload), Cell.fromHex(init));
  expect(await engine.jettonBalance(master, recipient.toString())).toBe(300n);
  expect(await engine.jettonBalance(master, owner)).toBe(400n);
  await send(2, Cell.fromHex(payload));
  expect(await engine.jettonBalance(master, owner)).toBe(100n);
  expect((await listed()).jetton_wallets[0]).not.toHaveProperty('mintless_info');
  expect(await tonapi(`/jettons/${master}/transfer/${owner}/payload`)).toEqual({});
});
