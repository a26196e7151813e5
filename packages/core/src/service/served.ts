import type { FamilyTypes } from '../contract/family-types.ts';
import type { Needs } from '../contract/needs.ts';
import type { ChainAdapter, PartedRead } from '../family.ts';

/**
 * Leaves out what the configured endpoints cannot serve: modes, reads and parts of reads with `needs` that are not met. A read without any part
 * left is absent.
 *
 * @param kinds - The kinds of the configured endpoints.
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
  const { accountState, history, transaction, token, tokens, validators, addresses } = adapter.reads;
  const modes = Object.entries<{ readonly needs?: Needs } | undefined>(adapter.modes);
  const reads = Object.entries({
    ...{ accountState: parted(accountState), history: parted(history), transaction: parted(transaction) },
    ...{ token: whole(token), tokens, validators: whole(validators), addresses },
  });
  return {
    ...adapter,
    modes: Object.fromEntries(modes.filter(([, verbs]) => isMet(verbs?.needs))) as ChainAdapter<T>['modes'],
    reads: Object.fromEntries(reads.filter(([, read]) => read !== undefined)),
  };
}
