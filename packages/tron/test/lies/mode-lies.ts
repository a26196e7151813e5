import { down, ignored, type Lie, refused, says, twice } from '@isochain/conformance';
import { hexOf, now, representative, stranger } from '../world/cast.ts';
import { about, chainRefuses, shows, takes } from './expected.ts';

// What nodes can say of tokens and stakes.

const disputed = 'fee.contradicted';
const word = (value: bigint) => value.toString(16).padStart(64, '0');
const both = ['tokens', 'all tokens'];
const fails = refused('token.transferFails');

/** Each call repeats its question, and has energy and an output. */
const calls = [
  'transfer',
  'balanceOf',
  'isBlackListed sender',
  'isBlackListed recipient',
  'decimals',
  'symbol',
  'name',
];
const shared: readonly Lie[] = calls.flatMap((name) => {
  const scenes = ['decimals', 'symbol', 'name'].includes(name) ? ['all tokens'] : ['tokens'];
  const question = `call ${name}.transaction.raw_data.contract[].parameter.value`;
  return ['owner_address', 'data', 'contract_address'].flatMap((part) =>
    about(`${question}.${part}`, scenes, ['another account', says('41'.repeat(21)), down]),
  );
});

const simulations: readonly Lie[] = [
  ...about('call transfer', both, ['missing', says({}), down]),
  ...about(
    'call transfer.energy_used',
    both,
    ['missing', says(undefined), down],
    ['too small', says(0), down],
    ['too small', says(700), down, 'less than any transfer'],
    [
      'too small',
      says(8_000),
      takes('The call runs out of energy, which costs what was announced at most.', {
        disputed,
        result: 'OUT_OF_ENERGY',
      }),
      'a quarter',
    ],
    ['too large', says(10 ** 6), takes('The chain charges what is used.', { disputed })],
    ['too large', says(10 ** 9), refused('token.transferFails', disputed), 'more than a call may use'],
    ['impossible', says(-1), down],
  ),
  ...about(
    'call transfer.result.result',
    both,
    // Only a revert, or an exception of the chain's machine, says that the call fails.
    ['false', says(false), down],
    ['missing', says(undefined), down],
    ['impossible', says('yes'), down],
  ),
  ...about(
    'call transfer.logs',
    both,
    ['missing', says([]), fails],
    ['duplicated', twice, refused('token.notWhole', 'token.transferFails')],
  ),
  ...about(
    'call transfer.logs[].address',
    ['tokens'],
    ['another account', says(hexOf(stranger).slice(2)), fails],
    ['missing', says(undefined), down],
  ),
  ...about('call transfer.logs[].topics', ['tokens'], ['missing', says([]), fails]),
  ...about(
    'call transfer.logs[].topics[]',
    ['tokens'],
    [
      'another account',
      (topic: string, { indices }) => (indices.at(-1) === 2 ? word(BigInt(`0x${hexOf(stranger).slice(2)}`)) : topic),
      refused('token.notWhole', 'token.transferFails'),
      'to a stranger',
    ],
  ),
  ...about(
    'call transfer.logs[].data',
    ['tokens'],
    ['too small', says(word(1n)), refused('token.notWhole')],
    ['too large', says(word(2n ** 200n)), refused('token.notWhole')],
  ),
  ...about(
    'call transfer.constant_result[]',
    ['tokens'],
    ['false', says(word(0n)), ignored],
    ['impossible', says('no'), down],
  ),
];

const balance = 'call balanceOf';
const facts: readonly Lie[] = [
  ...about(
    `${balance}.constant_result[]`,
    ['tokens'],
    ['too large', says(word(2n ** 200n)), ignored],
    ['too small', says(word(0n)), refused('token.insufficient')],
    ['impossible', says('no'), down],
  ),
  ...about(
    `${balance}.constant_result[]`,
    ['all tokens'],
    ['too large', says(word(10n ** 12n)), fails],
    ['too small', says(word(1n)), takes('Less is sent, and the answer says so.')],
    ['missing', says(''), refused('token.nothingToSend', 'token.notFungible')],
  ),
  ...about(`${balance}.constant_result`, ['tokens'], ['missing', says([]), refused('token.notFungible')]),
  ...about(`${balance}.result.result`, ['tokens'], ['false', says(false), down]),
  ...about(`${balance}.energy_used`, ['tokens'], ['missing', says(undefined), down]),
  ...['sender', 'recipient'].flatMap((who) => [
    ...about(`call isBlackListed ${who}.result.result`, ['tokens', 'all tokens'], ['false', says(false), down]),
    ...about(
      `call isBlackListed ${who}.constant_result[]`,
      ['tokens'],
      ['false', says(word(1n)), refused('sender.frozen', 'recipient.frozen')],
      ['impossible', says('no'), down],
    ),
    ...about(`call isBlackListed ${who}.energy_used`, ['tokens'], ['missing', says(undefined), down]),
  ]),
  ...about(
    'call decimals.constant_result[]',
    ['all tokens'],
    ['false', says(word(18n)), shows('Amounts in texts are false. The bytes have the smallest unit.')],
    ['impossible', says(word(2n ** 200n)), refused('token.notFungible')],
  ),
  ...about('call decimals.constant_result', ['all tokens'], ['missing', says([]), refused('token.notFungible')]),
  ...about('call decimals.result.result', ['all tokens'], ['false', says(false), down]),
  ...about('call decimals.energy_used', ['all tokens'], ['missing', says(undefined), down]),
  ...['symbol', 'name'].flatMap((part) => [
    ...about(`call ${part}.result.result`, ['all tokens'], ['false', says(false), down]),
    ...about(
      `call ${part}.constant_result[]`,
      ['all tokens'],
      ['impossible', says('no'), down],
      ['missing', says(''), shows('The name is missing.')],
    ),
    ...about(`call ${part}.energy_used`, ['all tokens'], ['missing', says(undefined), down]),
  ]),
];

const issue = 'wallet/getassetissuebyid';
const holding = 'wallet/getaccount sender.assetV2';
const assets: readonly Lie[] = [
  ...about(
    `${issue}.id`,
    ['assets'],
    ['another account', says('1009002'), down],
    ['missing', says(undefined), refused('token.unknown')],
  ),
  ...about(
    `${issue}.precision`,
    ['assets'],
    ['too large', says(7), down],
    ['false', says(0), shows('Amounts in texts are false. The bytes have the smallest unit.')],
  ),
  ...['name', 'abbr'].flatMap((part) =>
    about(
      `${issue}.${part}`,
      ['assets'],
      ['impossible', says('no'), down],
      ['missing', says(undefined), shows('The name is missing.')],
    ),
  ),
  ...about(holding, ['assets'], ['missing', says([]), refused('token.insufficient')], ['duplicated', twice, ignored]),
  ...about(
    `${holding}[].key`,
    ['assets'],
    ['another account', says('1009002'), refused('token.insufficient')],
    // A holding that does not fit is left aside.
    ['impossible', says('ISO'), refused('token.insufficient')],
  ),
  ...about(
    `${holding}[].value`,
    ['assets'],
    ['too small', says(1), refused('token.insufficient')],
    ['too large', says(10 ** 15), ignored],
    ['impossible', says(-1), refused('token.insufficient')],
  ),
];

const account = 'wallet/getaccount sender';
const otherVotes = takes('The votes of the account become those that the node said. No coin moves.');
const freezesInstead = takes('Coins are frozen instead of a vote, as the answer says.');

const stakes: readonly Lie[] = [
  ...about(`${account}.votes`, ['vote'], ['missing', says([]), otherVotes], ['duplicated', twice, freezesInstead]),
  ...about(
    `${account}.votes[].vote_address`,
    ['vote'],
    ['false', says(hexOf({ address: representative(2) })), otherVotes, 'for another'],
    ['another account', says(hexOf(stranger)), chainRefuses(/not exists/), 'for nobody'],
    ['impossible', says('41'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${account}.votes[].vote_count`,
    ['vote'],
    ['too large', says(10 ** 6), freezesInstead],
    ['too small', says(1), otherVotes],
    ['impossible', says(-1), down],
  ),
  ...about(`${account}.votes`, ['unstake'], ['missing', says([]), refused('position.notFound')]),
  ...about(
    `${account}.frozenV2[].amount`,
    ['vote'],
    ['too large', says(10 ** 12), takes('The chain gives no more votes than there are.')],
    ['too small', says(0), freezesInstead],
    ['impossible', says(-1), down],
  ),
  ...about(
    `${account}.frozenV2[].amount`,
    ['unstake'],
    ['too large', says(10 ** 12), takes('The part that is asked for is there.')],
    ['too small', says(0), refused('position.insufficient')],
  ),
  ...about(
    `${account}.frozenV2`,
    ['vote'],
    ['missing', says([]), freezesInstead],
    ['duplicated', twice, takes('The vote is the same.')],
  ),
  ...about(
    `${account}.frozenV2[].type`,
    ['unstake'],
    ['false', says('TRON_POWER'), takes('Coins for bandwidth are left.')],
  ),
  ...about(
    `${account}.unfrozenV2`,
    ['withdraw'],
    ['missing', says([]), refused('position.notFound')],
    ['duplicated', twice, shows('The shown amount is false. The chain pays what is due.')],
  ),
  ...about(
    `${account}.unfrozenV2[].unfreeze_amount`,
    ['withdraw'],
    ['too large', says(10 ** 12), shows('The shown amount is false. The chain pays what is due.')],
    ['too small', says(0), refused('position.notFound')],
    ['impossible', says(-1), down],
  ),
  ...about(
    `${account}.unfrozenV2[].unfreeze_expire_time`,
    ['withdraw'],
    ['too large', says(now + 10 ** 9), refused('position.locked')],
    ['too small', says(1), shows('The shown amount is false. The chain pays what is due.')],
    ['impossible', says(-1), down],
  ),
  ...about(
    `${account}.latest_withdraw_time`,
    ['claim'],
    ['too large', says(now), refused('rewards.tooSoon')],
    ['missing', says(undefined), ignored],
    ['impossible', says(-1), down],
  ),
  ...about(
    'wallet/getReward sender.reward',
    ['claim'],
    ['too large', says(10 ** 15), shows('The shown rewards are false. The chain pays what there is.')],
    ['too small', says(0), refused('rewards.none')],
    ['missing', says(undefined), refused('rewards.none')],
    ['impossible', says(-1), down],
  ),
  ...about(
    'wallet/listwitnesses.witnesses',
    ['freeze', 'vote'],
    ['missing', says([]), down],
    ['duplicated', twice, down],
  ),
  ...about(
    'wallet/listwitnesses.witnesses[].address',
    ['vote'],
    ['false', (_: string, { indices }) => `41${String(indices[0]).padStart(40, '0')}`, refused('validator.notFound')],
    ['missing', says(undefined), down],
  ),
  ...about(
    'wallet/getBrokerage representative.brokerage',
    ['freeze', 'vote'],
    ['too large', says(101), down],
    ['false', says(100), shows('A warning is false.')],
    ['missing', says(undefined), down],
  ),
];

export const modeLies: readonly Lie[] = [...shared, ...simulations, ...facts, ...assets, ...stakes];
