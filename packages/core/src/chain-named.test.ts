import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { chainIds } from './chain-ids.ts';
import { chainNamed } from './chain-named.ts';

describe('a chain by another name', () => {
  // Sources of CAIP-2 ids: ChainAgnostic/namespaces, the caip2.md of each namespace.
  it.each([
    ['eip155:1', 'ethereum'],
    ['EIP155:8453', 'base'],
    ['eip155:999999999', undefined],
    ['1', 'ethereum'],
    ['0x1', 'ethereum'],
    ['0xaa36a7', 'sepolia'],
    ['cosmos:cosmoshub-4', 'cosmoshub'],
    ['cosmoshub-4', 'cosmoshub'],
    ['cosmos:1', undefined],
    ['bip122:000000000019d6689c085ae165831e93', 'bitcoin'],
    ['bip122:12a765e31ffd4059bada1e25190f6e98', 'litecoin'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana'],
    ['starknet:SN_MAIN', 'starknet'],
    ['SN_SEPOLIA', 'starknet-sepolia'],
    ['stellar:pubnet', 'stellar'],
    ['algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k', 'algorand'],
    ['aptos:1', 'aptos'],
    ['tron:0x2b6653dc', 'tron'],
    ['tvm:-239', 'ton'],
    ['-239', undefined],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', undefined],
    ['eip155:', undefined],
    ['', undefined],
    ['nowhere', undefined],
    ['__proto__', undefined],
  ])('%j is %j', (text, expected) => {
    expect(chainNamed(text)).toBe(expected);
  });

  it('is found by each native id and each name', () => {
    for (const id of chainIds) {
      expect([id, chainNamed(catalogue[id].nativeId)]).toEqual([id, id]);
      expect([id, chainNamed(catalogue[id].name)]).toEqual([id, id]);
    }
  });
});
