import { Account, Aptos, AptosConfig, Ed25519PrivateKey, Network } from '@aptos-labs/ts-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAptos } from './aptos.ts';
import type { AptosEngine } from './engine.ts';

let engine: AptosEngine;
let client: Aptos;
let alice: Account;

beforeAll(async () => {
  engine = await startAptos({ now: Date.now });
  client = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: engine.url, indexer: engine.indexerUrl }));
  alice = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(engine.accounts[0]?.privateKey ?? '', false) });
});
afterAll(() => engine.stop());

describe('the official client', () => {
  it('simulates, signs, sends and waits for a transfer', async () => {
    const to = `0x${'ab'.repeat(32)}`;
    const transaction = await client.transferCoinTransaction({
      sender: alice.accountAddress,
      recipient: to,
      amount: 12_345,
    });
    const [simulated] = await client.transaction.simulate.simple({ transaction, signerPublicKey: alice.publicKey });
    expect(simulated).toMatchObject({ success: true, vm_status: 'Executed successfully' });
    const pending = await client.signAndSubmitTransaction({ signer: alice, transaction });
    const done = await client.waitForTransaction({ transactionHash: pending.hash });
    expect(done).toMatchObject({ success: true, type: 'user_transaction', gas_used: simulated?.gas_used });
    expect(await engine.balance(to)).toBe(12_345n);
  });
});
