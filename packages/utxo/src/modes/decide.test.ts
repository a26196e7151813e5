import type { Scene } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { createRig, vectorAccount } from '../../test/rig.ts';
import { accountOf } from '../address/account-id.ts';
import { parseAddress } from '../address/address.ts';
import { contextOf } from '../context.ts';
import type { Utxo } from '../types.ts';
import { createUpstreams } from '../upstream/choose.ts';
import { paymentWishes } from '../wishes.ts';
import { transfer } from './transfer.ts';

// Quotes and batches ask once and decide several times.

const recipientAddress = vectorAccount('bitcoin', 84).addresses['0/1'] ?? '';

/** Asks for a transfer of all coins: two of 10,000. */
async function ask(purpose: 44 | 84 | 86) {
  const senderAddress = vectorAccount('bitcoin', purpose).addresses['0/0'] ?? '';
  const { ledger, chain } = createRig('bitcoin');
  for (let i = 0; i < 2; i++) ledger.fund(senderAddress, 10_000n);
  const endpoints = [{ url: 'https://one.test', name: 'one', kind: 'esplora' as const }];
  const context = contextOf('bitcoin', { endpoints, oldestBlockMs: 0 });
  const recipient = parseAddress(context.network, recipientAddress);
  if (!recipient.ok) throw new Error(recipient.reason);
  const intent = {
    mode: 'transfer' as const,
    data: { mode: 'transfer' as const, senderAddress, recipientAddress },
    parsed: { senderAddress: accountOf(context.network, senderAddress), recipientAddress: recipient.value },
    amount: 'max' as const,
    wishes: paymentWishes.parse({}),
  };
  const operation = chain.adapter.upstream.operation();
  const scene = await transfer(context, createUpstreams(context)).ask(intent, operation);
  return { scene, operation, requests: ledger.requests };
}

/** Decides twice. No request is made. */
function twice(scene: Scene<Utxo, 'transfer'>, requests: readonly string[]) {
  const before = requests.length;
  const [first, second] = [scene.decide(), scene.decide()];
  expect(requests).toHaveLength(before);
  const comparable = ({ prove, ...decision }: typeof first) => ({ ...decision, isProven: prove === undefined });
  expect(comparable(second)).toEqual(comparable(first));
  return first;
}

const plan = () => expect.unreachable('no plan is needed');

describe('a decision about a transfer', () => {
  it('follows only from the answers of upstreams', async () => {
    const { scene, requests } = await ask(86);
    const { computed, errors, prove } = twice(scene, requests);
    // 10.5 + 2 x 57.5 + 31 vB, rounded up, at 2 each.
    expect([computed.amount, computed.fees, errors, prove]).toEqual(['19686', '314', [], undefined]);
    expect(computed.params?.inputs).toHaveLength(2);
  });

  it.each([44, 84] as const)('proves amounts afterwards if upstreams could lie: m/%d', async (purpose) => {
    const { scene, operation, requests } = await ask(purpose);
    const open = twice(scene, requests);
    expect([open.errors, open.computed.params]).toEqual([[], undefined]);
    const proven = await open.prove?.(operation, plan);
    const { computed, errors, prove } = twice(proven as typeof scene, requests);
    expect([errors, prove]).toEqual([[], undefined]);
    // What a quote says before holds.
    expect(computed).toMatchObject({ amount: open.computed.amount, fees: open.computed.fees });
    expect(Object.keys(computed.params?.prevTxs ?? {})).toHaveLength(2);
  });
});
