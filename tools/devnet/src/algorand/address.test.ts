import { expect, it } from 'vitest';
import { fromAddress, toAddress, writeAlgos, zeroAddress } from './address.ts';
import { printable } from './algod/asset.ts';

// The bytes 00..1f as a seed, and the address that algosdk 3.8.0 makes of it.
it('writes addresses with their checksum, and reads them back', () => {
  const bytes = Buffer.from('03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8', 'hex');
  expect(toAddress(bytes)).toBe('AOQQPP7TZYIL4HLQ3UMOOS6ATFT6JVRQTOSQ2XY53SDGIESVGG4MPFYUMQ');
  expect(Buffer.from(fromAddress(toAddress(bytes))).equals(bytes)).toBe(true);
  expect(zeroAddress).toBe('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ');
});

// go-algorand:data/basics/units.go
it('writes amounts as Go does', () => {
  const amounts = [0n, 1n, 999n, 1_000n, 2_470n, 999_001n, 1_000_000n, 1_000_001n, 12_500_000n];
  expect(amounts.map(writeAlgos)).toEqual([
    '0.0A',
    '1uA',
    '999uA',
    '1mA',
    '2.470mA',
    '999.001mA',
    '1A',
    '1.000001A',
    '12.500000A',
  ]);
});

// go-algorand:daemon/algod/api/server/v2 printableUTF8OrEmpty
it('tells names that can be printed from others', () => {
  const bytes = (...list: number[]) => printable(Uint8Array.from(list));
  const text = (value: string) => printable(new TextEncoder().encode(value));
  expect([text('USDC'), text('Ünï ☃ 💰'), text('')]).toEqual(['USDC', 'Ünï ☃ 💰', '']);
  expect([bytes(0xff), bytes(0x41, 0xc3), bytes(0x41, 0), text('a\tb'), text('a\u00a0b'), text('a\u200bb')]).toEqual(
    Array(6).fill(''),
  );
  // Go does not print the replacement character here.
  expect(text('\ufffd')).toBe('');
});
