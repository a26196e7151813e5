import type { UtxoContext } from '../context.ts';
import type { Backend } from './backend.ts';

/** An endpoint, to be asked by its name. */
export interface Source {
  readonly backend: Backend;
  readonly name: string;
}

/** All endpoints: the first of each kind, then the second of each, and so on, as different kinds know different things. */
export function sourcesOf({ endpointsOf }: Pick<UtxoContext, 'endpointsOf'>, backends: readonly Backend[]): Source[] {
  return backends
    .flatMap((backend) => endpointsOf(backend.kind).map((name, rank) => ({ backend, name, rank })))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ backend, name }) => ({ backend, name }));
}
