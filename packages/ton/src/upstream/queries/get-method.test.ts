import type { HttpRequest } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import type { TonKind } from '../../options.ts';
import { Address, beginCell } from '../../ton-core.ts';
import { addressAt, amountAt, getMethod, type MethodAnswer, numberAt, tupleAt } from './get-method.ts';

const pool = Address.parse('EQCkWxfyhAkim3g2DjKQQg8T5P4g-Q1-K_jErGcDJZ4i-vqR');
const minter = Address.parse('EQC98_qAmNEptUtPc7W6xdHh_ZHrBUFpw5Ft_IzNU20QAJav');
const cell = beginCell().storeAddress(minter).endCell();
const base64 = cell.toBoc().toString('base64');

function formOf(kind: TonKind) {
  const form = getMethod(pool, 'get_wallet_address', [minter]).forms[kind];
  if (form === undefined) throw new Error('no form');
  const [request] = form.requests as unknown as [HttpRequest<unknown, unknown>];
  const read = (body: unknown): MethodAnswer => {
    const value = request.schema.parse(body);
    return form.read([{ ok: true, status: 200, headers: new Headers(), value }]);
  };
  return { form, request, read };
}

// Each interface's notation of the same five values: -1, zero, an address, a tuple of 7 and a tuple, and nothing.
const notations: [TonKind, unknown][] = [
  [
    'toncenter-v3',
    {
      gas_used: 1,
      exit_code: 0,
      stack: [
        { type: 'num', value: '-0x1' },
        { type: 'num', value: '0x0' },
        { type: 'slice', value: base64 },
        {
          type: 'tuple',
          value: [
            { type: 'num', value: '0x7' },
            { type: 'tuple', value: [] },
          ],
        },
        { type: 'list', value: [] },
      ],
    },
  ],
  [
    'toncenter-v2',
    {
      ok: true,
      result: {
        '@type': 'smc.runResult',
        gas_used: 1,
        exit_code: 0,
        stack: [
          ['num', '-0x1'],
          ['num', '0x0'],
          ['slice', { bytes: base64 }],
          [
            'tuple',
            {
              '@type': 'tvm.tuple',
              elements: [
                { '@type': 'tvm.stackEntryNumber', number: { '@type': 'tvm.numberDecimal', number: '7' } },
                { '@type': 'tvm.stackEntryTuple', tuple: { '@type': 'tvm.tuple', elements: [] } },
              ],
            },
          ],
          ['list', { '@type': 'tvm.list', elements: [] }],
        ],
      },
    },
  ],
  [
    'tonapi',
    {
      success: true,
      exit_code: 0,
      stack: [
        { type: 'num', num: '-0x1' },
        { type: 'num', num: '0x' },
        { type: 'cell', cell: cell.toBoc().toString('hex') },
        {
          type: 'tuple',
          tuple: [
            { type: 'num', num: '0x7' },
            { type: 'tuple', tuple: [] },
          ],
        },
        { type: 'null' },
      ],
    },
  ],
];

describe('methods of contracts', () => {
  it.each(notations)('are read from answers of %s', (kind, body) => {
    const answer = formOf(kind).read(body);
    expect(numberAt(answer, 0)).toBe(-1n);
    expect(amountAt(answer, 1)).toBe(0n);
    expect(addressAt(answer, 2)?.equals(minter)).toBe(true);
    const items = { stack: tupleAt(answer, 3) };
    expect(numberAt(items, 0)).toBe(7n);
    expect(tupleAt(items, 1)).toEqual([]);
    expect(answer.stack[4]).toEqual({ type: 'other' });
    expect(() => amountAt(answer, 0)).toThrow('a get method answers');
    expect(() => numberAt(answer, 4)).toThrow('a get method answers');
    expect(() => addressAt(answer, 0)).toThrow('a get method answers');
    expect(() => tupleAt(answer, 9)).toThrow('a get method answers');
  });

  it('are asked with addresses as each interface takes them', () => {
    const address = pool.toString();
    expect(formOf('toncenter-v3').request).toMatchObject({
      path: '/runGetMethod',
      body: { json: { address, method: 'get_wallet_address', stack: [{ type: 'slice', value: base64 }] } },
    });
    expect(formOf('toncenter-v2').request).toMatchObject({
      path: '/runGetMethod',
      body: { json: { address, method: 'get_wallet_address', stack: [['tvm.Slice', base64]] } },
    });
    expect(formOf('tonapi').request).toMatchObject({
      path: `/blockchain/accounts/${address}/methods/get_wallet_address`,
      query: { args: [minter.toRawString()] },
    });
  });

  it('of an account without a contract end with -13', () => {
    const { read, form } = formOf('tonapi');
    expect(formOf('toncenter-v3').read({ exit_code: -13, stack: null })).toEqual({ exitCode: -13, stack: [] });
    expect(read({ exit_code: 86, stack: [] })).toEqual({ exitCode: 86, stack: [] });
    const missing = { ok: false as const, status: 404, headers: new Headers(), error: { error: 'entity not found' } };
    expect(form.read([missing])).toEqual({ exitCode: -13, stack: [] });
  });
});
