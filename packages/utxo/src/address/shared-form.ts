import { chainNames } from '@isochain/core';
import { fromBase58Check } from '@isochain/core/bytes';
import { chains, type Network, utxoChainIds } from '../chains.ts';
import { addressOf } from './address.ts';
import { p2sh } from './scripts.ts';

/** An address that is one of another chain, too. */
export interface SharedForm {
  /** Name of the other chain. */
  readonly other: string;
  /** The address in the form that only its own chain has. */
  readonly usual: string;
}

/**
 * Finds an address that another chain writes in the same way: a p2sh address of Litecoin with the old version byte, which is Bitcoin's.
 *
 * @param text - A valid address of the chain.
 * @returns undefined if only this chain has it, or if the chain has no form of its own.
 */
export function sharedForm({ p2sh: versions, ...network }: Network, text: string): SharedForm | undefined {
  const payload = fromBase58Check(text)?.payload;
  const version = payload?.[0];
  if (payload === undefined || version === undefined || !versions.slice(1).includes(version)) return undefined;
  const owner = utxoChainIds.find((id) => chains[id].network.p2sh[0] === version);
  const usual = addressOf({ ...network, p2sh: versions }, p2sh(payload.subarray(1)));
  return owner === undefined || usual === undefined ? undefined : { other: chainNames[owner], usual };
}
