import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { connectTo, hashOf } from '../../test/scripted-node.ts';
import { nodeTransaction } from '../upstream/node-transaction.ts';
import { readPayload } from './payload.ts';
import { provesItsId } from './prove-id.ts';

// What was recorded of the main network, answered by a script. What must be read of it was written by hand.

// biome-ignore lint/suspicious/noExplicitAny: recordings have no types
type Json = any;

const file = (name: string) => `aptos/${name}.json`;
const [mined, coin, asset, failed, epilogue, vectors] = [
  'mined-transactions',
  'tx-coin-transfer-v1747361321',
  'tx-fa-transfer-v1642580695',
  'getblock-transactions-by_hash',
  'getblock-transactions-by_version',
  'vectors-trustwallet-aptos',
].map(file) as [string, string, string, string, string, string];

/** A node that has this transaction in a block, with nine blocks after it. */
function nodeWith(transaction: Json, block: string) {
  const { hash, version, timestamp } = transaction;
  return {
    headers: { 'x-aptos-block-height': (BigInt(block) + 9n).toString() },
    known: { [hash]: transaction },
    own: {
      [`/transactions/by_version/${version}`]: transaction,
      [`/blocks/by_version/${version}`]: {
        block_height: block,
        block_hash: hash,
        block_timestamp: timestamp,
        first_version: version,
        last_version: (BigInt(version) + 3n).toString(),
        transactions: null,
      },
    },
  };
}

async function read(transaction: Json, block = '5000', options: Json = {}) {
  const { chain } = connectTo(nodeWith(transaction, block), options);
  return (await chain.transaction(transaction.hash)).transaction.parsed;
}

const of = (address: string, amount: string, ticker = 'APT') => ({ address, amount, ticker });

const longForm = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;

/** The recordings were described without a payer. It is told where the payer is not the first sender. */
const withPayer = (parsed: Json, sender: string) =>
  parsed.senders?.[0]?.address === longForm(sender)
    ? parsed
    : { ...parsed, fees: { ...parsed.fees, payer: longForm(sender) } };

describeCaptures('transactions of the main network', [mined], (readFile) => {
  const entries: Json[] = JSON.parse(readFile(mined));

  it.each(entries.map((entry) => [entry.id, entry]))('%s is read', async (_, { rest, expect: said, block_height }) => {
    const { signingMessage, signedTransaction, note, ...parsed } = said;
    expect(await read(rest, block_height)).toEqual({ ...withPayer(parsed, rest.sender), confirmations: '10' });
  });

  it.each(entries.map((entry) => [entry.id, entry]))('%s is read in the history of its sender', async (_, entry) => {
    const { rest, expect: said, block_height } = entry;
    const { signingMessage, signedTransaction, note, ...parsed } = said;
    const sender = longForm(rest.sender);
    const { chain } = connectTo(nodeWith(rest, block_height), {
      indexers: [
        {
          tables: {
            account_transactions: [{ transaction_version: Number(rest.version), account_address: sender }],
            fungible_asset_activities: [{ transaction_version: rest.version, block_height: Number(block_height) }],
          },
        },
      ],
    });
    const { transactions } = await chain.history(sender);
    expect(transactions.map((each) => each.parsed)).toEqual([
      { ...withPayer(parsed, rest.sender), confirmations: '10' },
    ]);
  });

  it.each(entries.map((entry) => [entry.id, entry]))('%s proves its id', (_, { rest }) => {
    const read = (changed: Json) => nodeTransaction.parse({ ...rest, ...changed }).value;
    expect(provesItsId(read({}), 1)).toBe(true);
    const { payload } = rest;
    const [first, amount] = payload.arguments;
    const changes = [
      { hash: `0x${'ab'.repeat(32)}` },
      { sequence_number: '77' },
      { gas_unit_price: '1' },
      { max_gas_amount: '1' },
      { expiration_timestamp_secs: '1' },
      { sender: `0x${'cd'.repeat(32)}` },
      { payload: { ...payload, arguments: [first, (BigInt(amount) + 1n).toString()] } },
      { payload: { ...payload, arguments: [`0x${'cd'.repeat(32)}`, amount] } },
    ];
    expect(changes.map((changed) => provesItsId(read(changed), 1))).toEqual(changes.map(() => false));
    expect(provesItsId(read({}), 2)).toBe(false);
  });
});

describeCaptures('transactions of documents', [coin, asset, failed, epilogue], (readFile) => {
  it('reads a transfer of coins to a new account', async () => {
    const transaction = JSON.parse(readFile(coin));
    const [from, to] = [transaction.sender, transaction.payload.arguments[0]];
    expect(await read(transaction)).toEqual({
      id: transaction.hash,
      mode: 'transfer',
      state: 'confirmed',
      blockHeight: '5000',
      timestamp: '1727825677775',
      confirmations: '10',
      fees: { amount: '99900', ticker: 'APT' },
      gas: '999',
      nonce: '104627',
      senders: [of(from, '10')],
      recipients: [of(to, '10')],
    });
  });

  it('reads a transfer of APT as fungible asset, without the fee that is one more withdrawal', async () => {
    const transaction = JSON.parse(readFile(asset));
    expect(await read(transaction)).toMatchObject({
      mode: 'transfer',
      fees: { amount: '54500', ticker: 'APT' },
      senders: [of(transaction.sender, '10000')],
      recipients: [of(`0x${'5'.padStart(64, '0')}`, '10000')],
    });
  });

  it('reads a failed call that another account paid for', async () => {
    const transaction = JSON.parse(readFile(failed));
    const parsed = await read(transaction);
    expect(parsed).toMatchObject({
      mode: 'unknown',
      state: 'failed',
      fees: { amount: '19500', ticker: 'APT', payer: longForm(transaction.signature.fee_payer_address) },
      gas: '195',
      nonce: '1679',
    });
    expect([parsed?.senders, parsed?.recipients]).toEqual([undefined, undefined]);
  });

  it('reads what ends a block', async () => {
    const transaction = JSON.parse(readFile(epilogue));
    expect(await read(transaction)).toEqual({
      id: transaction.hash,
      mode: 'unknown',
      state: 'confirmed',
      blockHeight: '5000',
      timestamp: '1757261767411',
      confirmations: '10',
    });
  });

  it('finds the ids of the two transfers', () => {
    const proofs = [coin, asset].map((name) => provesItsId(nodeTransaction.parse(JSON.parse(readFile(name))).value, 1));
    expect(proofs).toEqual([true, true]);
  });
});

describeCaptures('transactions of Trust Wallet Core', [vectors], (readFile) => {
  const all: Json[] = JSON.parse(readFile(vectors)).vectors;
  const known = all.filter(({ name }) => /_transaction_transfer|coin_transfer|fungible_asset_transfer/.test(name));

  it.each(known.map((vector) => [vector.name, vector]))('%s has the id of its bytes', (_, vector) => {
    const hash = hashOf(Buffer.from(vector.signedTxnBcs, 'hex'));
    const waiting = (changed: Json = {}) =>
      nodeTransaction.parse({ type: 'pending_transaction', ...vector.json, hash, ...changed }).value;
    expect(readPayload(vector.json.payload)).toBeDefined();
    expect(provesItsId(waiting(), vector.chainId)).toBe(true);
    expect(provesItsId(waiting({ sequence_number: '7' }), vector.chainId)).toBe(false);
  });

  it('holds four such transfers', () => {
    expect(known).toHaveLength(4);
  });
});
