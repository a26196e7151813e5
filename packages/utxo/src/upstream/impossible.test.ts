import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { blockbookWorld } from '../../test/blockbook-world.ts';
import { coreWorld } from '../../test/core-world.ts';
import { createRig, vectorAccount } from '../../test/rig.ts';
import { ScriptedChain } from '../../test/scripted-upstream.ts';
import { accountOf } from '../address/account-id.ts';
import { contextOf } from '../context.ts';

// Numbers that no chain can have are failures of the upstream: the next one is asked, and without one the answer is 502.

const { addresses, xpub } = vectorAccount('bitcoin', 84);
const senderAddress = addresses['0/0'] ?? '';
const recipientAddress = addresses['0/1'] ?? '';
const coin = 100_000n;
const supply = 2_100_000_000_000_000n;

type Handler = ReturnType<ScriptedChain['esplora']>;
type Json = Record<string, unknown>;

/** Changes a handler's JSON answers to some paths. A bigint is written as a JSON number. */
function changing(honest: Handler, pattern: RegExp, change: (answer: never) => unknown): Handler {
  return (method, path, body) => {
    const answer = honest(method, path, body);
    return answer !== undefined && pattern.test(path) ? { ...answer, body: change(answer.body as never) } : answer;
  };
}

const coins = (change: Json) => (list: readonly Json[]) => list.map((each) => ({ ...each, ...change }));

const ofEsplora: readonly (readonly [string, RegExp, (answer: never) => unknown])[] = [
  ['an output of 2^32', /\/utxo$/, coins({ vout: 2 ** 32 })],
  ['an output of 2^53', /\/utxo$/, coins({ vout: 2 ** 53 })],
  ['a negative output', /\/utxo$/, coins({ vout: -1 })],
  ['a height that is a time', /\/utxo$/, coins({ status: { confirmed: true, block_height: 500_000_000 } })],
  ['a height beyond all numbers', /\/utxo$/, coins({ status: { confirmed: true, block_height: 2 ** 53 } })],
  ['a negative height', /\/utxo$/, coins({ status: { confirmed: true, block_height: -1 } })],
  ['more than there can be', /\/utxo$/, coins({ value: supply + 1n })],
  ['more than 64 bits', /\/utxo$/, coins({ value: 2n ** 64n })],
  ['a negative amount', /\/utxo$/, coins({ value: -1n })],
  ['a coin twice', /\/utxo$/, (list: readonly Json[]) => [...list, ...list]],
  [
    'coins that are more than there can be together',
    /\/utxo$/,
    (list: readonly Json[]) => [...list, ...list.map((each) => ({ ...each, vout: 7, value: supply }))],
  ],
  ['a height of the chain that is a time', /tip\/height$/, () => '500000000'],
];

const ofBlockbook: readonly (readonly [string, RegExp, (answer: never) => unknown])[] = [
  ['an output of 2^32', /\/utxo\//, coins({ vout: 2 ** 32 })],
  ['a negative output', /\/utxo\//, coins({ vout: -1 })],
  ['a height that is a time', /\/utxo\//, coins({ height: 500_000_000 })],
  ['a height beyond all numbers', /\/utxo\//, coins({ height: 2 ** 53 })],
  ['a height below that of the mempool', /\/utxo\//, coins({ height: -2 })],
  ['confirmations beyond all blocks', /\/utxo\//, coins({ confirmations: 2 ** 53 })],
  ['negative confirmations', /\/utxo\//, coins({ confirmations: -1 })],
  ['more than there can be', /\/utxo\//, coins({ value: String(supply + 1n) })],
  ['more than 64 bits', /\/utxo\//, coins({ value: String(2n ** 64n) })],
  ['a negative amount', /\/utxo\//, coins({ value: '-1' })],
  ['a coin twice', /\/utxo\//, (list: readonly Json[]) => [...list, ...list]],
];

describe.each([
  ['Esplora', ofEsplora],
  ['Blockbook', ofBlockbook],
] as const)('impossible numbers of %s', (kind, lies) => {
  const isEsplora = kind === 'Esplora';
  const front = isEsplora ? 'https://one.test' : 'https://book.test';

  /** The kind that lies is asked first, and the other one is honest. */
  function begin(pattern: RegExp, change: (answer: never) => unknown, isAlone: boolean) {
    const ledger = new ScriptedChain('bitcoin');
    ledger.fund(senderAddress, coin);
    const honest = { 'https://one.test': ledger.esplora(), 'https://book.test': ledger.blockbook() };
    const endpoints = [
      { url: 'https://one.test', name: 'one', kind: 'esplora' as const },
      { url: 'https://book.test', name: 'book', kind: 'blockbook' as const },
    ];
    const ordered = isEsplora ? endpoints : endpoints.toReversed();
    const liar = changing(isEsplora ? ledger.esplora() : ledger.blockbook(), pattern, change);
    return createRig(
      'bitcoin',
      { endpoints: isAlone ? ordered.slice(0, 1) : ordered, fetch: ledger.fetch({ ...honest, [front]: liar }) },
      ledger,
    );
  }

  it.each(lies)('make us ask the next endpoint: %s', async (_, pattern, change) => {
    const { data, codes } = await begin(pattern, change, false).encode({
      senderAddress,
      recipientAddress,
      useMaxAmount: true,
    });
    expect(codes).toEqual([]);
    expect(data.params.inputs).toMatchObject([{ vout: 0, value: String(coin) }]);
  });

  it.each(lies)('are a failure if there is no other endpoint: %s', async (_, pattern, change) => {
    const encoding = begin(pattern, change, true).encode({ senderAddress, recipientAddress, useMaxAmount: true });
    await expect(encoding).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('impossible places of an extended key', () => {
  it.each([
    ['an index that is hardened', "m/84'/0'/0'/0/2147483648"],
    ['an index beyond all numbers', "m/84'/0'/0'/0/9999999999"],
    ['a branch that wallets do not have', "m/84'/0'/0'/2/0"],
  ])('are a failure of Blockbook: %s', async (_, path) => {
    const listed = {
      txid: 'ab'.repeat(32),
      vout: 0,
      value: '5000',
      height: 1,
      confirmations: 9,
      address: senderAddress,
    };
    const answer = [{ ...listed, path }];
    const { account } = blockbookWorld('bitcoin', xpub, {});
    const { descriptor } = account as Extract<typeof account, { kind: 'extended' }>;
    const name = encodeURIComponent(descriptor.replace('/<0;1>/*', ''));
    const { backend, operation } = blockbookWorld('bitcoin', xpub, { [`/api/v2/utxo/${name}`]: answer });
    const reading = backend.coins(account, operation);
    await expect(reading).rejects.toThrow(UpstreamError);
    // It was asked, and answered.
    await expect(reading).rejects.toMatchObject({ attempts: [{ outcome: 'malformed' }, { outcome: 'malformed' }] });
  });

  it.each([2_147_483_648, 9_999_999_999])('are a failure of a node: %s', async (index) => {
    const { network } = contextOf('bitcoin');
    const unspent = { ...unspentOf({}), desc: `wpkh([06361b08/0/${index}]02aa)#x` };
    const { backend, operation } = coreWorld('bitcoin', (method) =>
      method === 'scantxoutset' ? { success: true, height: 900_000, unspents: [unspent] } : undefined,
    );
    await expect(backend.coins(accountOf(network, xpub), operation)).rejects.toThrow(UpstreamError);
  });
});

/** BIP84: m/84'/0'/0'/0/0 of the account. */
const script = Buffer.from(new ScriptedChain('bitcoin').scriptOf(senderAddress)).toString('hex');

function unspentOf(change: Json): Json {
  const place = { txid: 'ab'.repeat(32), vout: 0, scriptPubKey: script, desc: `raw(${script})` };
  return { ...place, amount: 0.001, height: 800_000, coinbase: false, ...change };
}

describe('impossible numbers of a node', () => {
  const account = accountOf(contextOf('bitcoin').network, senderAddress);
  const scan = (change: Json, more: Json = {}) => ({
    ...{ success: true, height: 900_000, unspents: [unspentOf(change)] },
    ...more,
  });

  it.each<[string, Json]>([
    ['an output of 2^32', scan({ vout: 2 ** 32 })],
    ['a negative output', scan({ vout: -1 })],
    ['a height that is a time', scan({ height: 500_000_000 })],
    ['a negative height', scan({ height: -1 })],
    ['a height of the chain that is a time', scan({}, { height: 500_000_000 })],
    ['more than there can be', scan({ amount: 21_000_001 })],
    ['a negative amount', scan({ amount: -0.001 })],
    ['a coin twice', scan({}, { unspents: [unspentOf({}), unspentOf({})] })],
    [
      'coins that are more than there can be together',
      scan({}, { unspents: [0, 1].map((vout) => unspentOf({ vout, amount: 11_000_000 })) }),
    ],
  ])('make the next one be asked, and are a failure where there is none: %s', async (_, answer) => {
    const lying = (method: string) => (method === 'scantxoutset' ? answer : undefined);
    const honest = (method: string) => (method === 'scantxoutset' ? scan({}) : undefined);
    const alone = coreWorld('bitcoin', lying);
    await expect(alone.backend.coins(account, alone.operation)).rejects.toThrow(UpstreamError);
    const both = coreWorld('bitcoin', { core: lying, core2: honest });
    expect((await both.backend.coins(account, both.operation)).coins).toMatchObject([{ value: coin, vout: 0 }]);
  });
});

describe('impossible balances', () => {
  const stats = (change: Json) => ({ tx_count: 1, funded_txo_sum: 0, spent_txo_sum: 0, ...change });

  it.each<[string, Json]>([
    ['more than there can be', { chain_stats: stats({ funded_txo_sum: supply + 1n }), mempool_stats: stats({}) }],
    [
      'more than there can be in the mempool',
      { chain_stats: stats({}), mempool_stats: stats({ spent_txo_sum: supply + 1n }) },
    ],
    ['negative sums', { chain_stats: stats({ spent_txo_sum: -1 }), mempool_stats: stats({}) }],
  ])('of Esplora are a failure: %s', async (_, body) => {
    const ledger = new ScriptedChain('bitcoin');
    const liar = changing(ledger.esplora(), new RegExp(`/address/${senderAddress}$`), () => body);
    const { chain } = createRig('bitcoin', { fetch: ledger.fetch({ 'https://one.test': liar }) }, ledger);
    await expect(chain.accountState(senderAddress)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it.each<[string, Json]>([
    ['more than there can be', { balance: String(supply + 1n), txs: 1 }],
    ['less than nothing', { balance: '-1', txs: 1 }],
    ['more than there can be in the mempool', { balance: '0', unconfirmedBalance: String(-supply - 1n), txs: 1 }],
  ])('of Blockbook are a failure: %s', async (_, body) => {
    const path = `/api/v2/address/${senderAddress}?details=tokenBalances`;
    const { backend, account, operation } = blockbookWorld('bitcoin', senderAddress, { [path]: body });
    await expect(backend.totals(account, operation)).rejects.toThrow(UpstreamError);
  });
});
