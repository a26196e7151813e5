import { id } from 'ethers';
import { describe, expect, it } from 'vitest';
import { bob, eve } from '../../test/explored-chain.ts';
import { type Made, tell } from '../../test/fake-deposits/tellings.ts';
import { mayMoveCoins } from './untold.ts';

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const call = { to: bob, input: '0x12345678' } as const;
const untold = { code: 'transaction.untold', context: { parts: 'coins that contracts moved' } };

const warningsBy = async (upstream: Parameters<typeof tell>[0], made: Made) => {
  const { chain, id: hash } = tell(upstream, made);
  const { parsed } = (await chain.transaction(hash)).transaction;
  return parsed?.warnings ?? [];
};

describe('coins that contracts moved', () => {
  it('are not told by a node, and the transaction says so', async () => {
    expect(await warningsBy('node', { ...call, gasUsed: 60_000 })).toMatchObject([untold]);
    expect(await warningsBy('node', { ...call, gasUsed: 60_000, fails: true })).toEqual([]);
    expect(await warningsBy('node', { to: bob, value: 9n })).toEqual([]);
  });

  it('may lack whole transactions in a history from blocks, and the page says so', async () => {
    const { chain, account } = tell('node', { to: bob, value: 9n });
    const { status } = await chain.history(account);
    expect(status?.warnings).toMatchObject([{ ...untold, code: 'transaction.maybeMissing' }]);
  });

  it.each(['blockscout', 'etherscan'] as const)('are in the history by %s, which says nothing', async (kind) => {
    const inner = [{ from: bob, to: tell(kind, call).account, value: 5n }];
    const { chain, account } = tell(`${kind} and a node`, { ...call, gasUsed: 60_000, inner });
    const { transactions, status } = await chain.history(account);
    expect(transactions[0]?.parsed).toMatchObject({ recipients: [{ address: account, amount: '5' }] });
    expect([transactions[0]?.parsed?.warnings, status]).toEqual([undefined, undefined]);
  });
});

describe('contracts may move coins', () => {
  const may = (transaction: object, receipt: object = {}) =>
    mayMoveCoins(
      { hash: '0x1', from: eve, to: bob, value: 0n, input: '0x', ...transaction } as never,
      { status: 1n, gasUsed: 60_000n, logs: [], ...receipt } as never,
      { isWrapped: (token) => token === weth },
    );
  const word = '0'.repeat(64);
  const calldata = (signature: string, words: number) => `${id(signature).slice(0, 10)}${word.repeat(words)}`;

  it.each([
    ['a call', { input: '0x12345678' }, {}],
    ['a call of a token with coins', { input: calldata('transfer(address,uint256)', 2), value: 1n }, {}],
    ['a call that begins like that of a token', { input: calldata('transfer(address,uint256)', 3) }, {}],
    ['a payment with a log', { value: 1n }, { logs: [{}] }],
    ['a new contract', { to: null, input: '0x6000' }, {}],
  ])('in %s', (_, transaction, receipt) => {
    expect(may(transaction, receipt)).toBe(true);
  });

  it.each([
    ['a payment', { value: 1n }, {}],
    ['a payment with data, whose gas is too little to move coins', { input: '0x1200' }, { gasUsed: 26_019n }],
    ['transfer of a token', { input: calldata('transfer(address,uint256)', 2) }, {}],
    ['approve of a token', { input: calldata('approve(address,uint256)', 2) }, {}],
    ['transferFrom of a token', { input: calldata('transferFrom(address,address,uint256)', 3) }, {}],
    ['wrapping', { to: weth, value: 1n, input: '0xd0e30db0' }, {}],
    ['a call that failed', { input: '0x12345678' }, { status: 0n }],
  ])('not in %s', (_, transaction, receipt) => {
    expect(may(transaction, receipt)).toBe(false);
  });

  it('with just enough gas', () => {
    expect(may({ input: '0x1200' }, { gasUsed: 26_020n })).toBe(true);
  });
});
