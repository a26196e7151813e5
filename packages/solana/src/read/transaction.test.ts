import { describe, expect, it } from 'vitest';
import mainnet from '../../fixtures/mainnet-accounts.json' with { type: 'json' };
import { someSignature } from '../../test/addresses.ts';
import { type MinedName, recordedTransaction } from '../../test/recordings.ts';
import {
  account,
  accountsOf,
  atSlot,
  Fault,
  type Script,
  scriptedNode,
  scriptedNodes,
} from '../../test/scripted-node.ts';
import { readTransaction } from './transaction.ts';

const tokens = {
  [mainnet.USDC.address]: account(mainnet.USDC.owner, mainnet.USDC.data),
  [mainnet['USDC metadata'].address]: account(mainnet['USDC metadata'].owner, mainnet['USDC metadata'].data),
};

/** A node that has one transaction, and some slots on top of it. */
const having = (transaction: { slot: number }, more: Script = {}): Script => ({
  getTransaction: () => transaction,
  getSignatureStatuses: () => atSlot([null]),
  getSlot: () => transaction.slot + 9,
  getMultipleAccounts: accountsOf(tokens),
  ...more,
});

async function read(script: Script, id = idOf(script)) {
  const node = scriptedNode(script);
  const found = await readTransaction(node.context, id, node.operation);
  return { parsed: found?.parsed, raw: found?.raw, node };
}

/** The id of the transaction that the node answers to every request. */
function idOf({ getTransaction }: Script): string {
  const found = getTransaction?.([]) as { transaction?: { signatures: [string] } } | null | undefined;
  return found?.transaction?.signatures[0] ?? someSignature(1);
}

const parse = async (name: MinedName) => (await read(having(recordedTransaction(name)))).parsed;

describe('recorded transactions', () => {
  it('a transfer', async () => {
    const { parsed, raw, node } = await read(having(recordedTransaction('transfer of SOL')));
    expect(parsed).toEqual({
      id: '2kHbPUGzehenUXQbBfAVZGcuTrSUVDMEyU2aGcjFbuUAJkG28CyQPCGZF68u369MU7WHMvJboyioqyihvtR75nLn',
      mode: 'transfer',
      state: 'confirmed',
      fees: { amount: '5000', ticker: 'SOL' },
      gas: '150',
      blockHeight: '399683256',
      timestamp: '1770867996000',
      confirmations: '10',
      senders: [{ address: '4Y5YjAPB4hMdCsiFy7BaBSscyiAvB7cuAbhxnBZ5xmgy', amount: '24922118', ticker: 'SOL' }],
      recipients: [{ address: '3eF3iBQqi2DmDLS7o9y8gG7necF5VBbwYy5gqF7sh899', amount: '24922118', ticker: 'SOL' }],
    });
    expect(raw).toEqual(recordedTransaction('transfer of SOL'));
    expect(node.requests).toHaveLength(1);
    expect(node.calls('getTransaction')[0]?.params).toEqual([
      parsed?.id,
      { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 1 },
    ]);
  });

  it('a transfer of version 1, with its budget in the head', async () => {
    const { message, ...rest } = recordedTransaction('transfer of SOL').transaction;
    const config = { priorityFee: 7, computeUnitLimit: 400, loadedAccountsDataSizeLimit: 65_536, heapSize: null };
    const recorded = recordedTransaction('transfer of SOL');
    const parsedOf = async (node: { slot: number }) => (await read(having(node))).parsed;
    const newer = {
      ...recorded,
      version: 1,
      transaction: { ...rest, message: { ...message, transactionConfig: config } },
      meta: { ...recorded.meta, loadedAddresses: { writable: [], readonly: [] } },
    };
    expect(await parsedOf(newer)).toEqual(await parsedOf(recorded));
  });

  it('transfers to several, with a memo', async () => {
    expect(await parse('transfers with a memo')).toMatchObject({
      mode: 'transfer',
      memo: 'test-multi-transfer-receipt',
      senders: [{ address: '7crim3zBdwd3wsR65Tf3Y7q8wYWHqZwEU1ATi98XQ7e7', amount: '150000000', ticker: 'SOL' }],
      recipients: [
        { address: 'GQaASwJHkkzi4j2nnjvYBErKwHFGu554oFWU6h4gV8JP', amount: '100000000', ticker: 'SOL' },
        { address: 'CSMd42huTby7YceoTtDLmb8N41aWJnB38dRtSUfgUPdS', amount: '50000000', ticker: 'SOL' },
      ],
    });
  });

  it('transfers with a durable nonce and a priority fee', async () => {
    expect(await parse('transfers with a durable nonce')).toMatchObject({
      mode: 'transfer',
      fees: { amount: '11000', ticker: 'SOL' },
      senders: [{ address: '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9', amount: '31029181720' }],
      recipients: [
        { address: '9AcRtqNTy4wUD9KKuB2mKrP5n6U3i2dMqeJchrsQU4ke', amount: '105673070' },
        { address: 'Ah6ubKzHJMDStLD1i6P51bugRMggARUhDCc8Gxfsg4sU', amount: '30923508650' },
      ],
    });
  });

  it('a transfer from an account with another signer', async () => {
    expect(await parse('transfer with a seed')).toMatchObject({
      mode: 'transfer',
      senders: [{ address: '7zGpuMNcJr1h64UWeXYvSJegu8YGdm8rpi2SermJGMyE', amount: '50000000' }],
      recipients: [{ address: '6S1VL44mL4WZrLGF9f7qQN5CFJ3PTVFxpnt1GdSe4uMs', amount: '50000000' }],
    });
  });

  it('a transfer with the deposit of a token account', async () => {
    expect(await parse('transfer with a token account')).toMatchObject({
      mode: 'transfer',
      senders: [{ address: '3FyK3hKfP32pihA9Y6AowD6eLKeHPrbhDUg98A5YXfwP', amount: '2148400' }],
      recipients: [
        { address: '2sWE3tykvdEjNzLhVkNFCkDceWeVxFswVzBBeMSWKmGy', amount: '1148400' },
        { address: 'CXirU4FJDRmyFKB3K6N8Qd8Rxeaxi1osi7kDa1ZRGp8B', amount: '1000000' },
      ],
    });
  });

  it('a token transfer with another fee payer', async () => {
    const { parsed, node } = await read(having(recordedTransaction('transfer of USDC')));
    expect(parsed).toMatchObject({
      mode: 'transferToken',
      tokenId: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      fees: { amount: '48370', ticker: 'SOL' },
      senders: [{ address: '3V9bd3EN5aNuhE4RiHGbZ1eZakJ1F9cDb8V4YLjCG8cg', amount: '3800000', ticker: 'USDC' }],
      recipients: [{ address: 'B2v68t8MXb9zUms1VQKuCcvjrjKDK6fLd8ZngqmBGy1M', amount: '3800000', ticker: 'USDC' }],
    });
    expect(node.requests).toHaveLength(2);
  });

  it('a swap with lookup tables: all balances that rose and fell', async () => {
    expect(await parse('swap with lookup tables')).toMatchObject({
      mode: 'unknown',
      state: 'confirmed',
      fees: { amount: '15000', ticker: 'SOL' },
      blockHeight: '255036323',
      // Wrapped SOL of the pools stands once, as a token.
      senders: [
        { address: '3XQkm6SsH1Dors1DTdTBAFxiEQB4AFWJzXNVEkMxDADV', amount: '182560735', ticker: 'USDC' },
        { address: '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', amount: '83423', ticker: '9gr8..mcQz' },
        { address: '6YJWm3nhHXGPvgAHErWcNmqPQtSSHZhvtmE4U9Adwb3g', amount: '952688995', ticker: 'WSOL' },
      ],
      recipients: [
        { address: '71WDyyCsZwyEYDV91Qrb212rdg6woCHYQhFnmZUBxiJ6', amount: '2285', ticker: '9gr8..mcQz' },
        { address: 'GAgnD5XviS4wN7GpcTBbgvtFAZnT6Lc1ehkbnP3qo1bz', amount: '81057', ticker: '9gr8..mcQz' },
        { address: 'H3vkQqNVWySTD4c1Y91wtoT5iwxKSVtVLfC2rD8SgwTN', amount: '81', ticker: '9gr8..mcQz' },
        { address: '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', amount: '952688995', ticker: 'WSOL' },
        { address: '6YJWm3nhHXGPvgAHErWcNmqPQtSSHZhvtmE4U9Adwb3g', amount: '182560735', ticker: 'USDC' },
        { address: 'CbYf9QNrkVgNRCMTDiVdvzMqSzXh8AAgnrKAoTfEACdh', amount: '151571', ticker: 'EJhq..5Guj' },
      ],
    });
  });

  it('a swap that makes a token account and a wrapped one for a moment', async () => {
    expect(await parse('swap through wrapped SOL')).toMatchObject({
      mode: 'unknown',
      senders: [
        { address: 'Bdky9P44ETXheH3KTTURodpeaV7QdPJyofS4brK1656o', amount: '971715668', ticker: 'SOL' },
        { address: '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', amount: '5388719', ticker: '7vfC..voxs' },
      ],
      recipients: [
        { address: 'Ao2NSUtJet9C1z9LJy2gMJMVEb7xJepaQFT8ig8z9CNw', amount: '2039280', ticker: 'SOL' },
        { address: '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', amount: '969676388', ticker: 'WSOL' },
        { address: 'Bdky9P44ETXheH3KTTURodpeaV7QdPJyofS4brK1656o', amount: '5388719', ticker: '7vfC..voxs' },
      ],
    });
  });

  it('a cancelled order: tokens, and the deposits of the accounts that held them', async () => {
    expect(await parse('order taken back')).toMatchObject({
      mode: 'unknown',
      fees: { amount: '111935', ticker: 'SOL' },
      senders: [
        { address: 'DqsyUJ3hBSAt94pnShLW6HL4vQzxM3XrtMzfe8Yi7gGw', amount: '3480000', ticker: 'SOL' },
        { address: 'HADfwkTfBeZezWZsWzEaP9fT9YSb674drrJH8hs2tTP', amount: '2039280', ticker: 'SOL' },
        { address: 'DqsyUJ3hBSAt94pnShLW6HL4vQzxM3XrtMzfe8Yi7gGw', amount: '178000000000', ticker: 'jupS..x93v' },
      ],
      recipients: [
        // 5,407,345 more in the account, and 111,935 for the fee.
        { address: '4abvSWugzSRhpAk4rpvdSruFAFoNG1D1JTStmzpGt7xA', amount: '5519280', ticker: 'SOL' },
        { address: '4abvSWugzSRhpAk4rpvdSruFAFoNG1D1JTStmzpGt7xA', amount: '178000000000', ticker: 'jupS..x93v' },
      ],
    });
  });

  it('the sale of a token for SOL', async () => {
    expect(await parse('sale of a token')).toMatchObject({
      mode: 'unknown',
      senders: [
        { address: '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', amount: '45130273', ticker: 'WSOL' },
        {
          address: 'mm5G1iYsa87dCR7zwBHmDC57k7mA6HHiRTE8FFNpkju',
          amount: '7287032271779',
          ticker: 'JB5T..MQva',
        },
      ],
    });
  });
});

describe('states', () => {
  const transfer = () => recordedTransaction('transfer of SOL');

  it('a failed transfer moved nothing but its fee', async () => {
    const failed = transfer();
    failed.meta.err = { InstructionError: [0, { Custom: 1 }] };
    failed.meta.preBalances = [5_005_000, 0, 1];
    failed.meta.postBalances = [5_000_000, 0, 1];
    const { parsed } = await read(having(failed));
    expect(parsed).toMatchObject({
      state: 'failed',
      mode: 'transfer',
      fees: { amount: '5000', ticker: 'SOL' },
      senders: [{ address: '4Y5YjAPB4hMdCsiFy7BaBSscyiAvB7cuAbhxnBZ5xmgy', amount: '0', ticker: 'SOL' }],
    });
    expect([parsed?.recipients, parsed?.fees?.payer]).toEqual([undefined, undefined]);
  });

  it('a failed token transfer too', async () => {
    const failed = recordedTransaction('transfer of USDC');
    failed.meta.err = { InstructionError: [1, { Custom: 1 }] };
    failed.meta.postTokenBalances = failed.meta.preTokenBalances;
    const { parsed } = await read(having(failed));
    const [payer] = failed.transaction.message.accountKeys;
    expect(parsed).toMatchObject({
      state: 'failed',
      mode: 'transferToken',
      tokenId: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      senders: [{ address: payer, amount: '0', ticker: 'SOL' }],
    });
    expect(parsed?.recipients).toBeUndefined();
  });

  it('is unknown if no node knows it', async () => {
    const { parsed, raw } = await read({
      getTransaction: () => null,
      getSignatureStatuses: () => atSlot([null]),
      getSlot: () => 100,
    });
    expect(parsed).toBeUndefined();
    expect(raw).toBeUndefined();
  });

  it('is unconfirmed as long as few validators have voted on it', async () => {
    const { parsed, raw } = await read({
      getTransaction: () => null,
      getSignatureStatuses: () => atSlot([{ slot: 100, confirmations: 0, err: null, confirmationStatus: 'processed' }]),
      getSlot: () => 99,
    });
    expect(parsed).toEqual({
      ...{ id: someSignature(1), mode: 'unknown', state: 'unconfirmed', blockHeight: '100' },
      warnings: [expect.objectContaining({ code: 'transaction.incomplete' })],
    });
    expect(JSON.parse(JSON.stringify(raw))).toEqual({ slot: '100', err: null, confirmationStatus: 'processed' });
  });

  it('is known by its status if its content is unknown', async () => {
    const statuses = (err: unknown) => () =>
      atSlot([{ slot: 100, confirmations: null, err, confirmationStatus: 'finalized' }]);
    // A version that is newer than we are.
    const script = {
      getTransaction: () => new Fault(-32015, 'Transaction version (2) is not supported by the requesting client.'),
      getSlot: () => 131,
    };
    expect((await read({ ...script, getSignatureStatuses: statuses(null) })).parsed).toEqual({
      id: someSignature(1),
      mode: 'unknown',
      state: 'confirmed',
      blockHeight: '100',
      confirmations: '32',
      warnings: [expect.objectContaining({ code: 'transaction.incomplete' })],
    });
    expect((await read({ ...script, getSignatureStatuses: statuses('AccountInUse') })).parsed?.state).toBe('failed');
  });

  it('is asked for at another node if one lacks old transactions', async () => {
    const pruned = having(transfer(), {
      getTransaction: () => new Fault(-32011, 'Transaction history is not available from this node'),
    });
    const node = scriptedNodes([pruned, having(transfer())]);
    const id = idOf(having(transfer()));
    expect((await readTransaction(node.context, id, node.operation))?.parsed.mode).toBe('transfer');
  });

  it('has an amount even if nothing moved, as at the end of a stake', async () => {
    const still = recordedTransaction('transfer of SOL');
    still.transaction.message.instructions = [];
    still.meta.postBalances = still.meta.preBalances.map(
      (balance: number, i: number) => balance - (i === 0 ? 5_000 : 0),
    );
    const { parsed } = await read(having(still));
    const payer = '4Y5YjAPB4hMdCsiFy7BaBSscyiAvB7cuAbhxnBZ5xmgy';
    expect(parsed?.senders).toEqual([{ address: payer, amount: '0', ticker: 'SOL' }]);
  });

  it('has only JSON values in its raw form', async () => {
    const rich = transfer();
    rich.meta.preBalances[2] = 2n ** 63n;
    rich.meta.postBalances[2] = 2n ** 63n;
    const { raw, parsed } = await read(having(rich));
    expect(parsed?.senders).toHaveLength(1);
    expect(JSON.parse(JSON.stringify(raw)).meta.preBalances[2]).toBe('9223372036854775808');
  });
});

describe('old transactions', () => {
  it('need not name the owner of a token account, nor their time', async () => {
    const old = recordedTransaction('transfer of USDC');
    for (const balance of [...old.meta.preTokenBalances, ...old.meta.postTokenBalances]) delete balance.owner;
    old.blockTime = null;
    delete old.meta.computeUnitsConsumed;
    delete old.meta.loadedAddresses;
    const { parsed } = await read(having(old));
    expect(parsed).toMatchObject({
      mode: 'transferToken',
      senders: [{ address: '2e3Eb9tkT8252WhFR26Xz6SKoiatJScuMW1BHgGqPvvc', amount: '3800000' }],
    });
    expect(parsed).not.toHaveProperty('timestamp');
    expect(parsed).not.toHaveProperty('gas');
  });

  it('are known by their status if no node knows their content any more', async () => {
    const { parsed } = await read(
      having(
        { ...recordedTransaction('transfer of SOL'), meta: null },
        { getSignatureStatuses: () => atSlot([{ slot: 7, err: null, confirmationStatus: 'finalized' }]) },
      ),
    );
    expect(parsed).toMatchObject({ mode: 'unknown', state: 'confirmed', blockHeight: '7' });
  });
});
