import type { LieScene } from '@isochain/conformance';
import { RefusedError } from '@isochain/core';
import { Transaction } from 'ethers';
import { time } from '../scripted-explorer.ts';
import { Fault, hex, type NodeScript } from '../scripted-node.ts';
import { ann, bob, numbersOf, signWhole } from '../signers.ts';
import { transfer } from './encode-scenes.ts';
import { hashOf } from './read-scenes.ts';
import { scene, sender, tip } from './upstream.ts';

// A signed transaction is sent, to nodes that take it, or that refuse it and are right.

const quiet = scene('quiet', {}, (chain) => chain.encode(transfer));

/** What a client signed, over an upstream that told the truth. */
async function signed() {
  const { transaction } = await quiet.connect(quiet.upstream()).encode(transfer);
  const { r, s, y } = numbersOf(ann, transaction.encoded[0]?.hash?.value ?? '');
  return { ...transaction, signature: `${r}${s}1${'bc'[y]}` };
}

const { transaction: sent } = await quiet.connect(quiet.upstream()).encode(transfer);
/** The hash of the transaction that is sent, by ethers. */
export const signedHash = Transaction.from(signWhole(ann, sent.encoded[0]?.raw?.value ?? '')).hash;

const broadcast: LieScene['run'] = async (chain) => chain.broadcast(await signed());

/** The same if another transaction really came first: then that is the answer. */
const tooLate: LieScene['run'] = async (chain) => {
  try {
    return await broadcast(chain);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'broadcast.nonceUsed') throw error;
    return { refused: error.code, context: error.problems[0]?.context };
  }
};

/** The block in which another transaction of the sender used the nonce. */
const usedIn = tip - 2;
const otherHash = hashOf(0xabc);
const other = { hash: otherHash, from: sender, nonce: '0x3', blockNumber: hex(usedIn) };
const before = { hash: hashOf(0xaaa), from: sender, nonce: '0x2', blockNumber: hex(usedIn) };
const foreign = { hash: hashOf(0xbbb), from: bob.address.toLowerCase(), nonce: '0x3', blockNumber: hex(usedIn) };

const nonceUsed: NodeScript['methods'] = {
  eth_sendRawTransaction: () => new Fault(-32000, 'nonce too low: next nonce 4, tx nonce 3'),
  eth_getTransactionByHash: () => null,
  eth_getTransactionCount: ([, at]) => (at === 'latest' || Number(at) >= usedIn ? '0x4' : '0x3'),
  eth_getBlockByNumber: ([number]) =>
    number === 'latest'
      ? { number: hex(tip), timestamp: hex(time(tip)) }
      : { number, transactions: Number(number) === usedIn ? [before, foreign, other] : [] },
};

export const broadcastScenes: readonly LieScene[] = [
  scene('broadcast', { script: { methods: { eth_getTransactionByHash: () => null } } }, broadcast),
  scene(
    'nonce used, by index',
    { script: { methods: { ...nonceUsed, eth_getTransactionBySenderAndNonce: () => other } } },
    tooLate,
  ),
  scene(
    'nonce used, by search',
    {
      script: {
        methods: { ...nonceUsed, eth_getTransactionBySenderAndNonce: () => new Fault(-32601, 'no such method') },
      },
    },
    tooLate,
  ),
  // A node that refuses the transaction, and knows it all the same.
  scene(
    'known by look-up',
    {
      script: {
        methods: {
          eth_sendRawTransaction: () => new Fault(-32000, 'nonce too low: next nonce 4, tx nonce 3'),
          eth_getTransactionByHash: ([hash]) => ({
            ...{ hash, from: sender, to: bob.address.toLowerCase(), value: '0x1', nonce: '0x3', gas: '0x5208' },
            ...{ input: '0x', blockNumber: null },
          }),
        },
      },
    },
    broadcast,
  ),
];
