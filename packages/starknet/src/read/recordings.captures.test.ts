import { describeCaptures } from '@isochain/conformance';
import type { TransactionRecord } from '@isochain/core';
import { expect, it } from 'vitest';
import { connectTo, Fault } from '../../test/scripted-node.ts';
import type { StarknetChainId } from '../index.ts';

// What was recorded of the public chains and of starknet-devnet 0.8.1, answered by a script. What must be read of it was written by hand.

// biome-ignore lint/suspicious/noExplicitAny: recordings have no types
type Json = any;

const file = (name: string) => `starknet/${name}.json`;
const missing = new Fault(29, 'Transaction hash not found');

interface Told {
  readonly transaction?: Json;
  readonly receipt?: Json;
  readonly status?: Json;
  readonly timestamp?: number;
  readonly head?: number;
}

/** Reads a transaction from a node that answers this. */
async function read(chainId: StarknetChainId, id: string, told: Told): Promise<TransactionRecord> {
  const { chain } = connectTo(chainId, {
    methods: {
      starknet_getTransactionByHash: () => told.transaction ?? missing,
      starknet_getTransactionReceipt: () => told.receipt ?? missing,
      starknet_getTransactionStatus: () => told.status ?? missing,
      starknet_blockNumber: () => told.head ?? (told.receipt?.block_number ?? 0) + 9,
      starknet_getBlockWithTxHashes: ({ block_id: at }) =>
        typeof at === 'object'
          ? { block_number: told.receipt.block_number, timestamp: told.timestamp ?? 1_700_000_000, transactions: [] }
          : undefined,
    },
  });
  return (await chain.transaction(id)).transaction;
}

const [mined, devnet] = ['mined-transactions', 'devnet-0102-transactions'].map(file) as [string, string];
const [reverted, preConfirmed, status] = [
  'rpc09-receipt-reverted',
  'rpc09-receipt-pre-confirmed',
  'rpc09-status-reverted',
].map(file) as [string, string, string];
const [invoked, deployed] = ['feeder-sepolia-tx-invoke-v3-strk-transfer', 'feeder-sepolia-tx-deploy-account-v3-oz'].map(
  file,
) as [string, string];

describeCaptures('transactions of Sepolia', [mined], (readFile) => {
  const entries: Json[] = JSON.parse(readFile(mined));

  it.each(entries.map((entry) => [entry.id, entry]))('%s is read from a node', async (_, entry) => {
    const { transaction, receipt, timestamp, expect: said } = entry;
    const record = await read('starknet-sepolia', transaction.transaction_hash, { transaction, receipt, timestamp });
    const parsed: Json = { senders: [], recipients: [], ...record.parsed };
    const { tokenIdOneOf, feesOneOf, senders, recipients, ...plain } = said;
    expect(parsed).toMatchObject(plain);
    const sums = (parties: Json[]) => parties.map(({ address, amount }) => ({ address, amount }));
    if (senders) expect(sums(parsed.senders)).toEqual(senders);
    expect(sums(parsed.recipients)).toEqual(recipients);
    if (tokenIdOneOf) expect(tokenIdOneOf).toContain(parsed.tokenId ?? null);
    const { amount, ticker } = parsed.fees;
    if (feesOneOf) expect(feesOneOf).toContainEqual({ amount, ticker });
    if (!said.gas) expect(parsed.gas).toBeUndefined();
    expect(parsed.confirmations).toBe('10');
  });

  it.each(entries.filter(({ transaction }) => transaction.version === '0x3').map((entry) => [entry.id, entry]))(
    '%s is not believed with another amount',
    async (_, { transaction, receipt, timestamp }) => {
      const calldata = [...transaction.calldata.slice(0, -1), '0x1'];
      const told = { transaction: { ...transaction, calldata }, receipt, timestamp };
      await expect(read('starknet-sepolia', transaction.transaction_hash, told)).rejects.toMatchObject({
        attempts: expect.arrayContaining([expect.objectContaining({ outcome: 'malformed' })]),
      });
    },
  );

  it('belongs to its own chain: the same transaction has another hash on the main network', async () => {
    const [{ transaction, receipt, timestamp }] = entries;
    const told = { transaction, receipt, timestamp };
    await expect(read('starknet', transaction.transaction_hash, told)).rejects.toMatchObject({
      attempts: expect.arrayContaining([expect.objectContaining({ outcome: 'malformed' })]),
    });
  });
});

describeCaptures('transactions of the feeder gateway', [invoked, deployed], (readFile) => {
  /** The feeder gateway writes some fields in other words than nodes. */
  const nodeForm = (text: string) => {
    const { transaction } = JSON.parse(text);
    const { resource_bounds: bounds, type, ...rest } = transaction;
    const bound = (name: string) => bounds[name];
    return {
      ...rest,
      type: type === 'INVOKE_FUNCTION' ? 'INVOKE' : type,
      nonce_data_availability_mode: 'L1',
      fee_data_availability_mode: 'L1',
      resource_bounds: {
        l1_gas: bound('L1_GAS'),
        l2_gas: bound('L2_GAS'),
        ...(bounds.L1_DATA_GAS ? { l1_data_gas: bound('L1_DATA_GAS') } : {}),
      },
    };
  };

  it.each([
    [invoked, 'transfer'],
    [deployed, 'deployAccount'],
  ])('%s has the hash that stands on the chain', async (name, mode) => {
    const transaction = nodeForm(readFile(name));
    const { parsed } = await read('starknet-sepolia', transaction.transaction_hash, { transaction });
    expect(parsed).toMatchObject({ mode, state: 'pending' });
  });
});

describeCaptures('transactions of starknet-devnet', [devnet], (readFile) => {
  const calls: Json = JSON.parse(readFile(devnet));
  const account = '0x05b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929';
  const stranger = `0x${'1234'.padStart(64, '0')}`;
  const toldOf = (name: string): Told => ({
    transaction: calls[`${name}-tx`]?.response.result,
    receipt: calls[`${name}-receipt`].response.result,
    status: calls[`${name}-status`].response.result,
  });
  const idOf = (name: string) => calls[`${name}-receipt`].response.result.transaction_hash;

  it('deploy an account', async () => {
    const { parsed } = await read('starknet-sepolia', idOf('deploy'), toldOf('deploy'));
    expect(parsed).toEqual({
      id: '0x7259111ea5f18d264262ee72efde0d33ffe9f054ca07b76670727c6687e8dd8',
      mode: 'deployAccount',
      state: 'confirmed',
      fees: { amount: String(0x4b534448f2000), ticker: 'STRK' },
      gas: '1324880',
      nonce: '0',
      blockHeight: '2',
      timestamp: '1700000000000',
      confirmations: '10',
      senders: [{ address: account, amount: '0', ticker: 'STRK' }],
    });
  });

  it('transfer STRK, without the transfer of the fee to the sequencer', async () => {
    const { parsed } = await read('starknet-sepolia', idOf('invoke'), toldOf('invoke'));
    expect(parsed).toMatchObject({ mode: 'transfer', state: 'confirmed', nonce: '1' });
    expect(parsed?.senders).toEqual([{ address: account, amount: '12345', ticker: 'STRK' }]);
    expect(parsed?.recipients).toEqual([{ address: stranger, amount: '12345', ticker: 'STRK' }]);
  });

  it('fail, and pay for it', async () => {
    const sent = calls['addInvoke-that-reverts'].request.params.invoke_transaction;
    const told = toldOf('reverted');
    const transaction = { transaction_hash: idOf('reverted'), ...sent };
    const { parsed } = await read('starknet-sepolia', idOf('reverted'), { ...told, transaction });
    expect(parsed).toMatchObject({ mode: 'transfer', state: 'failed', fees: { amount: String(0x2a273c1378000) } });
    expect(parsed?.senders).toEqual([{ address: account, amount: '0', ticker: 'STRK' }]);
    expect(parsed?.recipients).toBeUndefined();
  });

  it('are only known by their status for a moment', async () => {
    const told = { status: { finality_status: 'RECEIVED' } };
    const { parsed } = await read('starknet-sepolia', idOf('invoke'), told);
    expect(parsed).toEqual({ id: idOf('invoke'), mode: 'unknown', state: 'pending' });
  });
});

describeCaptures('receipts of version 0.9', [reverted, preConfirmed, status], (readFile) => {
  it('say that a transaction failed', async () => {
    const receipt = JSON.parse(readFile(reverted));
    const told = { receipt, status: JSON.parse(readFile(status)) };
    const { parsed } = await read('starknet', receipt.transaction_hash, told);
    expect(parsed).toMatchObject({
      mode: 'unknown',
      state: 'failed',
      blockHeight: '2',
      fees: { amount: '0', ticker: 'ETH' },
    });
  });

  it('say that a transaction stands in the next block', async () => {
    const receipt = JSON.parse(readFile(preConfirmed));
    const { parsed } = await read('starknet', receipt.transaction_hash, { receipt });
    expect(parsed).toMatchObject({ state: 'unconfirmed' });
    expect(parsed?.blockHeight).toBeUndefined();
  });
});
