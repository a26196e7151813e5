import { describe, expect, it } from 'vitest';
import { connect, empty, eve, hash, me, usdc } from '../../test/explored-chain.ts';
import { blockscoutOf, etherscanOf } from '../../test/scripted-explorer.ts';

// Receipts without a status, as nodes answer them for blocks before Byzantium (4,370,000 on Ethereum, EIP-609).

const height = 4_400_000;

interface Mined {
  readonly block?: number;
  readonly input?: string;
  readonly value?: string;
  readonly gas?: string;
  readonly gasUsed?: string;
  readonly logs?: readonly object[];
  /** Of what it calls. */
  readonly code?: string;
}

const transfer = {
  address: usdc,
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    `0x${eve.slice(2).toLowerCase().padStart(64, '0')}`,
    `0x${me.slice(2).toLowerCase().padStart(64, '0')}`,
  ],
  data: `0x${'5'.padStart(64, '0')}`,
};

function nodeWith({
  block = 4_000_000,
  input = '0x',
  value = '0x9',
  gas = '0x5208',
  gasUsed = '0x5208',
  logs = [],
  code = '0x',
}: Mined) {
  const place = { blockNumber: `0x${block.toString(16)}` };
  return {
    height,
    answers: {
      eth_getTransactionByHash: () => ({
        ...{ hash: hash(1), ...place, from: eve, to: me, value, input, nonce: '0x1', gas, gasPrice: '0x2' },
      }),
      eth_getTransactionReceipt: () => ({
        ...{ transactionHash: hash(1), ...place, root: hash(2), gasUsed, logs },
      }),
      eth_getCode: () => code,
    },
  };
}

async function read(mined: Mined) {
  const { transaction } = await connect({}, nodeWith(mined)).transaction(hash(1));
  const { state, mode, recipients } = transaction.parsed ?? {};
  return {
    state,
    mode,
    came: recipients?.find(({ address, tokenId }) => address === me && tokenId === undefined)?.amount,
  };
}

const call = { input: '0x12345678', code: '0x6000', gas: '0xea60' } as const;

describe('a receipt without a status', () => {
  it('of coins for an account without code: they came', async () => {
    expect(await read({})).toEqual({ state: 'confirmed', mode: 'transfer', came: '9' });
  });

  it('of a call that left gas: before Byzantium, what failed used all of it', async () => {
    expect(await read({ ...call, gasUsed: '0xea5f' })).toEqual({ state: 'confirmed', mode: 'transfer', came: '9' });
  });

  it('of a call that left gas in a later block: it may have reverted', async () => {
    const later = { ...call, gasUsed: '0xea5f', block: 4_370_000 };
    expect(await read(later)).toEqual({ state: 'unknown', mode: 'transfer', came: '0' });
  });

  it('of a call that used all of its gas: nobody knows, and nothing came', async () => {
    expect(await read({ ...call, gasUsed: '0xea60' })).toEqual({ state: 'unknown', mode: 'transfer', came: '0' });
  });

  it('of coins for a contract, with gas for nothing else: nobody knows', async () => {
    expect(await read({ code: '0x6000' })).toEqual({ state: 'unknown', mode: 'transfer', came: '0' });
  });

  it('with a log: what fails has none', async () => {
    const logged = { ...call, gasUsed: '0xea60', logs: [transfer] };
    expect(await read(logged)).toMatchObject({ state: 'confirmed', came: '9' });
  });

  it.each([
    [false, 'confirmed', '9'],
    [true, 'failed', '0'],
  ])('where an explorer says whether it failed (%s): the explorer has run it', async (isFailed, state, came) => {
    const row = {
      hash: hash(1),
      block: 4_000_000,
      index: 0,
      from: eve,
      to: me,
      value: '9',
      input: '0x12345678',
      isFailed,
    };
    const ledger = { ...empty, transactions: [row] };
    for (const [kind, explorer] of Object.entries({
      blockscout: blockscoutOf(ledger, 50),
      etherscan: etherscanOf(ledger),
    })) {
      const chain = connect({ [kind]: explorer }, nodeWith({ ...call, gasUsed: '0xea60' }));
      const { transactions } = await chain.history(me);
      expect(transactions[0]?.parsed, kind).toMatchObject({ state, recipients: [{ address: me, amount: came }] });
    }
  });
});
