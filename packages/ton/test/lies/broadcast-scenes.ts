import type { LieScene } from '@isochain/conformance';
import type { Chain, EncodedItem } from '@isochain/core';
import { RefusedError } from '@isochain/core';
import type { TonKind } from '../../src/options.ts';
import { coin, recipient, sender } from '../world/cast.ts';
import { type Signed, signed } from '../world/sign.ts';
import { type Build, post } from '../world/world.ts';
import { nameOver } from './interfaces.ts';
import { scene, type TonScene } from './upstream.ts';

// A signed message is sent to endpoints that take it, know it already, or rightly refuse it.

const transfer = { mode: 'transfer', senderAddress: sender.address, recipientAddress: recipient.address };
const quiet = scene('quiet', {}, (chain) => chain.encode({ ...transfer, amount: String(coin) } as never));

interface Prepared extends Signed {
  readonly transaction: { readonly data: unknown; readonly encoded: readonly EncodedItem[] };
}

async function prepare(amount: bigint): Promise<Prepared> {
  const chain: Chain = quiet.connect(quiet.upstream());
  const { transaction } = await chain.encode({ ...transfer, amount: String(amount) } as never);
  return { transaction, ...signed(transaction.encoded, sender) };
}

let prepared: Promise<readonly [Prepared, Prepared]> | undefined;

/** The message that is sent, and another one with the same sequence number. */
function messages(): Promise<readonly [Prepared, Prepared]> {
  prepared ??= Promise.all([prepare(coin), prepare(2n * coin)]);
  return prepared;
}

const send: LieScene['run'] = async (chain) => {
  const [{ transaction, signature }] = await messages();
  return chain.broadcast({ ...transaction, signature } as never);
};

/** The endpoint is right to refuse. */
const sendInVain: LieScene['run'] = async (chain) => {
  try {
    return await send(chain);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { refused: error.code, context: error.problems.map(({ context }) => context) };
  }
};

const alreadySent: Build = async ({ engine }) => {
  const [{ message }] = await messages();
  await post(engine, message);
};

const rivalSent: Build = async ({ engine }) => {
  const [, { message }] = await messages();
  await post(engine, message);
};

const kinds: readonly TonKind[] = ['toncenter-v3', 'toncenter-v2', 'tonapi'];

export const broadcastScenes: readonly TonScene[] = kinds.flatMap((kind) => [
  scene(nameOver('broadcast', kind), { kind }, send),
  scene(nameOver('broadcast of what is known', kind), { kind, build: alreadySent }, send),
  scene(nameOver('broadcast too late', kind), { kind, build: rivalSent }, sendInVain),
]);
