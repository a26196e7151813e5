import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../../test/tron-desk.ts';
import { hexAddress } from './address.ts';

// The lists of the index: shapes of its rows, paging and filters.

let desk: Desk;
let owner: string;
let friend: string;
const transfers: string[] = [];
/** An account with one transfer, which a contract pays. */
let paidByContract: string;
let earlier: string;
let token: string;
let tokenTransfer: string;
let asset: string;

interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly success: boolean;
  readonly meta: {
    readonly at: number;
    readonly page_size: number;
    readonly fingerprint?: string;
    readonly links?: { readonly next: string };
  };
}

const list = (path: string) => desk.get(`/v1/accounts/${path}`) as Promise<Page>;
const idsOf = ({ data }: Page) => data.map((row) => row.txID);

beforeAll(async () => {
  desk = await openDesk({ bare: true, solidLag: 2 });
  const { engine, web } = desk;
  owner = await desk.newcomer(3000, 1_000_000_000n);
  friend = await desk.newcomer(3001, 1_000_000_000n);
  token = await engine.deployTrc20({ kind: 'usdt', holders: [owner], amountEach: 1_000n });
  asset = await engine.createTrc10({ holders: [owner], amountEach: 50n, precision: 6 });
  paidByContract = await desk.newcomer(3002, 1_000_000_000n);
  earlier = await desk.send(owner, await web.transactionBuilder.sendTrx(paidByContract, 1, owner));
  for (let amount = 1; amount <= 5; amount++) {
    transfers.push(await desk.send(owner, await web.transactionBuilder.sendTrx(friend, amount, owner)));
  }
  transfers.push(await desk.send(friend, await web.transactionBuilder.sendTrx(owner, 6, friend)));
  transfers.push(await desk.send(owner, await web.transactionBuilder.sendToken(friend, 7, asset, owner)));
  const { transaction } = await web.transactionBuilder.triggerSmartContract(
    token,
    'transfer(address,uint256)',
    { feeLimit: 100_000_000, txLocal: true },
    [
      { type: 'address', value: friend },
      { type: 'uint256', value: 8 },
    ],
    owner,
  );
  tokenTransfer = await desk.send(owner, transaction);
});
afterAll(() => desk?.stop());

describe('transactions', () => {
  it('come newest first, with what they cost', async () => {
    const page = await list(`${friend}/transactions`);
    expect(idsOf(page)).toEqual([...transfers].reverse());
    expect(page).toMatchObject({ success: true, meta: { page_size: 7, at: desk.engine.now() } });
    // Names of TRC-10 tokens are text here, and hex at nodes.
    expect(page.data[0]).toEqual({
      ret: [{ contractRet: 'SUCCESS', fee: expect.any(Number) }],
      signature: [expect.stringMatching(/^[0-9a-f]{130}$/)],
      txID: transfers[6],
      net_usage: expect.any(Number),
      raw_data_hex: expect.stringMatching(/^0a02/),
      net_fee: expect.any(Number),
      energy_usage: 0,
      blockNumber: expect.any(Number),
      block_timestamp: expect.any(Number),
      energy_fee: 0,
      energy_usage_total: 0,
      raw_data: {
        contract: [
          {
            parameter: {
              value: {
                amount: 7,
                asset_name: asset,
                owner_address: hexAddress(owner),
                to_address: hexAddress(friend),
              },
              type_url: 'type.googleapis.com/protocol.TransferAssetContract',
            },
            type: 'TransferAssetContract',
          },
        ],
        ref_block_bytes: expect.stringMatching(/^[0-9a-f]{4}$/),
        ref_block_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
        expiration: expect.any(Number),
        timestamp: expect.any(Number),
      },
      internal_transactions: [],
    });
  });

  it('come in pages', async () => {
    const first = await list(`${friend}/transactions?limit=3`);
    expect(idsOf(first)).toEqual(transfers.slice(4).reverse());
    expect(first.meta.links?.next).toContain(`fingerprint=${first.meta.fingerprint}`);
    const second = await list(`${friend}/transactions?limit=3&fingerprint=${first.meta.fingerprint}`);
    expect(idsOf(second)).toEqual(transfers.slice(1, 4).reverse());
    const third = await list(`${friend}/transactions?limit=3&fingerprint=${second.meta.fingerprint}`);
    expect(idsOf(third)).toEqual(transfers.slice(0, 1));
    expect(third.meta).not.toHaveProperty('fingerprint');
  });

  it('are filtered by side, time and finality', async () => {
    expect(idsOf(await list(`${friend}/transactions?only_from=true`))).toEqual([transfers[5]]);
    expect(idsOf(await list(`${owner}/transactions?only_to=true`))).toEqual([transfers[5]]);
    const ascending = await list(`${friend}/transactions?order_by=block_timestamp,asc`);
    expect(idsOf(ascending)).toEqual(transfers);
    const time = (index: number) => ascending.data[index]?.block_timestamp;
    expect(idsOf(await list(`${friend}/transactions?min_timestamp=${time(1)}&max_timestamp=${time(2)}`))).toEqual([
      transfers[2],
      transfers[1],
    ]);
    // The head is the token's transfer, and two blocks behind it are not final.
    expect(idsOf(await list(`${friend}/transactions?only_confirmed=true`))).toEqual(transfers.slice(0, 6).reverse());
  });

  it('of TRC-20 tokens have a list of their own', async () => {
    expect((await list(`${friend}/transactions/trc20?contract_address=${token}`)).data).toEqual([
      {
        transaction_id: tokenTransfer,
        token_info: { symbol: 'USDT', address: token, decimals: 6, name: 'Tether USD' },
        block_timestamp: desk.engine.now(),
        from: owner,
        to: friend,
        type: 'Transfer',
        value: '8',
      },
    ]);
    const detailed = await list(`${owner}/transactions/trc20?get_detail=true`);
    expect(detailed.data).toMatchObject([{ detail: { txID: tokenTransfer, ret: [{ contractRet: 'SUCCESS' }] } }]);
    expect(idsOf(await list(`${owner}/transactions`))).toContain(tokenTransfer);
    expect(idsOf(await list(`${friend}/transactions`))).not.toContain(tokenTransfer);
  });

  it('that contracts make have their own list too, and lie among the others', async () => {
    desk.engine.addInternalTransaction({ from: token, to: paidByContract, value: 99n });
    const row = {
      data: { note: '63616c6c', rejected: false, call_value: { _: 99 } },
      from_address: hexAddress(token),
      to_address: hexAddress(paidByContract),
    };
    expect((await list(`${paidByContract}/internal-transactions`)).data).toMatchObject([row]);
    expect((await list(`${paidByContract}/transactions?limit=1`)).data).toMatchObject([row]);
    expect(idsOf(await list(`${paidByContract}/transactions?limit=1&search_internal=false`))).toEqual([earlier]);
  });
});

describe('accounts', () => {
  it('list TRC-20 holdings', async () => {
    const { data } = await list(friend);
    expect(data).toMatchObject([
      {
        address: hexAddress(friend),
        balance: expect.any(Number),
        owner_permission: { keys: [{ address: friend, weight: 1 }], threshold: 1, permission_name: 'owner' },
        assetV2: [{ key: asset, value: 7 }],
        frozenV2: [{}, { type: 'ENERGY' }, { type: 'TRON_POWER' }],
        trc20: [{ [token]: '8' }],
      },
    ]);
  });

  it('that were never activated are empty, and have balances of tokens all the same', async () => {
    const nobody = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
    await desk.engine.fund(nobody, 5n, token);
    expect(await list(nobody)).toMatchObject({ data: [], success: true, meta: { page_size: 0 } });
    expect((await list(`${nobody}/trc20/balance`)).data).toEqual([{ [token]: '5' }]);
  });

  it('are refused under a wrong address', async () => {
    expect(await list('TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeX')).toMatchObject({ success: false, statusCode: 400 });
  });
});
