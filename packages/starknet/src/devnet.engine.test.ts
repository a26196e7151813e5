import { type StarknetDevnet, starknetDevnetMissing, startStarknetDevnet } from '@isochain/devnet/starknet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, openTill, type Signer, type Spelling, signer, type Till } from '../test/till.ts';
import { accountClasses } from './account/classes.ts';

// The family against starknet-devnet, which runs the network's own executor (starkware-libs/sequencer, blockifier) and the accounts' own classes.

const missing = starknetDevnetMissing();
const strk = 10n ** 18n;
const recipientAddress = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';

describe.skipIf(missing !== undefined)(`on starknet-devnet${missing === undefined ? '' : ` (${missing})`}`, () => {
  let engine: StarknetDevnet;
  let till: Till;
  let token: string;

  beforeAll(async () => {
    engine = await startStarknetDevnet();
    till = openTill(engine);
    token = engine.tokens[0]?.id ?? '';
  });
  afterAll(() => engine.stop());

  const addressOf = ({ publicKey }: Signer) => till.chain.addresses(publicKey).addresses[0]?.address ?? '';

  /** What nobody can do without: the chain took it, and charged no more than was offered. */
  function expectSuccess({ status, fee, used, offered }: Outcome): void {
    expect(status).toBe('SUCCEEDED');
    expect(fee).toBeLessThanOrEqual(offered.fee);
    expect(used.l1).toBeLessThanOrEqual(offered.l1);
    expect(used.l2).toBeLessThanOrEqual(offered.l2);
    expect(used.l1Data).toBeLessThanOrEqual(offered.l1Data);
    // The bounds are 1.5 and 2 times the estimate. Without the surcharge, those of OpenZeppelin would be 1.3 times what is used.
    expect(Number(offered.l2) / Number(used.l2)).toBeGreaterThan(1.45);
    expect(Number(offered.l1Data) / Number(used.l1Data)).toBeGreaterThanOrEqual(2);
  }

  /** A deployed account of Argent 0.4.0. */
  async function deployed(name: string, amount = 10n * strk) {
    const by = signer(name);
    const address = addressOf(by);
    await engine.fund(address, amount);
    const outcome = await till.send(await till.encode({ mode: 'deployAccount', senderPubKey: by.publicKey }), by);
    expectSuccess(outcome);
    return { by, address, outcome };
  }

  describe('a key without an account', () => {
    const by = signer('begins');
    let address: string;

    it('has an address, and its transfers are refused', async () => {
      address = addressOf(by);
      await expect(till.chain.accountState(address)).resolves.toMatchObject({
        balances: { native: { available: '0' } },
      });
      expect(await till.refusals({ mode: 'transfer', senderAddress: address, recipientAddress, amount: '1' })).toEqual([
        expect.objectContaining({ code: 'sender.notFound', message: 'Sender account does not exist' }),
      ]);
    });

    it('says how much its deployment needs, although it holds nothing', async () => {
      const [error, ...others] = await till.refusals({ mode: 'deployAccount', senderPubKey: by.publicKey });
      expect(others).toEqual([]);
      expect(error).toMatchObject({ code: 'balance.insufficientForFees' });
      expect(error?.message).toMatch(/^Insufficient STRK to pay network fees: needs up to 0\.0\d+ STRK, has 0 STRK\.$/);
    });

    it('refuses one FRI less than the deployment may cost', async () => {
      const richer = signer('exactly');
      await engine.fund(addressOf(richer), strk);
      const { transaction } = await till.encode({ mode: 'deployAccount', senderPubKey: richer.publicKey });
      const fees = BigInt((transaction.data as { fees: string }).fees);
      await engine.fund(address, fees - 1n);
      expect(await till.refusals({ mode: 'deployAccount', senderPubKey: by.publicKey })).toMatchObject([
        { code: 'balance.insufficientForFees' },
      ]);
      await engine.fund(address, 1n);
    });

    it('is deployed with exactly what it may cost, in the request of public clients', async () => {
      const encoded = await till.encode({
        mode: 'deployAccount',
        senderPubKey: by.publicKey,
        type: 'argentx',
      });
      expect(encoded.transaction.data).toMatchObject({
        mode: 'deployAccount',
        senderPubKey: by.publicKey,
        contractType: 'argentx',
        nonce: '0',
        params: { account: 'argent-0.4.0', contractAddress: address },
      });
      const outcome = await till.send(encoded, by, 'unpadded');
      expectSuccess(outcome);
      expect(await till.classAt(address)).toBe(accountClasses['argent-0.4.0'].classHash);
      expect(await engine.balance(address)).toBe(outcome.offered.fee - outcome.fee);
    });

    it('is not deployed twice', async () => {
      await engine.fund(address, strk);
      expect(await till.refusals({ mode: 'deployAccount', senderPubKey: by.publicKey })).toEqual([
        expect.objectContaining({ code: 'account.exists', message: expect.stringContaining(address) }),
      ]);
    });

    it('is not deployed with a class that the network does not have, and nobody is told to fund it', async () => {
      const hash = accountClasses['argent-0.5.0'].classHash;
      const refusal = {
        code: 'transaction.fails',
        message: `The transaction would fail: the network has no class Argent 0.5.0 (${hash}).`,
        field: 'transaction.data.params.accountClass',
      };
      const intent = {
        mode: 'deployAccount',
        senderPubKey: by.publicKey,
        params: { accountClass: 'argent-0.5.0' },
      };
      expect(await till.refusals(intent)).toEqual([expect.objectContaining(refusal)]);
      const second = till.chain.addresses(by.publicKey).addresses[1]?.address ?? '';
      await engine.fund(second, strk);
      expect(await till.refusals(intent)).toEqual([expect.objectContaining(refusal)]);
    });
  });

  describe('an account of Argent 0.4.0', () => {
    it.each(['DER', 'unpadded'] as const)('transfers STRK, signed as %s', async (spelling: Spelling) => {
      const { by, address } = await deployed(`sends as ${spelling}`);
      const [before, others] = [await engine.balance(address), await engine.balance(recipientAddress)];
      const intent = { mode: 'transfer', senderAddress: address, recipientAddress, amount: '10000' } as const;
      const outcome = await till.send(await till.encode(intent), by, spelling);
      expectSuccess(outcome);
      expect(await engine.balance(recipientAddress)).toBe(others + 10_000n);
      expect(await engine.balance(address)).toBe(before - 10_000n - outcome.fee);
    });

    it('transfers tokens', async () => {
      const { by, address } = await deployed('sends tokens');
      await engine.fund(address, 5_000_000n, token);
      const others = await engine.balance(recipientAddress, token);
      const intent = { mode: 'transferToken', senderAddress: address, recipientAddress, tokenId: token } as const;
      const some = await till.encode({ ...intent, amount: '2000001' });
      expectSuccess(await till.send(some, by));
      const rest = await till.encode({ ...intent, useMaxAmount: true });
      expectSuccess(await till.send(rest, by));
      expect(await engine.balance(address, token)).toBe(0n);
      expect(await engine.balance(recipientAddress, token)).toBe(others + 5_000_000n);
    });

    it('transfers all STRK: what it does not pay in fees stays', async () => {
      const { by, address } = await deployed('sends all');
      const before = await engine.balance(address);
      const encoded = await till.encode({
        ...{ mode: 'transfer', senderAddress: address, recipientAddress, useMaxAmount: true },
      });
      const { amount } = encoded.transaction.data as { amount: string };
      const outcome = await till.send(encoded, by);
      expectSuccess(outcome);
      expect(BigInt(amount)).toBe(before - outcome.offered.fee);
      expect(await engine.balance(address)).toBe(outcome.offered.fee - outcome.fee);
    });

    it('transfers exactly what fits beside the fees, and not one FRI more', async () => {
      const { by, address } = await deployed('sends to the last');
      const intent = { mode: 'transfer', senderAddress: address, recipientAddress } as const;
      const { transaction } = await till.encode({ ...intent, amount: '1' });
      const { fees } = transaction.data as { fees: string };
      const most = (await engine.balance(address)) - BigInt(fees);
      expect(await till.refusals({ ...intent, amount: (most + 1n).toString() })).toMatchObject([
        { code: 'balance.insufficient' },
      ]);
      expectSuccess(await till.send(await till.encode({ ...intent, amount: most.toString() }), by));
    });

    it('transfers to itself', async () => {
      const { by, address } = await deployed('sends to itself');
      const before = await engine.balance(address);
      const intent = { mode: 'transfer', senderAddress: address, recipientAddress: address, amount: '10000' } as const;
      const outcome = await till.send(await till.encode(intent), by);
      expectSuccess(outcome);
      expect(await engine.balance(address)).toBe(before - outcome.fee);
    });

    it('pays a tip', async () => {
      const { by, address } = await deployed('tips');
      const intent = { mode: 'transfer', senderAddress: address, recipientAddress, amount: '10000' } as const;
      const plain = await till.send(await till.encode(intent), by);
      const tipped = await till.send(await till.encode({ ...intent, params: { tip: '1000000000' } }), by);
      expectSuccess(tipped);
      expect(tipped.fee - plain.fee).toBe(tipped.used.l2 * 1_000_000_000n);
    });
  });

  describe('an account of OpenZeppelin 1.0.0', () => {
    it('transfers STRK and tokens within the fees, although its check of signatures is not in the estimate', async () => {
      const { openZeppelin: by } = engine;
      const intent = { senderAddress: by.address, recipientAddress } as const;
      for (const spelling of ['DER', 'unpadded'] as const) {
        const encoded = await till.encode({ ...intent, mode: 'transfer', amount: '10000' });
        expect(encoded.transaction.data).toMatchObject({ params: { account: 'openzeppelin-1.0.0' } });
        expectSuccess(await till.send(encoded, by, spelling));
      }
      await engine.fund(by.address, 5n, token);
      const tokens = await till.encode({ ...intent, mode: 'transferToken', tokenId: token, amount: '5' });
      expectSuccess(await till.send(tokens, by));
    });
  });
});
