import { Address, beginCell, Cell, Dictionary, loadMessage, SendMode, toNano } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { message, walletOf } from '../../test/ton/wallets.ts';
import { configAddress } from './config.ts';
import type { TonEngine } from './engine.ts';
import { startTon } from './ton.ts';

let engine: TonEngine;
/** What the engine answers of an account with coins and of one that was never seen. Read before tests use both. */
let unused: Json;

beforeAll(async () => {
  engine = await startTon({ startTime: new Date('2026-06-01T00:00:00Z') });
  unused = await get(`/accountStates?address=${engine.accounts[0]?.address}&address=${recipient}`);
});
afterAll(() => engine.stop());

const recipient = new Address(0, Buffer.alloc(32, 7)).toString({ bounceable: false });
const raw = (address: string) => Address.parse(address).toRawString().toUpperCase();
const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex');

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types would read them.
type Json = any;

async function get(path: string): Promise<Json> {
  const response = await fetch(`${engine.urls.v3}${path}`);
  return { status: response.status, ...(await response.json()) };
}

async function post(path: string, body: unknown): Promise<Json> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${engine.urls.v3}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, ...(await response.json()) };
}

const send = (cell: Cell) => post('/message', { boc: cell.toBoc().toString('base64') });
const later = () => engine.now() + 300;

describe('the configuration', () => {
  it('lies in the account that param 0 names, with the prices of mainnet', async () => {
    const { accounts } = await get(`/accountStates?address=${configAddress}&include_boc=true`);
    const params = Cell.fromBase64(accounts[0].data_boc).beginParse().loadRef();
    const config = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), params);
    expect(`-1:${config.get(0)?.beginParse().loadBuffer(32).toString('hex')}`).toBe(configAddress);
    const gas = config.get(21)?.beginParse().skip(8);
    expect([gas?.loadUint(64), gas?.loadUint(64), gas?.skip(8).loadUint(64)]).toEqual([100, 6667, 4_369_067]);
  });

  it('tells time and network with the masterchain', async () => {
    const { last } = await get('/masterchainInfo');
    expect(last).toMatchObject({ workchain: -1, global_id: -239, gen_utime: String(engine.now()) });
  });
});

describe('accounts', () => {
  it('are answered with code and data, and left out if they were never seen', () => {
    const [account] = engine.accounts;
    const { accounts } = unused;
    expect(accounts).toHaveLength(1);
    expect(accounts[0]).toMatchObject({
      address: raw(account?.address ?? ''),
      balance: '10000000000000',
      status: 'uninit',
    });
  });

  it('refuses what is no address', async () => {
    expect(await get('/accountStates?address=EQnonsense')).toEqual({ status: 422, error: 'Incorrect address' });
  });
});

// Fees with mainnet's prices of 2026: by hand from the formula of the chain's documentation, and measured on this machine.
const fees = {
  v3r1: [448_069n, 362_203n],
  v3r2: [461_202n, 367_336n],
  v4r1: [undefined, 388_269n],
  v4r2: [900_402n, 388_269n],
  v5r1: [980_003n, 513_003n],
};

describe.each(['v4r2', 'v5r1', 'v3r2', 'v3r1', 'v4r1'] as const)('a wallet %s', (version) => {
  it('is deployed by its first transfer, and pays the fee of the chain', async () => {
    const account = engine.accounts.find((one) => one.version === version);
    if (account === undefined) throw new Error(version);
    const wallet = walletOf(account);
    expect(wallet.address.equals(Address.parse(account.address))).toBe(true);
    const before = (await engine.state(account.address)).balance;
    const first = wallet.sign({ seqno: 0, messages: [message(recipient, toNano(1))], timeout: later() });
    const sent = await send(first);
    expect(sent.status).toBe(200);
    expect(hex(sent.message_hash)).toBe(first.hash().toString('hex'));
    const deployed = await engine.state(account.address);
    expect(deployed.status).toBe('active');
    const [deployFee, fee] = fees[version];
    if (deployFee !== undefined) expect(before - deployed.balance - toNano(1)).toBe(deployFee);

    const second = wallet.sign({ seqno: 1, messages: [message(recipient, toNano(1))], timeout: later() });
    const accepted = await send(second);
    expect(deployed.balance - (await engine.state(account.address)).balance - toNano(1)).toBe(fee);

    // The transaction is found by the plain and the normalized hash, and each message has the hash that its receiver sees.
    for (const hash of [accepted.message_hash, accepted.message_hash_norm]) {
      const { transactions } = await get(`/transactionsByMessage?msg_hash=${encodeURIComponent(hash)}&direction=in`);
      expect(transactions).toHaveLength(1);
      const [transaction] = transactions;
      expect(transaction).toMatchObject({ account: raw(account.address), finality: 'finalized', emulated: false });
      expect(transaction.description).toMatchObject({ type: 'ord', aborted: false, compute_ph: { exit_code: 0 } });
      expect(transaction.out_msgs[0]).toMatchObject({
        destination: raw(recipient),
        value: '1000000000',
        bounce: false,
      });
      const received = await get(
        `/transactionsByMessage?msg_hash=${encodeURIComponent(transaction.out_msgs[0].hash)}&direction=in`,
      );
      expect(received.transactions[0]).toMatchObject({ account: raw(recipient), trace_id: transaction.trace_id });
    }

    const replay = await send(second);
    expect(replay.status).toBe(500);
    expect(replay.error).toMatch(version === 'v5r1' ? /exitcode=133,/ : /exitcode=33,/);
    const old = await send(wallet.sign({ seqno: 2, messages: [message(recipient, 1n)], timeout: engine.now() }));
    expect(old.error).toMatch(
      { v3r1: /exitcode=35,/, v3r2: /exitcode=35,/, v4r1: /exitcode=35,/, v4r2: /exitcode=36,/, v5r1: /exitcode=136,/ }[
        version
      ],
    );
  });
});

describe('messages', () => {
  it('are refused with the words of a node', async () => {
    const stranger = walletOf({ version: 'v4r2', privateKey: `0x${'11'.repeat(32)}` });
    const messages = [message(recipient, 1n)];
    const unknown = await send(stranger.sign({ seqno: 0, messages, timeout: later() }));
    expect(unknown.error).toMatch(/Failed to unpack account state/);
    await engine.fund(stranger.address.toString(), toNano(1));
    const withoutInit = await send(stranger.sign({ seqno: 0, messages, timeout: later(), deploy: false }));
    expect(withoutInit.error).toMatch(/rejected by account [0-9A-F]{64} before smart-contract execution/);
    expect(await post('/message', {})).toEqual({ status: 401, error: 'boc is required' });
    expect((await post('/message', { boc: 'AAAA' })).status).toBe(500);
  });

  it('keep the bytes of their sender, so that a message in another writing has its own hash and fee', async () => {
    const account = walletOf({ version: 'v4r2', privateKey: `0x${'22'.repeat(32)}` });
    await engine.fund(account.address.toString(), toNano(10));
    await send(account.sign({ seqno: 0, messages: [message(recipient, 1n)], timeout: later() }));
    const inline = account.sign({ seqno: 1, messages: [message(recipient, 1n)], timeout: later() });
    const { info, body } = loadMessage(inline.beginParse());
    if (info.type !== 'external-in') throw new Error(info.type);
    // The same message with the body in a reference: what the normalized hash is taken of.
    const inReference = beginCell()
      .storeUint(0b10, 2)
      .storeUint(0, 2)
      .storeAddress(info.dest)
      .storeCoins(0)
      .storeBit(false)
      .storeBit(true)
      .storeRef(body)
      .endCell();
    const before = (await engine.state(account.address.toString())).balance;
    const sent = await send(inReference);
    expect(sent.message_hash).toBe(sent.message_hash_norm);
    expect(hex(sent.message_hash)).toBe(inReference.hash().toString('hex'));
    const { transactions } = await get(`/transactionsByMessage?msg_hash=${hex(sent.message_hash)}`);
    expect(transactions[0].in_msg.hash).toBe(sent.message_hash);
    expect(before - (await engine.state(account.address.toString())).balance).toBeGreaterThan(388_270n);
  });

  it('wait when asked to, and are answered as pending', async () => {
    const account = walletOf({ version: 'v5r1', privateKey: `0x${'33'.repeat(32)}` });
    await engine.fund(account.address.toString(), toNano(10));
    await engine.setAutomine(false);
    const cell = account.sign({ seqno: 0, messages: [message(recipient, toNano(1))], timeout: later() });
    const { message_hash_norm: norm } = await send(cell);
    expect((await send(cell)).error).toMatch(/duplicate message/);
    const query = encodeURIComponent(norm);
    expect((await get(`/transactionsByMessage?msg_hash=${query}`)).transactions).toEqual([]);
    const { traces } = await get(`/pendingTraces?ext_msg_hash=${query}`);
    expect(traces).toHaveLength(1);
    expect(Object.values<Json>(traces[0].transactions)[0]).toMatchObject({ emulated: true, finality: 'pending' });
    expect((await engine.state(account.address.toString())).status).toBe('uninit');
    await engine.mine();
    await engine.setAutomine(true);
    expect((await get(`/pendingTraces?ext_msg_hash=${query}`)).traces).toEqual([]);
    expect((await get(`/transactionsByMessage?msg_hash=${query}`)).transactions).toHaveLength(1);
  });

  it('leave 0 when all is sent, and show a skipped action when there is too little', async () => {
    const account = walletOf({ version: 'v4r2', privateKey: `0x${'44'.repeat(32)}` });
    await engine.fund(account.address.toString(), toNano(10));
    const tooMuch = await send(
      account.sign({ seqno: 0, messages: [message(recipient, toNano(50))], timeout: later() }),
    );
    const { transactions } = await get(`/transactionsByMessage?msg_hash=${encodeURIComponent(tooMuch.message_hash)}`);
    expect(transactions[0].description.action).toMatchObject({ success: true, skipped_actions: 1 });
    const sendMode = SendMode.CARRY_ALL_REMAINING_BALANCE | SendMode.IGNORE_ERRORS;
    await send(account.sign({ seqno: 1, messages: [message(recipient, 0n)], timeout: later(), sendMode }));
    expect(await engine.state(account.address.toString())).toMatchObject({ status: 'active', balance: 0n });
    const { error } = await send(account.sign({ seqno: 2, messages: [message(recipient, 0n)], timeout: later() }));
    expect(error).toMatch(/before smart-contract execution/);
  });
});

describe('time', () => {
  it('stands still until it is moved, and storage is paid for it', async () => {
    const account = walletOf({ version: 'v4r2', privateKey: `0x${'55'.repeat(32)}` });
    await engine.fund(account.address.toString(), toNano(10));
    await send(account.sign({ seqno: 0, messages: [message(recipient, 1n)], timeout: later() }));
    const before = engine.now();
    engine.advance(31_536_000);
    expect(engine.now()).toBe(before + 31_536_000);
    const { message_hash: hash } = await send(
      account.sign({ seqno: 1, messages: [message(recipient, 1n)], timeout: later() }),
    );
    const { transactions } = await get(`/transactionsByMessage?msg_hash=${encodeURIComponent(hash)}`);
    // 22 cells at 135 / 65,536 nanotons a second.
    expect(transactions[0].description.storage_ph.storage_fees_collected).toBe(
      String(Math.ceil((22 * 135 * 31_536_000) / 65_536)),
    );
  });

  it('follows a clock if it has one', async () => {
    let time = 1_790_000_000_000;
    const other = await startTon({ bare: true, now: () => time });
    expect(other.now()).toBe(1_790_000_000);
    time += 5_000;
    other.advance(60);
    expect(other.now()).toBe(1_790_000_065);
    time -= 10_000;
    expect(other.now()).toBe(1_790_000_065);
    await other.stop();
  });
});

describe('suspended accounts', () => {
  it('cannot be deployed', async () => {
    const account = walletOf({ version: 'v4r2', privateKey: `0x${'66'.repeat(32)}` });
    const address = account.address.toString();
    await engine.fund(address, toNano(10));
    await engine.suspend(address);
    expect((await get(`/accountStates?address=${address}`)).accounts[0].suspended).toBe(true);
    const { error } = await send(account.sign({ seqno: 0, messages: [message(recipient, 1n)], timeout: later() }));
    expect(error).toMatch(/before smart-contract execution/);
  });
});
