import { down, type Lie, refused, says, twice } from '@isochain/conformance';
import { Cell } from '@ton/core';
import type { TonKind } from '../../src/options.ts';
import type { Actor } from '../world/actor.ts';
import { now, rawOf, recipient, stranger, third } from '../world/cast.ts';
import { about, absent, chainRefuses, takes, takesWith } from './expected.ts';
import { interfaces } from './interfaces.ts';

// What endpoints can say during encode.

const seconds = now / 1000;
const halfYear = 184 * 86_400;
const year = 365 * 86_400;

/** A price ten times the highest that ever was is the highest that is believed. */
const absurd = 10n ** 15n;

const v3 = interfaces['toncenter-v3'];
const v2 = interfaces['toncenter-v2'];

const inForm = (kind: TonKind, cell: Cell) => cell.toBoc().toString(kind === 'tonapi' ? 'hex' : 'base64');
const emptyCell = (kind: TonKind) => inForm(kind, Cell.EMPTY);
const codeOf = (by: Actor, kind: TonKind) => inForm(kind, by.init.code);

const everywhere = Object.values(interfaces);

/** Prices count for the accounts of all versions, and for all messages. */
const prices: readonly Lie[] = everywhere.flatMap(({ config, over }) => {
  const one = over(['transfer']);
  const both = over(['transfer', 'maximum']);
  const high = takes('The announced fees are too high. The chain charges the true ones.', { announced: 40_000_000n });
  const low = takes('The announced fees are too low. The chain charges the true ones.', { beyond: 2_000_000n });
  return [
    ...about(config, one, ['missing', says(undefined), down]),
    ...about(
      `${config}.address`,
      one,
      ['false', says('33'.repeat(32)), down, 'of another contract'],
      ['missing', says(undefined), down],
    ),
    ...about(`${config}.gas.price`, both, ['too large', says(absurd), down]),
    ...about(
      `${config}.gas.price`,
      one,
      ['too large', says(262_144_000n), high, 'the highest that is believed'],
      ['too small', says(0n), low, 'nothing'],
      ['too small', says(4_369_067n / 2n), low, 'half'],
      ['missing', says(undefined), down],
    ),
    ...about(
      `${config}.gas.flatPrice`,
      one,
      ['too large', says(absurd), down],
      ['too large', says(400_000n), high, 'the highest that is believed'],
      ['too small', says(0n), low],
      ['missing', says(undefined), down],
    ),
    ...about(
      `${config}.gas.flatLimit`,
      one,
      ['too large', says(2n ** 63n), low],
      ['too small', says(0n), high],
      ['missing', says(undefined), down],
    ),
    ...(['lump', 'bit', 'cell'] as const).flatMap((part) => [
      ...about(`${config}.message.${part}`, both, ['too large', says(absurd), down]),
      ...about(
        `${config}.message.${part}`,
        one,
        ['too small', says(0n), low, 'nothing'],
        ['missing', says(undefined), down],
      ),
    ]),
    ...about(`${config}.message.lump`, one, ['too large', says(4_000_000n), high, 'the highest that is believed']),
    ...about(`${config}.message.bit`, one, ['too large', says(262_144_000n), high, 'the highest that is believed']),
    ...about(`${config}.message.cell`, one, ['too large', says(26_214_400_000n), high, 'the highest that is believed']),
    ...about(
      `${config}.storage`,
      one,
      ['missing', says(undefined), down],
      ['missing', says([]), down, 'no price'],
      ['duplicated', twice, takes('The announced fees are too high.', { announced: 40_000_000n })],
    ),
    ...about(
      `${config}.storage[].since`,
      one,
      ['too large', says(2 ** 32 - 1), low],
      ['too small', says(0), high],
      ['missing', says(undefined), high],
    ),
    ...(['bit', 'cell'] as const).flatMap((part) =>
      about(
        `${config}.storage[].${part}`,
        one,
        ['too large', says(absurd), down],
        ['too small', says(0n), low],
        ['missing', says(undefined), low],
      ),
    ),
  ];
});

/** The accounts, each with the fields of its wallet. */
const accounts: readonly Lie[] = everywhere.flatMap(({ kind, sender: own, recipient: other, over }) => {
  const each = over(['transfer', 'maximum']);
  const plain = over(['transfer']);
  const raw = over(['transfer to a raw address']);
  const isV2 = kind === 'toncenter-v2';
  const asText = (value: bigint) => (kind === 'tonapi' ? value : String(value));
  const uninit = isV2 ? 'uninitialized' : 'uninit';
  return [
    // Balances.
    ...about(
      own.balance,
      each,
      ['too large', says(asText(2n ** 130n)), down, 'beyond 120 bits'],
      ['impossible', says(asText(-5n)), down, 'negative'],
      ['too small', says(asText(0n)), refused('balance.insufficient', 'balance.nothingToSend')],
    ),
    ...about(
      own.balance,
      plain,
      ['too large', says(asText(10n ** 18n)), takes('The sender has enough in truth.')],
      ['missing', says(undefined), kind === 'toncenter-v3' ? refused('balance.insufficient') : down],
    ),
    ...about(
      own.balance,
      over(['maximum']),
      ['too large', says(asText(10n ** 18n)), takes('Everything is sent: the amount in the answer is too high.')],
      [
        'too small',
        says(asText(10n ** 9n)),
        takes('Everything is sent: the amount in the answer is too low.'),
        'a coin',
      ],
    ),
    // What the wallet is.
    ...about(
      own.status,
      plain,
      ['false', says(uninit), refused('publicKey.required'), 'not deployed'],
      ['false', says('frozen'), refused('sender.notWallet'), 'frozen'],
      ['impossible', says('deleted'), down],
      ['missing', says(undefined), down],
    ),
    ...about(
      own.code,
      plain,
      ['missing', says(undefined), down],
      ['impossible', says('AA'), down, 'no cells'],
      ['false', () => codeOf(third, kind), refused('sender.notWallet'), 'of another version'],
      ['false', () => emptyCell(kind), refused('sender.notWallet'), 'of no wallet'],
    ),
    ...about(own.data, plain, ['missing', says(undefined), down]),
    ...about(
      `${own.data}.seqno`,
      each,
      ['stale', says(1), chainRefuses(/exitcode=33/)],
      ['too large', says(3), chainRefuses(/exitcode=33/)],
      ['too small', says(0), chainRefuses(/exitcode=33/), 'the first'],
    ),
    ...about(`${own.data}.seqno`, plain, ['missing', says(undefined), refused('sender.notWallet')]),
    ...about(
      `${own.data}.walletId`,
      plain,
      ['false', says(7), chainRefuses(/exitcode=34/)],
      ['missing', says(undefined), refused('sender.notWallet')],
    ),
    ...about(
      `${own.data}.publicKey`,
      plain,
      // The wallet verifies with its own key. Broadcast takes no signature of another key than the one that encode answered.
      ['another account', says(stranger.publicKey), takes('The sender signs with the true key.')],
      ['missing', says(undefined), refused('sender.notWallet')],
    ),
    ...about(
      `${own.data}.others`,
      plain,
      ['false', says(true), takes('Plugins of version 4 do not matter.')],
      ['missing', says(undefined), refused('sender.notWallet')],
    ),
    ...about(
      own.lt,
      plain,
      ['too large', says(asText(2n ** 63n)), takes('The announced storage is some nanotons higher.')],
      ['impossible', says(asText(2n ** 70n)), down, 'beyond 64 bits'],
    ),
    // Who receives.
    ...about(
      other.status,
      plain,
      ['false', says(uninit), takesWith('recipient.uninitialized'), 'not deployed'],
      ['false', says('frozen'), takesWith('recipient.isFrozen'), 'frozen'],
      ['impossible', says('deleted'), down],
      ['missing', says(undefined), down],
    ),
    ...about(other.balance, plain, ['too large', says(asText(2n ** 130n)), down]),
    ...about(
      other.code,
      raw,
      ['false', () => emptyCell(kind), takes('Coins come back if the recipient fails.'), 'of no wallet'],
      ['missing', says(undefined), takes('Coins come back if the recipient fails.')],
    ),
  ];
});

const named: readonly Lie[] = [
  // v2 does not say which account it answers about.
  ...[v3, interfaces.tonapi].flatMap(({ sender: own, recipient: other, over }) => [
    ...about(
      `${own.account}.address`,
      over(['transfer', 'maximum', 'first transfer']),
      ['another account', says(rawOf(stranger.address)), down],
      ['missing', says(undefined), down],
    ),
    ...about(
      `${other.account}.address`,
      over(['transfer']),
      ['another account', says(rawOf(stranger.address)), down],
      ['missing', says(undefined), down],
    ),
  ]),
  ...about(
    'v3/accountStates.sender',
    ['transfer'],
    ['duplicated', twice, down],
    ['missing', absent, refused('publicKey.required')],
  ),
  ...about('v3/accountStates.sender', ['first transfer'], ['missing', absent, refused('balance.insufficient')]),
  ...about(
    'v3/accountStates.recipient',
    ['transfer'],
    ['duplicated', twice, down],
    ['missing', absent, takesWith('recipient.uninitialized')],
  ),
  ...about(
    'v2/getAddressInformation sender.ok',
    v2.over(['transfer']),
    ['false', says(false), down],
    ['missing', says(undefined), down],
  ),
];

/** A wallet that is not deployed, and one whose signatures can be switched off. */
const newcomers: readonly Lie[] = [
  ...everywhere.flatMap(({ kind, sender: own, over }) => [
    ...about(
      own.status,
      over(['first transfer']),
      ['false', says('active'), down, 'deployed, without code'],
      ['false', says('frozen'), refused('sender.notWallet'), 'frozen'],
    ),
    ...about(own.balance, over(['first transfer', 'first maximum']).slice(0, kind === 'toncenter-v3' ? 2 : 1), [
      'too small',
      says(kind === 'tonapi' ? 0n : '0'),
      refused('balance.insufficient', 'balance.nothingToSend'),
    ]),
  ]),
  ...about(
    'v3/accountStates.sender[].data.allowed',
    ['transfer of version 5'],
    ['false', says(false), takes('Without an extension the wallet takes signatures all the same.')],
    ['missing', says(undefined), refused('sender.notWallet')],
  ),
  ...about(
    'v3/accountStates.sender[].data.others',
    ['transfer of version 5'],
    ['false', says(true), takes('Extensions do not matter while signatures count.')],
    ['missing', says(undefined), refused('sender.notWallet')],
  ),
  ...about(
    'v3/accountStates.sender[].data.seqno',
    ['transfer of version 5', 'maximum of version 5'],
    ['stale', says(1), chainRefuses(/exitcode=133/)],
    ['too large', says(3), chainRefuses(/exitcode=133/)],
  ),
  ...about(
    'v3/accountStates.sender[].data.walletId',
    ['transfer of version 5'],
    ['false', says(7), chainRefuses(/exitcode=134/)],
  ),
  ...about(
    'v3/accountStates.sender[].data.seqno',
    ['transfer of version 3'],
    ['stale', says(1), chainRefuses(/exitcode=33/)],
    ['too large', says(3), chainRefuses(/exitcode=33/)],
  ),
  ...about(
    'v3/accountStates.sender[].data.walletId',
    ['transfer of version 3'],
    ['false', says(7), chainRefuses(/exitcode=34/)],
  ),
];

/** When storage was paid for, and what time it is. */
const times: readonly Lie[] = [
  ...everywhere.flatMap(({ kind, paidAt, time, over }) => [
    ...about(
      paidAt,
      over(['transfer']),
      ['stale', says(seconds - 2 * year), takes('The announced storage is too high.', { announced: 200_000_000n })],
      ['too small', says(1), down],
      ['too large', says(seconds + halfYear), takes('No storage is announced.', { beyond: 2_000_000n })],
      ['impossible', says(2 ** 33), down, 'beyond 32 bits'],
      ['impossible', says(-1), down, 'negative'],
      ['missing', says(undefined), down],
    ),
    ...about(
      time,
      over(['transfer']),
      [
        'stale',
        says(kind === 'toncenter-v3' ? String(seconds - 86_400) : seconds - 86_400),
        refused('chain.standsStill'),
      ],
      ['impossible', says(kind === 'toncenter-v3' ? String(seconds + 86_400) : seconds + 86_400), down, 'of tomorrow'],
      ['impossible', says(0), down, 'of no time'],
      ['missing', says(undefined), down],
    ),
  ]),
  ...about(
    'v3/masterchainInfo.last.global_id',
    ['transfer', 'first transfer'],
    ['another chain', says(-3), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'tonapi/blockchain/masterchain-head.global_id',
    interfaces.tonapi.over(['transfer', 'first transfer']),
    ['another chain', says(-3), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'v2/getMasterchainInfo.result.init.root_hash',
    v2.over(['transfer', 'first transfer']),
    ['another chain', says('gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg='), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'v3/transactions.transactions',
    ['transfer'],
    ['missing', says([]), takes('No storage is announced.', { beyond: 2_000_000n })],
  ),
  ...about(
    'v3/transactions.transactions[].account',
    ['transfer'],
    ['another account', says(rawOf(recipient.address)), down],
    ['missing', says(undefined), down],
  ),
];

/** Messages to the masterchain have prices of their own. */
const masterchain: readonly Lie[] = (['lump', 'bit', 'cell'] as const).flatMap((part) =>
  about(
    `v3/accountStates config.config.masterchainMessage.${part}`,
    ['transfer to the masterchain'],
    ['too large', says(absurd), down],
  ),
);

export const encodeLies: readonly Lie[] = [...prices, ...accounts, ...named, ...newcomers, ...times, ...masterchain];
