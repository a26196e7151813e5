import { down, ignored, type Lie, refused, says } from '@isochain/conformance';
import { tokens } from '../world/world.ts';
import { about, takes } from './expected.ts';

// What servers can say of trustlines and issuers.

interface Entry {
  readonly asset_code?: string;
}

/** Changes the trustline of the demo token. */
const demo =
  (change: object) =>
  (list: readonly Entry[]): unknown =>
    list.map((entry) => (entry.asset_code === 'DEMO' ? { ...entry, ...change } : entry));
const without = (list: readonly Entry[]): unknown => list.filter(({ asset_code: code }) => code !== 'DEMO');

const own = 'account sender.balances';
const others = 'account recipient.balances';

const senders: readonly Lie[] = [
  ...about(
    own,
    ['token'],
    ['false', demo({ is_authorized: false }), refused('sender.notApproved'), 'frozen'],
    ['too small', demo({ balance: '0.0000001' }), refused('token.insufficient'), 'tokens'],
    ['too small', demo({ selling_liabilities: '999999.9999999' }), refused('token.insufficient'), 'tokens, bound'],
    ['too large', demo({ balance: '2000000.0000000' }), ignored, 'tokens'],
    ['another account', demo({ asset_issuer: tokens.regulated.split(':')[1] }), refused('token.insufficient')],
    ['missing', without, refused('token.insufficient'), 'the trustline'],
    ['impossible', demo({ is_authorized: 'yes' }), down, 'authorized'],
    ['impossible', demo({ asset_code: 'D€MO' }), down, 'a code'],
  ),
  ...about(
    own,
    ['all of a token'],
    [
      'too large',
      demo({ balance: '2000000.0000000' }),
      takes('The chain refuses it, and takes the fee alone.', { fails: /^tx_failed op_underfunded$/ }),
      'tokens',
    ],
    ['too small', demo({ balance: '5.0000000' }), takes('Less is sent, and the answer says so.'), 'tokens'],
  ),
];

const noTrust = takes('The chain refuses it, and takes the fee alone.', { fails: /^tx_failed op_no_trust$/ });

const recipients: readonly Lie[] = [
  ...about(
    others,
    ['token'],
    ['false', demo({ is_authorized: false }), refused('recipient.notApproved'), 'frozen'],
    ['too small', demo({ limit: '1000000.0000000' }), refused('recipient.tokenFull'), 'the limit'],
    [
      'too large',
      demo({ buying_liabilities: '922336203685.4775807' }),
      refused('recipient.tokenFull'),
      'what offers buy',
    ],
    ['missing', without, refused('recipient.notEnabled'), 'the trustline'],
    ['duplicated', (list: readonly unknown[]) => [...list, ...list], down],
  ),
  ...about(
    others,
    ['claimable'],
    [
      'false',
      (list: readonly Entry[]) => [
        ...list,
        {
          ...{ asset_type: 'credit_alphanum4', asset_code: 'DEMO', asset_issuer: tokens.demo.split(':')[1] },
          ...{ balance: '0.0000000', limit: '922337203685.4775807', is_authorized: true },
          ...{ buying_liabilities: '0.0000000', selling_liabilities: '0.0000000' },
        },
      ],
      noTrust,
      'a trustline',
    ],
  ),
];

const enabling: readonly Lie[] = [
  ...about(
    'account issuer.flags.auth_required',
    ['enabling'],
    ['impossible', says('no'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    own,
    ['limiting'],
    ['too large', demo({ balance: '9500000.0000000' }), refused('wish.invalid'), 'tokens'],
    [
      'missing',
      without,
      takes('The same limit is set. The answer counts a reserve that is not needed.'),
      'the trustline',
    ],
  ),
  ...about(
    own,
    ['removing'],
    [
      'missing',
      (list: readonly Entry[]) => list.filter(({ asset_code: code }) => code !== 'EMPTY'),
      refused('token.unremovable'),
      'the trustline',
    ],
    [
      'too large',
      (list: readonly Entry[]) =>
        list.map((entry) => (entry.asset_code === 'EMPTY' ? { ...entry, balance: '1.0000000' } : entry)),
      refused('token.unremovable'),
      'tokens',
    ],
  ),
];

export const tokenLies: readonly Lie[] = [...senders, ...recipients, ...enabling];
