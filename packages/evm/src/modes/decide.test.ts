import { catalogue, type Scene } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { scriptedNode, token } from '../../test/scripted-node.ts';
import { ann, bob } from '../../test/signers.ts';
import { toLower } from '../address.ts';
import { contextOf } from '../context.ts';
import { evm } from '../index.ts';
import type { Evm } from '../types.ts';
import { transfer as makeTransfer } from './transfer.ts';
import { transferToken as makeTransferToken } from './transfer-token.ts';

// Quotes and batches ask once and decide several times.

const gold = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const sender = toLower(ann.address);
const parsed = { senderAddress: sender, recipientAddress: toLower(bob.address) };
const parties = { senderAddress: ann.address, recipientAddress: bob.address };

function open() {
  const node = scriptedNode(Number(catalogue.ethereum.nativeId), {
    baseFee: 1_000_000_000n,
    tips: [1_000_000_000n],
    balances: { [sender]: 10n ** 18n },
    contracts: { [gold]: token({ balances: { [sender]: 5_000_000n } }) },
  });
  const options = { endpoints: ['https://node.test'], fetch: node.fetch, oldestBlockMs: 0 };
  const { upstream } = evm.connect('ethereum', options).adapter;
  const context = contextOf('ethereum', options);
  const [transfer, transferToken] = [makeTransfer(context, options), makeTransferToken(context, {})];
  return { node, transfer, transferToken, operation: upstream.operation() };
}

/** Decides twice. Nobody may be asked meanwhile. */
function twice<M extends 'transfer' | 'transferToken'>(scene: Scene<Evm, M>, asked: readonly unknown[]) {
  const before = asked.length;
  const decisions = [scene.decide(), scene.decide()] as const;
  expect(asked).toHaveLength(before);
  expect(decisions[1]).toEqual(decisions[0]);
  return decisions[0];
}

describe('a decision', () => {
  it('follows only from the answers of nodes, for all coins', async () => {
    const { node, transfer, operation } = open();
    const data = { mode: 'transfer' as const, ...parties };
    const scene = await transfer.ask({ mode: 'transfer', data, parsed, amount: 'max', wishes: {} }, operation);
    const { computed, errors, held } = twice(scene, node.asked);
    expect([computed, errors, held]).toEqual([
      expect.objectContaining({ fees: '47250000000000', amount: '999952750000000000', gas: '21000', nonce: '0' }),
      [],
      10n ** 18n,
    ]);
  });

  it('follows only from the answers of nodes, for all of a token, after its transfer was simulated', async () => {
    const { node, transferToken, operation } = open();
    const data = { mode: 'transferToken' as const, ...parties, tokenId: gold };
    const identified = { ...parsed, tokenId: toLower(gold) };
    const intent = { mode: 'transferToken' as const, data, parsed: identified, amount: 'max' as const, wishes: {} };
    const scene = await transferToken.ask(intent, operation);
    const runs = node.asked.filter(({ method }) => method === 'eth_estimateGas');
    expect(runs).toHaveLength(1);
    const { computed, errors } = twice(scene, node.asked);
    expect([computed.amount, errors]).toEqual(['5000000', []]);
  });
});
