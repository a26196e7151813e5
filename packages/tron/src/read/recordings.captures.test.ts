import { describeCaptures } from '@isochain/conformance';
import { TronWeb } from 'tronweb';
import { expect, it } from 'vitest';
import { gridPage, type Json, openScripted } from '../../test/scripted-history.ts';

// What was recorded of the main network, answered by a script. What must be read of it was written by hand.

const file = (name: string) => `tron/${name}.json`;
const [mined, nativeList, tokenList, infos] = [
  'mined-transactions',
  'trongrid-v1-account-transactions',
  'trongrid-v1-account-transactions-trc20',
  'node-gettransactioninfobyid',
].map(file) as [string, string, string, string];

const base58 = (hex: string) => TronWeb.address.fromHex(hex);

/** What an entry of mined-transactions.json says that a reader has to make of it, in our shape. */
function expected({ txID, expect: said }: Json) {
  const ticker = said.ticker ?? said.tokenId ?? 'TRX';
  const moved = said.amount !== '0';
  const token = moved && said.tokenId ? { tokenId: said.tokenId } : {};
  return {
    id: txID,
    mode: said.mode,
    state: said.state,
    fees: { amount: said.fees, ticker: 'TRX' },
    blockHeight: said.blockHeight,
    timestamp: said.timestamp,
    ...(said.tokenId ? { tokenId: said.tokenId } : {}),
    ...(said.memo ? { memo: said.memo } : {}),
    senders: [{ address: base58(said.senderHex), amount: said.amount, ticker: moved ? ticker : 'TRX', ...token }],
    ...(moved ? { recipients: [{ address: base58(said.recipientHex), amount: said.amount, ticker, ...token }] } : {}),
  };
}

const headAfter = (block: number, timestamp: number) => ({ number: block + 30, timestamp: timestamp + 90_000 });

describeCaptures('transactions of the main network', [mined], (read) => {
  const entries: Json[] = JSON.parse(read(mined));

  it.each(entries.filter(({ raw_data_hex: bytes }) => bytes).map((entry) => [entry.id, entry.what, entry]))(
    '%s is read from a node: %s',
    async (_, __, entry) => {
      const { txID, raw_data_hex, signature, row } = entry;
      const [{ contractRet, fee }] = row.ret;
      const isFailed = contractRet !== 'SUCCESS';
      const { chain } = openScripted(
        {
          '/wallet/gettransactionbyid': ({ body }) =>
            body.value === txID ? { txID, raw_data_hex, signature: [signature], ret: [{ contractRet }] } : {},
          '/wallet/gettransactioninfobyid': () => ({
            id: txID,
            fee,
            blockNumber: row.blockNumber,
            blockTimeStamp: row.block_timestamp,
            receipt: { energy_usage_total: row.energy_usage_total, ...(isFailed ? { result: contractRet } : {}) },
            ...(isFailed ? { result: 'FAILED' } : {}),
          }),
        },
        { head: headAfter(row.blockNumber, row.block_timestamp) },
      );
      const { parsed } = (await chain.transaction(txID)).transaction;
      const { gas, confirmations, ...rest } = parsed ?? ({} as Json);
      expect(rest).toEqual(expected(entry));
      expect([gas, confirmations]).toEqual([isFailed ? String(row.energy_usage_total) : undefined, '31']);
    },
  );

  it.each(entries.map((entry) => [entry.id, entry.what, entry]))(
    '%s is read from a history: %s',
    async (_, __, entry) => {
      const { txID, raw_data_hex, signature, row } = entry;
      const listed = { txID, ...(raw_data_hex ? { raw_data_hex, signature: [signature] } : {}), ...row };
      const sender = base58(entry.expect.senderHex);
      const { chain } = openScripted(
        {
          [`/v1/accounts/${sender}/transactions`]: () => gridPage([listed]),
          [`/v1/accounts/${sender}/transactions/trc20`]: () => gridPage([]),
          [`/v1/accounts/${sender}/internal-transactions`]: () => gridPage([]),
        },
        { head: headAfter(row.blockNumber, row.block_timestamp) },
      );
      const { transactions } = await chain.history(sender);
      const { gas, ...rest } = transactions[0]?.parsed ?? ({} as Json);
      expect(rest).toEqual(expected(entry));
      expect(gas).toBe(row.energy_usage_total ? String(row.energy_usage_total) : undefined);
    },
  );
});

describeCaptures('a history of the main network', [nativeList, tokenList, infos], (read) => {
  const native: Json = JSON.parse(read(nativeList));
  const tokens: Json = JSON.parse(read(tokenList));
  const outcomes: Record<string, Json> = JSON.parse(read(infos));
  const account: string = native.address;
  const newest: Json = native.data[0];
  const head = headAfter(newest.blockNumber, newest.block_timestamp);

  it('is both lists, each transaction once and newest first', async () => {
    const { chain } = openScripted(
      {
        [`/v1/accounts/${account}/transactions`]: () => gridPage(native.data),
        [`/v1/accounts/${account}/transactions/trc20`]: () => gridPage(tokens.data),
        [`/v1/accounts/${account}/internal-transactions`]: () => gridPage([]),
      },
      { head },
    );
    const { transactions, pagination } = await chain.history(account);
    const rows = transactions.map(({ parsed }) => [
      parsed?.id.slice(0, 6),
      parsed?.mode,
      parsed?.tokenId,
      parsed?.senders?.map((each) => `${each.address.slice(0, 4)} ${each.amount} ${each.ticker}`).join(),
      parsed?.recipients?.map((each) => `${each.address.slice(0, 4)} ${each.amount} ${each.ticker}`).join(),
      parsed?.fees?.amount,
    ]);
    const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const sundog = 'TXL6rJbvmjD46zeN1JssfgxvSo99qC8MRT';
    expect(rows).toEqual([
      [
        '034897',
        'transferToken',
        '1005065',
        `${base58('414a590bf4bbbb25e162987084d3529ae2078ac177').slice(0, 4)} 8888880000 1005065`,
        'TL24 8888880000 1005065',
        '0',
      ],
      [
        '5144c4',
        'transfer',
        undefined,
        `${base58('4121b72c741caed659bf48c3fa2b717b007c20fb4b').slice(0, 4)} 1 TRX`,
        'TL24 1 TRX',
        '0',
      ],
      [
        '3f8b65',
        'transfer',
        undefined,
        'TL24 150466320 TRX',
        `${base58('4115e75fb8683b09c857d7b8a740b1d0234a3ca97b').slice(0, 4)} 150466320 TRX`,
        '1100000',
      ],
      ['0130df', 'transferToken', usdt, 'TL24 41677389 USDT', 'TXVj 41677389 USDT', '26420100'],
      [
        '5f1d1a',
        'transfer',
        undefined,
        `${base58('414abdc7dbc6bb695f6cdf80a0a041872b1299109a').slice(0, 4)} 1 TRX`,
        'TL24 1 TRX',
        '0',
      ],
      ['05397e', 'transferToken', usdt, 'TJtE 41499389 USDT', 'TL24 41499389 USDT', undefined],
      [
        '629adf',
        'transferToken',
        sundog,
        'TZ8i 13409316000000000000 SUNDOG',
        'TL24 13409316000000000000 SUNDOG',
        undefined,
      ],
      ['467104', 'transferToken', usdt, 'TL24 1000 USDT', 'TCB8 1000 USDT', undefined],
    ]);
    expect(transactions.every(({ parsed }) => parsed?.state === 'confirmed')).toBe(true);
    expect(pagination.nextPage).toBeNull();
  });

  it.each([
    ['trc10_transfer', '0', '8888880000', '1005065'],
    ['transfer_activating_recipient', '1100000', '150466320', 'TRX'],
    ['usdt_transfer_partly_staked_energy', '26420100', '41677389', 'USDT'],
  ])('%s is read with its outcome from a node', async (label, fees, amount, ticker) => {
    const outcome = outcomes[label];
    const row = native.data.find(({ txID }: Json) => txID === outcome.id);
    const { txID, raw_data, raw_data_hex, ret } = row;
    // Nodes write the name of a TRC-10 token in hex.
    const asNode = JSON.parse(
      JSON.stringify(raw_data, (key, value) => (key === 'asset_name' ? Buffer.from(value).toString('hex') : value)),
    );
    const { chain } = openScripted(
      {
        '/wallet/gettransactionbyid': () => ({
          txID,
          raw_data: asNode,
          raw_data_hex,
          ret: [{ contractRet: ret[0].contractRet }],
        }),
        '/wallet/gettransactioninfobyid': () => outcome,
      },
      { head },
    );
    const { parsed } = (await chain.transaction(txID)).transaction;
    expect(parsed?.fees?.amount).toBe(fees);
    expect(
      [parsed?.senders, parsed?.recipients].map((each) => each?.map((party) => [party.amount, party.ticker])),
    ).toEqual([[[amount, ticker]], [[amount, ticker]]]);
    expect(parsed?.gas).toBe(label.startsWith('usdt') ? '130285' : undefined);
  });
});
