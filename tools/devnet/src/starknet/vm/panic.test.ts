import { describe, expect, it } from 'vitest';
import { ascii, byteArray } from './felt.ts';
import { formatPanic } from './panic.ts';

const magic = 0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3n;

describe('the words of a panic', () => {
  it('are those that starknet-devnet 0.8.1 printed', () => {
    expect(formatPanic([ascii('argent/invalid-owner-sig')])).toBe(
      "0x617267656e742f696e76616c69642d6f776e65722d736967 ('argent/invalid-owner-sig')",
    );
    const felts = ['argent/multicall-failed', '', 'ERC20: insufficient balance', 'ENTRYPOINT_FAILED'].map(ascii);
    expect(formatPanic(felts)).toBe(
      "(0x617267656e742f6d756c746963616c6c2d6661696c6564 ('argent/multicall-failed'), 0x0 (''), 0x45524332303a20696e73756666696369656e742062616c616e6365 ('ERC20: insufficient balance'), 0x454e545259504f494e545f4641494c4544 ('ENTRYPOINT_FAILED'))",
    );
    expect(formatPanic([1n])).toBe('0x1');
  });

  it('show a ByteArray of any length in quotes', () => {
    const long = 'Undelegate from pool in progress, pool member is in an exit window';
    expect(formatPanic([magic, ...byteArray(long), ascii('ENTRYPOINT_FAILED')])).toBe(
      `("${long}", 0x454e545259504f494e545f4641494c4544 ('ENTRYPOINT_FAILED'))`,
    );
    expect(formatPanic([magic, ...byteArray('Amount is zero')])).toBe('"Amount is zero"');
    // A magic without a text behind it is a felt like others.
    expect(formatPanic([magic, 5n])).toContain(', 0x5');
  });
});
