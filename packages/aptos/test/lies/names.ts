import type { Address } from '../../src/address/address.ts';
import { primaryStore } from '../../src/address/derived.ts';
import { leaver, recipient, sender, singleKey, staker, stranger } from '../world/cast.ts';
import { tokens } from '../world/world.ts';

// Names of answers: what is asked, with the role of each account in place of its address.

const roles: ReadonlyMap<string, string> = new Map([
  // Which of them sends depends on the scene. Only one does.
  ...[sender, singleKey, staker, leaver].map(({ address }) => [address, 'sender'] as const),
  [recipient.address, 'recipient'],
  [stranger.address, 'payer'],
  ...[tokens.usdc, tokens.demo, tokens.pairedAsset].flatMap((token) => [
    [token, 'token'] as const,
    [primaryStore(sender.address as Address, token), 'sender'] as const,
    [primaryStore(recipient.address as Address, token), 'recipient'] as const,
  ]),
  [tokens.newCoin.slice(0, 66), 'token'],
]);

interface Asked {
  readonly function?: string;
  readonly query?: string;
}

/** The name of a request: `balance sender APT`. */
export function nameOfRequest({ hostname, pathname }: URL, body?: string): string | undefined {
  const [, first = '', second = '', third = '', ...more] = decodeURIComponent(pathname).split('/');
  const role = roles.get(second) ?? 'other';
  if (hostname.startsWith('indexer')) return `indexer ${/\b[a-z_]+(?=\s*[({])/.exec(read(body).query ?? '')?.[0]}`;
  if (first === '') return 'ledger';
  if (first === 'estimate_gas_price') return 'prices';
  if (first === 'view') return `view ${read(body).function?.replace('0x1::', '')}`;
  if (first === 'transactions') {
    if (second === 'simulate') return 'simulation';
    return second === '' ? 'broadcast' : `transaction ${roles.get(third) ?? 'other'}`;
  }
  if (first !== 'accounts') return undefined;
  if (third === '') return `account ${role}`;
  const [asset = ''] = more;
  if (third === 'balance') return `balance ${role}${kindOf(asset)}`;
  if (third === 'resource') return `resource ${/^0x1::(\w+::\w+)/.exec(more.join('/'))?.[1]} ${role}`;
  return `${third} ${role}`;
}

/** APT is asked for by its coin type, and as a fungible asset. */
function kindOf(asset: string): string {
  if (asset === '0x1::aptos_coin::AptosCoin') return '';
  if (asset.includes('::')) return ' of the coin';
  return BigInt(asset) === 10n ? ' as asset' : ' of the token';
}

function read(body: string | undefined): Asked {
  return body === undefined ? {} : (JSON.parse(body) as Asked);
}
