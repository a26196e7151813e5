/** A host that no name server knows. Links of real nodes point to hosts of their own too: clients must build URLs themselves. */
const host = 'https://horizon.stand-in.invalid';

export interface Link {
  readonly href: string;
  readonly templated?: true;
}

export const link = (path: string): Link =>
  path.includes('{') ? { href: host + path, templated: true } : { href: host + path };

export const pagedLink = (path: string): Link => link(`${path}{?cursor,limit,order}`);
