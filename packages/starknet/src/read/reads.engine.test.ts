import type { TransactionRecord } from '@isochain/core';
import {
  type StarknetEngine,
  starknetDevnetMissing,
  startStarknet,
  startStarknetDevnet,
} from '@isochain/devnet/starknet';
import { sign } from '@scure/starknet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HashedTransaction, hashOfRpc } from '../../test/rpc-hash.ts';
import { openTill, type Signer, signer, type Till } from '../../test/till.ts';
import type { StarknetOptions } from '../options.ts';

// What was sent is read again: by its id, and in the histories of both accounts.

const strk = 10n ** 18n;
const bob = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';
const missing = starknetDevnetMissing();

const engines: readonly [name: string, isMissing: boolean, start: () => Promise<StarknetEngine>][] = [
  ['the stand-in', false, () => startStarknet({ chainId: 'starknet' })],
  [
    `starknet-devnet${missing === undefined ? '' : ` (${missing})`}`,
    missing !== undefined,
    () => startStarknetDevnet({ chainId: 'starknet' }),
  ],
];

describe.each(engines)('transactions on %s', (_, isMissing, start) => {
  describe.skipIf(isMissing)('', () => {
    let engine: StarknetEngine;
    let till: Till;
    let me: string;
    let token: string;
    const by: Signer = signer('reads');
    const fees = new Map<string, string>();
    const ids: Record<'deployment' | 'payment' | 'tokens' | 'failure' | 'received' | 'tokensReceived', string> = {
      ...{ deployment: '', payment: '', tokens: '', failure: '', received: '', tokensReceived: '' },
    };

    const send = async (intent: object, as: Pick<Signer, 'privateKey'> = by) => {
      const { hash, fee } = await till.send(await till.encode(intent), as);
      fees.set(hash, fee.toString());
      return hash;
    };

    /** Sends more tokens than the account holds. The service would not encode it. */
    async function fail(): Promise<string> {
      const wish = { mode: 'transferToken', senderAddress: me, recipientAddress: bob, tokenId: token, amount: '1' };
      const { transaction: encoded } = await till.encode(wish);
      const { transaction } = (encoded.data as unknown as { params: { transaction: HashedTransaction } }).params;
      const calldata = [...(transaction.calldata ?? [])].with(-2, '0xffffffffffff');
      const sent = { ...transaction, calldata };
      const hash = hashOfRpc(sent, 'SN_MAIN', me);
      const { r, s } = sign(hash.toString(16).padStart(64, '0'), by.privateKey.slice(2).padStart(64, '0'));
      const signature = ['0x1', '0x0', by.publicKey, ...[r, s].map((felt) => `0x${felt.toString(16)}`)];
      await engine.rpc('starknet_addInvokeTransaction', { invoke_transaction: { ...sent, signature } });
      return `0x${hash.toString(16)}`;
    }

    beforeAll(async () => {
      engine = await start();
      till = openTill(engine);
      token = engine.tokens[0]?.id ?? '';
      me = till.chain.addresses(by.publicKey).addresses[0]?.address ?? '';
      await engine.fund(me, 50n * strk);
      const [rich] = engine.accounts;
      if (rich === undefined) throw new Error('The engine has no account.');
      const toBob = { senderAddress: me, recipientAddress: bob };
      const toMe = { senderAddress: rich.address, recipientAddress: me };
      ids.deployment = await send({ mode: 'deployAccount', senderPubKey: by.publicKey });
      ids.received = await send({ mode: 'transfer', ...toMe, amount: '5000' }, rich);
      ids.tokensReceived = await send({ mode: 'transferToken', ...toMe, tokenId: token, amount: '70' }, rich);
      ids.payment = await send({ mode: 'transfer', ...toBob, amount: '1234' });
      ids.tokens = await send({ mode: 'transferToken', ...toBob, tokenId: token, amount: '60' });
      ids.failure = await fail();
    });
    afterAll(() => engine.stop());

    const parsed = async (id: string) => (await till.chain.transaction(id)).transaction.parsed;
    const of = (address: string, amount: string, ticker = 'STRK') => ({ address, amount, ticker });

    it('deploy an account', async () => {
      expect(await parsed(ids.deployment)).toMatchObject({
        mode: 'deployAccount',
        state: 'confirmed',
        nonce: '0',
        senders: [of(me, '0')],
        fees: { amount: fees.get(ids.deployment), ticker: 'STRK' },
      });
    });

    it('send STRK', async () => {
      const found = await parsed(ids.payment);
      expect(found).toMatchObject({
        mode: 'transfer',
        state: 'confirmed',
        nonce: '1',
        senders: [of(me, '1234')],
        recipients: [of(bob, '1234')],
        fees: { amount: fees.get(ids.payment), ticker: 'STRK' },
      });
      expect(Number(found?.timestamp)).toBeGreaterThan(1_600_000_000_000);
      expect(Number(found?.confirmations)).toBeGreaterThan(1);
    });

    it('send tokens', async () => {
      const ticker = engine.tokens[0]?.ticker ?? '';
      expect(await parsed(ids.tokens)).toMatchObject({
        mode: 'transferToken',
        tokenId: token,
        senders: [of(me, '60', ticker)],
        recipients: [of(bob, '60', ticker)],
      });
    });

    it('fail, and pay their fee', async () => {
      const found = await parsed(ids.failure);
      expect(found).toMatchObject({ mode: 'transferToken', state: 'failed', nonce: '3', senders: [of(me, '0')] });
      expect(found?.recipients).toBeUndefined();
      expect(BigInt(found?.fees?.amount ?? 0)).toBeGreaterThan(0n);
    });

    /** All pages of a history. */
    async function historyOf(options: Partial<StarknetOptions>, limit: number): Promise<TransactionRecord[]> {
      const { chain } = openTill(engine, options);
      const found: TransactionRecord[] = [];
      let nextPage: string | undefined;
      do {
        const page = await chain.history(me, { limit, ...(nextPage === undefined ? {} : { nextPage }) });
        found.push(...page.transactions);
        nextPage = page.pagination?.nextPage ?? undefined;
        await engine.mine();
      } while (nextPage !== undefined);
      return found;
    }
    const idsOf = (records: readonly TransactionRecord[]) => records.map((record) => record.parsed?.id);

    /** Newest first. */
    const whole = () => [ids.failure, ids.tokens, ids.payment, ids.tokensReceived, ids.received, ids.deployment];
    const nodes = () => engine.settings.endpoints.filter(({ kind }) => kind !== 'voyager') as never;
    const hasIndex = () => engine.settings.endpoints.some(({ kind }) => kind === 'voyager');

    it('stand in a history made of all transfers, in pages of any size', async () => {
      const options = { endpoints: nodes(), historyScanBlocks: 10_000 };
      const found = await historyOf(options, 100);
      // The engine itself gave the account its first coins.
      expect(idsOf(found).filter((id) => whole().includes(id ?? ''))).toEqual(whole());
      for (const limit of [1, 2, 3]) expect(idsOf(await historyOf(options, limit))).toEqual(idsOf(found));
    });

    it('stand in a history made of events, as far as they tell', async () => {
      const found = idsOf(await historyOf({ endpoints: nodes(), historyFromEvents: true }, 100));
      for (const id of [ids.tokens, ids.payment, ids.tokensReceived, ids.deployment]) expect(found).toContain(id);
    });

    it('stand in the history of the index, in pages of any size', async ({ skip }) => {
      if (!hasIndex()) skip('the engine has no index');
      const found = await historyOf({}, 100);
      expect(idsOf(found)).toEqual(whole());
      expect(found.map(({ parsed: each }) => each?.mode)).toEqual([
        'transferToken',
        'transferToken',
        'transfer',
        'transferToken',
        'transfer',
        'deployAccount',
      ]);
      for (const limit of [1, 2, 3]) expect(idsOf(await historyOf({}, limit))).toEqual(whole());
    });
  });
});
