import type { Actor } from '../world/actor.ts';
import {
  clerk,
  gold,
  guarded,
  hexOf,
  nobody,
  recipient,
  representative,
  sender,
  staker,
  stranger,
  usdt,
} from '../world/cast.ts';

// Names of answers: paths, with the role of each account in place of its address.

const roles: ReadonlyMap<string, string> = new Map([
  // Which of them sends depends on the scene. Only one does.
  ...[sender, staker, guarded].map((one: Actor) => [hexOf(one), 'sender'] as const),
  ...[recipient, nobody].map((one) => [hexOf(one), 'recipient'] as const),
  [hexOf(stranger), 'stranger'],
  [hexOf(clerk), 'clerk'],
  ...[usdt, gold].map((address) => [hexOf({ address }), 'token'] as const),
  ...[0, 1, 2].map((index) => [hexOf({ address: representative(index) }), 'representative'] as const),
]);

/** The first four bytes of the hash of a function's signature (TIP-20; Tether's contract). */
const functions: Readonly<Record<string, string>> = {
  a9059cbb: 'transfer',
  '70a08231': 'balanceOf',
  e47d6060: 'isBlackListed',
  '313ce567': 'decimals',
  '95d89b41': 'symbol',
  '06fdde03': 'name',
};

interface Asked {
  readonly address?: string;
  readonly owner_address?: string;
  readonly data?: string;
  readonly id_or_num?: string;
}

/** The name of a request: `wallet/getaccount sender`. */
export function nameOfRequest({ pathname }: URL, body?: string): string {
  const path = pathname.slice(1).replace(/T[1-9A-HJ-NP-Za-km-z]{33}/, ':account');
  const { address, data, id_or_num: number } = JSON.parse(body ?? '{}') as Asked;
  if (number === '0') return `${path} first`;
  if (data !== undefined) {
    const name = functions[data.slice(0, 8)] ?? data;
    // Who is asked about stands in the call's own word.
    const about = name === 'isBlackListed' ? ` ${roles.get(`41${data.slice(-40)}`)}` : '';
    return `call ${name}${about}`;
  }
  return address === undefined ? path : `${path} ${roles.get(address) ?? 'other'}`;
}
