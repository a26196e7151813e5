import { describe, expect, it } from 'vitest';
import { namedChain } from '../chains.ts';
import { checkTokenId } from './token-id.ts';
import { checkTransactionId } from './transaction-id.ts';

const osmosis = namedChain('osmosis');
// A contract of Osmosis, wasm_contract_info of a public node.
const contract = 'osmo18nzruvalfuukut9fq5st5mg5sn6s8nu4u42kuwwgynu3fne6sd5sxnrwf2';

describe('a token id', () => {
  it.each([
    'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2',
    'factory/osmo1z0qrq605sjgcqpylfl4aa6s90x738j7m58wyatt0tdzflg2ha26q67k743/wbtc',
    'erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7',
    'erc20/0xdAC17F958D2ee523a2206206994597C13D831ec7',
    'peggy0xdAC17F958D2ee523a2206206994597C13D831ec7',
    'stuatom',
    'gamm/pool/1',
    'transfer/channel-0/uatom',
  ])('is the denomination %s', (denom) => {
    expect(checkTokenId(osmosis, denom)).toEqual({ ok: true, canonical: denom, value: { denom } });
  });

  it('has the hash of IBC in upper case', () => {
    const denom = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';
    expect(checkTokenId(osmosis, denom.toLowerCase())).toEqual({ ok: true, canonical: denom, value: { denom } });
  });

  it('keeps the case of everything else', () => {
    const [one, other] = ['factory/osmo1abc/uTest', 'factory/osmo1abc/utest'].map((id) => checkTokenId(osmosis, id));
    expect(one?.ok && one.canonical).not.toBe(other?.ok && other.canonical);
  });

  it('is a contract, with or without cw20:', () => {
    for (const text of [contract, `cw20:${contract}`, contract.toUpperCase()]) {
      expect(checkTokenId(osmosis, text)).toEqual({ ok: true, canonical: contract, value: { contract } });
    }
  });

  it('is not the native coin', () => {
    expect(checkTokenId(osmosis, 'uosmo')).toEqual({
      ok: false,
      reason: 'it stands for the native coin',
      native: true,
    });
    // On other chains it is an ordinary denomination.
    expect(checkTokenId(namedChain('juno'), 'uosmo').ok).toBe(true);
  });

  it.each([
    ['a contract with a mistyped character', contract.replace('rwf2', 'rwf3'), 'its checksum is wrong'],
    [
      'a contract of another chain behind cw20:',
      'cw20:cosmos1g84934jpu3v5de5yqukkkhxmcvsw3u2ajxvpdl',
      'it is the address of an account of cosmoshub: addresses of accounts here begin with osmo1',
    ],
    [
      'an address of another chain',
      'cosmos1g84934jpu3v5de5yqukkkhxmcvsw3u2ajxvpdl',
      'it is the address of an account of cosmoshub: addresses of accounts here begin with osmo1',
    ],
    [
      'a hash that is too short',
      'ibc/27394F',
      'its hash is not 64 hexadecimal digits: expected ibc/ and SHA-256 of path and base',
    ],
    ['no denomination', '1uatom', 'it is neither a denomination nor the address of a contract of this chain'],
    ['a text with spaces', 'u atom', 'it is neither a denomination nor the address of a contract of this chain'],
    ['too long', `u${'a'.repeat(128)}`, 'it is neither a denomination nor the address of a contract of this chain'],
  ])('is refused if it is %s', (_, text, reason) => {
    expect(checkTokenId(osmosis, text)).toMatchObject({ ok: false, reason });
  });
});

describe('a transaction id', () => {
  const id = 'EB72983FC0EF03C59DBFBE5A5DC5048B6453483C46638190B1A3DA8AF297DD8F';

  it('is read in any case, with and without 0x', () => {
    for (const text of [id, id.toLowerCase(), `0x${id}`]) {
      expect(checkTransactionId(text)).toEqual({ ok: true, canonical: id, value: id });
    }
  });

  it('is refused if it is anything else', () => {
    for (const text of ['', id.slice(2), `${id}00`, id.replace('E', 'G')])
      expect(checkTransactionId(text).ok).toBe(false);
  });
});
