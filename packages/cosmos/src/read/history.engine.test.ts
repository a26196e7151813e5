import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { SigningStargateClient } from '@cosmjs/stargate';
import type { ParsedTransaction } from '@isochain/core';
import { createUpstream } from '@isochain/core/upstream';
import { type CosmosEngine, startCosmos } from '@isochain/devnet/cosmos';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithNode } from '../../test/real-node.ts';
import { toAddress } from '../address/address.ts';
import { contextOf } from '../context.ts';
import { readHistory } from './history.ts';
import { readTransaction } from './transaction.ts';

describeWithNode('the history on a real node', () => {
  let engine: CosmosEngine;
  /** Hash of each transaction, in order. */
  const hashes: string[] = [];
  const nobody = toAddress('cosmos', new Uint8Array(20).fill(7));
  let ann = '';

  beforeAll(async () => {
    engine = await startCosmos();
    const [account] = engine.accounts;
    if (account === undefined) throw new Error('the engine has no account');
    ann = account.address;
    const wallet = await DirectSecp256k1Wallet.fromKey(Buffer.from(account.privateKey.slice(2), 'hex'), 'cosmos');
    const client = await SigningStargateClient.connectWithSigner(engine.rpcUrl, wallet, {
      broadcastPollIntervalMs: 50,
    });
    const fee = { amount: [{ denom: 'uatom', amount: '5000' }], gas: '1000000' };
    const uatom = (amount: string) => ({ denom: 'uatom', amount });
    const act = async (...messages: { typeUrl: string; value: object }[]) => {
      const { transactionHash } = await client.signAndBroadcast(ann, messages, fee, `number ${hashes.length}`);
      hashes.push(transactionHash);
    };
    const [validator = '', other = ''] = engine.validators;
    const send = (...amount: object[]) => ({
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: ann, toAddress: nobody, amount },
    });
    const stake = { delegatorAddress: ann, validatorAddress: validator };
    const claim = { typeUrl: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', value: stake };
    const delegate = (amount: string) => ({
      typeUrl: '/cosmos.staking.v1beta1.MsgDelegate',
      value: { ...stake, amount: uatom(amount) },
    });
    await act(send(uatom('7')));
    await act(delegate('5000000'));
    // The amount is above the balance: the transaction is in a block, and failed.
    await act(send(uatom('999999999999999')));
    await act(claim, delegate('1'));
    await act({
      typeUrl: '/cosmos.staking.v1beta1.MsgBeginRedelegate',
      value: { delegatorAddress: ann, validatorSrcAddress: validator, validatorDstAddress: other, amount: uatom('9') },
    });
    await act({ typeUrl: '/cosmos.staking.v1beta1.MsgUndelegate', value: { ...stake, amount: uatom('8') } });
    await engine.fund(ann, 11n);
    client.disconnect();
    // A node writes the index of a block after the block.
    await engine.mine();
  });

  afterAll(() => engine?.stop());

  function open() {
    const upstream = createUpstream({
      chainId: 'cosmoshub-testnet',
      kinds: { rest: {}, rpc: {} },
      endpoints: engine.settings.endpoints,
    });
    const context = contextOf('cosmoshub-testnet', { endpoints: engine.settings.endpoints });
    return { context, operation: () => upstream.operation() };
  }

  it.each([25, 3, 1])('is whole in pages of %i', async (limit) => {
    const { context, operation } = open();
    const seen: ParsedTransaction[] = [];
    let cursor: string | undefined;
    do {
      const page = await readHistory(context, ann, { limit, cursor }, operation());
      seen.push(...page.transactions.map(({ parsed }) => parsed));
      cursor = page.next;
    } while (cursor !== undefined);
    const [incoming, ...own] = seen;
    expect(own.map(({ id }) => id)).toEqual(hashes.toReversed());
    expect(own.map(({ mode, state }) => `${mode} ${state}`).toReversed()).toEqual([
      'transfer confirmed',
      'stake confirmed',
      'transfer failed',
      'claimRewards confirmed',
      'stake confirmed',
      'unstake confirmed',
    ]);
    expect(incoming).toMatchObject({
      mode: 'transfer',
      recipients: [{ address: ann, amount: '11', ticker: 'ATOM' }],
    });
    for (const [i, parsed] of own.toReversed().entries()) {
      expect(parsed).toMatchObject({ nonce: String(i), memo: `number ${i}`, fees: { amount: '5000', ticker: 'ATOM' } });
      expect(Number(parsed.confirmations)).toBeGreaterThan(0);
    }
    const [claim] = own.filter(({ mode }) => mode === 'claimRewards');
    expect(Number(claim?.recipients?.[0]?.amount)).toBeGreaterThan(0);
    expect(claim?.validators).toMatchObject({
      source: { address: engine.validators[0] },
      target: { address: engine.validators[0], amount: '1' },
    });
  });

  it('of an account that has none is empty', async () => {
    const { context, operation } = open();
    const unused = toAddress('cosmos', new Uint8Array(20).fill(8));
    expect(await readHistory(context, unused, { limit: 5, cursor: undefined }, operation())).toEqual({
      transactions: [],
      next: undefined,
    });
  });

  it('has transactions that can be read one by one', async () => {
    const { context, operation } = open();
    const found = await readTransaction(context, hashes[2] ?? '', operation());
    expect(found?.parsed).toMatchObject({ id: hashes[2], state: 'failed', fees: { amount: '5000', ticker: 'ATOM' } });
    expect(await readTransaction(context, '0'.repeat(64), operation())).toBeUndefined();
  });
});
