import { describe, expect, it } from 'vitest';
import { checkTransactionId } from './transaction-id.ts';

// A mined transaction: fixtures/mined-messages.json.
const hex = 'e535803d524af1c7335cb5afb3c4a7cafbb3b59f875d9af3870c8a92f0a482a2';
const bytes = Buffer.from(hex, 'hex');

describe('checkTransactionId', () => {
  it.each([
    ['hex', hex],
    ['hex with 0x', `0x${hex}`],
    ['upper-case hex', hex.toUpperCase()],
    ['base64', bytes.toString('base64')],
    ['base64 without padding', bytes.toString('base64').replace('=', '')],
    ['base64url', bytes.toString('base64url')],
    ['base64url with padding', `${bytes.toString('base64url')}=`],
    ['spaces around it', ` ${hex} `],
  ])('reads %s', (_, text) => {
    expect(checkTransactionId(text)).toEqual({ ok: true, canonical: hex, value: hex });
  });

  it('reads 64 digits as hex, though they are base64 too', () => {
    const digits = '1'.repeat(64);
    expect(checkTransactionId(digits)).toMatchObject({ canonical: digits });
  });

  it.each(['', hex.slice(2), `${hex}00`, 'x'.repeat(64), bytes.subarray(1).toString('base64'), `${hex}:1`])(
    'refuses "%s"',
    (text) => {
      expect(checkTransactionId(text)).toMatchObject({ ok: false });
    },
  );
});
