import type { LieScene } from '@isochain/conformance';
import { RefusedError } from '@isochain/core';
import { getBase58Decoder, getTransactionDecoder } from '@solana/kit';
import type { Script } from '../scripted-node.ts';
import { atSlot, Fault } from '../scripted-node.ts';
import { transfer } from './encode-scenes.ts';
import { scene } from './upstream.ts';
import { alice, nonceAccount } from './world.ts';

// A signed transaction is sent, to nodes that take it, or that do not and are right.

const quiet = scene('quiet', {}, (chain) => chain.encode(transfer));

/** What a client signed, over an upstream that told the truth. */
async function signed(intent: Record<string, unknown>) {
  const { transaction } = await quiet.connect(quiet.upstream()).encode(intent);
  const bytes = Buffer.from(transaction.encoded[0]?.raw?.value ?? '', 'hex');
  const signature = await alice.sign(Uint8Array.from(bytes));
  return { ...transaction, signature: Buffer.from(signature).toString('hex') };
}

const sending =
  (intent: Record<string, unknown>): LieScene['run'] =>
  async (chain) =>
    chain.broadcast(await signed(intent));

/** The id of a transaction that a node was sent. */
function idOf(transaction: string): string {
  const { signatures } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
  return getBase58Decoder().decode(Object.values(signatures)[0] ?? new Uint8Array());
}

const takes: Script = {
  sendTransaction: ([transaction]) => idOf(transaction as string),
  getSignatureStatuses: () => atSlot([null]),
};

/** The only node cannot take the transaction yet, and its error is right. */
const tooEarly: LieScene['run'] = async (chain) => {
  try {
    return await sending(transfer)(chain);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { refused: error.code };
  }
};

const landed = { slot: 5, err: null, confirmationStatus: 'confirmed' };

/** The node no longer knows the blockhash, as the transaction ran long ago. */
const done: Script = {
  sendTransaction: () => new Fault(-32002, 'Transaction simulation failed: Blockhash not found'),
  getSignatureStatuses: () => atSlot([landed]),
  getSignaturesForAddress: () => [],
};

const unheard: Script = { getSignatureStatuses: () => atSlot([null]) };

export const broadcastScenes: readonly LieScene[] = [
  scene('broadcast', { script: takes }, sending(transfer)),
  scene('broadcast to a node that is behind', { script: { ...done, ...unheard } }, tooEarly),
  scene('broadcast of what is done', { script: done }, sending(transfer)),
  scene('broadcast with a nonce that is done', { script: done }, sending({ ...transfer, params: { nonceAccount } })),
];
