import { down, ignored, type Lie, type LieRow, refused, says, twice } from '@isochain/conformance';
import { type BlockJson, blockWith } from '../world/block.ts';
import { hexOf, nobody, recipient, stranger } from '../world/cast.ts';
import { about, chainRefuses, shows, takes } from './expected.ts';

// What nodes can say of blocks, prices and accounts, which every mode reads.

const disputed = 'fee.contradicted';
const raw = 'block_header.raw_data';
const other = hexOf(stranger);
const nobodyHex = hexOf(nobody);
const beyond64Bits = '9223372036854775808';

const headers = (['wallet', 'walletsolidity'] as const).flatMap((base) => {
  const name = `${base}/getblock`;
  const parts = ['txTrieRoot', 'parentHash', 'witness_address'].flatMap((part) =>
    about(
      `${name}.${raw}.${part}`,
      ['transfer'],
      ['false', says('11'.repeat(32)), down],
      ['missing', says(undefined), down],
    ),
  );
  const numbers = ['number', 'timestamp', 'version'].flatMap((part) =>
    about(
      `${name}.${raw}.${part}`,
      ['transfer'],
      ['too large', (honest: number) => honest + 1, down],
      ['impossible', says(-1), down],
      ['missing', says(undefined), down],
    ),
  );
  return [
    ...about(
      `${name}.blockID`,
      ['transfer', 'maximum', 'tokens', 'freeze'],
      ['false', says('0'.repeat(64)), down, 'zero'],
      ['impossible', says('ab'), down],
      ['missing', says(undefined), down],
    ),
    ...parts,
    ...numbers,
  ];
});

const head = (change: (header: BlockJson['block_header']['raw_data']) => object) => (honest: BlockJson) =>
  blockWith(honest, change(honest.block_header.raw_data));
const taposError = chainRefuses(/^TAPOS_ERROR: /);

const blocks: readonly Lie[] = [
  ...headers,
  ...about(
    'wallet/getblock first.blockID',
    ['transfer', 'tokens', 'claim'],
    ['another chain', says('ab'.repeat(32)), down],
  ),
  ...about(
    'walletsolidity/getblock',
    ['transfer', 'maximum', 'tokens', 'vote'],
    ['false', head(() => ({ txTrieRoot: '11'.repeat(32) })), taposError, 'with an id of its own'],
    ['stale', head(({ number }) => ({ number: number - 60_000 })), down, 'of two days ago'],
    ['too large', head(({ number }) => ({ number: number + 100 })), down, 'of the future'],
    ['missing', says({}), down],
  ),
  ...about(
    'wallet/getblock',
    ['transfer', 'withdraw', 'claim'],
    ['stale', head(({ timestamp }) => ({ timestamp: timestamp - 86_400_000 })), down, 'older than the solid one'],
    ['impossible', head(({ timestamp }) => ({ timestamp: timestamp + 86_400_000 })), down, 'of tomorrow'],
    ['missing', says({}), down],
  ),
];

const parameter = (key: string, names: readonly string[], ...rows: readonly LieRow[]): Lie[] =>
  about(`wallet/getchainparameters.chainParameter.${key}`, names, ['missing', says(undefined), down], ...rows);

const absurd = says(10 ** 12);

const prices: readonly Lie[] = [
  ...parameter(
    'getTransactionFee',
    ['transfer', 'maximum'],
    ['too large', absurd, down],
    ['too large', says(5_000), takes('Free bandwidth pays.', { disputed }), 'the highest that is believed'],
    ['too small', says(10), takes('Free bandwidth pays.', { disputed }), 'the lowest that is believed'],
    ['too small', says(0), down],
    ['impossible', says(-1), down],
  ),
  ...parameter(
    'getEnergyFee',
    ['tokens', 'all tokens'],
    ['too large', absurd, down],
    [
      'too large',
      says(2_100),
      takes('The chain charges the true price.', { disputed }),
      'the highest that is believed',
    ],
    [
      'too small',
      says(10),
      takes('The call runs out of energy, which costs what was announced at most.', {
        disputed,
        result: 'OUT_OF_ENERGY',
      }),
      'the lowest that is believed',
    ],
    ['too small', says(9), down],
    ['impossible', says(-1), down],
  ),
  ...parameter(
    'getCreateNewAccountFeeInSystemContract',
    ['activation'],
    ['too large', absurd, down],
    [
      'too large',
      says(5_000_000),
      takes('The chain charges the true price.', { disputed }),
      'the highest that is believed',
    ],
    ['too small', says(0), takes('The fees are 1 TRX too low.', { disputed, beyond: 1_000_000n })],
  ),
  ...parameter(
    'getCreateAccountFee',
    ['activation'],
    ['too large', absurd, down],
    ['too small', says(0), takes('The fees are 0.1 TRX too low.', { disputed, beyond: 100_000n })],
  ),
  ...parameter(
    'getCreateNewAccountBandwidthRate',
    ['activation'],
    ['too large', says(11), down],
    [
      'too large',
      says(10),
      takes('It counts only for accounts with staked bandwidth.'),
      'the highest that is believed',
    ],
    ['too small', says(0), takes('The fees are 0.1 TRX too low.', { beyond: 100_000n })],
  ),
  ...parameter(
    'getMemoFee',
    ['transfer'],
    ['too large', absurd, down],
    [
      'too large',
      says(5_000_000),
      takes('The chain charges the true price.', { disputed }),
      'the highest that is believed',
    ],
    ['too small', says(0), takes('The fees are 1 TRX too low.', { disputed, beyond: 1_000_000n })],
  ),
  ...parameter(
    'getMaxFeeLimit',
    ['tokens'],
    ['too large', absurd, down],
    ['too small', says(1), refused('token.transferFails', disputed)],
  ),
  ...about(
    'wallet/getchainparameters.chainParameter.getMaxCreateAccountTxSize',
    ['activation'],
    ['too large', says(10_001), down],
    ['too small', says(499), down],
    ['too small', says(500), takes('The transaction is shorter than that.'), 'the lowest that is believed'],
    ['missing', says(undefined), ignored],
  ),
  ...parameter(
    'getUnfreezeDelayDays',
    ['unstake'],
    ['too large', says(366), down],
    ['too large', says(365), shows('The shown date is too late.'), 'the highest that is believed'],
    ['too small', says(1), shows('The shown date is too early.')],
    ['too small', says(0), refused('stake.parametersUnclear'), 'none'],
  ),
  ...about(
    'wallet/getchainparameters.chainParameter.getAllowNewResourceModel',
    ['freeze', 'vote', 'unstake', 'withdraw', 'claim'],
    ['false', says(1), refused('stake.parametersUnclear')],
    ['missing', says(undefined), ignored],
  ),
  ...about('wallet/getchainparameters.chainParameter', ['transfer'], ['missing', says({}), down]),
];

const sender = 'wallet/getaccount sender';
const activePermission = takes('An active permission of the true key signs instead of the owner permission.');

const accounts: readonly Lie[] = [
  ...about(
    `${sender}.address`,
    ['transfer', 'maximum', 'tokens', 'assets', 'freeze', 'vote', 'unstake', 'withdraw', 'claim'],
    ['another account', says(other), down],
    ['missing', says(undefined), refused('sender.notFound')],
  ),
  ...about(
    `${sender}.balance`,
    ['transfer', 'maximum', 'freeze'],
    ['too small', says(0), refused('balance.insufficient', 'balance.nothingToSend')],
    ['missing', says(undefined), refused('balance.insufficient', 'balance.nothingToSend')],
    ['impossible', says(-5), down, 'negative'],
    ['impossible', says(beyond64Bits), down, 'beyond 64 bits'],
  ),
  ...about(
    `${sender}.balance`,
    ['transfer', 'freeze'],
    ['too large', says(10 ** 15), takes('The sender has enough in truth.')],
  ),
  ...about(
    `${sender}.balance`,
    ['maximum'],
    ['too large', says(10 ** 15), chainRefuses(/balance is not sufficient/)],
    ['too small', says(10 ** 7), takes('Less is sent, and the answer says so.'), 'ten coins'],
  ),
  ...about(`${sender}.balance`, ['tokens'], ['too small', says(0), refused('balance.insufficientForFees')]),
  ...about(
    `${sender}.owner_permission`,
    ['transfer'],
    ['missing', says(undefined), ignored],
    ['impossible', says('mine'), down],
  ),
  ...about(
    `${sender}.owner_permission.threshold`,
    ['transfer', 'vote'],
    ['too large', says(2), activePermission],
    ['too small', says(0), takes('The true key signs.')],
    ['impossible', says(-1), down],
  ),
  ...about(
    `${sender}.owner_permission.keys`,
    ['transfer'],
    ['missing', says([]), activePermission],
    ['duplicated', twice, ignored],
  ),
  ...about(
    `${sender}.owner_permission.keys[].address`,
    ['transfer', 'vote'],
    ['another account', says(other), activePermission],
    ['impossible', says('41'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${sender}.owner_permission.keys[].weight`,
    ['transfer'],
    ['too small', says(0), activePermission],
    ['too large', says(5), ignored],
    ['impossible', says(-1), down],
  ),
  ...about(
    `${sender}.active_permission`,
    ['transfer by another key'],
    ['missing', says([]), refused('publicKey.mismatch')],
    ['duplicated', twice, ignored],
  ),
  ...about(
    `${sender}.active_permission[].id`,
    ['transfer by another key'],
    ['too large', says(3), chainRefuses(/^SIGERROR: /)],
    ['impossible', says('two'), down],
  ),
  ...about(
    `${sender}.active_permission[].operations`,
    ['transfer by another key'],
    ['false', says('00'.repeat(32)), refused('sender.notWallet')],
    ['missing', says(undefined), refused('sender.notWallet')],
    ['impossible', says('all'), down],
  ),
  ...about(
    `${sender}.active_permission[].threshold`,
    ['transfer by another key'],
    ['too large', says(2), refused('sender.severalSignatures')],
    ['too small', says(0), takes('The true key signs.')],
  ),
  ...about(
    `${sender}.active_permission[].keys`,
    ['transfer by another key'],
    ['missing', says([]), refused('publicKey.mismatch')],
  ),
  ...about(
    `${sender}.active_permission[].keys[].address`,
    ['transfer by another key'],
    ['another account', says(other), refused('publicKey.mismatch')],
  ),
  ...about(
    `${sender}.active_permission[].keys[].weight`,
    ['transfer by another key'],
    ['too small', says(0), refused('publicKey.mismatch')],
    ['too large', says(9), ignored],
  ),
];

const to = 'wallet/getaccount recipient';

const recipients: readonly Lie[] = [
  ...about(
    `${to}.address`,
    ['transfer', 'maximum', 'assets'],
    ['another account', says(other), down],
    [
      'missing',
      says(undefined),
      takes('The fees are those of an activation, and too high.', { announced: 2_100_000n }),
    ],
  ),
  ...about(
    to,
    ['activation'],
    ['false', says({ address: hexOf(recipient) }), down, 'another account'],
    [
      'false',
      says({ address: nobodyHex, balance: 1 }),
      takes('An activation is not announced: 1.1 TRX.', { beyond: 1_100_000n }),
      'the account exists',
    ],
  ),
  ...[
    'owner_permission.keys[].address',
    'active_permission[].keys[].address',
    'active_permission[].operations',
  ].flatMap((part) => about(`${to}.${part}`, ['transfer'], ['impossible', says('mine'), down])),
  ...about(
    `${to}`,
    ['transfer'],
    ['false', (told: object) => ({ ...told, type: 'Contract' }), shows('A warning is false.')],
  ),
];

const resource = 'wallet/getaccountresource sender';
const high = takes('The announced fees are too high. The chain charges the true ones.', { announced: 4_300_000n });

const resources: readonly Lie[] = [
  ...about(
    `${resource}.freeNetLimit`,
    ['transfer', 'maximum', 'tokens', 'vote'],
    ['too small', says(0), high],
    ['missing', says(undefined), high],
    ['impossible', says(-1), down],
  ),
  ...about(`${resource}.freeNetLimit`, ['transfer'], ['too large', says(10 ** 12), ignored]),
  ...about(
    resource,
    ['activation'],
    [
      'too large',
      (told: object) => ({ ...told, NetLimit: 10 ** 9 }),
      takes('The fees are 0.1 TRX too low.', { beyond: 100_000n }),
      'staked bandwidth',
    ],
    ['missing', says({}), takes('Free bandwidth pays for no activation.')],
  ),
  ...about(
    resource,
    ['tokens'],
    [
      'too large',
      (told: object) => ({ ...told, EnergyLimit: 10 ** 9 }),
      takes('The energy is not announced. It costs what the limit of the call allows at most.', { beyond: 3_428_600n }),
      'staked energy',
    ],
  ),
  ...['TotalEnergyLimit', 'TotalEnergyWeight'].flatMap((part) =>
    about(
      `${resource}.${part}`,
      ['tokens'],
      ['too large', says(10 ** 15), shows('The advice on staking is false.')],
      ['too small', says(0), shows('The advice on staking is missing or false.')],
      ['impossible', says(-1), down],
    ),
  ),
  ...['TotalNetLimit', 'TotalNetWeight'].flatMap((part) =>
    about(
      `${resource}.${part}`,
      ['activation'],
      ['too large', says(10 ** 15), shows('The advice on staking is false.')],
      ['too small', says(0), shows('The advice on staking is missing or false.')],
    ),
  ),
];

export const sharedLies: readonly Lie[] = [...blocks, ...prices, ...accounts, ...recipients, ...resources];
