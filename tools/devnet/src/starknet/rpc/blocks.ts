import type { Block, Chain, Mined } from '../node/chain.ts';
import { sequencer } from '../node/execute.ts';
import { InvalidParams, Refusal } from '../node/refusal.ts';
import { readFelt } from '../node/transaction.ts';
import { hex } from '../vm/felt.ts';
import { receiptJson } from './transactions.ts';

/** A block that a caller names. `undefined` is the pre-confirmed one. */
export function blockOf(chain: Chain, id: unknown): Block | undefined {
  // Before 0.9 the block that is being made had another name.
  if (id === (chain.specVersion.startsWith('0.8.') ? 'pending' : 'pre_confirmed')) return undefined;
  if (id === 'latest') return chain.head;
  if (id === 'l1_accepted') return chain.blocks[0];
  if (typeof id === 'object' && id !== null) {
    const { block_hash: hash, block_number: number } = id as Record<string, unknown>;
    const found =
      typeof number === 'number'
        ? chain.blocks[number]
        : hash === undefined
          ? undefined
          : chain.blocks.find((block) => block.hash === readFelt(hash, 'block_hash'));
    if (typeof number === 'number' || hash !== undefined) {
      if (found === undefined) throw new Refusal(24);
      return found;
    }
  }
  const tags = "tag ('pre_confirmed' or 'latest' or 'l1_accepted')";
  throw new InvalidParams(`Invalid block ID. Expected object with key (block_hash or block_number) or ${tags}.`);
}

const both = (price: bigint) => ({ price_in_fri: hex(price), price_in_wei: hex(price / 10_000n) });

/** A block with its transactions in one of three forms. */
export function blockJson(
  chain: Chain,
  block: Block | undefined,
  form: 'hashes' | 'transactions' | 'receipts',
): object {
  const { number, timestamp } = block ?? chain.next;
  const prices = block?.prices ?? chain.prices;
  const mined = block?.transactions ?? chain.pending;
  const head = {
    block_number: number,
    sequencer_address: hex(sequencer),
    timestamp,
    starknet_version: '0.14.2',
    l1_gas_price: both(prices.l1),
    l2_gas_price: both(prices.l2),
    l1_data_gas_price: both(prices.l1Data),
    l1_da_mode: 'BLOB',
    transactions: mined.map((one) => transactionIn(one, block, form)),
  };
  if (block === undefined) return head;
  const events = mined.reduce((count, one) => count + one.events.length, 0);
  return {
    status: 'ACCEPTED_ON_L2',
    block_hash: hex(block.hash),
    parent_hash: hex(block.parentHash),
    new_root: '0x0',
    ...head,
    // This engine has no trees: the commitments of a block say nothing.
    state_diff_commitment: '0x0',
    state_diff_length: 0,
    transaction_commitment: '0x0',
    transaction_count: mined.length,
    event_commitment: '0x0',
    event_count: events,
    receipt_commitment: '0x0',
  };
}

function transactionIn(mined: Mined, block: Block | undefined, form: 'hashes' | 'transactions' | 'receipts'): unknown {
  const hash = hex(mined.transaction.hash);
  if (form === 'hashes') return hash;
  if (form === 'transactions') return { transaction_hash: hash, ...mined.transaction.json };
  const { block_hash: _, block_number: __, ...receipt } = receiptJson(mined, block);
  return { transaction: mined.transaction.json, receipt };
}
