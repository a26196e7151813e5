import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { toBase58Address } from '../address/address.ts';
import { wordOf } from '../bytes/abi-values.ts';
import { holdings } from './index/holdings.ts';
import { asset } from './queries/assets.ts';
import { constantCall } from './queries/contracts.ts';
import type { Query } from './query.ts';

// What nodes and TronGrid answered.

const read = <T>(query: Query<T>, answer: unknown): T => query.read(query.request.schema.parse(answer));

const lists = ['tron/trongrid-v1-account.json', 'tron/trongrid-v1-account-with-votes.json'] as const;

describeCaptures('token holdings of TronGrid', lists, (file) => {
  it.each([
    [
      lists[0],
      [
        ['TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 1_000_000n],
        ['TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9', 1_234_000_000_000_000_000n],
        ['TXL6rJbvmjD46zeN1JssfgxvSo99qC8MRT', 13_409_316_000_000_000_000n],
      ],
    ],
    [
      lists[1],
      [
        ['TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 46_825_830n],
        ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 376n],
      ],
    ],
  ])('are read: %s', (name, expected) => {
    const { data, success, meta } = JSON.parse(file(name));
    // `/v1/accounts/{a}` has the rows of `/v1/accounts/{a}/trc20/balance` in a field.
    const page = read(holdings(data[0].address), { data: data[0].trc20, success, meta });
    expect(page.holdings.map(({ contract, amount }) => [toBase58Address(contract), amount])).toEqual(expected);
    expect(page.next).toBeUndefined();
  });
});

const samples = 'tron/node-docs-samples-nile.json';

describeCaptures('samples of the documentation of nodes', [samples], (file) => {
  const { getassetissuebyid, triggerconstantcontract } = JSON.parse(file(samples));

  it('a TRC-10 token', () => {
    expect(read(asset('1005416'), getassetissuebyid)).toEqual({ name: 'TRN', ticker: 'TN', decimals: 6 });
    expect(() => read(asset('1005417'), getassetissuebyid)).toThrow('another token');
  });

  it('a simulated call', () => {
    const { data, owner_address, contract_address } =
      triggerconstantcontract.transaction.raw_data.contract[0].parameter.value;
    const call = { from: owner_address, contract: contract_address, data };
    const outcome = read(constantCall(call), triggerconstantcontract);
    expect(outcome).toMatchObject({ ok: true, energy: 935n, penalty: 0n, logs: [] });
    expect(outcome.ok && wordOf(outcome.output)).toBe(0x40cfcc00n);
    expect(() => read(constantCall({ ...call, data: '18160ddd' }), triggerconstantcontract)).toThrow('another call');
  });
});
