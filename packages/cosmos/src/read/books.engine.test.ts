import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { SigningStargateClient } from '@cosmjs/stargate';
import { type CosmosEngine, startCosmos } from '@isochain/devnet/cosmos';
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { MsgWithdrawDelegatorReward } from 'cosmjs-types/cosmos/distribution/v1beta1/tx';
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant';
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithNode } from '../../test/real-node.ts';
import { cosmos } from '../index.ts';

// What accounts do for each other, on a real node: the entries of each history add up to the balance, to the unit.
describeWithNode('the books of accounts that act for each other', () => {
  let engine: CosmosEngine;
  /** Balances before the first transaction, and after the last. */
  const before: Record<string, bigint> = {};
  const after: Record<string, bigint> = {};
  let [ann, bob, eve] = ['', '', ''];

  const balanceOf = async (address: string) => {
    const { balance } = await engine.rest<{ balance: { amount: string } }>(
      `/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=uatom`,
    );
    return BigInt(balance.amount);
  };

  beforeAll(async () => {
    engine = await startCosmos();
    const clients = await Promise.all(
      engine.accounts.slice(0, 3).map(async ({ privateKey, address }) => {
        const wallet = await DirectSecp256k1Wallet.fromKey(Buffer.from(privateKey.replace(/^0x/, ''), 'hex'), 'cosmos');
        const client = await SigningStargateClient.connectWithSigner(engine.rpcUrl, wallet, {
          broadcastPollIntervalMs: 50,
        });
        return { client, address };
      }),
    );
    [ann, bob, eve] = clients.map(({ address }) => address) as [string, string, string];
    for (const address of [ann, bob, eve]) before[address] = await balanceOf(address);
    const [validator = '', other = '', third = ''] = engine.validators;
    const uatom = (amount: string) => ({ denom: 'uatom', amount });
    const act = async (from: string, messages: { typeUrl: string; value: object }[], granter?: string) => {
      const fee = { amount: [uatom('5000')], gas: '1000000', ...(granter === undefined ? {} : { granter }) };
      const client = clients.find(({ address }) => address === from)?.client;
      const result = await client?.signAndBroadcast(from, messages, fee);
      return result?.code;
    };
    const delegate = (validatorAddress: string, amount: string) => ({
      delegatorAddress: ann,
      validatorAddress,
      amount: uatom(amount),
    });
    const grant = (msg: string) => ({
      typeUrl: '/cosmos.authz.v1beta1.MsgGrant',
      value: {
        ...{ granter: ann, grantee: bob },
        grant: {
          authorization: {
            typeUrl: '/cosmos.authz.v1beta1.GenericAuthorization',
            value: GenericAuthorization.encode({ msg }).finish(),
          },
        },
      },
    });
    const send = (from: string, to: string, amount: string) => ({
      typeUrl: MsgSend.typeUrl,
      value: MsgSend.encode({ fromAddress: from, toAddress: to, amount: [uatom(amount)] }).finish(),
    });
    const claim = (validatorAddress: string) => ({
      typeUrl: MsgWithdrawDelegatorReward.typeUrl,
      value: MsgWithdrawDelegatorReward.encode({ delegatorAddress: ann, validatorAddress }).finish(),
    });
    const exec = (...msgs: { typeUrl: string; value: Uint8Array }[]) => ({
      typeUrl: '/cosmos.authz.v1beta1.MsgExec',
      value: { grantee: bob, msgs },
    });
    const codes = [
      await act(ann, [
        { typeUrl: MsgDelegate.typeUrl, value: delegate(validator, '5000000') },
        { typeUrl: MsgDelegate.typeUrl, value: delegate(other, '7000000') },
      ]),
      await act(ann, [MsgSend.typeUrl, MsgDelegate.typeUrl, MsgWithdrawDelegatorReward.typeUrl].map(grant)),
      await act(ann, [
        {
          typeUrl: '/cosmos.feegrant.v1beta1.MsgGrantAllowance',
          value: {
            ...{ granter: ann, grantee: eve },
            allowance: {
              typeUrl: '/cosmos.feegrant.v1beta1.BasicAllowance',
              value: BasicAllowance.encode({ spendLimit: [] }).finish(),
            },
          },
        },
      ]),
      await act(bob, [exec(claim(validator), claim(other))]),
      await act(bob, [exec(send(ann, eve, '11'), send(ann, bob, '13')), exec(send(ann, eve, '17'))]),
      // Delegates, and pays the rewards so far.
      await act(bob, [
        exec({ typeUrl: MsgDelegate.typeUrl, value: MsgDelegate.encode(delegate(validator, '300')).finish() }),
      ]),
      // Without rewards: Ann only loses coins, and signs nothing.
      await act(bob, [
        exec({ typeUrl: MsgDelegate.typeUrl, value: MsgDelegate.encode(delegate(third, '400')).finish() }),
      ]),
      // Ann pays the fees.
      await act(
        eve,
        [{ typeUrl: MsgSend.typeUrl, value: { fromAddress: eve, toAddress: bob, amount: [uatom('19')] } }],
        ann,
      ),
      // Goes to an escrow account. Its receiver is an account of this chain, and gets only what is paid beside it.
      await act(bob, [
        { typeUrl: MsgSend.typeUrl, value: { fromAddress: bob, toAddress: eve, amount: [uatom('1')] } },
        {
          typeUrl: '/ibc.applications.transfer.v1.MsgTransfer',
          value: {
            ...{
              sourcePort: 'transfer',
              sourceChannel: 'channel-0',
              token: uatom('1000000'),
              sender: bob,
              receiver: eve,
            },
            ...{ timeoutHeight: undefined, timeoutTimestamp: 4_000_000_000_000_000_000n, memo: '' },
          },
        },
      ]),
      // Fails, and costs Bob.
      await act(bob, [exec(send(ann, eve, '999999999999999'))]),
    ];
    expect(codes.map((code) => code === 0)).toEqual([true, true, true, true, true, true, true, true, true, false]);
    // A node writes the index of a block after the block.
    await engine.mine();
    for (const address of [ann, bob, eve]) after[address] = await balanceOf(address);
    for (const { client } of clients) client.disconnect();
  });
  afterAll(() => engine?.stop());

  it('balance', async () => {
    const chain = cosmos.connect('cosmoshub-testnet', { endpoints: engine.settings.endpoints, oldestBlockMs: 0 });
    for (const account of [ann, bob, eve]) {
      const { transactions } = await chain.history(account, { limit: 50 });
      let sum = 0n;
      for (const { parsed } of transactions) {
        const { recipients = [], senders = [], fees } = parsed ?? {};
        for (const { address, amount } of recipients) if (address === account) sum += BigInt(amount);
        for (const { address, amount } of senders) if (address === account) sum -= BigInt(amount);
        if ((fees?.payer ?? senders[0]?.address) === account) sum -= BigInt(fees?.amount ?? 0);
        const whole = await chain.transaction(parsed?.id ?? '');
        expect(whole.transaction.parsed).toMatchObject({ fees, state: parsed?.state, mode: parsed?.mode });
      }
      expect(sum, account).toBe((after[account] ?? 0n) - (before[account] ?? 0n));
    }
  });

  it('say who may spend from an account', async () => {
    const chain = cosmos.connect('cosmoshub-testnet', { endpoints: engine.settings.endpoints, oldestBlockMs: 0 });
    const { transactions } = await chain.history(ann, { limit: 50 });
    const controls = transactions.flatMap(({ parsed }) => parsed?.warnings ?? []);
    expect(controls.map(({ context }) => context?.by)).toEqual([eve, bob, bob, bob]);
  });
});
