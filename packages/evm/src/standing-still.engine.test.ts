import type { Chain } from '@isochain/core';
import { type AnvilEngine, accounts, startAnvil } from '@isochain/devnet/evm';
import { Transaction, Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evm } from './index.ts';

// A real node with a new latest block. A clock that is some minutes ahead makes it stand still.

let anvil: AnvilEngine;
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 'sepolia', nativeChainId: 11_155_111, network: 'ethereum' });
});
afterAll(() => anvil.stop());

const later = (minutes: number) => () => Date.now() + minutes * 60_000;
const connect = (now: () => number): Chain => evm.connect('sepolia', { endpoints: [anvil.url], now });

describe('a node that makes no block', () => {
  const [from, to] = [accounts[0], accounts[1]];
  const wallet = new Wallet(from?.privateKey ?? '');
  const intent = {
    mode: 'transfer',
    senderAddress: wallet.address,
    recipientAddress: to?.address,
    amount: '1000000000000000',
  };

  it('gets broadcasts for twenty minutes if blocks are due every twelve seconds, and none afterwards', async () => {
    await anvil.mine();
    const { transaction, status } = await connect(later(18)).encode(intent);
    expect(status.errors).toEqual([]);
    const unsigned = Transaction.from(transaction.encoded[0]?.raw?.value ?? '');
    const signature = await wallet.signTransaction(unsigned);

    const frozen = connect(later(21));
    const codes = (await frozen.encode(intent)).status.errors.map(({ code }) => code);
    expect(codes).toEqual(['chain.standsStill']);
    const state = await frozen.accountState(wallet.address);
    expect(state.status?.warnings.map(({ code }) => code)).toEqual(['chain.standsStill']);
    await expect(frozen.broadcast({ ...transaction, signature })).rejects.toMatchObject({ code: 'chain.standsStill' });

    const nonce = () => anvil.rpc<string>('eth_getTransactionCount', [wallet.address, 'pending']);
    const before = await nonce();
    await connect(later(18)).broadcast({ ...transaction, signature });
    expect(BigInt(await nonce())).toBe(BigInt(before) + 1n);
  });
});
