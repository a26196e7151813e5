import { down, ignored, type Lie, refused, says, twice } from '@isochain/conformance';
import { about, chainRefuses, disputed, fails, refusal, takes, takesWith } from './expected.ts';
import { castOf } from './world.ts';

// What nodes can say during encode.

const auth = 'GET /cosmos/auth/v1beta1/accounts';
const bank = 'GET /cosmos/bank/v1beta1';
const staking = 'GET /cosmos/staking/v1beta1';
const distribution = 'GET /cosmos/distribution/v1beta1/delegators/sender';
const tendermint = 'GET /cosmos/base/tendermint/v1beta1';

const hub = castOf('cosmoshub');
const everyMode = ['transfer', 'tokens', 'stake', 'redelegation', 'unstake', 'claim', 'compound'];
const onOtherChains = [
  ...['maximum on osmosis', 'transfer on injective', 'transfer on provenance', 'transfer on dymension'],
  ...['transfer on celestia', 'stake on babylon', 'maximum on an old node'],
];
const moduleType = '/cosmos.auth.v1beta1.ModuleAccount';

const nodes: readonly Lie[] = [
  ...about(
    `${tendermint}/node_info.default_node_info.network`,
    [...everyMode, ...onOtherChains],
    ['another chain', says('juno-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'GET /cosmos/base/node/v1beta1/status.timestamp',
    ['transfer', 'stake', 'claim'],
    ['stale', says('2026-11-20T00:00:00Z'), refused('chain.standsStill')],
    ['impossible', says('2026-11-24T00:00:00Z'), down, 'of tomorrow'],
    ['impossible', says('0001-01-01T00:00:00Z'), refused('chain.standsStill', 'upstream.unavailable'), 'of no time'],
    ['impossible', says('now'), down, 'no time'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${tendermint}/blocks/latest.block.header.time`,
    ['maximum on an old node'],
    ['stale', says('2026-11-20T00:00:00Z'), refused('chain.standsStill')],
    ['impossible', says('2026-11-24T00:00:00Z'), down, 'of tomorrow'],
    ['missing', says(undefined), down],
  ),
];

const senders: readonly Lie[] = [
  ...about(
    `${auth}/sender`,
    everyMode,
    ['missing', refusal(5, 'account not found'), refused('publicKey.required'), 'no account'],
    ['missing', says({}), down, 'nothing'],
  ),
  ...about(
    `${auth}/sender.account.address`,
    everyMode,
    ['another account', says(hub.stranger.address), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${auth}/sender.account.@type`,
    ['transfer', 'stake'],
    ['false', says(moduleType), refused('sender.notWallet'), 'of a module'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${auth}/sender.account.pub_key`,
    ['transfer', 'stake'],
    ['missing', says(null), refused('publicKey.required')],
    [
      'false',
      says({ '@type': '/cosmos.crypto.multisig.LegacyAminoPubKey', threshold: 2, public_keys: [] }),
      refused('sender.notWallet'),
      'several keys',
    ],
  ),
  ...about(
    `${auth}/sender.account.pub_key.key`,
    ['transfer', 'stake'],
    [
      'another account',
      says(Buffer.from(hub.stranger.publicKey, 'hex').toString('base64')),
      refused('sender.notWallet'),
    ],
    ['impossible', says('AA=='), refused('sender.notWallet')],
    ['missing', says(undefined), down],
  ),
  ...about(`${auth}/sender.account.pub_key.@type`, ['transfer'], ['missing', says(undefined), down]),
  ...about(
    `${auth}/sender.account.account_number`,
    everyMode,
    ['another account', says('7'), chainRefuses(/signature verification failed/)],
    ['impossible', says(String(2n ** 64n)), down, 'beyond 64 bits'],
    ['impossible', says('-1'), down, 'negative'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${auth}/sender.account.sequence`,
    everyMode,
    ['stale', says('40'), takesWith('sender.pendingTransactions'), 'one transaction ago'],
    ['too small', says('0'), takesWith('sender.pendingTransactions')],
    ['too large', says('42'), disputed, 'the one after the next'],
    ['impossible', says(String(2n ** 64n)), down, 'beyond 64 bits'],
    ['impossible', says('-1'), down, 'negative'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${auth}/sender.account.sequence`,
    ['named gas'],
    ['stale', says('40'), chainRefuses(/account sequence mismatch/)],
    ['too large', says('42'), chainRefuses(/account sequence mismatch/)],
  ),
  ...about(
    `${auth}/sender.account.base_account.address`,
    ['transfer on injective', 'transfer on dymension'],
    ['another account', says(hub.stranger.address), down],
  ),
  ...about(
    `${auth}/sender.account.base_account.account_number`,
    ['transfer on injective', 'transfer on dymension'],
    ['another account', says('7'), chainRefuses(/signature verification failed/)],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${auth}/sender.account.base_account.sequence`,
    ['transfer on injective', 'transfer on dymension'],
    ['stale', says('40'), takesWith('sender.pendingTransactions')],
    ['too large', says('42'), disputed],
  ),
  ...about(
    `${auth}/sender.account.base_account.pub_key.key`,
    ['transfer on injective', 'transfer on dymension'],
    [
      'another account',
      says(Buffer.from(hub.stranger.publicKey, 'hex').toString('base64')),
      refused('sender.notWallet'),
    ],
  ),
  ...about(
    `${auth}/sender.account.base_account.pub_key.@type`,
    ['transfer on injective'],
    ['missing', says(undefined), down],
  ),
];

const inTransfers = ['transfer', 'maximum', 'tokens', 'all tokens'];
const recipients: readonly Lie[] = [
  ...about(
    `${auth}/recipient`,
    inTransfers,
    ['missing', refusal(5, 'account not found'), ignored, 'no account'],
    ['missing', says({}), down, 'nothing'],
  ),
  ...about(
    `${auth}/recipient.account.@type`,
    [...inTransfers, 'all tokens of a contract'],
    ['false', says(moduleType), refused('recipient.keepsCoins'), 'of a module'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${auth}/recipient.account.address`,
    inTransfers,
    ['another account', says(hub.stranger.address), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${auth}/recipient.account.account_number`,
    inTransfers,
    ['another account', says('7'), ignored],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${auth}/recipient.account.sequence`,
    inTransfers,
    ['stale', says('7'), ignored],
    ['missing', says(undefined), down],
  ),
  ...['address', 'account_number', 'sequence'].flatMap((member) =>
    about(
      `${auth}/recipient.account.base_account.${member}`,
      ['transfer on injective', 'transfer on dymension'],
      ['missing', says(undefined), down],
    ),
  ),
];

const tooMuch = String(2n ** 256n);
const spendable = `${bank}/spendable_balances/sender/by_denom`;
const balances: readonly Lie[] = [
  ...about(
    `${spendable} native.balance.denom`,
    [...everyMode, 'maximum on osmosis'],
    ['another account', says('uusdc'), down, 'another denomination'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${spendable} native.balance.amount`,
    everyMode,
    ['too small', says('0'), refused('balance.insufficient', 'balance.insufficientForFees')],
    ['impossible', says('-1'), down, 'negative'],
    ['impossible', says(tooMuch), down, 'beyond 256 bits'],
    ['impossible', says('1.5'), down, 'a fraction'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${spendable} native.balance.amount`,
    ['transfer', 'tokens', 'claim'],
    ['too large', says('9000000000'), ignored],
  ),
  ...about(
    `${spendable} native.balance.amount`,
    ['maximum', 'maximum on osmosis'],
    ['too large', says('9000000000'), refused('balance.insufficient')],
    ['too small', says('40000000'), takes('It sends less.')],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${spendable} token.balance.amount`,
    ['tokens', 'all tokens'],
    ['too small', says('0'), refused('token.insufficient', 'token.nothingToSend')],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${spendable} token.balance.amount`,
    ['all tokens'],
    ['too large', says('9000000'), refused('token.insufficient')],
    ['too small', says('1000'), takes('It sends less.'), 'a part'],
  ),
  ...about(
    `${spendable} token.balance.denom`,
    ['tokens', 'all tokens'],
    ['another account', says('uusdc'), down, 'another denomination'],
  ),
  ...about(
    `${bank}/balances/sender/by_denom native.balance.amount`,
    ['stake', 'stake of everything', 'stake on babylon'],
    ['too small', says('0'), refused('balance.insufficient', 'balance.nothingToSend')],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${bank}/balances/sender/by_denom native.balance.amount`,
    ['stake of everything'],
    ['too large', says('9000000000'), refused('balance.insufficient')],
    ['too small', says('40000000'), takes('It stakes less.'), 'a part'],
  ),
  ...about(
    `${bank}/balances/sender/by_denom native.balance.denom`,
    ['stake', 'stake of everything'],
    ['another account', says('uusdc'), down, 'another denomination'],
  ),
  ...about(
    `${bank}/supply/by_denom token.amount.amount`,
    ['tokens', 'all tokens'],
    ['too small', says('0'), ignored],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(`${bank}/supply/by_denom token.amount.denom`, ['tokens', 'all tokens'], ['missing', says(undefined), down]),
  ...about(
    `${bank}/spendable_balances/sender.balances`,
    ['maximum on an old node'],
    ['missing', says([]), refused('balance.nothingToSend')],
    ['missing', says(undefined), down, 'no list'],
    ['duplicated', twice, down],
  ),
  ...about(
    `${bank}/spendable_balances/sender.balances[].amount`,
    ['maximum on an old node'],
    ['too large', says('9000000000'), refused('balance.insufficient')],
    ['too small', says('40000000'), takes('It sends less.')],
    ['impossible', says('-1'), down],
  ),
  ...about(
    `${bank}/spendable_balances/sender.balances[].denom`,
    ['maximum on an old node'],
    ['impossible', says(''), down],
    ['another account', (honest: string) => `${honest}x`, refused('balance.nothingToSend'), 'other denominations'],
  ),
  ...about(
    'GET /cosmos/auth/v1beta1/params.params.max_memo_characters',
    ['transfer'],
    ['too small', says('3'), refused('memo.tooLong')],
    ['too large', says('9000'), ignored],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
];

const simulated = 'POST /cosmos/tx/v1beta1/simulate.gas_info.gas_used';
const flat = 'POST /provenance/tx/v1/calculate_flat_fee';
const priceOf = (chain: string) => `The price of gas has a ceiling on ${chain}, which is never beyond.`;
const aboveCeiling = refused('fee.aboveCeiling');
const fees: readonly Lie[] = [
  ...about(
    'GET /feemarket/v1/gas_price/uatom.price.amount',
    everyMode,
    ['too large', says('1000.000000000000000000'), aboveCeiling],
    ['too small', says('0.000000000000000000'), ignored],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'GET /feemarket/v1/gas_price/uatom.price.amount',
    ['transfer', 'maximum'],
    [
      'too large',
      says('0.600000000000000000'),
      // A simulation uses 80,900 units at most. 1.3 times as many are paid, at 0.66 each.
      takes(priceOf('cosmoshub'), 80_000n),
      'up to the ceiling',
    ],
  ),
  ...about('GET /feemarket/v1/gas_price/uatom.price.denom', ['transfer'], ['missing', says(undefined), down]),
  ...about(
    'GET /osmosis/txfees/v1beta1/cur_eip_base_fee.base_fee',
    ['maximum on osmosis'],
    ['too large', says('5.000000000000000001'), aboveCeiling],
    ['too large', says('5.000000000000000000'), takes(priceOf('osmosis'), 600_000n), 'up to the ceiling'],
    ['too small', says('0.000000000000000000'), ignored],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'GET /injective/txfees/v1beta1/cur_eip_base_fee.base_fee.base_fee',
    ['transfer on injective'],
    ['too large', says('160000000001.000000000000000000'), aboveCeiling],
    ['too small', says('0.000000000000000000'), takes('No less than the average of the table is offered.')],
    ['missing', says(undefined), down],
  ),
  ...about(
    'GET /injective/txfees/v1beta1/params.params.max_gas_wanted_per_tx',
    ['transfer on injective'],
    ['too small', says('20000'), refused('gas.tooHigh')],
    ['too large', says('90000000000'), ignored],
    ['missing', says(undefined), down],
  ),
  ...about(
    'GET /injective/txfees/v1beta1/params.params.min_gas_price',
    ['transfer on injective'],
    ['missing', says(undefined), down],
  ),
  ...about(
    'GET /celestia/minfee/v1/min_gas_price.network_min_gas_price',
    ['transfer on celestia'],
    ['too large', says('3.000000000000000000'), aboveCeiling],
    ['too small', says('0.000000000000000000'), ignored],
    ['missing', says(undefined), down],
  ),
  ...about(
    'GET /ethermint/feemarket/v1/base_fee.base_fee',
    ['transfer on dymension'],
    ['too large', says('500000000000'), aboveCeiling],
    ['too small', says('0'), ignored],
    ['impossible', says('-1'), down],
  ),
  ...about(
    'GET /ethermint/feemarket/v1/params.params.min_gas_price',
    ['transfer on dymension'],
    ['too large', says('500000000000.000000000000000000'), aboveCeiling],
    ['too small', says('0.000000000000000000'), ignored],
    ['missing', says(undefined), down],
  ),
  ...about(
    simulated,
    everyMode,
    ['too large', says('1000000000000'), aboveCeiling],
    ['too small', says('10000'), fails(/out of gas/)],
    ['too small', says('0'), refused('gas.tooLow'), 'nothing'],
    ['impossible', says(String(2n ** 64n)), takesWith('gas.notSimulated'), 'beyond 64 bits'],
    ['missing', says(undefined), takesWith('gas.notSimulated')],
  ),
  ...about(
    simulated,
    [...onOtherChains.filter((name) => !name.endsWith('provenance')), 'all tokens of a contract'],
    ['too large', says('1000000000000'), refused('fee.aboveCeiling', 'gas.tooHigh')],
  ),
  ...about(
    simulated,
    ['transfer'],
    [
      'too large',
      says('1000000'),
      takes('A gas limit is at most 20 times what such transactions usually have.', 75_000n),
      'below the ceiling',
    ],
  ),
  ...about(
    `${flat}.total_fees[].amount`,
    ['transfer on provenance'],
    ['too large', says('9000000000000'), aboveCeiling],
    ['too small', says('1'), chainRefuses(/insufficient fee/)],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${flat}.total_fees[].denom`,
    ['transfer on provenance'],
    ['missing', says(undefined), down],
    ['another account', says('uusd.trading'), down, 'another denomination'],
  ),
  ...about(`${flat}.total_fees`, ['transfer on provenance'], ['missing', says([]), down], ['duplicated', twice, down]),
  ...about(
    `${flat}.estimated_gas`,
    ['transfer on provenance'],
    ['too large', says('90000000'), refused('gas.tooHigh', 'fee.aboveCeiling')],
    ['too small', says('0'), refused('gas.tooLow')],
    ['missing', says(undefined), down],
  ),
];

const target = (role: string) => `${staking}/validators/${role}.validator`;
const validatorLies = (role: string, names: readonly string[]): readonly Lie[] => [
  ...about(
    `${target(role)}.operator_address`,
    names,
    ['another account', says(hub.other === role ? hub.validator : castOf('cosmoshub').stranger.address), down],
    ['missing', says(undefined), down],
  ),
  ...about(`${target(role)}.tokens`, names, ['impossible', says('-1'), down], ['missing', says(undefined), down]),
  ...['jailed', 'status', 'description.moniker', 'commission.commission_rates.rate'].flatMap((member) =>
    about(`${target(role)}.${member}`, names, ['missing', says(undefined), down]),
  ),
  ...about(`${target(role)}.status`, names, ['impossible', says('BOND_STATUS_GOOD'), down]),
  ...about(
    `${target(role)}.commission.commission_rates.rate`,
    names,
    ['impossible', says('1.000000000000000001'), down, 'above all'],
    ['impossible', says('-0.1'), down, 'negative'],
  ),
];
const stakes = ['stake', 'stake of everything', 'stake on babylon'];
const validators: readonly Lie[] = [
  ...validatorLies('validator', [...stakes, 'claim', 'compound']),
  ...validatorLies('other', ['redelegation', 'redelegation of everything']),
  ...[...stakes.map((name) => ['validator', name]), ['other', 'redelegation']].flatMap(([role = '', name = '']) => [
    ...about(
      `${target(role)}.jailed`,
      [name],
      ['false', says(true), takes('A warning says that it may earn nothing.')],
    ),
    ...about(`${target(role)}.tokens`, [name], ['too small', says('0'), refused('validator.inactive')]),
  ]),
];

const position = `${staking}/validators/validator/delegations/sender`;
const whole = ['redelegation of everything', 'unstake of everything'];
const parts = ['redelegation', 'unstake', 'unstake on babylon'];
const positions: readonly Lie[] = [
  ...about(
    position,
    [...whole, ...parts],
    ['missing', refusal(5, 'delegation not found'), refused('position.notFound'), 'no stake'],
  ),
  ...about(
    `${position}.delegation_response.delegation.delegator_address`,
    [...whole, ...parts],
    ['another account', says(hub.stranger.address), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${position}.delegation_response.delegation.validator_address`,
    [...whole, ...parts],
    ['another account', says(hub.other), down, 'another validator'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${position}.delegation_response.balance.denom`,
    [...whole, ...parts],
    ['another account', says('uusdc'), down, 'another denomination'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${position}.delegation_response.balance.amount`,
    [...whole, ...parts],
    ['too small', says('0'), refused('position.notFound')],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${position}.delegation_response.balance.amount`,
    whole,
    ['too large', says('9000000000'), refused('transaction.fails')],
    ['too small', says('1000000'), takes('A part moves, and the rest stays where it is.'), 'a part'],
  ),
  ...about(
    `${staking}/delegators/sender/redelegations.redelegation_responses[].redelegation.validator_dst_address`,
    ['redelegation'],
    ['another account', says(hub.validator), refused('position.locked'), 'the source'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${staking}/delegators/sender/redelegations.redelegation_responses[].redelegation.validator_src_address`,
    ['redelegation'],
    ['another account', says(hub.stranger.address), ignored],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${staking}/delegators/sender/redelegations.redelegation_responses`,
    ['redelegation'],
    ['missing', says([]), ignored],
    ['duplicated', (items: unknown[]) => Array.from({ length: 7 }, () => items[0]), refused('position.locked')],
    ['missing', says(undefined), down, 'no list'],
  ),
  ...about(
    `${staking}/delegators/sender/redelegations.redelegation_responses[].entries[].redelegation_entry.completion_time`,
    ['redelegation'],
    ['impossible', says('9999-01-01T00:00:00Z'), down, 'too late'],
    ['impossible', says('soon'), down, 'no time'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${position}/unbonding_delegation.unbond.entries`,
    ['unstake'],
    ['missing', says([]), ignored],
    ['duplicated', (items: unknown[]) => Array.from({ length: 7 }, () => items[0]), refused('position.locked')],
    ['missing', says(undefined), down, 'no list'],
  ),
  ...about(
    `${position}/unbonding_delegation.unbond.entries[].completion_time`,
    ['unstake'],
    ['impossible', says('0001-01-01T00:00:00Z'), down, 'too early'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${staking}/params.params.max_entries`,
    [...parts, ...whole],
    ['impossible', says(0), down, 'none'],
    ['impossible', says(-1), down, 'negative'],
    ['impossible', says(2 ** 32), down, 'more than there can be'],
    ['too large', says(4000), ignored],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${staking}/params.params.max_entries`,
    ['redelegation', 'unstake'],
    ['too small', says(1), refused('position.locked')],
  ),
  ...about(
    `${staking}/params.params.unbonding_time`,
    parts,
    ['impossible', says('-1s'), down],
    ['missing', says(undefined), down],
  ),
  ...about(`${staking}/params.params.bond_denom`, parts, ['missing', says(undefined), down]),
];

const owed = `${distribution}/rewards/validator`;
const address = `${distribution}/withdraw_address.withdraw_address`;
const claims = ['claim', 'compound', 'compound on babylon'];
const compounds = ['compound', 'compound on babylon'];
const rewards: readonly Lie[] = [
  ...about(owed, claims, ['missing', refusal(2, 'no delegation for'), refused('position.notFound'), 'no stake']),
  ...about(`${owed}.rewards`, claims, ['missing', says([]), refused('rewards.none')], ['duplicated', twice, down]),
  ...about(
    `${owed}.rewards[].amount`,
    claims,
    ['too small', says('0.500000000000000000'), refused('rewards.none')],
    ['impossible', says('-1.000000000000000000'), down, 'negative'],
    ['impossible', says('1e30'), down, 'no number'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${owed}.rewards[].amount`,
    compounds,
    // 100 coins can be spent, and half a coin is owed.
    ['too large', says('900000000.000000000000000000'), refused('balance.insufficient'), 'more than there is'],
    [
      'too large',
      says('50000000.000000000000000000'),
      takes('Own coins are staked with the validator that the request names. `compoundAmount` says how many.'),
    ],
    [
      'too small',
      says('100000.000000000000000000'),
      takes('Less is staked again, and all of it is claimed.'),
      'a part',
    ],
  ),
  ...about(
    `${owed}.rewards[].denom`,
    compounds,
    ['another account', says('uusdc'), refused('rewards.none'), 'another denomination'],
    ['missing', says(undefined), down],
  ),
  ...about(
    address,
    ['compound', 'compound on babylon'],
    ['another account', says(hub.stranger.address), refused('rewards.notOwn', 'upstream.unavailable')],
    ['impossible', says('nowhere'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    address,
    // Each of them pays rewards.
    ['claim', 'stake', 'stake on babylon', 'redelegation', 'unstake', 'unstake on babylon'],
    ['another account', says(hub.stranger.address), takesWith('rewards.elsewhere')],
    ['another chain', says(castOf('osmosis').stranger.address), down],
    ['impossible', says('nowhere'), down],
    ['missing', says(undefined), down],
  ),
];

const epochs = 'GET /babylon/epoching/v1/params.params';
const epoching: readonly Lie[] = [
  ...about(
    `${epochs}.epoch_interval`,
    ['stake on babylon', 'unstake on babylon', 'compound on babylon'],
    ['too large', says('3600000'), takes('A warning tells how many blocks an epoch has.')],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${epochs}.min_amount`,
    ['stake on babylon', 'unstake on babylon', 'compound on babylon'],
    ['too large', says('900000000000'), refused('stake.belowMinimum', 'position.partTooLow')],
    ['too small', says('0'), ignored],
    ['impossible', says('-1'), down],
  ),
];

const smart = 'GET /cosmwasm/wasm/v1/contract/:id/smart';
const contracts: readonly Lie[] = [
  ...about(
    `${smart}/balance.data.balance`,
    ['all tokens of a contract'],
    ['too large', says('9000000'), chainRefuses(/./)],
    ['too small', says('0'), refused('token.nothingToSend')],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${smart}/balance`,
    ['all tokens of a contract'],
    ['missing', refusal(5, 'no such contract'), refused('token.unknown'), 'no contract'],
    ['false', refusal(2, 'query wasm contract failed: unknown variant'), refused('token.notFungible'), 'no token'],
  ),
  ...about(
    `${smart}/token_info.data.symbol`,
    ['all tokens of a contract'],
    ['another account', says('USDC'), ignored],
    ['missing', says(undefined), down],
  ),
  ...about(`${smart}/token_info.data.name`, ['all tokens of a contract'], ['missing', says(undefined), down]),
  ...about(
    `${smart}/token_info.data.decimals`,
    ['all tokens of a contract'],
    ['another account', says(0), ignored],
    ['impossible', says(256), down],
    ['missing', says(undefined), down],
  ),
];

export const encodeLies: readonly Lie[] = [
  ...[...nodes, ...senders, ...recipients, ...balances, ...fees],
  ...[...validators, ...positions, ...rewards, ...epoching, ...contracts],
];
