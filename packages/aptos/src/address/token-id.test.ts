import { describe, expect, it } from 'vitest';
import { assetToken, checkTokenId, coinToken, isApt, tokenOfIndexer } from './token-id.ts';

const asset = '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b';
const zeros = '0x001232f58b963938486a11f88c1c36d61d82738b1828625a95a1e85b4c8d1282';
const btc = '0x43417434fd869edee76cca2a4d2301e528a1551b1d719b75c350c3c97d15b8b9::coins::BTC';

describe('a token id', () => {
  it.each([
    ['the address of an asset', asset, asset],
    ['the address in upper case', asset.toUpperCase().replace('X', 'x'), asset],
    ['the address without 0x', asset.slice(2), asset],
    ['the address without its zeros', zeros.replace('0x00', '0x'), zeros],
    ['a special address', '0x5', '0x5'],
    ['a special address with its zeros', `0x${'5'.padStart(64, '0')}`, '0x5'],
  ])('is %s', (_, text, canonical) => {
    expect(checkTokenId(text)).toMatchObject({ ok: true, canonical, value: { kind: 'asset', text: canonical } });
  });

  it.each([
    ['the type of a coin', btc, btc],
    [
      'the type with an address in upper case',
      btc.replace(/0x[0-9a-f]+/, (hex) => hex.toUpperCase().replace('X', 'x')),
      btc,
    ],
    ['the type without zeros', `${zeros.replace('0x00', '0x')}::a::B`, `${zeros}::a::B`],
    ['the type with all zeros', `0x${'1'.padStart(64, '0')}::a::B`, '0x1::a::B'],
    ['a generic type', `${asset}::lp::LP<${btc},u64>`, `${asset}::lp::LP<${btc}, u64>`],
  ])('is %s', (_, text, canonical) => {
    expect(checkTokenId(text)).toMatchObject({ ok: true, canonical, value: { kind: 'coin', text: canonical } });
  });

  it.each([
    '0xa',
    `0x${'a'.padStart(64, '0')}`,
    '0x1::aptos_coin::AptosCoin',
    `0x${'1'.padStart(64, '0')}::aptos_coin::AptosCoin`,
  ])('is not APT: %s', (text) => {
    expect(checkTokenId(text)).toEqual({ ok: false, native: true, reason: 'it is the native coin' });
  });

  it.each([
    '',
    'APT',
    '0x1::aptos_coin',
    '0x1::aptos_coin::',
    'u64::a::B',
    '0x10::coins::BTC',
    `${asset}::coins::BTC `,
    ` ${btc}`,
    `${btc}::more`,
    `${btc}<`,
    `${btc}<>`,
    `${btc}<u64`,
    `vector<${btc}>`,
    `&${btc}`,
    '::::',
    `${asset}:active`,
    '0x1::coins::BTC>',
  ])('is not %s', (text) => {
    expect(checkTokenId(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/^it /) });
    expect(checkTokenId(text)).not.toHaveProperty('native');
  });
});

describe('a token of an indexer', () => {
  it('may lack leading zeros', () => {
    expect(tokenOfIndexer('0x1232::a::B')).toMatchObject({ kind: 'coin', text: `0x${'1232'.padStart(64, '0')}::a::B` });
    expect(tokenOfIndexer(zeros.replace('0x00', '0x'))).toEqual(assetToken(zeros as `0x${string}`));
  });

  it.each(['', 'x', '0x1::a', 'APT'])('is not %s', (text) => {
    expect(tokenOfIndexer(text)).toBeUndefined();
  });

  it('may be APT under either name', () => {
    for (const name of ['0xa', `0x${'a'.padStart(64, '0')}`, '0x1::aptos_coin::AptosCoin']) {
      const token = tokenOfIndexer(name);
      expect(token && isApt(token)).toBe(true);
    }
    const coin = tokenOfIndexer(btc);
    expect(coin && isApt(coin)).toBe(false);
    expect(coin).toEqual(coin?.kind === 'coin' ? coinToken(coin.type) : undefined);
  });
});
