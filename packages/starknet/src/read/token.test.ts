import { describe, expect, it } from 'vitest';
import { type Contract, connectTo, Fault } from '../../test/scripted-node.ts';

const id = '0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
const ascii = (text: string) => BigInt(`0x${Buffer.from(text).toString('hex')}`);

const read = async (contract: Contract | undefined, of = id, options: object = {}) => {
  const connected = connectTo('starknet', contract === undefined ? {} : { contracts: { [id]: contract } }, options);
  const token = await connected.chain.token(of, { onTrace: connected.onTrace } as never);
  return { ...connected, token };
};

describe('a token', () => {
  it('tells its texts as felts, in one round trip', async () => {
    const { token, roundTrips } = await read({ decimals: [6n], symbol: [ascii('OLD')], name: [ascii('Old Token')] });
    expect(token).toEqual({
      ...{ type: 'ERC20', id, contractAddress: id, name: 'Old Token', ticker: 'OLD', decimals: '6' },
    });
    expect(roundTrips()).toBe(1);
  });

  it('tells its texts as ByteArray', async () => {
    const { token } = await read({ decimals: [18n], symbol: [0n, ascii('NEW'), 3n], name: [0n, ascii('New'), 3n] });
    expect(token).toMatchObject({ name: 'New', ticker: 'NEW', decimals: '18' });
  });

  it('has the ticker as its name if it tells no other, and clean texts', async () => {
    const { token } = await read({ decimals: [18n], symbol: [ascii('A\u202eB\nC')], name: new Fault(40, 'no') });
    expect(token).toMatchObject({ name: 'AB C', ticker: 'AB C' });
  });

  it('without any name shows a part of its address', async () => {
    for (const empty of [[0n, 0n, 0n], [0n], []]) {
      const { token } = await read({ decimals: [18n], symbol: empty, name: empty });
      expect(token).toMatchObject({ name: '0x01..cdef', ticker: '0x01..cdef', decimals: '18' });
    }
  });

  it('is asked once', async () => {
    const { chain, asked } = await read({ decimals: [6n] });
    const before = asked.length;
    await chain.token(id);
    expect(asked).toHaveLength(before);
  });

  it.each<[string, Contract | undefined, RegExp]>([
    ['there is no contract', undefined, /no contract at this address/],
    ['it has no decimals', { name: [1n] }, /no decimals/],
    ['its decimals are a failure', { decimals: new Fault(40, 'Contract error') }, /no decimals/],
    ['its decimals are absurd', { decimals: [256n] }, /no decimals/],
    ['it is a collection of Cairo 0', { decimals: [0n], supportsInterface: [1n] }, /a collection \(ERC-721\)/],
    ['it is a collection of Cairo 1', { decimals: [18n], supports_interface: [1n] }, /a collection \(ERC-721\)/],
    ['its decimals are a list', { decimals: [1n, 2n] }, /no decimals/],
  ])('is not found if %s', async (_, contract, reason) => {
    await expect(read(contract)).rejects.toMatchObject({
      code: 'token.notFound',
      message: expect.stringMatching(reason),
    });
  });

  it.each<[string, Contract]>([
    ['denies it', { supportsInterface: [0n], supports_interface: [0n] }],
    ['answers with something else', { supportsInterface: [7n], supports_interface: [1n, 1n] }],
    ['fails', { supportsInterface: new Fault(40, 'Contract error') }],
  ])('is no collection if its contract %s', async (_, says) => {
    const { token } = await read({ decimals: [6n], symbol: [ascii('OLD')], ...says });
    expect(token).toMatchObject({ ticker: 'OLD' });
  });

  it('of the bundled list is named by the list, in any form of its address, and no node is asked', async () => {
    const bridged = '0x53c91253bc9682c04929ca02ed00b3e423f6710d2ee7e0d5ebb06f3ecf368a8';
    const { token, asked } = await read({}, bridged);
    expect(token).toMatchObject({ id: bridged.replace('0x', '0x0'), ticker: 'USDC.e', decimals: '6' });
    expect(asked).toEqual([]);
  });

  it('of the operator is named by the operator', async () => {
    const tokens = [{ id, name: 'Own', ticker: 'OWN', decimals: 2 }];
    const { token, asked } = await read({ decimals: [18n] }, id, { tokens });
    expect(token).toMatchObject({ name: 'Own', ticker: 'OWN', decimals: '2' });
    expect(asked).toEqual([]);
  });
});
