import { Account, Aptos, AptosConfig, Ed25519PrivateKey, Network } from '@aptos-labs/ts-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAptos } from './aptos.ts';
import type { AptosEngine } from './engine.ts';

let engine: AptosEngine;
let client: Aptos;
let alice: Account;
let bob: Account;

beforeAll(async () => {
  // The client counts expirations from the clock of this machine.
  engine = await startAptos({ now: Date.now });
  client = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: engine.url, indexer: engine.indexerUrl }));
  const accountOf = (index: number) =>
    Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(engine.accounts[index]?.privateKey ?? '', false) });
  [alice, bob] = [accountOf(0), accountOf(1)];
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
    expect(await client.getAccountAPTAmount({ accountAddress: to })).toBe(12_345);
    expect(await engine.balance(to)).toBe(12_345n);
    const { sequence_number: next } = await client.getAccountInfo({ accountAddress: alice.accountAddress });
    expect(next).toBe(String(engine.sequenceNumber(alice.accountAddress.toString())));
    expect(await client.getAccountTransactions({ accountAddress: alice.accountAddress })).toContainEqual(done);
    expect((await client.getBlockByVersion({ ledgerVersion: Number(done.version) })).first_version).toBe(
      String(Number(done.version) - 1),
    );
  });

  it('sends a fungible asset, an orderless transaction and a sponsored one', async () => {
    const asset = await client.transferFungibleAsset({
      sender: alice,
      fungibleAssetMetadataAddress: engine.tokenIds.demo,
      recipient: bob.accountAddress,
      amount: 5,
    });
    const wait = async (hash: string) => client.waitForTransaction({ transactionHash: hash });
    expect(
      (await wait((await client.signAndSubmitTransaction({ signer: alice, transaction: asset })).hash)).success,
    ).toBe(true);
    const data = {
      function: '0x1::aptos_account::transfer' as const,
      functionArguments: [bob.accountAddress, 1],
    };
    const orderless = await client.transaction.build.simple({
      sender: alice.accountAddress,
      data,
      options: { replayProtectionNonce: 12_345_678_901_234_567_890n },
    });
    const sent = await client.signAndSubmitTransaction({ signer: alice, transaction: orderless });
    expect(await wait(sent.hash)).toMatchObject({
      success: true,
      replay_protection_nonce: '12345678901234567890',
    });
    const sponsored = await client.transaction.build.simple({ sender: alice.accountAddress, data, withFeePayer: true });
    const senderAuthenticator = client.transaction.sign({ signer: alice, transaction: sponsored });
    const feePayerAuthenticator = client.transaction.signAsFeePayer({ signer: bob, transaction: sponsored });
    const paid = await client.transaction.submit.simple({
      transaction: sponsored,
      senderAuthenticator,
      feePayerAuthenticator,
    });
    expect(await wait(paid.hash)).toMatchObject({ success: true, signature: { type: 'fee_payer_signature' } });
  });

  it('pays many at once, and fails with lists of unequal lengths', async () => {
    const strangers = ['c1', 'c2'].map((byte) => `0x${byte.repeat(32)}`);
    const run = async (name: 'batch_transfer' | 'batch_transfer_fungible_assets', ...functionArguments: unknown[]) => {
      const data = { function: `0x1::aptos_account::${name}` as const, functionArguments: functionArguments as never };
      const transaction = await client.transaction.build.simple({ sender: alice.accountAddress, data });
      const { hash } = await client.signAndSubmitTransaction({ signer: alice, transaction });
      return client.waitForTransaction({ transactionHash: hash, options: { checkSuccess: false } });
    };
    const { demo } = engine.tokenIds;
    expect(await run('batch_transfer', strangers, [7, 8])).toMatchObject({
      success: true,
      payload: { arguments: [strangers, ['7', '8']] },
    });
    expect(await run('batch_transfer_fungible_assets', demo, strangers, [9, 10])).toMatchObject({ success: true });
    const held = strangers.flatMap((one) => [engine.balance(one), engine.balance(one, demo)]);
    expect(await Promise.all(held)).toEqual([7n, 9n, 8n, 10n]);
    expect((await run('batch_transfer', strangers, [1])).vm_status).toMatch(
      /^Move abort in 0x1::aptos_account: EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH\(0x10005\)/,
    );
  });

  it('delegates stake, and reads it', async () => {
    const [pool] = engine.validators();
    const transaction = await client.transaction.build.simple({
      sender: bob.accountAddress,
      data: {
        function: '0x1::delegation_pool::add_stake',
        functionArguments: [pool?.address ?? '', 11n * 100_000_000n],
      },
    });
    const { hash } = await client.signAndSubmitTransaction({ signer: bob, transaction });
    expect(await client.waitForTransaction({ transactionHash: hash })).toMatchObject({ success: true });
    const stake = await client.view({
      payload: {
        function: '0x1::delegation_pool::get_stake',
        functionArguments: [pool?.address ?? '', bob.accountAddress],
      },
    });
    expect(stake).toEqual([
      String(engine.stakeOf(pool?.address ?? '', bob.accountAddress.toString()).active),
      '0',
      '0',
    ]);
    const activities = await client.getDelegatedStakingActivities({
      poolAddress: pool?.address ?? '',
      delegatorAddress: bob.accountAddress,
    });
    expect(activities).toMatchObject([{ amount: 1_100_000_000, event_type: '0x1::delegation_pool::AddStake' }]);
    expect(await client.getNumberOfDelegators({ poolAddress: pool?.address ?? '' })).toBeGreaterThan(1);
  });

  it('reads balances, metadata and activities of the indexer', async () => {
    const balances = await client.getAccountCoinsData({ accountAddress: alice.accountAddress });
    expect(balances.map(({ metadata }) => metadata?.symbol)).toContain('DEMO');
    const metadata = await client.getFungibleAssetMetadataByAssetType({ assetType: engine.tokenIds.usdc });
    expect(metadata).toMatchObject({ symbol: 'USDC', decimals: 6 });
    const transaction = await client.transferCoinTransaction({
      sender: alice.accountAddress,
      recipient: bob.accountAddress,
      amount: 1,
    });
    const { hash: transactionHash } = await client.signAndSubmitTransaction({ signer: alice, transaction });
    await client.waitForTransaction({ transactionHash });
    const activities = await client.getFungibleAssetActivities({
      options: { where: { owner_address: { _eq: bob.accountAddress.toString() } } },
    });
    expect(activities.length).toBeGreaterThan(0);
    expect(await client.getChainTopUserTransactions({ limit: 1 })).toHaveLength(1);
  });
});
