import { describe, expect, it } from 'vitest';
import { usdt } from '../../test/made.ts';
import { checkTokenId } from './token-id.ts';

describe('checkTokenId', () => {
  it('reads the number of a TRC-10 token', () => {
    // BitTorrent (BTT), and both ends of the numbers.
    for (const id of ['1002000', '1000001', '9223372036854775807']) {
      expect(checkTokenId(id)).toEqual({ ok: true, canonical: id, value: { type: 'TRC10', id } });
    }
  });

  it('reads the address of a TRC-20 contract', () => {
    const contract = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
    expect(checkTokenId(usdt)).toEqual({ ok: true, canonical: usdt, value: { type: 'TRC20', contract } });
  });

  it.each(['0', '1', '01002000', '1000000', '999999', '9223372036854775808', '9'.repeat(50)])(
    'refuses the number %s',
    (text) => {
      expect(checkTokenId(text)).toMatchObject({ ok: false, reason: expect.stringContaining('TRC-10') });
    },
  );

  it.each(['TRX', 'trx', '_', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'])('knows that %s stands for TRX', (text) => {
    expect(checkTokenId(text)).toMatchObject({ ok: false, native: true });
  });

  it.each([
    'USDT',
    '',
    '-1002000',
    '1002000.0',
    '１００２０００',
    `${usdt}x`,
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ])('refuses "%s"', (text) => {
    expect(checkTokenId(text).ok).toBe(false);
  });

  it('finds a wrong checksum', () => {
    expect(checkTokenId(usdt.replace(/.$/, 'z'))).toMatchObject({ ok: false, checksum: true });
  });
});
