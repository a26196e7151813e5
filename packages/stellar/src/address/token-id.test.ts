import { describe, expect, it } from 'vitest';
import { muxed, testKey } from '../../test/judge.ts';
import { checkTokenId } from './token-id.ts';

const issuer = testKey(11).publicKey();

describe('checkTokenId', () => {
  it.each(['A', 'USDC', 'usdc', 'PALLADIUM', 'ABCDEFGHIJKL', '0', '1234', 'yXLM'])('takes the code %s', (code) => {
    const text = `${code}:${issuer}`;
    expect(checkTokenId(text)).toEqual({ ok: true, canonical: text, value: { code, issuer, text } });
    // As explorers write it.
    expect(checkTokenId(`${code}-${issuer}`)).toMatchObject({ ok: true, canonical: text });
  });

  it('takes the form that explorers name, if it is that of the code', () => {
    expect(checkTokenId(`USDC-${issuer}-1`)).toMatchObject({ ok: true, canonical: `USDC:${issuer}` });
    expect(checkTokenId(`PALLADIUM-${issuer}-2`)).toMatchObject({ ok: true, canonical: `PALLADIUM:${issuer}` });
    expect(checkTokenId(`USDC-${issuer}-2`)).toEqual({
      ok: false,
      reason: 'a code of 4 characters does not have form 2',
    });
    expect(checkTokenId(`PALLADIUM-${issuer}-1`).ok).toBe(false);
    expect(checkTokenId(`USDC-${issuer}-3`).ok).toBe(false);
  });

  it.each(['native', 'XLM', 'xlm', 'Native'])('says that %s is the native coin', (text) => {
    expect(checkTokenId(text)).toMatchObject({ ok: false, native: true });
  });

  it.each(['XLM', 'xlm', 'xLm', 'native'])('does not take the code %s of an issuer for the native coin', (code) => {
    const text = `${code}:${issuer}`;
    expect(checkTokenId(text)).toEqual({ ok: true, canonical: text, value: { code, issuer, text } });
  });

  it.each([
    ['nothing', ''],
    ['a code alone', 'USDC'],
    ['an issuer alone', issuer],
    ['no code', `:${issuer}`],
    ['13 letters', `ABCDEFGHIJKLM:${issuer}`],
    ['a letter with an accent', `USDÇ:${issuer}`],
    ['a full-width letter', `ＵSDC:${issuer}`],
    ['a space', `US C:${issuer}`],
    ['a space in front', ` USDC:${issuer}`],
    ['a line behind it', `USDC:${issuer}\n`],
    ['a zero byte', `USDC\0:${issuer}`],
    ['a muxed issuer', `USDC:${muxed(issuer, 5n)}`],
    ['an issuer in lower case', `USDC:${issuer.toLowerCase()}`],
    ['an issuer with a wrong checksum', `USDC:${issuer.slice(0, -1)}${issuer.endsWith('A') ? 'B' : 'A'}`],
    ['a contract', 'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75'],
    ['a pool', 'LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN'],
    ['two issuers', `USDC:${issuer}:${issuer}`],
    ['a slash', `USDC/${issuer}`],
    ['100 KB', `USDC:${'G'.repeat(100_000)}`],
  ])('refuses %s', (_, text) => {
    const checked = checkTokenId(text);
    expect(checked.ok).toBe(false);
    expect(checked).not.toHaveProperty('native');
  });
});
