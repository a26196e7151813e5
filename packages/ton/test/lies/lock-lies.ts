import { down, type Lie, says } from '@isochain/conformance';
import { rawOf, thief } from '../world/cast.ts';
import { poolMinter } from '../world/pools.ts';
import { about, takes } from './expected.ts';
import { interfaces } from './interfaces.ts';

// What endpoints can say about locks of jetton wallets. No wallet of these scenes has a lock, or the method that tells it.

const tokens = ['tokens', 'all tokens'];
const noLock = takes('There is no lock in either case.');

const methods: readonly Lie[] = Object.values(interfaces).flatMap(({ kind, method, over }) =>
  // The wallets of the sender and of the recipient.
  ['wallet', 'other'].flatMap((role) => {
    const name = method(role, 'get_status');
    const inV2 = kind === 'toncenter-v2' ? 'result.' : '';
    return [
      ...about(
        `${name}.${inV2}exit_code`,
        over(tokens),
        ['false', says(-13), noLock, 'no contract'],
        ['false', says(-14), down, 'out of gas'],
        ['impossible', says(0.5), down],
        ['missing', says(undefined), down],
      ),
      ...(kind === 'toncenter-v2' ? about(`${name}.ok`, over(tokens), ['false', says(false), down]) : []),
    ];
  }),
);

const row = 'tonapi/accounts/recipient/jettons/token';
const overTonapi = interfaces.tonapi.over(tokens);

/** The wallet of the recipient. */
const rows: readonly Lie[] = [
  ...about(
    `${row}.balance`,
    overTonapi,
    ['false', says('0'), noLock],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${row}.wallet_address.address`,
    overTonapi,
    ['another account', says(rawOf(thief)), noLock],
    ['missing', says(undefined), down],
  ),
  ...about(`${row}.jetton.address`, overTonapi, ['another account', says(rawOf(poolMinter)), down]),
];

export const lockLies: readonly Lie[] = [...methods, ...rows];
