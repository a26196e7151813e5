import type { CosmosChainId } from '../../src/index.ts';
import { castOf, token } from './world.ts';

// Names of answers: paths, with the role of each account in place of its address.

const chainIds = [
  'cosmoshub',
  'osmosis',
  'injective',
  'provenance',
  'babylon',
  'sei',
  'dymension',
  'celestia',
] as const;

const roles: ReadonlyMap<string, string> = new Map(
  (chainIds satisfies readonly CosmosChainId[]).flatMap((chainId) => {
    const { sender, recipient, validator, other } = castOf(chainId);
    return [
      [sender.address, 'sender'],
      [recipient.address, 'recipient'],
      [validator, 'validator'],
      [other, 'other'],
    ] as const;
  }),
);

/** The role of an account in the scenes. */
export function roleOf(address: string): string {
  return roles.get(address) ?? 'other';
}

const base64 = (text: string) => Buffer.from(text, 'base64').toString();

function segment(text: string, before: string | undefined): string {
  const role = roles.get(text);
  if (role !== undefined) return role;
  if (before === 'smart') return Object.keys(JSON.parse(base64(text)))[0] ?? '';
  return /^[0-9A-F]{64}$/.test(text) || /^[a-z]+1[a-z0-9]{38,}$/.test(text) ? ':id' : text;
}

/** The name of a GET request. */
export function nameOfRequest({ pathname, searchParams }: URL): string | undefined {
  // These are asked with POST.
  if (/\/(simulate|calculate_flat_fee)$/.test(pathname)) return undefined;
  const segments = pathname.split('/').map((part) => decodeURIComponent(part));
  if (/\/txs$/.test(pathname)) {
    const search = searchParams.get('query') ?? searchParams.get('events');
    if (search === null) return undefined;
    return `GET ${pathname} ${search.startsWith('message.sender') ? 'sent' : search.startsWith('delegate.') ? 'staked' : 'received'}`;
  }
  const path = segments.map((part, i) => segment(part, segments[i - 1])).join('/');
  const denom = searchParams.get('denom');
  return `GET ${path}${denom === null ? '' : denom === token ? ' token' : ' native'}`;
}
