import { describe, expect, it } from 'vitest';
import { checksummed, httpsUrl, oneOf, unique, wei } from './check.ts';

describe('checksummed', () => {
  // EIP-55, test cases.
  it.each(['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'])(
    'takes %s',
    (address) => {
      expect(checksummed(address, 'here')).toBe(address);
    },
  );

  it.each([
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA',
    'vitalik.eth',
  ])('refuses %s and says where it stands', (address) => {
    expect(() => checksummed(address, 'here')).toThrow('here is');
  });
});

describe('httpsUrl', () => {
  it.each(['https://arb1.arbitrum.io/rpc', 'https://data-seed-prebsc-1-s1.bnbchain.org:8545'])('takes %s', (url) => {
    expect(httpsUrl(url, 'here')).toBe(url);
  });

  it.each(['http://a.b', 'wss://a.b', 'a.b', 'https://a.b/', 'https://a.b?key=1', 'https://me:key@a.b'])(
    'refuses %s',
    (url) => {
      expect(() => httpsUrl(url, 'here')).toThrow('here is');
    },
  );
});

describe('wei', () => {
  it.each(['', '01', '1.5', '-1', '1e9', '0x1'])('refuses "%s"', (text) => {
    expect(() => wei(text, 'here')).toThrow('here is');
  });

  it('takes whole decimals', () => {
    expect([wei('0', 'here'), wei('25000000000', 'here')]).toEqual(['0', '25000000000']);
  });
});

it('oneOf names the allowed values', () => {
  expect(() => oneOf('c', ['a', 'b'], 'here')).toThrow('here is "c"; it has to be one of a, b.');
});

it('unique names the value that stands twice', () => {
  expect(() => unique(['a', 'b', 'a'], 'here')).toThrow('here has "a" more than once.');
});
