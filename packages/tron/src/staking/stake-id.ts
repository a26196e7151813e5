import { type Address, fromBase58Address, toBase58Address } from '../address/address.ts';
import type { Unfreezing } from '../upstream/queries/accounts.ts';

/** What a staking position is: coins with a vote, coins without one, coins that cannot be unfrozen, or coins that are unfrozen. */
export type Position =
  | { readonly kind: 'vote'; readonly validator: Address }
  | { readonly kind: 'unvoted' }
  | { readonly kind: 'lent' }
  | ({ readonly kind: 'unfreeze' } & Pick<Unfreezing, 'resource' | 'endsAt'>);

/** The chain has no ids of positions. These name what makes one. */
export function stakeIdOf(position: Position): string {
  switch (position.kind) {
    case 'vote':
      return `vote:${toBase58Address(position.validator)}`;
    case 'unfreeze':
      return `unfreeze:${position.resource}:${position.endsAt}`;
    default:
      return position.kind;
  }
}

/**
 * The `validatorAddress` that a position shows. Coins that are with nobody name the account itself.
 *
 * @returns Undefined if it is no id of a position.
 */
export function validatorOf(stakeId: string, owner: string): string | undefined {
  const position = readStakeId(stakeId);
  return position?.kind === 'vote' ? toBase58Address(position.validator) : position && owner;
}

/** @returns Undefined if it is no id of a position. */
export function readStakeId(id: string): Position | undefined {
  if (id === 'unvoted' || id === 'lent') return { kind: id };
  const [, validator] = /^vote:(.+)$/.exec(id) ?? [];
  const address = validator === undefined ? undefined : fromBase58Address(validator);
  if (address !== undefined) return { kind: 'vote', validator: address };
  const [, resource, endsAt] = /^unfreeze:(BANDWIDTH|ENERGY|TRON_POWER):(\d{1,15})$/.exec(id) ?? [];
  if (resource === undefined) return undefined;
  return { kind: 'unfreeze', resource: resource as Unfreezing['resource'], endsAt: Number(endsAt) };
}
