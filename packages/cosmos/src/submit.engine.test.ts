import { type CosmosEngine, startCosmos } from '@isochain/devnet/cosmos';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { complete } from '../test/complete.ts';
import { describeWithNode } from '../test/real-node.ts';
import { signDirect } from '../test/signers.ts';
import { assemble } from './bytes/assemble.ts';
import { finalize } from './bytes/finalize.ts';
import { namedChain } from './chains.ts';
import { cosmos } from './index.ts';

const recipientAddress = 'cosmos1qcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxjrxm2q';

for (const kind of ['rest', 'rpc'] as const)
  describeWithNode(`a node of cosmos-sdk 0.54, over ${kind}`, () => {
    let engine: CosmosEngine;
    beforeAll(async () => {
      // Above what the table of chains pays.
      engine = await startCosmos({ minGasPrice: '0.05' });
    });
    afterAll(() => engine?.stop());

    const open = () =>
      cosmos.connect('cosmoshub-testnet', {
        endpoints: engine.settings.endpoints.filter((endpoint) => endpoint.kind === kind),
      });

    function accountOf(index: number) {
      const account = engine.accounts[index];
      if (account === undefined) throw new Error('no account');
      return account;
    }

    /** Encodes and signs a transfer. */
    async function prepare(index: number, wishes: Readonly<Record<string, unknown>> = { fees: '20000' }) {
      const account = accountOf(index);
      const { transaction, ok, status } = await open().encode({
        ...{ mode: 'transfer', senderAddress: account.address, recipientAddress, amount: '1000' },
        ...{ senderPubKey: account.publicKey, ...wishes },
      });
      if (!ok) throw new Error(JSON.stringify(status.errors));
      return { ...transaction, signature: await signDirect(account, transaction.encoded) };
    }

    it('says what fee it wants, takes that fee, and knows the transaction again', async () => {
      const low = await prepare(0, {});
      const error = await open()
        .broadcast(low)
        .catch((caught: unknown) => caught);
      // Of 0.05 uatom for each unit of gas.
      const minimum = String((BigInt(low.data.gas ?? 0) + 19n) / 20n);
      expect(error).toMatchObject({ code: 'broadcast.feeTooLow', problems: [{ context: { minimum } }] });
      const paid = await prepare(0, { fees: minimum });
      const { hash } = await open().broadcast(paid);
      expect(await open().broadcast(paid)).toMatchObject({ hash });
      await engine.mine(2);
      expect(await open().broadcast(paid)).toMatchObject({ hash });
      expect(await engine.rest(`/cosmos/tx/v1beta1/txs/${hash}`)).toMatchObject({ tx_response: { code: 0 } });
    });

    it('shows which transaction used a sequence', async () => {
      const [first, second] = [await prepare(1), await prepare(1, { fees: '20001' })];
      const { hash } = await open().broadcast(first);
      // Another transaction has the sequence now, but it is in no block yet, so no node can show it.
      await engine.mine(2);
      await expect(open().broadcast(second)).rejects.toMatchObject({
        code: 'broadcast.nonceUsed',
        problems: [{ context: { nonce: '0', transaction: hash } }],
      });
      // Two transactions later the same.
      await open().broadcast(await prepare(1));
      await engine.mine(2);
      await expect(open().broadcast(second)).rejects.toMatchObject({ code: 'broadcast.nonceUsed' });
      expect(await open().broadcast(first)).toMatchObject({ hash });
    });

    it('refuses a sequence that is too far ahead, and coins that are not there', async () => {
      const ahead = await prepare(2, { fees: '20000', nonce: '5', gas: '200000' });
      await expect(open().broadcast(ahead)).rejects.toMatchObject({ code: 'broadcast.nonceGap' });
      const [all, later] = [
        await prepare(3, { fees: '20000', amount: '9999900000' }),
        await prepare(3, { fees: '90000', amount: '5' }),
      ];
      await open().broadcast(all);
      await engine.mine(2);
      const again = await prepare(2, { fees: '20000', gas: '4000' });
      await expect(open().broadcast(again)).rejects.toMatchObject({ code: 'broadcast.gasRefused' });
      await expect(open().broadcast(later)).rejects.toMatchObject({ code: 'broadcast.insufficientFunds' });
    });

    it('refuses a signature for another account number, and the answer says which', async () => {
      const account = accountOf(4);
      const named = namedChain('cosmoshub-testnet');
      const plan = complete('cosmoshub-testnet', {
        ...{ mode: 'transfer', senderAddress: account.address, recipientAddress, amount: '1000', fees: '20000' },
        ...{ senderPubKey: account.publicKey, gas: '200000', nonce: '0' },
        params: { nativeId: 'provider', accountNumber: '77', feeDenom: 'uatom' },
      }).plan();
      const { items, unsigned } = assemble(named, plan);
      const signed = finalize(named, plan, unsigned, await signDirect(account, items));
      const { adapter } = open();
      await expect(adapter.submit(signed, plan, adapter.upstream.operation())).rejects.toThrow(
        /verify account number \(\d+\) and chain-id \(provider\).*signed for account number 77 and chain id provider/,
      );
    });
  });
