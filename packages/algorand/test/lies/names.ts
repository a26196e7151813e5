import { cold, leaver, newcomer, recipient, rekeyed, rich, sender, voter } from '../world/cast.ts';

// Names of answers: what is asked, with the role of each account in place of its address.

const roles: ReadonlyMap<string, string> = new Map([
  // Which of them sends depends on the scene. Only one does.
  ...[sender, leaver, rekeyed, rich, voter, cold].map(({ address }) => [address, 'sender'] as const),
  ...[recipient, newcomer].map(({ address }) => [address, 'recipient'] as const),
]);

/** The name of a request: `account sender`, `holding of recipient`. */
export function nameOfRequest({ hostname, pathname }: URL): string | undefined {
  const [, , first = '', second = '', third] = pathname.split('/');
  if (hostname === 'indexer.test')
    return first === 'accounts' ? 'how it signs' : first === 'blocks' ? 'block' : undefined;
  if (first === 'status') return 'status';
  if (first === 'assets') return 'asset';
  if (first === 'accounts') return `${third === undefined ? 'account' : 'holding of'} ${roles.get(second) ?? 'other'}`;
  return first === 'transactions' && second === 'params' ? 'params' : undefined;
}
