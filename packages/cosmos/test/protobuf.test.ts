import { readMessage, writeMessage } from '@isochain/core/protobuf';
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth';
import { QueryAllBalancesRequest } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { describe, expect, it } from 'vitest';

describe('messages', () => {
  it('are written like those of generated coders', () => {
    const pagination = { key: Uint8Array.of(1, 255), offset: 0n, limit: 1000n, countTotal: false, reverse: false };
    const written = writeMessage([
      [1, 'cosmos1é'],
      [
        2,
        writeMessage([
          [1, pagination.key],
          [2, 0n],
          [3, pagination.limit],
        ]),
      ],
    ]);
    const judge = QueryAllBalancesRequest.encode({ address: 'cosmos1é', pagination, resolveDenom: false });
    expect(written).toEqual(judge.finish());
  });

  it('are read like those of generated coders, with numbers of 64 bits', () => {
    const bytes = BaseAccount.encode({ address: 'a', accountNumber: 2n ** 64n - 1n, sequence: 0n }).finish();
    const fields = readMessage(bytes);
    expect([fields.text(1), fields.has(2), fields.number(3), fields.number(4)]).toEqual([
      'a',
      false,
      2n ** 64n - 1n,
      0n,
    ]);
  });

  it('pass over what they do not know, and let the last value count', () => {
    // Field 1 twice, field 9 with 32 bits, field 10 with 64 bits, field 2 as a number.
    const bytes = Uint8Array.of(0x0a, 1, 97, 0x4d, 1, 2, 3, 4, 0x51, 1, 2, 3, 4, 5, 6, 7, 8, 0x0a, 1, 98, 0x10, 7);
    const fields = readMessage(bytes);
    expect([fields.text(1), fields.number(2), fields.has(9), fields.all(1).length]).toEqual(['b', 7n, false, 2]);
  });

  it.each([
    ['a length beyond the end', [0x0a, 5, 97]],
    ['half a number', [0x08, 0x80]],
    ['no tag', [0x00]],
    ['a group that does not end', [0x0b]],
  ])('are refused with %s', (_, bytes) => {
    expect(() => readMessage(Uint8Array.from(bytes))).toThrow();
  });

  it('are refused with text that is not UTF-8', () => {
    expect(() => readMessage(Uint8Array.of(0x0a, 1, 0xff)).text(1)).toThrow(TypeError);
  });
});
