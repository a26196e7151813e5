import { Address } from '@ton/core';
import { fifth, newcomer, nobody, oldest, rawOf, recipient, sender, stranger, third } from '../world/cast.ts';

import { poolMinter, pools, poolWallet } from '../world/pools.ts';
import { token, wallet } from '../world/world.ts';

// Names of answers: paths, with the role of each account in place of its address.

const config = `-1:${'5'.repeat(64)}`;

const roles: ReadonlyMap<string, string> = new Map<string, string>([
  [config, 'config'],
  // Which of them sends depends on the scene. Only one does.
  ...[sender, fifth, third, oldest, newcomer].map(({ address }) => [rawOf(address), 'sender'] as const),
  [rawOf(recipient.address), 'recipient'],
  [rawOf(stranger.address), 'stranger'],
  [rawOf(nobody), 'recipient'],
  [rawOf(token), 'token'],
  [rawOf(wallet), 'wallet'],
  [rawOf(pools.nominators), 'pool'],
  [rawOf(pools.liquid), 'pool'],
  [rawOf(poolMinter), 'token'],
  [rawOf(poolWallet), 'wallet'],
]);

/** The role of an account in the scenes. */
export function roleOf(address: string): string {
  return roles.get(Address.parse(address).toRawString()) ?? 'other';
}

/** The role of what is an address, and what is none unchanged. */
function named(text: string): string {
  try {
    return roleOf(text);
  } catch {
    return /^[0-9a-fA-F]{64}$/.test(text) ? ':id' : text;
  }
}

/** The name of a request: `GET v3/accountStates config`. */
export function nameOfRequest({ pathname, searchParams }: URL, body?: string): string {
  const path = pathname.replace(/^\/api\/(v[23])/, '$1').replace(/^\/v2\//, 'tonapi/');
  const segments = path.split('/').map((part) => named(decodeURIComponent(part)));
  const asked = ['address', 'account'].flatMap((key) => searchParams.getAll(key)).map(named);
  // One request asks for several accounts: lies are told of each by its role within the answer.
  const about = asked.length === 1 && (asked[0] === 'config' || !path.startsWith('v3/')) ? ` ${asked[0]}` : '';
  const { method = '', address } = path.endsWith('/runGetMethod') ? JSON.parse(body ?? '{}') : {};
  const called = address === undefined ? '' : ` ${named(address)} ${method}`;
  return `${segments.join('/')}${about}${called}`;
}
