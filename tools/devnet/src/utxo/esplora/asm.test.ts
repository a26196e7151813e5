import { expect, it } from 'vitest';
import { lastPush, toAsm } from './asm.ts';

// Names of rust-bitcoin (src/blockdata/opcodes.rs and script.rs). answers.test.ts has scripts from servers.
it.each([
  ['', ''],
  ['00', 'OP_0'],
  ['4f60', 'OP_PUSHNUM_NEG1 OP_PUSHNUM_16'],
  ['6a04deadbeef', 'OP_RETURN OP_PUSHBYTES_4 deadbeef'],
  ['4c02abcd', 'OP_PUSHDATA1 abcd'],
  ['4d0100ff', 'OP_PUSHDATA2 ff'],
  ['03405dc600b1b275', 'OP_PUSHBYTES_3 405dc6 OP_0 OP_CLTV OP_CSV OP_DROP'],
  ['02b1010101', 'OP_PUSHBYTES_2 b101 OP_PUSHBYTES_1 01'],
  ['05aabb', 'OP_PUSHBYTES_5 <push past end>'],
  ['4d01', '<unexpected end>'],
])('writes %j as %j', (hex, asm) => {
  expect(toAsm(hex)).toBe(asm);
});

it('finds the last push', () => {
  expect(lastPush('0102022a2b')).toBe('2a2b');
  expect(lastPush('0102ac')).toBeUndefined();
  expect(lastPush('')).toBeUndefined();
});
