/** Kinds of internal transactions whose value really moves: calls, new contracts, and the rest of a destroyed contract. OpenEthereum's traces call the last one a suicide. */
const moving = ['call', 'create', 'create2', 'selfdestruct', 'suicide'];

/**
 * Kinds that run code of another address in the caller's own place, or are no call at all. The traces of the first two have a value, and it stays
 * where it is. The kinds are those of Blockscout (explorer/chain/internal_transaction, `Type` and `CallType`), and so is `reward`: a block's reward is not a part of
 * a transaction.
 */
const still = ['callcode', 'delegatecall', 'staticcall', 'stop', 'invalid', 'reward'];

/**
 * Whether the value of an internal transaction moved.
 *
 * @param names - What the explorer calls it, in one field or in two (`type` and `callType`). Anybody can make a call of any kind and any value, so only
 *   known kinds count.
 * @returns Undefined for a kind that nobody knows: then it must not be shown as moved.
 */
export function movesValue(...names: readonly (string | null | undefined)[]): boolean | undefined {
  const kinds = names.flatMap((name) => (name ? [name.toLowerCase()] : []));
  if (kinds.some((kind) => still.includes(kind))) return false;
  return kinds.length > 0 && kinds.every((kind) => moving.includes(kind)) ? true : undefined;
}
