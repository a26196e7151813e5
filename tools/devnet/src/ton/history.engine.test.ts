import { Address, beginCell, Cell, Dictionary, toNano } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { message, walletOf } from '../../test/ton/wallets.ts';
import type { TonEngine } from './engine.ts';
import { startTon } from './ton.ts';

let engine: TonEngine;
let pool: string;
let liquid: string;
let wallet: ReturnType<typeof walletOf>;
let deployed: string;

const recipient = new Address(0, Buffer.alloc(32, 7));
const raw = (address: string | Address) => Address.parse(String(address)).toRawString();
const upper = (address: string | Address) => raw(address).toUpperCase();

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types would read them.
type Json = any;

async function get(url: string): Promise<Json> {
  return (await fetch(url)).json();
}

let seqno = 0;
async function send(
  to: string | Address,
  value: string,
  body?: Parameters<typeof message>[2],
  bounce = true,
): Promise<string> {
  const cell = wallet.sign({ seqno, messages: [message(to, toNano(value), body, bounce)], timeout: engine.now() + 60 });
  seqno += 1;
  const boc = cell.toBoc().toString('base64');
  const { ok, error } = await fetch(`${engine.urls.v2}/sendBoc`, {
    method: 'POST',
    body: JSON.stringify({ boc }),
  }).then((r) => r.json() as Json);
  expect([ok, error]).toEqual([true, undefined]);
  engine.advance(1);
  return cell.hash().toString('hex');
}

beforeAll(async () => {
  engine = await startTon({ startTime: new Date('2026-06-01T00:00:00Z') });
  pool = await engine.deployNominatorPool({ minStake: toNano(100) });
  liquid = await engine.deployLiquidPool();
  const [account] = engine.accounts;
  if (account === undefined) throw new Error('The engine has no accounts.');
  wallet = walletOf(account);
  deployed = await send(recipient, '1', 'rent', false);
  const [token] = engine.tokens;
  const transfer = beginCell()
    .storeUint(0x0f8a7ea5, 32)
    .storeUint(7, 64)
    .storeCoins(2_000_000n)
    .storeAddress(recipient)
    .storeAddress(wallet.address)
    .storeBit(false)
    .storeCoins(1n)
    .storeBit(true)
    .storeRef(beginCell().storeUint(0, 32).storeStringTail('lunch').endCell())
    .endCell();
  await send(await engine.jettonWallet(token?.id ?? '', wallet.address.toString()), '0.05', transfer);
  await send(pool, '101', 'd');
  await send(pool, '1', 'w');
  await send(liquid, '11', beginCell().storeUint(0x47d54391, 32).storeUint(0, 64).endCell());
  await send(pool, '1', 'x');
  await send(pool, '201', 'd');
});
afterAll(() => engine.stop());

describe('the history of toncenter v3', () => {
  it('is decoded', async () => {
    const { actions } = await get(`${engine.urls.v3}/actions?account=${wallet.address}&limit=20`);
    expect(actions.map(({ type, success }: Json) => [type, success])).toEqual([
      ['stake_deposit', true],
      ['ton_transfer', false],
      ['stake_deposit', true],
      ['stake_withdrawal', true],
      ['stake_deposit', true],
      ['jetton_transfer', true],
      ['ton_transfer', true],
      ['contract_deploy', true],
      ['jetton_mint', true], // what the engine gave at the start
      ['ton_transfer', true],
    ]);
    const [, , staked, withdrawn, nominated, jetton, coins] = actions;
    expect(coins.details).toMatchObject({
      source: upper(wallet.address),
      destination: upper(recipient),
      value: '1000000000',
      comment: 'rent',
    });
    expect(Buffer.from(coins.trace_external_hash, 'base64').toString('hex')).toBe(deployed);
    expect(jetton.details).toMatchObject({
      sender: upper(wallet.address),
      receiver: upper(recipient),
      amount: '2000000',
      comment: 'lunch',
      query_id: '7',
      forward_amount: '1',
    });
    expect(jetton.transactions).toHaveLength(4);
    expect(nominated.details).toMatchObject({
      provider: 'nominator',
      stake_holder: upper(wallet.address),
      pool: upper(pool),
      amount: String(toNano(101)),
    });
    expect(withdrawn.details.provider).toBe('nominator');
    expect(BigInt(withdrawn.details.amount)).toBeGreaterThan(toNano('99.9'));
    expect(staked.details).toMatchObject({
      provider: 'liquid_staking',
      pool: upper(liquid),
      amount: String(toNano(10)),
      tokens_minted: '9090909090',
    });
  });

  it('is read page by page', async () => {
    const { actions: first } = await get(`${engine.urls.v3}/actions?account=${wallet.address}&limit=3`);
    const { actions: second } = await get(
      `${engine.urls.v3}/actions?account=${wallet.address}&limit=3&end_lt=${first[2].trace_end_lt}`,
    );
    expect(second[0].action_id).toBe(first[2].action_id);
    expect(second).toHaveLength(3);
    const { actions: oldest } = await get(`${engine.urls.v3}/actions?account=${wallet.address}&limit=1&sort=asc`);
    expect(oldest[0].type).toBe('ton_transfer');
    const { actions: stakes } = await get(
      `${engine.urls.v3}/actions?account=${wallet.address}&action_type=stake_deposit`,
    );
    expect(stakes).toHaveLength(3);
  });

  it('shows what an owner got without a message of its own', async () => {
    const owner = new Address(0, Buffer.alloc(32, 8));
    await engine.mint(engine.tokens[0]?.id ?? '', owner.toString(), 5n);
    const { actions } = await get(`${engine.urls.v3}/actions?account=${owner}`);
    expect(actions).toMatchObject([{ type: 'jetton_mint', details: { receiver: upper(owner), amount: '5' } }]);
  });

  it('knows the positions in pools', async () => {
    const answer = await get(`${engine.urls.v3}/staking/nominatorPools/nominator?nominator=${wallet.address}`);
    expect(answer.nominator_pools).toEqual([
      { pool_address: upper(pool), balance: String(toNano(200)), pending_balance: '0' },
    ]);
    const state = await get(`${engine.urls.v3}/staking/nominatorPools/pool?pool=${pool}`);
    expect(state).toMatchObject({
      state: 0,
      nominators_count: 1,
      min_nominator_stake: String(toNano(100)),
      validator_reward_share: 4000,
    });
  });
});

describe('toncenter v2', () => {
  it('answers accounts, configuration and get methods', async () => {
    const { result } = await get(`${engine.urls.v2}/getAddressInformation?address=${wallet.address}`);
    expect(result).toMatchObject({
      '@type': 'raw.fullAccountState',
      state: 'active',
      balance: String((await engine.state(wallet.address.toString())).balance),
    });
    const nobody = await get(`${engine.urls.v2}/getAddressInformation?address=0:${'99'.repeat(32)}`);
    expect(nobody.result).toMatchObject({ state: 'uninitialized', balance: '0', code: '', data: '' });
    expect(await get(`${engine.urls.v2}/getAddressInformation?address=nonsense`)).toMatchObject({
      ok: false,
      code: 416,
      error: 'Incorrect address',
    });
    const { result: param } = await get(`${engine.urls.v2}/getConfigParam?config_id=21`);
    expect(param.config.bytes).toBe(engine.configParam(21)?.toBoc({ idx: false }).toString('base64'));
    const { result: run } = await fetch(`${engine.urls.v2}/runGetMethod`, {
      method: 'POST',
      body: JSON.stringify({
        address: pool,
        method: 'get_nominator_data',
        stack: [['num', `0x${wallet.address.hash.toString('hex')}`]],
      }),
    }).then((response) => response.json() as Json);
    expect(run).toMatchObject({
      exit_code: 0,
      stack: [
        ['num', '0x2e90edd000'],
        ['num', '0x0'],
        ['num', '0x0'],
      ],
    });
  });

  it('lists transactions, whose first one repeats the last of the page before', async () => {
    const { result: first } = await get(`${engine.urls.v2}/getTransactions?address=${wallet.address}&limit=2`);
    const { lt, hash } = first[1].transaction_id;
    const { result: second } = await get(
      `${engine.urls.v2}/getTransactions?address=${wallet.address}&limit=2&lt=${lt}&hash=${encodeURIComponent(hash)}`,
    );
    expect(second[0]).toEqual(first[1]);
    expect(await get(`${engine.urls.v2}/getTransactions?address=${wallet.address}&lt=${lt}`)).toMatchObject({
      ok: false,
      code: 422,
    });
  });

  it('refuses with the words of the node', async () => {
    const cell = wallet.sign({
      seqno: 0,
      deploy: false,
      messages: [message(recipient, 1n)],
      timeout: engine.now() + 60,
    });
    const response = await fetch(`${engine.urls.v2}/sendBocReturnHash`, {
      method: 'POST',
      body: JSON.stringify({ boc: cell.toBoc().toString('base64') }),
    });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      ok: false,
      code: 500,
      error: expect.stringMatching(/^LITE_SERVER_UNKNOWN: .*exitcode=33,/s),
    });
  });
});

describe('tonapi', () => {
  it('answers accounts with integers and hex', async () => {
    const account = await get(`${engine.urls.tonapi}/blockchain/accounts/${wallet.address}`);
    const { balance, storage, code, data } = await engine.state(wallet.address.toString());
    expect(account).toMatchObject({
      address: wallet.address.toRawString(),
      balance: Number(balance),
      status: 'active',
      code: code?.toBoc({ idx: false }).toString('hex'),
      data: data?.toBoc({ idx: false }).toString('hex'),
      storage: {
        used_cells: Number(storage.cells),
        used_bits: Number(storage.bits),
        last_paid: storage.lastPaid,
        due_payment: 0,
      },
    });
    expect(await get(`${engine.urls.tonapi}/accounts/0:${'99'.repeat(32)}`)).toMatchObject({
      status: 'nonexist',
      balance: 0,
    });
    expect((await fetch(`${engine.urls.tonapi}/blockchain/accounts/0:${'99'.repeat(32)}`)).status).toBe(404);
  });

  it('has the configuration as one cell', async () => {
    const { raw: config } = await get(`${engine.urls.tonapi}/blockchain/config`);
    const slice = Cell.fromHex(config).beginParse();
    expect(slice.loadBuffer(32).toString('hex')).toBe('5'.repeat(64));
    const params = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), slice.loadRef());
    expect(params.get(25)?.hash()).toEqual(engine.configParam(25)?.hash());
  });

  it('finds a transaction by all its hashes, with its trace and its event', async () => {
    const transaction = await get(`${engine.urls.tonapi}/blockchain/messages/${deployed}/transaction`);
    expect(transaction).toMatchObject({
      success: true,
      orig_status: 'uninit',
      end_status: 'active',
      account: { address: wallet.address.toRawString() },
    });
    expect(await get(`${engine.urls.tonapi}/blockchain/transactions/${transaction.hash}`)).toEqual(transaction);
    const trace = await get(`${engine.urls.tonapi}/traces/${deployed}`);
    expect(trace.children[0].transaction.account.address).toBe(recipient.toRawString());
    const event = await get(`${engine.urls.tonapi}/events/${deployed}`);
    expect(event).toMatchObject({ event_id: transaction.hash, in_progress: false });
    expect(event.actions.map(({ type }: Json) => type)).toEqual(['ContractDeploy', 'TonTransfer']);
    expect(event.actions[1].TonTransfer).toMatchObject({ amount: 1_000_000_000, comment: 'rent' });
    expect((await fetch(`${engine.urls.tonapi}/events/${'00'.repeat(32)}`)).status).toBe(404);
  });

  it('lists events whose amounts add up to the balance', async () => {
    const { events } = await get(`${engine.urls.tonapi}/accounts/${wallet.address}/events?limit=100`);
    const { transactions } = await get(`${engine.urls.v3}/transactionsByMessage?msg_hash=${deployed}&direction=in`);
    const normalized = Buffer.from(transactions[0].in_msg.hash_norm, 'base64').toString('hex');
    // The message deploys the wallet, so its own hash is another one.
    expect(normalized).not.toBe(deployed);
    const fee = events.find(({ ext_msg_hash: hash }: Json) => hash === normalized);
    // Its balance fell by 1 coin and this.
    expect(fee.extra).toBeLessThan(-900_000);
    const older = await get(
      `${engine.urls.tonapi}/accounts/${wallet.address}/events?limit=100&before_lt=${events[1].lt}`,
    );
    expect(older.events[0].event_id).toBe(events[2].event_id);
  });

  it('lists jettons and stakes', async () => {
    const { balances } = await get(`${engine.urls.tonapi}/accounts/${wallet.address}/jettons`);
    const byName = Object.fromEntries(balances.map(({ jetton, balance }: Json) => [jetton.symbol, balance]));
    expect(byName).toEqual({ tsTON: '9090909090', DEMO: '999998000000' });
    const { metadata } = await get(`${engine.urls.tonapi}/jettons/${engine.tokens[0]?.id}`);
    expect(metadata).toMatchObject({ symbol: 'DEMO', decimals: '6' });
    const { pools } = await get(`${engine.urls.tonapi}/staking/pools`);
    expect(pools).toMatchObject([
      { address: raw(pool), implementation: 'tf', min_stake: Number(toNano(101)), current_nominators: 1 },
      { address: raw(liquid), implementation: 'liquidTF', max_nominators: -1 },
    ]);
    const { pools: positions } = await get(`${engine.urls.tonapi}/staking/nominator/${wallet.address}/pools`);
    expect(positions.map(({ pool: address, amount }: Json) => [address, amount])).toEqual([
      [raw(pool), Number(toNano(200))],
      [raw(liquid), 9_999_999_999],
    ]);
    const { decoded, stack } = await get(`${engine.urls.tonapi}/blockchain/accounts/${wallet.address}/methods/seqno`);
    expect([decoded, stack]).toEqual([undefined, [{ type: 'num', num: `0x${seqno.toString(16)}` }]]);
  });

  it('refuses what a node does not accept with 406, and needs no answer for the rest', async () => {
    const cell = wallet.sign({
      seqno: 0,
      deploy: false,
      messages: [message(recipient, 1n)],
      timeout: engine.now() + 60,
    });
    const body = JSON.stringify({ boc: cell.toBoc().toString('base64') });
    const refused = await fetch(`${engine.urls.tonapi}/blockchain/message`, { method: 'POST', body });
    expect(refused.status).toBe(406);
    expect(await refused.json()).toEqual({ error: expect.stringMatching(/exitcode=33,/) });
    const [, second] = engine.accounts;
    if (second === undefined) throw new Error('The engine has one account.');
    const good = walletOf(second).sign({ seqno: 0, messages: [message(recipient, 1n)], timeout: engine.now() + 60 });
    const accepted = await fetch(`${engine.urls.tonapi}/blockchain/message`, {
      method: 'POST',
      body: JSON.stringify({ boc: good.toBoc().toString('hex') }),
    });
    expect([accepted.status, await accepted.text()]).toEqual([200, '']);
  });
});
