import { down, ignored, type Lie, refused, says } from '@isochain/conformance';
import { cosigners, stranger, thief } from '../world/cast.ts';
import { about, shows, takes } from './expected.ts';
import { beyond63Bits, every } from './network-lies.ts';

// What servers can say of accounts: numbers, reserves, keys and memos.

const missing = () =>
  Response.json(
    { type: 'https://stellar.org/horizon-errors/not_found', title: 'Resource Missing', status: 404 },
    { status: 404, headers: { 'content-type': 'application/problem+json' } },
  );

const poor = ['balance.unspendable', 'balance.insufficientBesideReserve', 'balance.insufficientForDeposit'];
const plain = ['transfer', 'creation', 'token', 'enabling'];
const underfunded = takes(
  'More is asked for than the account can send. The chain refuses that, and takes the fee alone.',
  {
    fails: /^tx_failed op_underfunded$/,
  },
);
const less = takes('Less is sent than could be, and the answer says how much.');

const numbers: readonly Lie[] = [
  ...about(
    'account sender.sequence',
    every,
    ['impossible', says('-1'), down],
    ['impossible', says(beyond63Bits), down, 'beyond 63 bits'],
    ['missing', says(undefined), down],
    [
      'too small',
      says('7'),
      takes('The chain refuses the transaction, which costs nothing.', { fails: /^tx_bad_seq$/ }),
    ],
  ),
  ...about(
    'account sender.sequence',
    ['transfer', 'maximum', 'token', 'enabling'],
    [
      'too large',
      (told: string) => String(BigInt(told) + 5n),
      takes('The chain refuses the transaction until its turn comes, and for ever after its end.', {
        fails: /^tx_bad_seq$/,
      }),
    ],
  ),
  ...about(
    'account sender.account_id',
    every,
    ['another account', says(thief.address), down],
    ['impossible', says('me'), down],
    ['missing', says(undefined), down],
  ),
  ...about('account sender', ['transfer', 'token', 'enabling'], ['missing', missing, refused('sender.notFound')]),
];

const balance = 'account sender.balances[].balance';
const isNative = ({ asset_type: type }: { readonly asset_type: string }) => type === 'native';
/** Changes the entry of XLM alone. */
const ofXlm =
  (change: object) =>
  (entry: { readonly asset_type: string }): unknown =>
    isNative(entry) ? { ...entry, ...change } : entry;
const entries = 'account sender.balances';
const inEntries =
  (change: object) =>
  (list: readonly { readonly asset_type: string }[]): unknown =>
    list.map(ofXlm(change));

const reserves: readonly Lie[] = [
  ...about(
    balance,
    every,
    ['impossible', says('-1.0000000'), down],
    ['impossible', says('1000000000000.0000000'), down, 'beyond 63 bits'],
    ['impossible', says('1e5'), down, 'another spelling'],
    ['missing', says(undefined), down],
  ),
  ...about(
    entries,
    ['transfer', 'creation', 'transfer of two keys', 'token', 'claimable', 'enabling'],
    ['too small', inEntries({ balance: '1.0000000' }), refused(...poor), 'XLM'],
    ['too small', inEntries({ selling_liabilities: '9999.0000000' }), refused(...poor), 'XLM, which offers bind'],
  ),
  ...about(
    entries,
    ['transfer'],
    ['too large', inEntries({ balance: '90000.0000000' }), ignored, 'XLM'],
    ['missing', says([]), down],
    ['duplicated', (list: readonly unknown[]) => [...list, ...list], down],
  ),
  ...about(
    entries,
    ['maximum'],
    ['too large', inEntries({ balance: '90000.0000000' }), underfunded, 'XLM'],
    ['too small', inEntries({ balance: '50.0000000' }), less, 'XLM'],
    ['too small', inEntries({ selling_liabilities: '50.0000000' }), less, 'XLM, which offers bind'],
  ),
  ...about(
    entries,
    ['closing'],
    ['too large', inEntries({ balance: '90000.0000000' }), shows('A warning is false.'), 'XLM'],
  ),
  ...(['subentry_count', 'num_sponsoring', 'num_sponsored'] as const).flatMap((field) => [
    ...about(
      `account sender.${field}`,
      every,
      ['impossible', says(-1), down],
      ['impossible', says(1.5), down, 'a part'],
    ),
  ]),
  ...about('account sender.subentry_count', every, ['missing', says(undefined), down]),
  ...(['subentry_count', 'num_sponsoring'] as const).flatMap((field) => [
    ...about(
      `account sender.${field}`,
      ['transfer', 'creation', 'token'],
      ['too large', says(500_000), refused(...poor)],
    ),
    ...about(`account sender.${field}`, ['maximum'], ['too large', says(100), less]),
    ...about(`account sender.${field}`, ['closing'], ['too large', says(3), refused('account.unclosable')]),
  ]),
  ...about('account sender.subentry_count', ['maximum'], ['too small', says(0), underfunded]),
  ...about('account sender.subentry_count', ['enabling'], ['too large', says(1_000), refused('account.full')]),
  ...about('account sender.num_sponsored', ['maximum'], ['too large', says(4), underfunded]),
];

const signers: readonly Lie[] = [
  ...(['low_threshold', 'med_threshold', 'high_threshold'] as const).flatMap((field) =>
    about(
      `account sender.thresholds.${field}`,
      [...plain, 'closing'],
      ['impossible', says(-1), down],
      ['impossible', says(256), down, 'beyond 8 bits'],
      ['missing', says(undefined), down],
    ),
  ),
  ...about(
    'account sender.thresholds.med_threshold',
    plain,
    ['too large', says(200), refused('sender.severalSignatures', 'sender.notWallet')],
    ['too small', says(0), ignored],
  ),
  ...about(
    'account sender.thresholds.med_threshold',
    ['transfer of two keys'],
    ['too small', says(1), refused('wish.invalid')],
    ['too large', says(3), refused('wish.invalid')],
  ),
  ...about(
    'account sender.thresholds.high_threshold',
    ['closing'],
    ['too large', says(200), refused('account.unclosable', 'sender.severalSignatures', 'sender.notWallet')],
    ['too small', says(0), ignored],
  ),
  ...about(
    'account sender.thresholds.low_threshold',
    ['transfer'],
    ['too large', says(200), refused('sender.severalSignatures', 'sender.notWallet')],
  ),
  ...about(
    'account sender.signers[].weight',
    plain,
    ['too small', says(0), refused('sender.notWallet')],
    ['too large', says(255), ignored],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'account sender.signers[].key',
    plain,
    ['another account', says(thief.address), refused('sender.notWallet', 'sender.severalSignatures')],
    ['missing', says(undefined), down],
  ),
  ...about(
    'account sender.signers[].key',
    ['transfer of two keys'],
    ['another account', says(stranger.address), refused('wish.invalid', 'sender.notWallet')],
    ['duplicated', says(cosigners[0].address), refused('wish.invalid', 'sender.notWallet')],
  ),
  ...about(
    'account sender.signers[].type',
    plain,
    ['false', says('sha256_hash'), refused('sender.notWallet', 'sender.severalSignatures')],
    ['missing', says(undefined), down],
  ),
  ...about('account sender.signers', plain, [
    'missing',
    says([]),
    refused('sender.notWallet', 'sender.severalSignatures'),
  ]),
  ...(['auth_required', 'auth_revocable', 'auth_immutable'] as const).flatMap((field) =>
    about(`account sender.flags.${field}`, ['transfer', 'closing'], ['missing', says(undefined), down]),
  ),
  ...about('account sender.flags.auth_immutable', ['closing'], ['false', says(true), refused('account.unclosable')]),
];

const recipients: readonly Lie[] = [
  ...about(
    'account recipient.account_id',
    ['transfer', 'closing', 'token'],
    ['another account', says(thief.address), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'account recipient',
    ['transfer'],
    [
      'missing',
      missing,
      takes('The chain refuses to create what exists, and takes the fee alone.', {
        fails: /^tx_failed op_already_exists$/,
      }),
    ],
  ),
  ...about('account recipient', ['closing', 'token'], ['missing', missing, refused('recipient.notFound')]),
  ...about(
    'account recipient.sequence',
    ['closing'],
    ['false', says('4294967296'), shows('A warning is false.'), 'never used'],
  ),
];

export const accountLies: readonly Lie[] = [...numbers, ...reserves, ...signers, ...recipients];
