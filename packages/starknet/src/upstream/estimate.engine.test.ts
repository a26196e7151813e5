import type { Chain } from '@isochain/core';
import {
  type StarknetAccount,
  type StarknetDevnet,
  starknetDevnetMissing,
  startStarknetDevnet,
} from '@isochain/devnet/starknet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureOf } from '../../test/keys.ts';
import { starknet } from '../index.ts';

// Estimates by the sequencer's own code, and what the same transactions then use.

const strk = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

describe.skipIf(starknetDevnetMissing() !== undefined)('estimates of starknet-devnet', () => {
  let engine: StarknetDevnet;
  beforeAll(async () => {
    engine = await startStarknetDevnet({ chainId: 'starknet' });
  });
  afterAll(() => engine.stop());

  /** Encodes, signs and sends. Tells which estimates were asked for, and what the transaction used in hundredths of its bound. */
  async function carriedOut(account: StarknetAccount, intent: object) {
    const asked: { readonly method: string; readonly params: { readonly simulation_flags?: readonly string[] } }[] = [];
    const logged: typeof fetch = (input, init) => {
      const { body } = init ?? {};
      const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
      asked.push(...[JSON.parse(text)].flat());
      return fetch(input, init);
    };
    const endpoints = [engine.url];
    const chain: Chain = starknet.connect('starknet', { endpoints, fetch: logged, oldestBlockMs: 0 });
    const { status, transaction } = await chain.encode(intent as never);
    expect(status.errors).toEqual([]);
    const signature = signatureOf(transaction.encoded[0]?.hash?.value ?? '', account.privateKey);
    const { hash } = await chain.broadcast({ ...transaction, signature } as never);
    const receipt = await engine.rpc<{
      readonly execution_status: string;
      readonly execution_resources: { readonly l2_gas: number };
      readonly actual_fee: { readonly amount: string };
    }>('starknet_getTransactionReceipt', { transaction_hash: hash });
    expect(receipt.execution_status).toBe('SUCCEEDED');
    const { gas = '0', fees = '0' } = transaction.data as { gas?: string; fees?: string };
    return {
      flags: asked.flatMap(({ params }) => (params.simulation_flags === undefined ? [] : [params.simulation_flags])),
      gas: Number((100n * BigInt(receipt.execution_resources.l2_gas)) / BigInt(gas)),
      fee: Number((100n * BigInt(receipt.actual_fee.amount)) / BigInt(fees)),
    };
  }

  const transferOf = ({ address }: StarknetAccount) => ({
    ...{ mode: 'transfer', senderAddress: address, recipientAddress: strk.replace(/d$/, 'e'), amount: '1000' },
  });
  const at = (index: number) => engine.accounts[index] as StarknetAccount;

  it('a transfer of Argent 0.4.0: the made-up signature is taken, and all of its work is counted', async () => {
    const { flags, gas, fee } = await carriedOut(at(0), transferOf(at(0)));
    expect(flags).toEqual([[]]);
    // The bound is 1.5 times the estimate: an exact one is used to two thirds.
    expect(gas).toBeGreaterThanOrEqual(62);
    expect(gas).toBeLessThanOrEqual(68);
    expect(fee).toBeLessThan(70);
  });

  it('a deployment of Argent 0.4.0', async () => {
    const account = at(4);
    const { flags, gas } = await carriedOut(account, { mode: 'deployAccount', senderPubKey: account.publicKey });
    expect(flags).toEqual([[]]);
    expect(gas).toBeGreaterThanOrEqual(62);
    expect(gas).toBeLessThanOrEqual(68);
  });

  it('a transfer of OpenZeppelin 1.0.0: the surcharge covers the validation', async () => {
    const { flags, gas } = await carriedOut(engine.openZeppelin, transferOf(engine.openZeppelin));
    expect(flags).toEqual([['SKIP_VALIDATE']]);
    expect(gas).toBeGreaterThanOrEqual(60);
    expect(gas).toBeLessThanOrEqual(67);
  });

  it('a transfer with a tip', async () => {
    const { flags, gas, fee } = await carriedOut(at(1), { ...transferOf(at(1)), params: { tip: '5000000000' } });
    expect(flags).toEqual([[]]);
    expect(gas).toBeLessThanOrEqual(68);
    expect(fee).toBeLessThan(70);
  });
});
