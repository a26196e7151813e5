import { cosigners, exchange, leaver, newcomer, recipient, sender, shared, untrusting } from '../world/cast.ts';
import { tokens } from '../world/world.ts';

// Names of answers: what is asked, with the role of each account in place of its address.

const roles: ReadonlyMap<string, string> = new Map([
  // Which of them sends depends on the scene. Only one does. The same holds for recipients.
  ...[sender, shared, leaver].map(({ address }) => [address, 'sender'] as const),
  ...[recipient, newcomer, untrusting, exchange].map(({ address }) => [address, 'recipient'] as const),
  ...cosigners.map(({ address }) => [address, 'cosigner'] as const),
  ...Object.values(tokens).map((id) => [id.split(':')[1] ?? '', 'issuer'] as const),
]);

/** The name of a request: `account sender`. */
export function nameOfRequest({ pathname }: URL): string | undefined {
  const [, first = '', second = ''] = decodeURIComponent(pathname).split('/');
  if (first === '') return 'root';
  if (first === 'accounts') return `account ${roles.get(second) ?? 'other'}`;
  if (first === 'ledgers') return 'ledger';
  if (first === 'fee_stats') return 'fees';
  return first === 'liquidity_pools' ? 'pools' : undefined;
}
