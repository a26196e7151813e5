import { id } from 'ethers';
import { describe, expect, it } from 'vitest';
import { bob, connect, empty, eve, hash, me, usdc } from '../../../test/explored-chain.ts';
import { blockscoutOf, etherscanOf, type Ledger } from '../../../test/scripted-explorer.ts';

// What a node adds to the rows of an explorer: an entry of a history says what `/transaction` says.

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const transferTopic = id('Transfer(address,address,uint256)');
const depositTopic = id('Deposit(address,uint256)');
const withdrawalTopic = id('Withdrawal(address,uint256)');
const deposit = id('deposit()').slice(0, 10);
const withdraw = id('withdraw(uint256)').slice(0, 10);
const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
const amountOf = (amount: number) => `0x${amount.toString(16).padStart(64, '0')}`;
const logOf = (token: string, from: string, to: string, amount: number) => ({
  address: token,
  topics: [transferTopic, topicOf(from), topicOf(to)],
  data: amountOf(amount),
});
const wrapLog = (topic: string, account: string, amount: number) => ({
  address: weth,
  topics: [topic, topicOf(account)],
  data: amountOf(amount),
});

interface Mined {
  readonly from: string;
  readonly to: string | null;
  readonly value?: string;
  readonly input?: string;
  readonly status?: string;
  readonly logs?: readonly object[];
  readonly type?: string;
}

/** A node that knows a transaction, and its block 100. Its fees are 21,000 gas at 3 wei. */
const nodeWith = (mined: Mined) => ({
  answers: {
    eth_getTransactionByHash: () => ({
      ...{ hash: hash(1), blockNumber: '0x64', nonce: '0x9', gas: '0x5208', gasPrice: '0x3' },
      ...{ value: '0x0', input: '0x12345678', ...mined },
    }),
    eth_getTransactionReceipt: () => ({
      ...{ transactionHash: hash(1), blockNumber: '0x64', status: mined.status ?? '0x1', gasUsed: '0x5208' },
      ...{ effectiveGasPrice: '0x3', logs: mined.logs ?? [] },
    }),
  },
});

const kinds = ['blockscout', 'etherscan'] as const;
const chainOf = (kind: (typeof kinds)[number], ledger: Ledger, mined: Mined) =>
  connect({ [kind]: kind === 'blockscout' ? blockscoutOf(ledger, 50) : etherscanOf(ledger) }, nodeWith(mined));

/** Members of an entry that do not depend on who looks. */
const sharedOf = (parsed: object | undefined) => {
  const { senders: _, recipients: __, ...shared } = (parsed ?? {}) as Record<string, unknown>;
  return shared;
};

async function read(kind: (typeof kinds)[number], ledger: Ledger, mined: Mined) {
  const chain = chainOf(kind, ledger, mined);
  const { transactions } = await chain.history(me);
  const { transaction } = await chain.transaction(hash(1));
  return { entries: transactions.map(({ parsed }) => parsed), whole: transaction.parsed };
}

const coins = (address: string, amount: string) => ({ address, amount, ticker: 'ETH' });
const tokens = (address: string, amount: string) => ({ address, amount, ticker: 'USDC', tokenId: usdc });

describe.each(kinds)('an entry of %s, with a node', (kind) => {
  const received = { hash: hash(1), block: 100, logIndex: 2, from: bob, to: me, token: usdc, value: '44' };

  it('has the fees of incoming tokens, and who paid them', async () => {
    const mined = { from: eve, to: usdc, logs: [logOf(usdc, bob, me, 44)] };
    const { entries, whole } = await read(kind, { ...empty, transfers: [received] }, mined);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      ...{ mode: 'transferToken', tokenId: usdc, nonce: '9', gas: '21000' },
      fees: { amount: '63000', ticker: 'ETH', payer: eve },
      ...{ senders: [tokens(bob, '44')], recipients: [tokens(me, '44')] },
    });
    expect(sharedOf(entries[0])).toEqual(sharedOf(whole));
  });

  it('shows of a transaction with many movements those of the account', async () => {
    const mined = { from: eve, to: bob, logs: [logOf(usdc, bob, me, 44), logOf(weth, bob, eve, 7)] };
    const { entries, whole } = await read(kind, { ...empty, transfers: [received] }, mined);
    expect(entries[0]).toMatchObject({ mode: 'unknown', recipients: [tokens(me, '44')] });
    expect(entries[0]?.senders).toEqual([tokens(bob, '44')]);
    expect(sharedOf(entries[0])).toEqual(sharedOf(whole));
  });

  it('shows no coins that a failed transaction moved inside', async () => {
    const internals = [{ hash: hash(1), block: 100, index: 3, from: bob, to: me, value: '77' }];
    const { entries } = await read(kind, { ...empty, internals }, { from: eve, to: bob, status: '0x0' });
    expect(entries).toEqual([]);
  });

  it('shows coins that a contract paid', async () => {
    const internals = [{ hash: hash(1), block: 100, index: 3, from: bob, to: me, value: '77' }];
    const { entries } = await read(kind, { ...empty, internals }, { from: eve, to: bob });
    expect(entries[0]).toMatchObject({
      fees: { amount: '63000', payer: eve },
      ...{ senders: [coins(bob, '77')], recipients: [coins(me, '77')] },
    });
  });

  it('shows no tokens that the receipt does not tell of', async () => {
    const { entries } = await read(kind, { ...empty, transfers: [received] }, { from: eve, to: usdc });
    expect(entries).toEqual([]);
  });

  const call = { hash: hash(1), block: 100, index: 3, from: me, to: weth };
  const wrapped = (address: string, amount: string) => ({ address, amount, ticker: 'WETH', tokenId: weth });

  it.each([deposit, '0x'])('shows what wrapping brought (%s)', async (input) => {
    const transactions = [{ ...call, value: '100', input }];
    const mined = { from: me, to: weth, value: '0x64', input, logs: [wrapLog(depositTopic, me, 100)] };
    const { entries, whole } = await read(kind, { ...empty, transactions }, mined);
    expect(entries[0]).toMatchObject({ mode: 'unknown', senders: [coins(me, '100')] });
    expect(entries[0]?.recipients).toEqual([coins(weth, '100'), wrapped(me, '100')]);
    expect(entries[0]?.senders).toEqual(whole?.senders);
    expect(entries[0]?.recipients).toEqual(whole?.recipients);
  });

  it('shows what unwrapping took, and its coins once', async () => {
    const input = `${withdraw}${amountOf(100).slice(2)}`;
    const transactions = [{ ...call, value: '0', input }];
    const internals = [{ hash: hash(1), block: 100, index: 3, from: weth, to: me, value: '100' }];
    const mined = { from: me, to: weth, input, logs: [wrapLog(withdrawalTopic, me, 100)] };
    const { entries, whole } = await read(kind, { ...empty, transactions, internals }, mined);
    expect(entries[0]?.senders).toEqual([coins(weth, '100'), wrapped(me, '100')]);
    expect(entries[0]?.recipients).toEqual([coins(me, '100')]);
    expect(whole?.senders).toEqual(entries[0]?.senders);
    expect(whole?.recipients).toEqual(entries[0]?.recipients);
  });

  it('leaves out a transfer of nothing in the name of the account, or to it', async () => {
    const poison = { ...received, value: '0' };
    for (const transfer of [poison, { ...poison, from: me, to: eve }]) {
      const mined = { from: eve, to: bob, logs: [logOf(usdc, transfer.from, transfer.to, 0)] };
      const { entries } = await read(kind, { ...empty, transfers: [transfer] }, mined);
      expect(entries).toEqual([]);
    }
  });
});

describe('an entry without a node that answers', () => {
  const call = { hash: hash(1), block: 100, index: 3, from: me, to: weth };
  const down = { instead: () => new Response('down', { status: 503 }) };
  const read = async (ledger: Ledger) =>
    (await connect({ blockscout: blockscoutOf(ledger, 50) }, down).history(me)).transactions.map(
      ({ parsed }) => parsed,
    );

  it('shows what a call of the wrapped coin brings or takes', async () => {
    const [wrapping] = await read({ ...empty, transactions: [{ ...call, value: '100', input: deposit }] });
    expect(wrapping?.mode).toBe('unknown');
    expect(wrapping?.recipients).toEqual([
      coins(weth, '100'),
      { address: me, amount: '100', ticker: 'WETH', tokenId: weth },
    ]);
    const [unwrapping] = await read({
      ...empty,
      transactions: [{ ...call, value: '0', input: `${withdraw}${amountOf(100).slice(2)}` }],
      internals: [{ hash: hash(1), block: 100, index: 3, from: weth, to: me, value: '100' }],
    });
    expect(unwrapping?.mode).toBe('unknown');
    expect(unwrapping?.senders).toEqual([
      { address: me, amount: '100', ticker: 'WETH', tokenId: weth },
      coins(weth, '100'),
    ]);
    expect(unwrapping?.recipients).toEqual([coins(me, '100')]);
  });

  it('of a failed call of the wrapped coin moves nothing', async () => {
    const [failed] = await read({
      ...empty,
      transactions: [{ ...call, value: '100', input: deposit, isFailed: true }],
    });
    expect(failed?.recipients).toEqual([coins(weth, '0')]);
  });
});
