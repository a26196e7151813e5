import { beginCell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { now, openScripted } from '../../../test/scripted-endpoints.ts';
import { alice, aliceRaw, bobRaw, walletAccount } from '../../../test/scripted-world.ts';
import { contextOf } from '../../context.ts';
import type { TonKind } from '../../options.ts';
import { Address } from '../../ton-core.ts';
import { askOne } from '../ask.ts';
import { accounts } from './accounts.ts';

const { code, data } = walletAccount(alice);
const bocs = { code: code?.toBoc() ?? Buffer.alloc(0), data: data?.toBoc() ?? Buffer.alloc(0) };

/** Reads the accounts of Alice and Bob from answers by path. */
async function read(kind: TonKind, own: Readonly<Record<string, unknown>>) {
  const { chain } = openScripted([[kind, { own }]]);
  const context = contextOf('ton', { endpoints: [{ url: 'https://one.example', kind }], now: () => now });
  const query = accounts(Address.parse(aliceRaw), [Address.parse(bobRaw)]);
  const { states, rent } = await askOne(context, query, chain.adapter.upstream.operation());
  return { alice: states.get(aliceRaw), bob: states.get(bobRaw), rent };
}

const hash = `${'A'.repeat(43)}=`;

it('reads what the index of toncenter answers (ton-index-go/index/models/blockchain.go: AccountStateFull)', async () => {
  const row = {
    ...{
      address: aliceRaw.toUpperCase(),
      account_state_hash: hash,
      balance: '12345678901234567890',
      extra_currencies: {},
    },
    ...{
      status: 'active',
      last_transaction_hash: hash,
      last_transaction_lt: '62840000000003',
      code_hash: hash,
      data_hash: hash,
    },
    ...{ code_boc: bocs.code.toString('base64'), data_boc: bocs.data.toString('base64') },
    ...{ contract_methods: [85143], interfaces: ['wallet_v4r2'] },
  };
  const last = {
    account: aliceRaw.toUpperCase(),
    hash,
    lt: '62840000000003',
    now: 1_790_000_000,
    mc_block_seqno: 5,
    finality: 'finalized',
  };
  const found = await read('toncenter-v3', {
    '/accountStates': { accounts: [row], address_book: {}, metadata: {} },
    '/transactions': { transactions: [last], address_book: {} },
  });
  expect(found.alice).toMatchObject({
    balance: 12_345_678_901_234_567_890n,
    status: 'active',
    lastLt: 62_840_000_000_003n,
  });
  expect(found.alice?.isSuspended).toBeUndefined();
  expect(found.alice?.code?.hash().equals(code?.hash() ?? Buffer.alloc(0))).toBe(true);
  // Accounts that were never seen are left out.
  expect(found.bob).toEqual({ balance: 0n, status: 'nonexist', lastLt: 0n });
  expect(found.rent).toEqual({ lastPaid: 1_790_000_000, due: 0n });
});

it('reads that toncenter calls an account suspended', async () => {
  const row = { address: aliceRaw, balance: '5', status: 'uninit', last_transaction_lt: '7', suspended: true };
  const own = { '/accountStates': { accounts: [row] }, '/transactions': { transactions: [] } };
  const found = await read('toncenter-v3', own);
  expect(found.alice).toMatchObject({ status: 'uninit', isSuspended: true });
  expect(found.rent.lastPaid).toBeUndefined();
});

describe('reads what a liteserver interface of toncenter answers', () => {
  const state = {
    ...{ '@type': 'raw.fullAccountState', extra_currencies: [], frozen_hash: '', sync_utime: now / 1000 - 2 },
    ...{ last_transaction_id: { '@type': 'internal.transactionId', lt: '62840000000003', hash }, block_id: {} },
    ...{ code: bocs.code.toString('base64'), data: bocs.data.toString('base64'), state: 'active' },
  };
  const transaction = {
    '@type': 'ext.transaction',
    utime: 1_790_000_000,
    address: { account_address: Address.parse(aliceRaw).toString() },
  };
  const ok = (result: unknown) => ({ ok: true, result, '@extra': '1790000000.1:3:0.5' });
  const transactions = { '/getTransactions': ok([transaction]) };

  // toncenter/ton-http-api-cpp writes balances as texts, toncenter/ton-http-api also as numbers.
  it.each([
    ['12345678901234567', 12_345_678_901_234_567n],
    [5_000_000_000, 5_000_000_000n],
  ] as const)('balance %s', async (balance, nanotons) => {
    const found = await read('toncenter-v2', { '/getAddressInformation': ok({ ...state, balance }), ...transactions });
    expect(found.alice).toMatchObject({ balance: nanotons, status: 'active', lastLt: 62_840_000_000_003n });
    expect(found.rent).toEqual({ lastPaid: 1_790_000_000, due: 0n });
  });

  it.each([
    ['nonexist', { balance: 0, last_transaction_id: { lt: '0', hash } }],
    ['nonexist', { balance: '-1', last_transaction_id: { lt: '0', hash } }],
    ['uninit', { balance: '7', suspended: true }],
  ] as const)('%s', async (status, changed) => {
    const inactive = { ...state, code: '', data: '', state: 'uninitialized', ...changed };
    const found = await read('toncenter-v2', { '/getAddressInformation': ok(inactive), ...transactions });
    expect(found.alice).toMatchObject({ status });
    expect(found.alice?.isSuspended).toBe('suspended' in changed ? true : undefined);
  });

  it('frozen', async () => {
    const frozen = { ...state, balance: '7', code: '', data: '', state: 'frozen', frozen_hash: hash };
    const found = await read('toncenter-v2', { '/getAddressInformation': ok(frozen), ...transactions });
    expect(found.alice).toMatchObject({ status: 'frozen', code: undefined });
  });
});

it('reads what tonapi answers (api/openapi.yml: BlockchainRawAccount)', async () => {
  const account = {
    ...{ address: aliceRaw, balance: 5_000_000_000, code: bocs.code.toString('hex'), data: bocs.data.toString('hex') },
    ...{ last_transaction_lt: 62_840_000_000_003, last_transaction_hash: 'ab'.repeat(32), status: 'active' },
    storage: { used_cells: 22, used_bits: 5697, used_public_cells: 0, last_paid: 1_790_000_000, due_payment: 12 },
  };
  const path = `/blockchain/accounts/${Address.parse(aliceRaw).toString()}`;
  const found = await read('tonapi', { [path]: account });
  expect(found.alice).toMatchObject({ balance: 5_000_000_000n, status: 'active', lastLt: 62_840_000_000_003n });
  expect(found.bob).toEqual({ balance: 0n, status: 'nonexist', lastLt: 0n });
  expect(found.rent).toEqual({ lastPaid: 1_790_000_000, due: 12n });
});

it('refuses an account with data that is no BOC', async () => {
  const two = Buffer.from(beginCell().storeUint(1, 8).endCell().toBoc());
  const row = { address: aliceRaw, balance: '5', status: 'active', data_boc: 'AAAA', code_boc: two.toString('base64') };
  await expect(
    read('toncenter-v3', { '/accountStates': { accounts: [row] }, '/transactions': { transactions: [] } }),
  ).rejects.toMatchObject({ code: 'upstream.unavailable' });
});
