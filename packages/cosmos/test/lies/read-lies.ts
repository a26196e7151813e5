import { down, type Expected, ignored, type Lie, refused, says, twice } from '@isochain/conformance';
import { expect } from 'vitest';
import { about, tells } from './expected.ts';
import { castOf } from './world.ts';

// Answers to reads. Impossible answers, and answers about something else, are refused. Possible ones are believed (believed.ts).

const { stranger } = castOf('cosmoshub');
const elsewhere = castOf('osmosis');

const states = ['state', 'state on babylon', 'state on an old node'];
/** The state of an old node is read without stakes. */
const withStakes = ['state', 'state on babylon'];
const only = tells('Only the node knows it. Nothing that is sent depends on it.');
const bare = tells('Without a name that can be believed, a token is shown under its id.');

const bank = 'GET /cosmos/bank/v1beta1';
const delegations = 'GET /cosmos/staking/v1beta1/delegations/sender.delegation_responses';
const unbondings = 'GET /cosmos/staking/v1beta1/delegators/sender/unbonding_delegations.unbonding_responses';
const rewards = 'GET /cosmos/distribution/v1beta1/delegators/sender/rewards.rewards';

const inStates: readonly Lie[] = [
  ...about('GET /cosmos/base/tendermint/v1beta1/node_info.default_node_info.network', states, [
    'another chain',
    says('juno-1'),
    down,
  ]),
  ...about(
    'GET /cosmos/base/node/v1beta1/status.timestamp',
    ['state', 'history', 'validators'],
    ['stale', says('2026-11-20T00:00:00Z'), { warned: 'chain.standsStill' }],
    ['impossible', says('2026-11-24T00:00:00Z'), down],
  ),
  ...about(
    `${bank}/balances/sender.balances`,
    ['state'],
    ['duplicated', twice, down],
    ['missing', says([]), only],
    ['missing', says(undefined), down, 'no list'],
  ),
  ...about(
    `${bank}/balances/sender.balances[].amount`,
    ['state'],
    ['too large', says('9000000000'), only],
    ['impossible', says('-1'), down, 'negative'],
    ['impossible', says(String(2n ** 256n)), down, 'beyond 256 bits'],
  ),
  ...about(`${bank}/balances/sender.balances[].denom`, ['state'], ['impossible', says(''), down]),
  ...about(
    `${bank}/balances/sender/by_denom native.balance.amount`,
    ['state'],
    ['too small', says('1'), only],
    ['impossible', says('-1'), down],
  ),
  ...about(
    `${bank}/balances/sender/by_denom native.balance.denom`,
    ['state'],
    ['another account', says('uusdc'), down],
  ),
  ...about(delegations, withStakes, ['duplicated', twice, down], ['missing', says([]), only]),
  ...about(
    `${delegations}[].delegation.delegator_address`,
    withStakes,
    ['another account', says(stranger.address), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${delegations}[].delegation.validator_address`,
    withStakes,
    ['another chain', says(elsewhere.validator), down],
    ['impossible', says('nobody'), down],
  ),
  ...about(`${delegations}[].balance.denom`, withStakes, [
    'another account',
    says('uusdc'),
    down,
    'another denomination',
  ]),
  ...about(
    `${delegations}[].balance.amount`,
    withStakes,
    ['impossible', says('-1'), down],
    ['too large', says('9'), only],
  ),
  ...about(unbondings, ['state'], ['duplicated', twice, down], ['missing', says([]), only]),
  ...about(`${unbondings}[].delegator_address`, ['state'], ['another account', says(stranger.address), down]),
  ...about(`${unbondings}[].validator_address`, ['state'], ['another chain', says(elsewhere.validator), down]),
  ...about(`${unbondings}[].entries`, ['state'], ['missing', says(undefined), down]),
  ...about(
    `${unbondings}[].entries[].completion_time`,
    ['state'],
    ['impossible', says('0001-01-01T00:00:00Z'), down, 'too early'],
    ['impossible', says('9999-01-01T00:00:00Z'), down, 'too late'],
    ['impossible', says('soon'), down, 'no time'],
    ['false', says('2026-12-24T00:00:00Z'), only],
  ),
  ...about(`${unbondings}[].entries[].balance`, ['state'], ['impossible', says('-1'), down]),
  ...about(rewards, withStakes, ['duplicated', twice, down], ['missing', says([]), only]),
  ...about(`${rewards}[].validator_address`, withStakes, ['another chain', says(elsewhere.validator), down]),
  ...about(`${rewards}[].reward`, withStakes, ['duplicated', twice, down]),
  ...about(
    `${rewards}[].reward[].amount`,
    withStakes,
    ['impossible', says('-1.000000000000000000'), down],
    ['too large', says('9000000.000000000000000000'), only],
  ),
  ...about(`${rewards}[].reward[].denom`, withStakes, ['impossible', says(''), down]),
];

const queue = 'GET /babylon/epoching/v1/epochs/0/messages.msgs';
const gauge = 'GET /babylon/incentive/address/sender/reward_gauge.reward_gauges.BTC_STAKER';
const onBabylon: readonly Lie[] = [
  ...about(
    queue,
    ['state on babylon'],
    ['missing', says([]), only],
    ['duplicated', twice, tells('Equal delegations can wait in one epoch, so nobody can tell them from a repetition.')],
  ),
  ...about(`${queue}[].tx_id`, ['state on babylon'], ['impossible', says('x'), down]),
  ...about(`${queue}[].msg`, ['state on babylon'], ['impossible', says('x'), only], ['missing', says(undefined), down]),
  ...about(`${gauge}.coins`, ['state on babylon'], ['duplicated', twice, down]),
  ...about(
    `${gauge}.coins[].amount`,
    ['state on babylon'],
    ['impossible', says('-1'), down],
    ['too small', says('1'), down],
  ),
  ...about(`${gauge}.coins[].denom`, ['state on babylon'], ['another account', says('uusdc'), down]),
  ...about(`${gauge}.withdrawn_coins`, ['state on babylon'], ['duplicated', twice, down], ['missing', says([]), only]),
  ...about(`${gauge}.withdrawn_coins[].amount`, ['state on babylon'], ['too large', says('901'), down]),
  ...about(`${gauge}.withdrawn_coins[].denom`, ['state on babylon'], ['another account', says('uusdc'), down]),
];

const trace = 'GET /ibc/apps/transfer/v1/denoms/:id.denom';
const metadata = `${bank}/denoms_metadata_by_query_string native.metadata`;
const smart = 'GET /cosmwasm/wasm/v1/contract/:id/smart/token_info.data';
const tokens: readonly Lie[] = [
  ...['base', 'trace[].port_id', 'trace[].channel_id'].flatMap((member) => [
    ...about(`${trace}.${member}`, ['token over IBC'], ['another account', says('uusdc'), down, 'another trace']),
    ...about(`${trace}.${member}`, ['state'], ['another account', says('uusdc'), bare, 'another trace']),
  ]),
  ...about(`${trace}.trace`, ['token over IBC'], ['missing', says([]), down], ['duplicated', twice, down]),
  ...about(`${metadata}.base`, ['token of a maker'], ['another account', says('uusdc'), down, 'another denomination']),
  ...about(`${metadata}.base`, ['state'], ['another account', says('uusdc'), bare, 'another denomination']),
  ...about(
    `${metadata}.denom_units[].exponent`,
    ['token of a maker'],
    ['too large', says(99), tells('No amount has so many digits: it is shown in the smallest unit.')],
    ['impossible', says(-1), down],
    ['false', says(2), only],
  ),
  ...about(`${bank}/supply/by_denom native.amount.amount`, ['token of a maker'], ['impossible', says('-1'), down]),
  ...about(`${bank}/supply/by_denom native.amount.denom`, ['token of a maker'], ['missing', says(undefined), down]),
  ...about(
    `${smart}.decimals`,
    ['token of a contract'],
    ['impossible', says(256), down],
    ['impossible', says(-1), down, 'negative'],
    ['false', says(2), only],
  ),
  ...about(
    `${smart}.symbol`,
    ['token of a contract'],
    ['false', says('USDC'), only],
    ['missing', says(undefined), down],
  ),
];

const list = 'GET /cosmos/staking/v1beta1/validators.validators';
const validators: readonly Lie[] = [
  ...about(list, ['validators'], ['duplicated', twice, down], ['missing', says([]), down]),
  ...about(
    `${list}[].operator_address`,
    ['validators'],
    ['another chain', says(elsewhere.validator), down],
    ['impossible', says('nobody'), down],
  ),
  ...about(
    `${list}[].status`,
    ['validators'],
    ['false', says('BOND_STATUS_UNBONDED'), down],
    ['impossible', says('GOOD'), down],
  ),
  ...about(`${list}[].jailed`, ['validators'], ['false', says(true), tells('A list has fewer entries.')]),
  ...about(`${list}[].tokens`, ['validators'], ['impossible', says('-1'), down], ['too large', says('9'), only]),
  ...about(
    `${list}[].commission.commission_rates.rate`,
    ['validators'],
    ['impossible', says('1.000000000000000001'), down],
    ['false', says('0.010000000000000000'), only],
  ),
];

/** A part that does not fit is left out, and a warning names it. */
const left: Expected = {
  bounded: 'What does not fit is left out of the entry, and the entry says so.',
  holds: (answer) => expect(JSON.stringify(answer)).toContain('transaction.incomplete'),
};

const one = 'GET /cosmos/tx/v1beta1/txs/:id.tx_response';
const each = ['transaction', 'stake transaction', 'claim transaction'];
const noHeight: readonly (readonly [string, string])[] = [
  ['0', 'before the first block'],
  [String(2n ** 63n), 'beyond 63 bits'],
  ['-1', 'negative'],
];
const transactions: readonly Lie[] = [
  ...about(
    `${one}.txhash`,
    each,
    ['another account', says('CD'.repeat(32)), down, 'another transaction'],
    ['impossible', says('x'), down],
    ['missing', says(undefined), down],
  ),
  ...noHeight.flatMap(([height, what]) => about(`${one}.height`, each, ['impossible', says(height), down, what])),
  ...about(
    `${one}.timestamp`,
    each,
    ['impossible', says('0001-01-01T00:00:00Z'), left, 'of no time'],
    ['impossible', says('9999-01-01T00:00:00Z'), left, 'of the far future'],
    ['missing', says(undefined), left],
  ),
  ...about(`${one}.code`, each, ['false', says(5), only], ['impossible', says(-1), down]),
];

const inLists = ['sent', 'received', 'staked'].flatMap((name): Lie[] => {
  const found = `GET /cosmos/tx/v1beta1/txs ${name}`;
  // The account signed these stakes itself, so the list of what it sent has them too.
  const told = name === 'staked' ? ignored : left;
  return [
    ...about(`${found}.txs`, ['history'], ['missing', says([]), down], ['duplicated', twice, down]),
    ...about(`${found}.tx_responses`, ['history'], ['missing', says([]), down], ['duplicated', twice, down]),
    ...noHeight.flatMap(([height, what]) =>
      about(`${found}.tx_responses[].height`, ['history'], ['impossible', says(height), told, what]),
    ),
    ...about(`${found}.tx_responses[].txhash`, ['history'], ['impossible', says('x'), down]),
    ...about(`${found}.tx_responses[].timestamp`, ['history'], ['impossible', says('9999-01-01T00:00:00Z'), told]),
    ...about(
      `${found}.total`,
      ['history'],
      ['impossible', says('-1'), down, 'negative'],
      ['too small', says('0'), down],
    ),
  ];
});
const histories: readonly Lie[] = [
  ...inLists,
  ...about(
    'GET /cosmos/tx/v1beta1/txs sent.tx_responses[].height',
    ['history'],
    ['false', (_: string, { indices }) => String(10 + (indices[0] ?? 0)), down, 'oldest first'],
  ),
  ...about(
    'GET /cosmos/tx/v1beta1/txs sent.tx_responses[].txhash',
    ['history'],
    ['duplicated', says('CD'.repeat(32)), only],
  ),
  ...about('GET /cosmos/tx/v1beta1/txs sent.total', ['history'], ['too large', says('900'), ignored]),
];

const said = 'POST /cosmos/tx/v1beta1/txs.tx_response';
const used = 'GET /cosmos/tx/v1beta1/txs sent';
const claimed = tells('A node that says it took the transaction is believed if no other one can be asked.');
const broadcasts: readonly Lie[] = [
  ...about(
    `${said}.txhash`,
    ['broadcast'],
    // We know the hash already, and a look-up finds the transaction.
    ['another account', says('CD'.repeat(32)), ignored, 'another transaction'],
    ['missing', says(undefined), ignored],
  ),
  ...about(
    `${said}.code`,
    ['broadcast'],
    ['false', says(13), ignored, 'its fee is too low'],
    ['false', says(32), ignored, 'its sequence is used'],
    ['false', says(19), ignored, 'it is known already'],
    ['impossible', says(-1), ignored],
    ['missing', says(undefined), ignored],
  ),
  ...about(`${said}.codespace`, ['broadcast'], ['false', says('bank'), ignored]),
  ...about(
    'broadcast_tx_sync.hash',
    ['broadcast over CometBFT'],
    ['another account', says('CD'.repeat(32)), ignored, 'another transaction'],
    ['missing', says(undefined), ignored],
  ),
  ...about(
    'broadcast_tx_sync.code',
    ['broadcast over CometBFT'],
    ['false', says(13), ignored, 'its fee is too low'],
    ['impossible', says(-1), ignored],
  ),
  ...about(
    `${said}.code`,
    ['broadcast too late'],
    ['false', says(0), claimed, 'it took it'],
    ['false', says(13), tells('The only node says why it does not take the transaction.'), 'its fee is too low'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${said}.codespace`,
    ['broadcast too late'],
    ['false', says('bank'), claimed],
    ['missing', says(undefined), down],
  ),
  ...about(`${said}.raw_log`, ['broadcast too late'], ['missing', says(undefined), down]),
  ...about(
    `${used}.txs[].auth_info.signer_infos[].sequence`,
    ['broadcast too late'],
    ['false', says('40'), refused('broadcast.uncertain', 'upstream.unavailable')],
    ['missing', says(undefined), refused('broadcast.uncertain', 'upstream.unavailable')],
  ),
  ...about(
    `${used}.txs[].auth_info.signer_infos[].public_key.key`,
    ['broadcast too late'],
    [
      'another account',
      says(Buffer.from(stranger.publicKey, 'hex').toString('base64')),
      refused('broadcast.uncertain', 'upstream.unavailable'),
    ],
  ),
  ...about(
    `${used}.txs[].auth_info.signer_infos`,
    ['broadcast too late'],
    ['missing', says([]), refused('broadcast.uncertain', 'upstream.unavailable')],
  ),
  ...about(
    `${used}.txs`,
    ['broadcast too late'],
    ['missing', says([]), refused('broadcast.uncertain', 'upstream.unavailable')],
  ),
];

export const readLies: readonly Lie[] = [
  ...[...inStates, ...onBabylon, ...tokens, ...validators],
  ...[...transactions, ...histories, ...broadcasts],
];
