import type { LieScene } from '@isochain/conformance';
import { RefusedError } from '@isochain/core';
import { rival, waiting } from './signed.ts';
import { type CosmosScene, scene, type Where } from './upstream.ts';

// A signed transaction is sent to nodes that take it, have it already, or rightly refuse it.

const send: LieScene['run'] = (chain) => {
  const { data, encoded, signature } = waiting;
  return chain.broadcast({ data, encoded, signature } as never);
};

/** The node is right to refuse. */
const sendInVain: LieScene['run'] = async (chain) => {
  try {
    return await send(chain);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { refused: error.code, context: error.problems.map(({ context }) => context) };
  }
};

const sending = (name: string, where: Omit<Where, 'chainId'> = {}, run = send): CosmosScene =>
  scene(name, { chainId: 'cosmoshub', ...where }, run);

export const broadcastScenes: readonly CosmosScene[] = [
  sending('broadcast'),
  sending('broadcast over CometBFT', { kinds: ['rpc'] }),
  sending('broadcast of what is known', { build: (ledger) => void ledger.send(waiting.raw) }),
  sending('broadcast too late', { build: (ledger) => void ledger.send(rival.raw) }, sendInVain),
];
