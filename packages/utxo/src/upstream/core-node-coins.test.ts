import type { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { coreWorld, type NodeScript, Refusal, recordedAnswer } from '../../test/core-world.ts';
import { rawTransaction } from '../../test/raw-transaction.ts';
import { accountOf } from '../address/account-id.ts';
import { chains, type UtxoChainId } from '../chains.ts';
import type { CoinNeeds } from './backend.ts';

// The script of the recorded scan, as testnet writes its address.
const script = '001482a3ab3a2c6089520850a8c9147a4a7f88846a27';
const address = 'tb1qs236kw3vvzy4yzzs4ry3g7j207ygg638rmuvm0';
const recordedTxid = '6bda6b5a305560ee3a9c336bdfdb71fc8bd9416ad01cec25e538c1ebb309329b';

// own-vectors: "abandon ... about", m/84'/1'/0' with its first addresses, and the key as nodes write it.
const vpub =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';
const tpub =
  'tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M';
/** m/84'/1'/0'/0/0: tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl */
const first = '0014d0c4a3ef09e997b6e99e397e518fe3e41a118ca1';
/** m/84'/1'/0'/1/0: tb1q9u62588spffmq4dzjxsr5l297znf3z6j5p2688 */
const change = '00142f34aa1cf00a53b055a291a03a7d45f0a6988b52';

const id = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32);
const foreign = { txid: id(0xee), vout: 7 };
const height = 623;

const unspent = (byte: number, more: object = {}) => ({
  txid: id(byte),
  vout: 0,
  scriptPubKey: script,
  desc: `raw(${script})#00000000`,
  amount: 1.1,
  height: 500,
  ...more,
});

const scanned = (unspents: readonly object[]) => ({ success: true, txouts: 2121, height, unspents, total_amount: 1 });

/** A node with these coins in blocks, and these transactions in the mempool. */
function node(
  unspents: readonly object[],
  mempool: readonly { readonly raw: string; readonly txid: string }[] = [],
  more: NodeScript = () => undefined,
): NodeScript {
  return (method, params) => {
    const own = more(method, params);
    if (own !== undefined) return own;
    if (method === 'scantxoutset') return scanned(unspents);
    if (method === 'getmempoolinfo') return { size: mempool.length, mempoolminfee: 0.00001 };
    if (method === 'getrawmempool') return mempool.map(({ txid }) => txid);
    if (method !== 'getrawtransaction') return undefined;
    return (
      mempool.find(({ txid }) => txid === params[0])?.raw ??
      new Refusal(-5, 'No such mempool or blockchain transaction')
    );
  };
}

function read(
  scripts: Parameters<typeof coreWorld>[1],
  {
    owner = address,
    chainId = 'bitcoin-testnet',
    needs,
  }: { owner?: string; chainId?: UtxoChainId; needs?: CoinNeeds } = {},
) {
  const world = coreWorld(chainId, scripts);
  const account = accountOf(chains[chainId].network, owner);
  return {
    ...world,
    list: () => world.backend.coins(account, world.operation, needs),
    totals: () => world.backend.totals(account, world.operation),
  };
}

const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  );
  return (error as UpstreamError).attempts;
};

describe('coins of nothing, and coins that do not fit', () => {
  it.each([null, undefined, {}, '', -1, 0.5, 1e30, true, 'text\u0000\n'])(
    'are told of if they do not fit: %j',
    async (odd) => {
      const rows = [
        odd,
        ...['txid', 'vout', 'scriptPubKey', 'desc', 'amount', 'height', 'coinbase']
          // Half a coin is an amount, and any text a descriptor. Nodes before version 24 do not tell what is a miner's.
          .filter((name) => !(name === 'amount' && odd === 0.5) && !(name === 'desc' && typeof odd === 'string'))
          .filter((name) => !(name === 'coinbase' && (typeof odd === 'boolean' || odd == null)))
          .map((name) => ({ ...unspent(2), [name]: odd })),
      ];
      for (const row of rows) {
        const { list, totals } = read(node([unspent(1), row as object]));
        const { coins, hasOdd } = await list();
        expect({ ids: coins.map(({ txid }) => txid), hasOdd }).toEqual({ ids: [id(1)], hasOdd: true });
        expect((await totals()).confirmed).toBe(110_000_000n);
      }
    },
  );

  it.each([
    ['of nothing', { amount: 0 }],
    ['with a negative amount', { amount: -1 }],
    ['without an amount', { amount: null }],
    ['without a height', { height: undefined }],
  ])('of a node are left aside: %s', async (_, more) => {
    const { list, totals } = read(node([unspent(1), unspent(2, more)]));
    expect((await list()).coins.map(({ txid }) => txid)).toEqual([id(1)]);
    expect((await totals()).confirmed).toBe(110_000_000n);
  });

  it('in the mempool are left aside', async () => {
    const paying = rawTransaction({
      spends: [foreign],
      pays: [0n, 7n].map((value) => ({ value, script })),
    });
    const { list } = read(node([unspent(1)], [paying]));
    expect((await list()).coins.map(({ value }) => value)).toEqual([7n, 110_000_000n]);
  });
});

describe('coins of a node', () => {
  it('are read from recordings', async () => {
    const asked: unknown[] = [];
    const { list, calls } = read((method, params) => {
      if (method !== 'scantxoutset' && method !== 'gettxout') return undefined;
      asked.push([method, ...params]);
      return method === 'gettxout' ? recordedAnswer('gettxout') : recordedAnswer('scantxoutset');
    });
    expect(await list()).toEqual({
      hasOdd: false,
      coins: [
        {
          txid: recordedTxid,
          vout: 0,
          value: 123456789n,
          height: 623,
          isCoinbase: false,
          isPegOut: false,
          position: undefined,
        },
        {
          txid: 'db8718f8ac9927d4b9df7712beb9635b45cbe22fff5f65d45b7fc93ac97e3dec',
          vout: 0,
          value: 312501410n,
          height: 623,
          isCoinbase: false,
          isPegOut: false,
          position: undefined,
        },
      ],
      tip: 623,
      isUsed: true,
    });
    // By script: the node writes addresses of another network.
    expect(asked[0]).toEqual(['scantxoutset', 'start', [`raw(${script})`]]);
    expect(asked[1]).toEqual(['gettxout', recordedTxid, 0, true]);
    expect(calls).toEqual(['getmempoolinfo', 'scantxoutset', 'gettxout', 'gettxout']);
  });

  it('are empty for an unused address', async () => {
    const { list, totals } = read(node([]));
    expect(await list()).toEqual({ coins: [], hasOdd: false, tip: height, isUsed: undefined });
    expect(await totals()).toEqual({ confirmed: 0n, pending: 0n });
  });

  it('belong to the requested script', async () => {
    const { list } = read(node([unspent(1), unspent(2, { scriptPubKey: first })]));
    expect((await list()).coins.map(({ txid }) => txid)).toEqual([id(1)]);
  });

  it('of a miner are marked by newer nodes, and looked up at older ones while they are young', async () => {
    const young = { height: height - 98 };
    const { list, calls } = read(
      node(
        [
          unspent(1, { ...young, coinbase: true }),
          unspent(2, { ...young, coinbase: false }),
          unspent(3, young),
          unspent(4, young),
          unspent(5, { height: height - 99 }),
        ],
        [],
        (method, [txid]) => (method === 'gettxout' ? { coinbase: txid === id(3) } : undefined),
      ),
    );
    expect((await list()).coins.map(({ isCoinbase }) => isCoinbase)).toEqual([true, false, true, false, undefined]);
    expect(calls.filter((method) => method === 'gettxout')).toHaveLength(2);
  });

  it('in the mempool are found in its transactions', async () => {
    // One of ours is spent to somebody and back; that is spent on; somebody pays us; and both at once.
    const spending = rawTransaction({
      spends: [{ txid: id(1), vout: 0 }],
      pays: [
        { value: 4000n, script: first },
        { value: 5000n, script },
      ],
    });
    const onward = rawTransaction({ spends: [{ txid: spending.txid, vout: 1 }], pays: [{ value: 4500n, script }] });
    const incoming = rawTransaction({ spends: [foreign], pays: [{ value: 700n, script }] });
    const mixed = rawTransaction({
      spends: [
        { txid: id(2), vout: 0 },
        { ...foreign, vout: 8 },
      ],
      pays: [{ value: 90n, script }],
    });
    const { list, totals, calls } = read(
      node([unspent(1), unspent(2), unspent(3)], [incoming, spending, mixed, onward]),
    );
    const { coins } = await list();
    expect(coins.map(({ txid, vout, value, height: at, isOwnChange }) => [txid, vout, value, at, isOwnChange])).toEqual(
      [
        [incoming.txid, 0, 700n, undefined, false],
        [mixed.txid, 0, 90n, undefined, false],
        [onward.txid, 0, 4500n, undefined, true],
        [id(3), 0, 110000000n, 500, undefined],
      ],
    );
    expect(calls).not.toContain('gettxout');
    expect(await totals()).toEqual({ confirmed: 330000000n, pending: 700n + 90n + 4500n - 220000000n });
  });

  it('in the mempool are marked if their transaction has version 3', async () => {
    const pays = [{ value: 700n, script }];
    const restricted = rawTransaction({ spends: [foreign], pays, version: 3 });
    const plain = rawTransaction({ spends: [{ ...foreign, vout: 8 }], pays });
    const { coins } = await read(node([], [restricted, plain])).list();
    expect(coins.map(({ txid, isTruc }) => [txid, isTruc])).toEqual([
      [restricted.txid, true],
      [plain.txid, false],
    ]);
  });

  it('that went into a block during the listing are listed once', async () => {
    const incoming = rawTransaction({ spends: [foreign], pays: [{ value: 110000000n, script }] });
    const { list } = read(node([unspent(1, { txid: incoming.txid })], [incoming]));
    expect((await list()).coins.map(({ height: at }) => at)).toEqual([500]);
  });

  it('are listed although a transaction left the mempool meanwhile, or is inside MWEB', async () => {
    const gone = { txid: id(9), raw: '' };
    const { list } = read(node([unspent(1)], [gone]));
    expect((await list()).coins).toHaveLength(1);
  });

  it('are looked up one by one if the mempool is large', async () => {
    const { list, totals, calls } = read(
      node([unspent(1), unspent(2)], [], (method, [txid]) => {
        if (method === 'getmempoolinfo') return { size: 501, mempoolminfee: 0.00001 };
        if (method === 'gettxout') return txid === id(1) ? null : { coinbase: false };
        return undefined;
      }),
    );
    expect((await list()).coins.map(({ txid }) => txid)).toEqual([id(2)]);
    expect(await totals()).toEqual({ confirmed: 220000000n, pending: -110000000n });
    expect(calls).not.toContain('getrawmempool');
  });

  it('that left MWEB are recognised while they are young, and coins that cannot be looked up count as such', async () => {
    const hogEx = rawTransaction({
      spends: [foreign],
      pays: [
        { value: 9n, script: `5820${'ab'.repeat(32)}` },
        { value: 110000000n, script },
      ],
    });
    const plain = rawTransaction({ spends: [foreign], pays: [{ value: 110000000n, script }] });
    const { list } = read(
      node(
        [
          unspent(1, { txid: hogEx.txid, vout: 1, height: height - 4, coinbase: false }),
          unspent(2, { txid: plain.txid, height, coinbase: false }),
          unspent(3, { height, coinbase: false }),
          unspent(4, { height: height - 5, coinbase: false }),
        ],
        [],
        (method, [txid]) => {
          if (method !== 'getrawtransaction') return undefined;
          return [hogEx, plain].find((one) => one.txid === txid)?.raw ?? new Refusal(-5, 'No such mempool transaction');
        },
      ),
      { chainId: 'litecoin', owner: 'ltc1qs236kw3vvzy4yzzs4ry3g7j207ygg638dpamcv' },
    );
    expect((await list()).coins.map(({ isPegOut }) => isPegOut)).toEqual([true, false, true, false]);
  });

  it.each([
    ['more decimals than coins have', 0.123456789],
    ['a negative amount', -1],
    ['text', '1.1'],
  ])('with %s are malformed', async (_, amount) => {
    const { list } = read(node([unspent(1, { amount })]));
    expect(await failure(list())).toMatchObject([{ outcome: 'malformed' }, { outcome: 'malformed' }]);
  });

  it('that differ from their transactions are asked for elsewhere', async () => {
    const proven = new Map([[`${id(1)}:0`, 110000000n]]);
    const { list, operation } = read(
      { core: node([unspent(1, { amount: 1.2 })]), core2: node([unspent(1)]) },
      { needs: { proven } },
    );
    expect((await list()).coins[0]?.value).toBe(110000000n);
    expect(operation.trace.attempts.map(({ outcome }) => outcome)).toContain('rejected');
  });

  it('are asked for elsewhere while the node scans for another account', async () => {
    const busy: NodeScript = (method) =>
      method === 'scantxoutset'
        ? new Refusal(-8, 'Scan already in progress, use action "abort" or "status"')
        : undefined;
    const { list, operation } = read({ core: busy, core2: node([unspent(1)]) });
    expect((await list()).coins).toHaveLength(1);
    expect(operation.trace.attempts.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`)).toContain(
      'core unavailable',
    );
  });

  it('cannot be read from a node without scans, such as Dogecoin Core 1.14', async () => {
    const { list } = read(() => undefined, { chainId: 'dogecoin', owner: 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC' });
    expect(await failure(list())).toMatchObject([{ outcome: 'unsupported' }]);
  });

  it('are asked for elsewhere while a node starts, or serves another chain', async () => {
    const starting: NodeScript = () => new Refusal(-28, 'Loading block index...');
    const waiting = read({ core: starting, core2: node([unspent(1)]) });
    expect((await waiting.list()).coins).toHaveLength(1);
    const other: NodeScript = (method) => (method === 'getblockhash' ? id(0) : undefined);
    expect(await failure(read(other).list())).toMatchObject([
      { outcome: 'rejected', detail: 'it serves another chain' },
    ]);
  });
});

describe('coins of an extended key at a node', () => {
  const at = (scriptPubKey: string, path: string, byte: number) =>
    unspent(byte, { scriptPubKey, desc: `wpkh([06361b08/${path}]02aa)#00000000`, coinbase: false });

  it('are searched by ranges, and listed with their paths', async () => {
    let asked: unknown;
    const { list } = read(
      node([at(first, '0/0', 1), at(change, '1/0', 2)], [], (method, params) => {
        if (method === 'scantxoutset') asked = params;
        return undefined;
      }),
      { owner: vpub },
    );
    expect(await list()).toMatchObject({
      coins: [{ position: { branch: 0, index: 0 } }, { position: { branch: 1, index: 0 } }],
      unused: { receiving: 1, change: 1 },
    });
    expect(asked).toEqual([
      'start',
      [
        { desc: `wpkh(${tpub}/0/*)`, range: [0, 999] },
        { desc: `wpkh(${tpub}/1/*)`, range: [0, 999] },
      ],
    ]);
  });

  it('begin with the first addresses if none was used', async () => {
    const { list } = read(node([]), { owner: vpub });
    expect(await list()).toMatchObject({ coins: [], unused: { receiving: 0, change: 0 }, isUsed: undefined });
  });

  it('that have another path are not believed', async () => {
    const { list } = read(node([at(first, '0/1', 1)]), { owner: vpub });
    expect(await failure(list())).toMatchObject([{ outcome: 'rejected' }]);
  });

  it('in the mempool have paths and use up addresses too, even when they are spent again', async () => {
    const incoming = rawTransaction({ spends: [foreign], pays: [{ value: 700n, script: first }] });
    const spending = rawTransaction({
      spends: [{ txid: incoming.txid, vout: 0 }],
      pays: [{ value: 600n, script: change }],
    });
    const { list } = read(node([], [incoming, spending]), { owner: vpub });
    expect(await list()).toMatchObject({
      coins: [{ txid: spending.txid, value: 600n, isOwnChange: true, position: { branch: 1, index: 0 } }],
      unused: { receiving: 1, change: 1 },
    });
  });

  it('are searched by scripts if the node does not know such descriptors', async () => {
    // BIP86 of "abandon ... about" on testnet (own-vectors), m/86'/1'/0'/0/0.
    const account =
      'tr(tpubDDfvzhdVV4unsoKt5aE6dcsNsfeWbTgmLZPi8LQDYU2xixrYemMfWJ3BaVneH3u7DBQePdTwhpybaKRU95pi6PMUtLPBJLVQRpzEnjfjZzX)';
    const taproot = '51203b82b2b2a9185315da6f80da5f06d0440d8a5e1457fa93387c2d919c86ec8786';
    const asked: unknown[][] = [];
    const { list } = read(
      (method, params) => {
        if (method !== 'scantxoutset') return undefined;
        const descriptors = params[1] as unknown[];
        asked.push(descriptors);
        if (typeof descriptors[0] !== 'string') return new Refusal(-5, 'tr(...) is not a valid descriptor function');
        return scanned([unspent(1, { scriptPubKey: taproot, coinbase: false })]);
      },
      { owner: account },
    );
    expect((await list()).coins).toMatchObject([{ txid: id(1), position: { branch: 0, index: 0 } }]);
    expect(asked.map((descriptors) => descriptors.length)).toEqual([2, 200]);
  });
});
