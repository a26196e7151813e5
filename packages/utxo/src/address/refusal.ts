import { chainNames, type Unidentified } from '@isochain/core';
import { chains, type Network, utxoChainIds } from '../chains.ts';

/** Why a text names nothing on the chain. `reason` is a few words that follow `it` or `its`. */
export type Refusal = Unidentified;

export function refusal(reason: string): Refusal {
  return { ok: false, reason };
}

export const wrongChecksum: Refusal = { ok: false, reason: 'its checksum is wrong', checksum: true };

/** Names the chains of the family that something belongs to. */
export function belongsElsewhere(isTheirs: (network: Network) => boolean): Refusal | undefined {
  const names = utxoChainIds.filter((id) => isTheirs(chains[id].network)).map((id) => chainNames[id]);
  return names.length === 0 ? undefined : refusal(`it belongs to ${names.join(' or ')}`);
}
