import type { FamilyTypes } from '../contract/family-types.ts';
import type { Needs } from '../contract/needs.ts';
import type { ChainAdapter, PartedRead } from '../family.ts';

/**
 * What of an adapter works with the configured upstreams: modes, reads and parts of reads whose `needs` are met. A read that loses all of its
 * parts is absent.
 *
 * @param kinds - Of the configured endpoints.
 */
export function servedBy<T extends FamilyTypes>(
  adapter: ChainAdapter<T>,
  kinds: ReadonlySet<string | undefined>,
): ChainAdapter<T> {
  const isMet = (needs: Needs = []) => needs.every((need) => [need].flat().some((kind) => kinds.has(kind)));
  const whole = <R extends { readonly needs?: Needs }>(read?: R) => (isMet(read?.needs) ? read : undefined);
  const parted = <R extends PartedRead>(read?: R) => {
    const parts = read?.parts.filter((part) => isMet(read.needs?.[part])) ?? [];
    return read !== undefined && parts.length > 0 ? { ...read, parts } : undefined;
  };
  const { accountState, history, transaction, token, validators, addresses } = adapter.reads;
  const modes = Object.entries<{ readonly needs?: Needs } | undefined>(adapter.modes);
  const reads = Object.entries({
    ...{ accountState: parted(accountState), history: parted(history), transaction: parted(transaction) },
    ...{ token: whole(token), validators: whole(validators), addresses },
  });
  return {
    ...adapter,
    modes: Object.fromEntries(modes.filter(([, verbs]) => isMet(verbs?.needs))) as ChainAdapter<T>['modes'],
    reads: Object.fromEntries(reads.filter(([, read]) => read !== undefined)),
  };
}
