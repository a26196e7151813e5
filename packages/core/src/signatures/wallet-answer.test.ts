import { describe, expect, it } from 'vitest';
import { readWalletAnswer } from './wallet-answer.ts';

const bytes = Uint8Array.from({ length: 64 }, (_, i) => (i * 53 + 7) % 256);
const hex = Buffer.from(bytes).toString('hex');
const [r, s] = [hex.slice(0, 64), hex.slice(64)];
const read = (value: unknown, options: object = {}) =>
  readWalletAnswer(typeof value === 'string' ? value : JSON.stringify(value), { longest: 5_000, ...options });

describe('readWalletAnswer', () => {
  it.each<[string, unknown]>([
    ['hex with spaces around it', ` ${hex}\n`],
    ['a text in JSON', JSON.stringify(hex)],
    ['a list of bytes', [...bytes]],
    ['Uint8Array', bytes],
    ['Buffer', Buffer.from(bytes)],
    ['a member', { signature: hex }],
    ['a member with bytes', { signature: bytes }],
    ['an object in an object, as Keplr answers', { signature: { signature: hex, pub_key: {} } }],
    ['a result of JSON-RPC', { jsonrpc: '2.0', id: 1, result: hex }],
    ['a list of one', [hex]],
    ['a list of one in a result', { result: [null, { sig: hex }] }],
    ['r and s', { r: `0x${r}`, s }],
    ['r and s in a list', [`0x${r}`, `0x${s}`]],
    ['r and s as decimal texts', { r: BigInt(`0x${r}`).toString().padStart(77, '0'), s: `0x${s}` }],
    ['r and s as bytes', { r: bytes.slice(0, 32), s: [...bytes.slice(32)] }],
    ['r and s as BigNumber of ethers', { r: { type: 'BigNumber', hex: `0x${r}` }, s: { hex: `0x${s}` } }],
    ['numbers of any size', `{"r":${BigInt(`0x${r}`)},"s":${BigInt(`0x${s}`)}}`],
  ])('reads %s', (_, answer) => {
    expect(read(answer).text).toBe(hex);
  });

  it.each<[string, object, string]>([
    ['a number', { v: 27 }, '1b'],
    ['a decimal text', { v: '28' }, '1c'],
    ['hex', { v: '0x1c' }, '1c'],
    ['hex of EIP-155', { v: '0x135' }, '0135'],
    ['a parity', { yParity: 1 }, '01'],
    ['a recovery id', { recovery: 0 }, '00'],
    ['null', { v: null }, ''],
  ])('puts v behind r and s: %s', (_, v, end) => {
    expect(read({ r, s, ...v }).text).toBe(`${hex}${end}`);
  });

  it('tells the key that the answer names, and what else the objects have', () => {
    const answer = { signed: { memo: 'x' }, signature: { signature: hex, publicKey: 'key' } };
    expect(read(answer)).toMatchObject({ text: hex, publicKey: 'key', members: { signed: { memo: 'x' } } });
    expect(read(hex)).toEqual({ text: hex, publicKey: undefined, members: {} });
  });

  it('takes names of a family before the usual ones', () => {
    expect(read({ signature: 'no', blob: hex }, { names: ['blob'] }).text).toBe(hex);
  });

  it('puts several signatures behind each other, where there may be several', () => {
    expect(read([hex, null, bytes], { several: true }).text).toBe(`${hex},,${hex}`);
    expect(read(['0x1', 2, '3'], { felts: true }).text).toBe('0x1,2,3');
    expect(read('{"r":"12","s":34}', { felts: true }).text).toBe('12,34');
  });

  it.each<[string, string]>([
    ['{"signature":', 'it begins like JSON, and is none'],
    ['{"other":1}', 'its JSON has none of signature, sig, signatures, result, and not r and s'],
    ['{"signature":true}', 'its JSON has no signature'],
    ['{"signature":[1,256]}', 'it has 2 signatures: expected one'],
    ['[]', 'the wallet signed nothing'],
    ['[null]', 'the wallet signed nothing'],
    [JSON.stringify([hex, hex]), 'it has 2 signatures: expected one'],
    ['{"r":"0x","s":"1"}', 'r and s have to be numbers of 32 bytes: hex, decimal, or bytes'],
    [`{"r":"${r}","s":"${s}00"}`, 'r and s have to be numbers of 32 bytes: hex, decimal, or bytes'],
    [`{"r":"${r}","s":"${s}","v":"?"}`, 'its v is no number'],
    ['{"error":{"code":4001,"message":"User rejected"}}', 'the wallet answered with an error'],
    ['[[[[[[[["AA"]]]]]]]]', 'its JSON is too deep'],
    ['1'.repeat(5_001), 'it is too long'],
  ])('refuses %s', (text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });
});
