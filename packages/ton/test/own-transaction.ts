import type { TonEngine } from '@isochain/devnet/ton';
import { beginCell, loadMessage, type MessageRelaxed } from '@ton/core';
import type { Actor } from './world/actor.ts';

/** The sequence number of a wallet. */
export async function seqnoOf(engine: TonEngine, { address, version }: Actor): Promise<number> {
  const { status, data } = await engine.state(address);
  if (status !== 'active' || data === undefined) return 0;
  // Version 5 says first whether it takes signatures.
  return data
    .beginParse()
    .skip(version === 'v5r1' ? 1 : 0)
    .loadUint(32);
}

/** Has a wallet send messages, with @ton/ton alone. @returns The normalized hash (TEP-467). */
export async function sendOwn(engine: TonEngine, by: Actor, messages: readonly MessageRelaxed[]): Promise<string> {
  const external = by.sending(messages, await seqnoOf(engine, by), engine.now() + 60);
  const boc = external.toBoc().toString('base64');
  const response = await fetch(`${engine.urls.v3}/message`, { method: 'POST', body: JSON.stringify({ boc }) });
  if (!response.ok) throw new Error(`The chain refused it: ${await response.text()}`);
  const { info, body } = loadMessage(external.beginParse());
  if (info.type !== 'external-in') throw new Error('It is no message from outside.');
  const normalized = beginCell().storeUint(0b1000, 4).storeAddress(info.dest).storeCoins(0);
  return normalized.storeBit(false).storeBit(true).storeRef(body).endCell().hash().toString('hex');
}
