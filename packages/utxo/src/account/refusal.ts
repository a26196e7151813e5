import { catalogue, type Secret } from '@isochain/core';
import { chains, type Network, utxoChainIds } from '../chains.ts';

/** Why a text names nothing here: `reason` in a few words that follow `it` or `its`. */
export interface Refusal {
  readonly ok: false;
  readonly reason: string;
  /** Set where the checksum is wrong, so that it was probably mistyped. */
  readonly checksum?: boolean;
  /** Set where it is a secret. */
  readonly secret?: Secret;
}

export function refusal(reason: string): Refusal {
  return { ok: false, reason };
}

export const wrongChecksum: Refusal = { ok: false, reason: 'its checksum is wrong', checksum: true };

/** Says to which chains of the family something belongs, if to any. */
export function belongsElsewhere(isTheirs: (network: Network) => boolean): Refusal | undefined {
  const names = utxoChainIds.filter((id) => isTheirs(chains[id].network)).map((id) => catalogue[id].name);
  return names.length === 0 ? undefined : refusal(`it belongs to ${names.join(' or ')}`);
}
