import { describe, expect, it } from 'vitest';
import {
  blockTime,
  deposit,
  entry,
  feeStatement,
  type Json,
  made,
  nodeWith,
  store,
  withdraw,
} from '../../test/made-transactions.ts';
import { connectTo, now, recipient, refusal, sender } from '../../test/scripted-node.ts';
import type { Address } from '../address/address.ts';
import { primaryStore } from '../address/derived.ts';
import { aptMetadata } from '../address/token-id.ts';

const [mine, theirs] = [sender, recipient].map((owner) => primaryStore(owner as Address, aptMetadata)) as [
  string,
  string,
];

/** A transfer of as many octas as its version has. */
const transfer = (version: number): Json =>
  made({
    version: String(version),
    payload: entry('0x1::aptos_account::transfer', [recipient, String(version)]),
    changes: [...store(mine, sender, '0xa'), ...store(theirs, recipient, '0xa')],
    events: [withdraw(mine, BigInt(version)), deposit(theirs, BigInt(version)), feeStatement()],
  });

const time = (ms: number) => new Date(ms).toISOString().replace('Z', '000');

interface Index {
  readonly indexed?: number;
  readonly indexedAt?: number;
  readonly rows?: (version: number) => Json;
  readonly activities?: readonly Json[];
  readonly stakes?: readonly Json[];
}

/** An indexer that knows these transactions. */
const indexOf = (
  versions: readonly number[],
  { indexed, indexedAt = now, rows, activities = [], stakes = [] }: Index = {},
) => ({
  tables: {
    account_transactions: ({ account, before, limit }: Json) =>
      versions
        .filter((version) => BigInt(version) < BigInt(before))
        .slice(0, limit)
        .map(rows ?? ((version) => ({ transaction_version: version, account_address: account }))),
    fungible_asset_activities: ({ versions: wanted }: Json) =>
      wanted === undefined
        ? versions.slice(0, 1).map((version) => ({ transaction_version: version, block_height: '777' }))
        : activities,
    delegated_staking_activities: () => stakes,
    processor_status: () =>
      indexed === undefined ? [] : [{ last_success_version: indexed, last_transaction_timestamp: time(indexedAt) }],
  },
});

const descending = (from: number, count: number) => Array.from({ length: count }, (_, i) => from - i);

function open(versions: readonly number[], { nodes, indexers, ...options }: Json = {}) {
  const rig = connectTo(nodes ?? nodeWith(...versions.map(transfer)), {
    indexers: indexers ?? [indexOf(versions)],
    ...options,
  });
  const page = async (wish: Json = {}) => {
    const { transactions, pagination } = await rig.chain.history(recipient, { onTrace: rig.onTrace, ...wish });
    return {
      parsed: transactions.map(({ parsed }) => parsed as Json),
      amounts: transactions.map(({ parsed }) => Number(parsed?.recipients?.[0]?.amount)),
      next: pagination.nextPage ?? undefined,
    };
  };
  return { ...rig, page };
}

describe('a history', () => {
  it('takes two rounds, with heights of the indexer, and asks for those that it does not tell', async () => {
    const { page, roundTrips, asked } = open([1003, 1002]);
    await page();
    asked.splice(0);
    const { parsed } = await page();
    expect(parsed.map(({ blockHeight, confirmations }) => [blockHeight, confirmations])).toEqual([
      ['777', undefined],
      ['500', '10'],
    ]);
    expect(roundTrips()).toBe(2);
    expect(asked.map(({ path }) => path).toSorted()).toEqual([
      '/blocks/by_version/1002',
      '/graphql',
      '/transactions/by_version/1002',
      '/transactions/by_version/1003',
    ]);
  });

  it('comes in pages of whole transactions', async () => {
    const { page } = open(descending(1010, 5));
    const first = await page({ limit: 2 });
    const second = await page({ limit: 2, nextPage: first.next });
    const third = await page({ limit: 2, nextPage: second.next });
    expect([first.amounts, second.amounts, third.amounts]).toEqual([[1010, 1009], [1008, 1007], [1006]]);
    expect(third.next).toBeUndefined();
  });

  it('goes on where it stopped, whatever came meanwhile', async () => {
    const versions = descending(1010, 4);
    const { page } = open(descending(1012, 6), { indexers: [indexOf(versions)] });
    const first = await page({ limit: 2 });
    versions.unshift(1012, 1011);
    const second = await page({ limit: 2, nextPage: first.next });
    expect([first.amounts, second.amounts]).toEqual([
      [1010, 1009],
      [1008, 1007],
    ]);
  });

  it('reads a hundred in two pages, as indexers answer no more rows at once', async () => {
    const { page } = open(descending(2000, 120));
    const first = await page({ limit: 100 });
    const second = await page({ limit: 100, nextPage: first.next });
    expect([...first.amounts, ...second.amounts]).toEqual(descending(2000, 120));
    expect(second.next).toBeUndefined();
  });

  it.each(['x', 'node:5', 'indexer:', 'indexer:-1', 'indexer:99999999999999999999', 'indexer:9223372036854775808'])(
    'does not begin at %s',
    async (cursor) => {
      const { adapter } = open([1000]);
      const wish = { limit: 2, cursor };
      // The service adds a checksum to cursors. So only the adapter can be asked for one that it never made.
      const read = adapter.reads.history?.read(recipient, wish, undefined as never);
      await expect(read).rejects.toMatchObject({ code: 'page.invalid' });
    },
  );

  it('is empty for an account without transactions, and asks no node', async () => {
    const { page, asked } = open([]);
    expect((await page()).parsed).toEqual([]);
    expect(asked.filter(({ path }) => path.startsWith('/transactions'))).toEqual([]);
  });
});

describe('an indexer', () => {
  const versions = descending(1010, 4);
  const good = indexOf(versions);

  it.each<[string, Index]>([
    [
      'answers rows of other accounts',
      { rows: (version) => ({ transaction_version: version, account_address: sender }) },
    ],
    [
      'answers the same row again and again',
      { rows: () => ({ transaction_version: 1003, account_address: recipient }) },
    ],
    [
      'answers rows upwards',
      { rows: (version) => ({ transaction_version: 5000 - version, account_address: recipient }) },
    ],
    ['answers no numbers', { rows: () => ({ transaction_version: 'x', account_address: recipient }) }],
    ['stands still', { indexed: 1010, indexedAt: now - 86_400_000 }],
  ])('that %s is not believed', async (_, bad) => {
    const { page, asked } = open(versions, { indexers: [indexOf(versions, bad), good] });
    expect((await page({ limit: 2 })).amounts).toEqual([1010, 1009]);
    expect(asked.map(({ endpoint }) => endpoint)).toEqual(expect.arrayContaining(['indexer 0', 'indexer 1']));
  });

  it('that is behind the page before is not asked: what came in between would be missing', async () => {
    const late = indexOf([1005], { indexed: 1005 });
    const { next } = await open(versions).page({ limit: 2 });
    const { page } = open(versions, { indexers: [late, good] });
    expect((await page({ limit: 2, nextPage: next })).amounts).toEqual([1008, 1007]);
    const alone = open(versions, { indexers: [late] });
    await expect(alone.page({ limit: 2, nextPage: next })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('that fails is not replaced by nodes: they know a part only', async () => {
    const { page } = open(versions, { indexers: [{ answer: () => ({ errors: [{ message: 'down' }] }) }] });
    await expect(page()).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('may write numbers as texts', async () => {
    const rows = (version: number) => ({ transaction_version: String(version), account_address: recipient });
    expect((await open(versions, { indexers: [indexOf(versions, { rows })] }).page()).amounts).toEqual(versions);
  });
});

describe('one odd row', () => {
  const versions = descending(1010, 4);
  const unlisted = expect.objectContaining({ code: 'transaction.unlisted' });
  const odd = (at: number, row: Json) => (version: number) =>
    version === at ? row : { transaction_version: version, account_address: recipient };

  it.each([null, 5, {}, { transaction_version: 'x', account_address: recipient }])(
    'of the indexer costs one row: %j',
    async (row) => {
      const { chain } = open(versions, { indexers: [indexOf(versions, { rows: odd(1009, row) })] });
      const first = await chain.history(recipient, { limit: 2 });
      expect(first.status?.warnings).toEqual([unlisted]);
      const nextPage = first.pagination.nextPage ?? '';
      const second = await chain.history(recipient, { limit: 2, nextPage });
      const ids = [...first.transactions, ...second.transactions].map(({ parsed }) => parsed?.id);
      expect(ids).toEqual([1010, 1008, 1007].map((version) => transfer(version).hash));
    },
  );

  it('of the heights costs one height', async () => {
    const index = indexOf(versions);
    const tables = {
      ...index.tables,
      fungible_asset_activities: () => [null, { transaction_version: 1010, block_height: '777', asset_type: 5 }],
    };
    const { parsed } = await open(versions, { indexers: [{ tables }] }).page();
    expect(parsed.map(({ blockHeight }) => blockHeight)).toEqual(['777', '500', '500', '500']);
  });

  it('of a page that a node tells in another form costs no other', async () => {
    const nodes = nodeWith(
      ...versions.map((version) => (version === 1009 ? { ...transfer(1009), sender: 5 } : transfer(version))),
    );
    const { parsed } = await open(versions, { nodes }).page();
    expect(parsed.map(({ mode }) => mode)).toEqual(['transfer', 'unknown', 'transfer', 'transfer']);
    expect(parsed[1].warnings).toMatchObject([{ code: 'transaction.incomplete' }]);
  });

  it.each<[string, unknown]>([
    ['an outcome that is null', { ...transfer(1009), success: null }],
    ['an outcome in a text', { ...transfer(1009), success: 'true' }],
    ['no number in the ledger', { ...transfer(1009), version: null }],
    ['no id', { ...transfer(1009), hash: undefined }],
    ['an id that is a number', { ...transfer(1009), hash: 7 }],
    ['nothing', null],
    ['a text', '"x"'],
  ])('of a page with %s costs one entry', async (_, odd) => {
    const own = { ...nodeWith(...versions.map((version) => transfer(version))).own };
    own['/transactions/by_version/1009'] = odd;
    const { parsed } = await open(versions, { nodes: { own } }).page();
    expect(parsed.map(({ mode }) => mode)).toEqual(['transfer', 'unknown', 'transfer', 'transfer']);
    expect(parsed[1]).toMatchObject({ state: 'unknown', warnings: [{ code: 'transaction.incomplete' }] });
    expect([transfer(1009).hash, '1009']).toContain(parsed[1].id);
  });

  it('of a node that answers nothing readable is refused: another one is asked', async () => {
    const own = { ...nodeWith(...versions.map((version) => transfer(version))).own };
    for (const version of versions) own[`/transactions/by_version/${version}`] = { no: 'transaction' };
    await expect(open(versions, { nodes: { own } }).page()).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('nodes', () => {
  it('must answer the transaction that was asked for', async () => {
    const good = nodeWith(transfer(1001));
    const own = { ...good.own, '/transactions/by_version/1001': transfer(1002) };
    const { page, attempts } = open([1001], { nodes: [{ ...good, own }, good] });
    expect((await page()).amounts).toEqual([1001]);
    expect(attempts()).toContain('it answers with another transaction');
  });

  const missing = refusal(404, 'transaction_not_found', 'Transaction not found by Ledger version(1002)');
  const late = nodeWith(transfer(1001), transfer(1000));
  late.own['/transactions/by_version/1002'] = missing;

  it('that lag behind the indexer do not hide what others have', async () => {
    const { page } = open([1002, 1001], { nodes: [late, nodeWith(transfer(1002), transfer(1001))] });
    expect((await page()).amounts).toEqual([1002, 1001]);
  });

  it('that all lag behind the indexer leave out what none of them has, and no more', async () => {
    const { page } = open([1002, 1001, 1000], { nodes: late });
    const first = await page({ limit: 2 });
    const second = await page({ limit: 2, nextPage: first.next });
    expect([first.amounts, second.amounts]).toEqual([[1001], [1000]]);
  });
});

const pruned = (version: number) => refusal(410, 'version_pruned', `Ledger version(${version}) has been pruned`);
const prunedNode = (...versions: readonly number[]) => ({
  own: Object.fromEntries(
    versions.flatMap((version) =>
      ['transactions', 'blocks'].map((what) => [`/${what}/by_version/${version}`, pruned(version)]),
    ),
  ),
});

describe('a transaction that a node does not keep', () => {
  const row = (version: number, type: string, owner: string, more: Json = {}) => ({
    transaction_version: version,
    type,
    amount: 7,
    asset_type: `0x${'a'.padStart(64, '0')}`,
    owner_address: owner,
    is_gas_fee: false,
    is_transaction_success: true,
    entry_function_id_str: '0x1::aptos_account::transfer',
    block_height: 42,
    transaction_timestamp: time(now - 1_000),
    storage_refund_amount: 0,
    gas_fee_payer_address: null,
    ...more,
  });
  const fee = (version: number, more: Json = {}) =>
    row(version, '0x1::aptos_coin::GasFeeEvent', sender, {
      amount: '6000',
      asset_type: '0x1::aptos_coin::AptosCoin',
      is_gas_fee: true,
      ...more,
    });
  const moved = (version: number, more: Json = {}) => [
    row(version, '0x1::fungible_asset::Withdraw', sender, more),
    row(version, '0x1::fungible_asset::Deposit', recipient, more),
  ];
  const readPruned = async (activities: readonly Json[], stakes: readonly Json[] = []) => {
    const { page } = open([1001], {
      nodes: prunedNode(1001),
      indexers: [indexOf([1001], { activities, stakes })],
    });
    return (await page()).parsed[0];
  };
  const of = (address: string, amount: string, ticker = 'APT') => ({ address, amount, ticker });

  it('is asked of the others, and only that one', async () => {
    const first = { ...nodeWith(transfer(1002)), own: { ...nodeWith(transfer(1002)).own, ...prunedNode(1001).own } };
    const { page, asked } = open([1002, 1001], { nodes: [first, nodeWith(transfer(1001), transfer(1002))] });
    expect((await page()).amounts).toEqual([1002, 1001]);
    const second = asked.filter(({ endpoint, path }) => endpoint === 'node 1' && path.startsWith('/transactions'));
    expect(second.map(({ path }) => path)).toEqual(['/transactions/by_version/1001']);
  });

  it('is shown as the indexer knows it', async () => {
    expect(await readPruned([fee(1001, { storage_refund_amount: 1_000 }), ...moved(1001)])).toEqual({
      id: '1001',
      mode: 'transfer',
      state: 'confirmed',
      blockHeight: '42',
      timestamp: String(now - 1_000),
      fees: { amount: '5000', ticker: 'APT' },
      senders: [of(sender, '7')],
      recipients: [of(recipient, '7')],
    });
  });

  it('counts a store that is not the primary one for itself', async () => {
    const other = `0x${'57'.repeat(32)}`;
    const kept = (owner: string, type: string, store: string) =>
      row(1001, `0x1::fungible_asset::${type}`, owner, { storage_id: store });
    const read = (store: string) =>
      readPruned([fee(1001), kept(sender, 'Withdraw', mine), kept(recipient, 'Deposit', store)]);
    expect((await read(theirs)).recipients).toEqual([of(recipient, '7')]);
    expect((await read(other)).recipients).toEqual([of(other, '7')]);
  });

  it('of a token, a stake, a failure, and what another account paid for', async () => {
    const asset = `0x${'ca'.repeat(32)}`;
    const token = { asset_type: asset, entry_function_id_str: '0x1::primary_fungible_store::transfer' };
    expect(await readPruned([fee(1001, token), ...moved(1001, token)])).toMatchObject({
      mode: 'transferToken',
      tokenId: asset,
    });
    const pool = `0x${'d0'.repeat(32)}`;
    const name = { entry_function_id_str: '0x1::delegation_pool::unlock' };
    const stake = {
      ...{ transaction_version: 1001, event_type: '0x1::delegation_pool::UnlockStake', amount: '9' },
      ...{ pool_address: pool, delegator_address: recipient },
    };
    expect(await readPruned([fee(1001, name)], [stake])).toMatchObject({
      mode: 'unstake',
      validators: { source: of(pool, '9') },
    });
    const failed = await readPruned([fee(1001, { is_transaction_success: false })]);
    expect(failed).toMatchObject({ mode: 'unknown', state: 'failed', fees: { amount: '6000' } });
    const sponsored = await readPruned([fee(1001, { gas_fee_payer_address: `0x${'fe'.repeat(32)}` }), ...moved(1001)]);
    expect(sponsored.fees).toEqual({ amount: '6000', ticker: 'APT', payer: `0x${'fe'.repeat(32)}` });
  });

  it('says so, if a row of it cannot be read', async () => {
    const odd = { transaction_version: 1001, type: 5 };
    const parsed = await readPruned([fee(1001), ...moved(1001), odd as Json]);
    expect(parsed).toMatchObject({ recipients: [of(recipient, '7')], warnings: [{ code: 'transaction.incomplete' }] });
  });

  it('is never shown in part', async () => {
    const many = Array.from({ length: 99 }, () => moved(1001)[1]);
    const parsed = await readPruned([fee(1001), ...many]);
    expect([parsed.mode, parsed.senders, parsed.recipients]).toEqual(['unknown', undefined, undefined]);
  });

  it('and that the indexer does not know either is listed without anything', async () => {
    expect(await readPruned([])).toEqual({ id: '1001', mode: 'unknown', state: 'unknown' });
  });
});

describe('without an indexer', () => {
  const versions = descending(1010, 5);
  const summaries = ({ query }: Json) => {
    const end = Number(query.get('end_version') ?? 1e9);
    return versions
      .filter((version) => version <= end)
      .slice(0, Number(query.get('limit')))
      .toReversed()
      .map((version) => ({
        sender: recipient,
        version: String(version),
        transaction_hash: transfer(version).hash,
        replay_protector: { type: 'replay_protector_sequence_number', sequence_number: '1' },
      }));
  };

  it('only what was sent is shown, in two rounds', async () => {
    const nodes = nodeWith(...versions.map(transfer));
    nodes.own[`/accounts/${recipient}/transaction_summaries`] = summaries;
    const { page, roundTrips } = open(versions, { nodes, indexers: [] });
    const first = await page({ limit: 2 });
    const second = await page({ limit: 2, nextPage: first.next });
    const third = await page({ limit: 2, nextPage: second.next });
    expect([first.amounts, second.amounts, third.amounts]).toEqual([[1010, 1009], [1008, 1007], [1006]]);
    expect([roundTrips(), third.next]).toEqual([2, undefined]);
    expect(first.parsed[0]).toMatchObject({
      blockHeight: '500',
      confirmations: '10',
      timestamp: String(blockTime / 1_000n),
    });
    const other = open(versions);
    await expect(other.page({ nextPage: first.next })).rejects.toMatchObject({ code: 'page.invalid' });
  });

  it('one odd row costs one row', async () => {
    const nodes = nodeWith(...versions.map(transfer));
    nodes.own[`/accounts/${recipient}/transaction_summaries`] = (request: Json) => [null, ...summaries(request)];
    const { page, chain } = open(versions, { nodes, indexers: [] });
    expect((await page({ limit: 10 })).amounts).toEqual(versions);
    expect((await chain.history(recipient)).status?.warnings).toMatchObject([{ code: 'transaction.unlisted' }]);
  });

  it.each<[string, (rows: Json[]) => Json[]]>([
    ['of another account', (rows) => rows.map((row) => ({ ...row, sender }))],
    ['that come twice', (rows) => [...rows, ...rows]],
    ['that were not asked for', (rows) => rows.map((row) => ({ ...row, version: '99999' }))],
  ])('rows %s are not believed', async (_, change) => {
    const [bad, good] = [nodeWith(...versions.map(transfer)), nodeWith(...versions.map(transfer))];
    bad.own[`/accounts/${recipient}/transaction_summaries`] = (request: Json) => change(summaries(request));
    good.own[`/accounts/${recipient}/transaction_summaries`] = summaries;
    const { page } = open(versions, { nodes: good, indexers: [] });
    const { next } = await page({ limit: 1 });
    const other = open(versions, { nodes: [bad, good], indexers: [] });
    expect((await other.page({ limit: 2, nextPage: next })).amounts).toEqual([1009, 1008]);
    expect(other.attempts()).toContain('it answers what was not asked');
  });

  it('an account that no node knows sent nothing', async () => {
    const own = {
      [`/accounts/${recipient}/transaction_summaries`]: refusal(404, 'account_not_found', 'Account not found'),
    };
    expect((await open([], { nodes: { own }, indexers: [] }).page()).parsed).toEqual([]);
  });
});
