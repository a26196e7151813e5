import { getAddress, Interface, id, zeroPadValue } from 'ethers';
import { describe, expect, it } from 'vitest';
import { anvil, receipt } from '../../test/recordings.ts';
import type { Log } from '../upstream/rpc.ts';
import { tokenTransfers, toTopic, transferTopic } from './transfers.ts';

const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

const erc20 = new Interface(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const erc721 = new Interface(['event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)']);

const log = (of: Interface, value: bigint, address = gold): Log =>
  ({ address, ...of.encodeEventLog('Transfer', [ann, bob, value]) }) as unknown as Log;

describe('the topic of transfers', () => {
  it('is the keccak256 of their signature', () => {
    expect(transferTopic).toBe(id('Transfer(address,address,uint256)'));
  });
});

describe('tokenTransfers', () => {
  it('reads a log of ERC-20', () => {
    const amount = 2n ** 256n - 1n;
    expect(tokenTransfers([log(erc20, amount, gold.toLowerCase())])).toEqual([
      { token: gold, from: ann, to: bob, amount },
    ]);
  });

  it('reads a recorded receipt of anvil', () => {
    const { logs } = anvil('default', 'receipt erc20').result as { logs: Log[] };
    expect(tokenTransfers(logs)).toEqual([
      { token: gold, from: ann, to: '0x2222222222222222222222222222222222222222', amount: 0x309n },
    ]);
  });

  it('reads a receipt of Arbitrum: 0.7082 ARB', () => {
    expect(tokenTransfers(receipt('Arbitrum').logs as Log[])).toEqual([
      {
        token: '0x912CE59144191C1204E64559FE8253a0e49E6548',
        from: getAddress('0xe487d95426e55a29f2266e6788ab55608ebb829b'),
        to: getAddress('0x9855134ed0c8b71266d9f3e15c0a518c07be5baf'),
        amount: 0x9d40825d5ee8000n,
      },
    ]);
  });

  it.each<[string, Log]>([
    ['of ERC-721: its number is indexed', log(erc721, 7n)],
    ['of the native coin after EIP-7708', log(erc20, 7n, '0xfffffffffffffffffffffffffffffffffffffffe')],
    ['of the native coin of ZKsync', log(erc20, 7n, '0x000000000000000000000000000000000000800A')],
    ['of the native coin of Polygon', log(erc20, 7n, '0x0000000000000000000000000000000000001010')],
    ['of another event', { ...log(erc20, 7n), topics: [id('Approval(address,address,uint256)') as `0x${string}`] }],
    ['without indexed addresses', { ...log(erc20, 7n), topics: [transferTopic] }],
    ['without an amount', { ...log(erc20, 7n), data: '0x' }],
    ['with more than an amount', { ...log(erc20, 7n), data: `0x${'00'.repeat(64)}` }],
    ['without topics', { ...log(erc20, 7n), topics: [] }],
  ])('leaves out a log %s', (_, other) => {
    expect(tokenTransfers([other])).toEqual([]);
    expect(tokenTransfers([other, log(erc20, 1n)])).toHaveLength(1);
  });
});

describe('toTopic', () => {
  it('writes an address as an indexed argument', () => {
    expect(toTopic(ann)).toBe(zeroPadValue(ann, 32).toLowerCase());
  });
});
