import { down, ignored, type Lie, refused, says } from '@isochain/conformance';
import { rawOf, stranger } from '../world/cast.ts';
import { about, stakes, takes } from './expected.ts';
import { interfaces } from './interfaces.ts';

// Parts of answers that hold them together: without them an endpoint has not answered.

const v3 = interfaces['toncenter-v3'];
const v2 = interfaces['toncenter-v2'];
const { tonapi } = interfaces;
const gone = ['missing', says(undefined), down] as const;
/** Nothing is said of what became of it. */
const uncertain = refused('upstream.unavailable', 'broadcast.uncertain');
const empty = 'te6cckEBAQEAAgAAAEysuc0=';
const emptyHex = Buffer.from(empty, 'base64').toString('hex');

/** toncenter v2 says in each answer whether it is one. */
const successes: readonly Lie[] = [
  ...[
    'getMasterchainInfo',
    'getAddressInformation other',
    'getAddressInformation recipient',
    'getTransactions sender',
  ].flatMap((name) => about(`v2/${name}.ok`, v2.over(['transfer']), ['false', says(false), down], gone)),
  ...about(
    'v2/runGetMethod token get_wallet_address.answer.ok',
    v2.over(['tokens']),
    ['false', says(false), down],
    gone,
  ),
  ...about('v2/runGetMethod wallet get_wallet_data.answer.ok', v2.over(['tokens']), ['false', says(false), down], gone),
];

const accounts: readonly Lie[] = [
  ...about(
    `${v2.recipient.account}.last_transaction_id.lt`,
    v2.over(['transfer']),
    ['impossible', says('-1'), down],
    ['too small', says('0'), takes('It has coins, so it is not taken for one that was never seen.')],
    gone,
  ),
  ...about(`${v2.recipient.account}.data`, v2.over(['transfer']), [
    'missing',
    says(undefined),
    takes('The code alone says that it is a wallet.'),
  ]),
  ...about(`${tonapi.recipient.account}.data`, tonapi.over(['transfer']), [
    'missing',
    says(undefined),
    takes('The code alone says that it is a wallet.'),
  ]),
  ...about(
    `${tonapi.recipient.account}.storage.last_paid`,
    tonapi.over(['transfer']),
    ['impossible', says(-1), down, 'negative'],
    gone,
  ),
  ...about(
    `${tonapi.sender.account}.storage.due_payment`,
    tonapi.over(['transfer']),
    ['too large', says(10n ** 15n), down],
    ['impossible', says(-1), down, 'negative'],
    ['impossible', says(2n ** 130n), down, 'beyond 120 bits'],
  ),
  ...about('v2/getTransactions sender.result', v2.over(['transfer']), [
    'missing',
    says([]),
    takes('The announced storage is that since the first block.', { announced: 200_000_000n }),
  ]),
  ...about('v2/getTransactions sender.result[].address.account_address', v2.over(['transfer']), [
    'another account',
    says(rawOf(stranger.address)),
    down,
  ]),
  ...[v2, tonapi].flatMap(({ config, over }) =>
    (['lump', 'bit', 'cell'] as const).flatMap((part) =>
      about(`${config}.masterchainMessage.${part}`, over(['transfer']), ['too large', says(10n ** 15n), down], gone),
    ),
  ),
  ...about('tonapi/accounts/sender/jettons/token.jetton.decimals', tonapi.over(['tokens']), [
    'too large',
    says(200),
    takes('Amounts count in the smallest unit.'),
  ]),
];

/** toncenter v2 is not asked about pools. */
const poolMethods = ({ method, over }: Pick<typeof v3, 'method' | 'over'>, exit: (name: string) => string): Lie[] => [
  ...about(exit(method('pool', 'get_pool_full_data')), over(['liquid stake']), ['false', says(7), down], gone),
  ...about(exit(method('wallet', 'get_wallet_data')), over(['liquid unstake']), [
    'false',
    says(-13),
    refused('position.notFound'),
  ]),
  ...about(exit(method('token', 'get_wallet_address')), over(['liquid unstake']), [
    'false',
    says(7),
    refused('upstream.unavailable', 'position.notFound'),
  ]),
  // A pool with another number of values is another contract.
  ...[0, 3, 4, 6, 9, 10, 11, 15, 17, 19, 21, 28, 29].flatMap((n) =>
    about(`${method('pool', 'get_pool_full_data')}.stack.number${n}`, over(['liquid stake']), gone),
  ),
  ...[16, 18, 20, 22, 23, 24].flatMap((n) =>
    about(`${method('pool', 'get_pool_full_data')}.stack.address${n}`, over(['liquid stake']), gone),
  ),
  ...about(`${method('pool', 'get_pool_full_data')}.stack.item7`, over(['liquid stake']), gone),
  ...about(
    `${method('pool', 'get_pool_full_data')}.stack.number28`,
    over(['liquid stake']),
    ['too large', (honest: bigint) => honest * 1000n, stakes('It mints what the true rate says.')],
    ['impossible', says(-1n), down, 'negative'],
  ),
  ...about(
    `${method('pool', 'get_pool_full_data')}.stack.number29`,
    over(['liquid stake']),
    ['too large', (honest: bigint) => honest * 1000n, stakes('It mints what the true rate says.')],
    ['impossible', says(-1n), down, 'negative'],
  ),
];

/** What a liquid pool stores. Here no end of a round is due. */
const storedPool = ({ method, over }: Pick<typeof v3, 'method' | 'over'>, exit: (name: string) => string): Lie[] => {
  const stored = method('pool', 'get_pool_full_data_raw');
  const unstake = over(['liquid unstake']);
  const places = [
    ...[0, 1, 2, 3, 4, 5, 9, 10, 11, 13, 15, 17, 19, 21, 28, 29].map((n) => `number${n}`),
    ...[12, 16, 18, 20, 22, 23, 24].map((n) => `address${n}`),
    'item7',
  ];
  return [
    ...about(exit(stored), unstake, ['false', says(7), down], gone),
    ...about(`${stored}.stack`, unstake, ['missing', says({}), down]),
    ...places.flatMap((place) => about(`${stored}.stack.${place}`, unstake, gone)),
    ...about(
      `${stored}.stack.number6`,
      unstake,
      ['false', says(7n), stakes('It expects that the pool pays its report first, which is 0.02 coins.')],
      gone,
    ),
  ];
};

const methods: readonly Lie[] = [v3, v2, tonapi].flatMap(({ kind, method, over }) => {
  const exit = (name: string) => `${name}.answer.${kind === 'toncenter-v2' ? 'result.' : ''}exit_code`;
  const ofPools = kind === 'toncenter-v2' ? [] : poolMethods({ method, over }, exit);
  return [
    ...ofPools,
    ...(kind === 'toncenter-v2' ? [] : storedPool({ method, over }, exit)),
    ...about(
      exit(method('token', 'get_wallet_address')),
      over(['tokens']),
      [
        'false',
        says(11),
        kind === 'tonapi' ? down : refused('token.notFungible', 'token.unknown', 'upstream.unavailable'),
      ],
      ['false', says(-13), refused('token.unknown', 'upstream.unavailable'), 'no contract'],
      gone,
    ).filter(({ says: kind_ }) => kind_ !== undefined || kind !== 'tonapi'),
    ...(kind === 'toncenter-v2'
      ? about(exit(method('wallet', 'get_wallet_data')), over(['tokens']), [
          'false',
          says(-13),
          refused('token.insufficient'),
        ])
      : []),
  ];
});

const inPool = 'get_pool_full_data.stack.item7';
const tuples: readonly Lie[] = [
  ...about(`v3/runGetMethod pool ${inPool}.value`, ['liquid stake'], ['missing', says([]), down]),
  ...about(`v3/runGetMethod pool ${inPool}.value[].value`, ['liquid stake'], ['impossible', says('-0x1'), down]),
  ...about(`v3/runGetMethod pool ${inPool}.value[].type`, ['liquid stake'], ['impossible', says('cell'), down]),
  ...about(`v3/runGetMethod pool ${inPool}.type`, ['liquid stake'], ['impossible', says('num'), down]),
  ...about(`tonapi/blockchain/accounts/pool/methods/${inPool}.tuple`, tonapi.over(['liquid stake']), [
    'missing',
    says([]),
    down,
  ]),
  ...about(`tonapi/blockchain/accounts/pool/methods/${inPool}.tuple[].num`, tonapi.over(['liquid stake']), [
    'impossible',
    says('-0x1'),
    down,
  ]),
  ...about(`tonapi/blockchain/accounts/pool/methods/${inPool}.tuple[].type`, tonapi.over(['liquid stake']), [
    'impossible',
    says('cell'),
    down,
  ]),
  ...about(`tonapi/blockchain/accounts/pool/methods/${inPool}.type`, tonapi.over(['liquid stake']), [
    'impossible',
    says('num'),
    down,
  ]),
];

/** The pool's contract, over the other interfaces. */
const pools: readonly Lie[] = [
  ...about(
    'v3/accountStates.pool',
    ['stake', 'unstake'],
    ['missing', says([]), refused('validator.notFound', 'position.notFound')],
  ),
  ...about(
    'v3/accountStates.pool',
    ['liquid unstake'],
    ['missing', says([]), refused('position.locked', 'position.notFound')],
  ),
  ...(['stake', 'unstake'] as const).flatMap((name) => [
    ...about('tonapi/blockchain/accounts/pool.address', tonapi.over([name]), [
      'another account',
      says(rawOf(stranger.address)),
      down,
    ]),
    ...about('tonapi/blockchain/accounts/pool.code', tonapi.over([name]), [
      'false',
      says(emptyHex),
      refused('validator.inactive', 'position.notFound'),
    ]),
    ...about('tonapi/blockchain/accounts/pool.data', tonapi.over([name]), [
      'false',
      says(emptyHex),
      refused('validator.inactive', 'position.notFound'),
    ]),
    ...about('tonapi/blockchain/accounts/pool.status', tonapi.over([name]), [
      'false',
      says('uninit'),
      refused('validator.notFound', 'position.notFound'),
    ]),
    ...about('tonapi/blockchain/accounts/pool.storage.last_paid', tonapi.over([name]), gone),
  ]),
  ...about('tonapi/blockchain/accounts/pool.balance', tonapi.over(['unstake']), [
    'too small',
    says(1),
    refused('position.locked'),
  ]),
];

/** What is said about a message that was sent. */
const broadcasts: readonly Lie[] = [
  ...about('v3/message.message_hash', ['broadcast'], ['false', says(empty), uncertain]),
  ...about(
    'v3/message.message_hash_norm',
    ['broadcast'],
    ['false', says(Buffer.alloc(32, 1).toString('base64')), uncertain],
  ),
  // Who used the sequence number is shown by the message itself. Without it nobody is believed.
  ...about(
    'v3/transactions.transactions[].in_msg.message_content.body',
    ['broadcast too late'],
    ['missing', says(undefined), uncertain],
    ['false', says(empty), uncertain],
  ),
  ...about(
    'v3/transactions.transactions[].in_msg.source',
    ['broadcast too late'],
    ['false', says(rawOf(stranger.address)), uncertain],
  ),
  ...about(
    'v2/getTransactions sender.result[].in_msg.msg_data.body',
    v2.over(['broadcast too late']),
    ['missing', says(undefined), uncertain],
    ['false', says(empty), uncertain],
  ),
  ...about('v2/getTransactions sender.result', v2.over(['broadcast too late']), ['missing', says([]), uncertain]),
  ...about('tonapi/blockchain/accounts/sender/transactions.transactions', tonapi.over(['broadcast too late']), [
    'missing',
    says([]),
    uncertain,
  ]),
  ...about(
    'tonapi/blockchain/accounts/sender/transactions.transactions[].account.address',
    tonapi.over(['broadcast too late']),
    ['another account', says(rawOf(stranger.address)), uncertain],
  ),
  ...about(
    'tonapi/blockchain/accounts/sender/transactions.transactions[].in_msg.msg_type',
    tonapi.over(['broadcast too late']),
    ['false', says('int_msg'), uncertain],
  ),
  ...about(
    'tonapi/blockchain/accounts/sender/transactions.transactions[].in_msg.raw_body',
    tonapi.over(['broadcast too late']),
    ['missing', says(undefined), uncertain],
  ),
  // One of the two names is enough.
  ...about('v2/sendBocReturnHash.result.hash', v2.over(['broadcast']), [
    'false',
    says(Buffer.alloc(32, 1).toString('base64')),
    ignored,
  ]),
  ...about('v2/sendBocReturnHash.result.hash_norm', v2.over(['broadcast']), [
    'false',
    says(Buffer.alloc(32, 1).toString('base64')),
    uncertain,
  ]),
  ...about('v2/sendBocReturnHash.ok', v2.over(['broadcast']), ['false', says(false), uncertain]),
];

export const shapeLies: readonly Lie[] = [...successes, ...accounts, ...methods, ...tuples, ...pools, ...broadcasts];
