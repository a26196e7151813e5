import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import type { StandIn, UpstreamAnswer } from '@isochain/conformance/hand-ins/stand-in.ts';
import { sha256, toHex } from '@isochain/core';
import { address as addresses } from 'bitcoinjs-lib';

// An Esplora (https://github.com/Blockstream/esplora/blob/master/API.md) of wallets that hold one bitcoin each, in one coin that is long confirmed.

/** Hashes of block 961,632, since which the BIP-110 branch is another chain; for lies that of the branch (bitcoin/bips, pull requests 2245 and 2247). */
const blockHash = '00000000000000000000d1e01392faa65ceeaed307f0a3159144b84146ff24ba';
const branchHash = '0000000000000000000169eb6f811ddbd0daf343af7b62180cdb13e7c78dbc16';

const tip = 970_000;
const value = 100_000_000;

function json(body: unknown): UpstreamAnswer {
  return { body: JSON.stringify(body) };
}

function text(body: string): UpstreamAnswer {
  return { body, type: 'text/plain' };
}

/** Each address has a coin of its own. */
function coinOf(holder: string): object {
  const txid = toHex(sha256(new TextEncoder().encode(holder)));
  const status = { confirmed: true, block_height: tip - 1000, block_hash: blockHash, block_time: 1_790_000_000 };
  return { txid, vout: 0, value, status };
}

const esplora =
  (hash: string): StandIn =>
  ({ path }) => {
    const [, holder = '', rest = ''] = /^\/address\/([^/]+)(.*)$/.exec(path) ?? [];
    if (rest === '/utxo') return json([coinOf(holder)]);
    if (rest === '/txs') return json([]);
    if (holder !== '') {
      const none = { tx_count: 0, funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0 };
      const chain = { ...none, tx_count: 1, funded_txo_count: 1, funded_txo_sum: value };
      return json({ address: holder, chain_stats: chain, mempool_stats: none });
    }
    switch (path) {
      case '/block-height/961632':
        return text(hash);
      case '/blocks/tip/height':
        return text(String(tip));
      case '/v1/fees/precise':
        return json({ fastestFee: 4.2, halfHourFee: 3.1, hourFee: 2.5, economyFee: 1.2, minimumFee: 0.6 });
      default:
        return { status: 404, ...text('Not found') };
    }
  };

function holder(number: number): string {
  const hash = new Uint8Array(20).fill(7);
  new DataView(hash.buffer).setUint32(16, number);
  return addresses.toBech32(hash, 0, 'bc');
}

export const bench: BenchHandIn = {
  chainId: 'bitcoin',
  endpoint: { kind: 'esplora' },
  answer: esplora(blockHash),
  lie: esplora(branchHash),
  transfer: (number) => ({
    mode: 'transfer',
    senderAddress: holder(number),
    // BIP173, examples.
    recipientAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    amount: '1000000',
  }),
  account: holder,
  // BIP173, examples: the generator.
  publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
};
