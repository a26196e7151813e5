import type { Expected, Lie } from '@isochain/conformance';
import type { EncodeResult } from '@isochain/core';
import { expect } from 'vitest';
import { blockWith } from '../../../babylon/test/blocks.ts';
import { elsewhere } from './babylon-scenes.ts';
import { otherId } from './esplora-lies.ts';
import { about, down, ignored, refused, says, tells } from './tell.ts';
import { dataOf, encodesIn } from './truth.ts';

// Lies of a node of Babylon, and of the index of stakes. Two nodes are configured, and one of them lies.

const versions = 'GET /babylon/btcstaking/v1/params_versions.params';
const parameters = `${versions}[].params`;
const provider = 'GET /babylon/btcstaking/v1/finality_providers/:id/finality_provider.finality_provider';
const delegation = 'GET /babylon/btcstaking/v1/btc_delegation/:id.btc_delegation';
const ending = `${delegation}.undelegation_response`;
const index = 'GET /v2/delegations.data';

/** If there are two nodes, both must agree. */
const unclear = refused('stake.parametersUnclear');
const otherKey = 'ab'.repeat(32);

/** The highest fee rate, in satoshi per virtual byte. */
const atMost = (rate: bigint): Expected => ({
  bounded: `A virtual byte costs 1 satoshi at least, and ${rate} at most.`,
  holds(answer) {
    for (const encode of encodesIn(answer)) {
      const { fees, params } = dataOf(encode);
      expect(BigInt(fees)).toBeGreaterThanOrEqual(BigInt(params.vsize));
      expect(BigInt(fees)).toBeLessThanOrEqual(rate * BigInt(params.vsize));
    }
  },
});

/** With three nodes, the truth of two wins. */
const outvoted: readonly Lie[] = [
  ...about(versions, ['stake with three nodes'], ['missing', says([]), ignored]),
  ...about(`${parameters}.covenant_quorum`, ['stake with three nodes'], ['too small', says(1), ignored]),
  ...about(
    `${parameters}.covenant_pks[]`,
    ['stake with three nodes'],
    ['another account', (honest: string, { indices }) => (indices[1] === 0 ? otherKey : honest), ignored],
  ),
  ...about(`${parameters}.slashing_pk_script`, ['stake with three nodes'], ['another account', says('UQ=='), ignored]),
  ...about(`${parameters}.max_staking_time_blocks`, ['stake with three nodes'], ['too large', says(65_535), ignored]),
  ...about('GET /babylon/btclightclient/v1/tip.header.height', ['stake with three nodes'], ['stale', says(1), ignored]),
];

const newStakes: readonly Lie[] = [
  ...about(
    'GET /cosmos/base/tendermint/v1beta1/node_info.default_node_info.network',
    ['unstake', 'withdraw'],
    ['another chain', says('bbn-1'), ignored, 'another node is asked'],
    ['missing', says(undefined), ignored, 'another node is asked'],
  ),
  ...about(
    versions,
    ['stake'],
    ['missing', says([]), unclear],
    ['duplicated', (all: object[]) => [...all, ...all], ignored],
  ),
  ...about(`${versions}[].version`, ['stake'], ['false', says(5), unclear]),
  ...about(
    `${parameters}.covenant_pks`,
    ['stake'],
    ['missing', (all: string[]) => all.slice(1), unclear],
    ['duplicated', (all: string[]) => [...all, ...all], unclear],
  ),
  ...about(
    `${parameters}.covenant_pks[]`,
    ['stake'],
    ['another account', (honest: string, { indices }) => (indices[1] === 0 ? otherKey : honest), unclear],
  ),
  ...about(
    `${parameters}.covenant_quorum`,
    ['stake'],
    ['too small', says(1), unclear],
    ['too large', says(99), unclear],
  ),
  ...about(
    `${parameters}.min_staking_value_sat`,
    ['stake'],
    ['too large', says('2000000'), unclear],
    ['too small', says('0'), unclear],
  ),
  ...about(`${parameters}.max_staking_value_sat`, ['stake'], ['too large', says('2100000000000000'), unclear]),
  ...about(`${parameters}.min_staking_time_blocks`, ['stake'], ['too small', says(1), unclear]),
  ...about(`${parameters}.max_staking_time_blocks`, ['stake'], ['too large', says(65_535), unclear]),
  ...about(`${parameters}.slashing_pk_script`, ['stake'], ['another account', says('UQ=='), unclear]),
  ...about(
    `${parameters}.slashing_rate`,
    ['stake'],
    ['too large', says('0.999900000000000000'), unclear],
    ['too small', says('0.000100000000000000'), unclear],
  ),
  ...about(`${parameters}.min_slashing_tx_fee_sat`, ['stake'], ['too large', says('900000'), unclear]),
  ...about(`${parameters}.unbonding_time_blocks`, ['stake'], ['too large', says(65_535), unclear]),
  ...about(`${parameters}.unbonding_fee_sat`, ['stake'], ['too large', says('900000'), unclear]),
  ...about(`${parameters}.btc_activation_height`, ['stake'], ['too large', says(900_000), unclear]),
  ...about(
    'GET /babylon/btclightclient/v1/tip.header.height',
    ['stake'],
    ['stale', says(1), unclear],
    ['too large', says(900_000), ignored],
  ),
  ...about(`${provider}.btc_pk`, ['stake'], ['impossible', says('x'), ignored, 'another node is asked']),
  ...about(
    `${provider}.commission`,
    ['stake'],
    ['too large', says('1.000000000000000000'), ignored],
    ['impossible', says('7'), ignored],
  ),
  ...about(`${provider}.slashed_babylon_height`, ['stake'], ['false', says('7'), refused('validator.inactive')]),
  ...about(`${provider}.slashed_btc_height`, ['stake'], ['false', says(7), refused('validator.inactive')]),
  ...about(`${provider}.jailed`, ['stake'], ['false', says(true), refused('validator.inactive')]),
  ...about(`${provider}.soft_deleted`, ['stake'], ['false', says(true), refused('validator.inactive')]),
  ...about(`${provider}.description.moniker`, ['stake'], ['false', says('somebody'), ignored]),
  ...about('GET /fee-estimates.3', ['stake', 'withdraw'], ['too small', says(0.001), atMost(1n)]),
];

/** Versions of the parameters with the same committee make the same scripts. */
const sameBytes: Expected = {
  bounded: 'The bytes are those that the truth makes.',
  holds: (answer, honest) => expect(itemsOf(answer)).toEqual(itemsOf(honest)),
};

const itemsOf = (answer: unknown) => (answer as EncodeResult).transaction.encoded;

const contradiction = refused('stake.parametersUnclear');
const knownStakes: readonly Lie[] = [
  ...about(
    `${delegation}.btc_pk`,
    ['unstake', 'withdraw'],
    ['another account', says(otherKey), refused('position.foreign')],
    ['impossible', says('x'), ignored, 'another node is asked'],
  ),
  ...about(`${delegation}.fp_btc_pk_list`, ['unstake', 'withdraw'], ['missing', says([]), contradiction]),
  ...about(
    `${delegation}.fp_btc_pk_list[]`,
    ['unstake', 'withdraw'],
    ['another account', says(otherKey), contradiction],
  ),
  ...about(
    `${delegation}.staking_time`,
    ['unstake', 'withdraw'],
    ['too small', says(100), contradiction],
    ['too large', says(65_535), contradiction],
  ),
  ...about(
    `${delegation}.unbonding_time`,
    ['unstake', 'withdraw'],
    ['too small', says(1), contradiction],
    ['too large', says(65_535), contradiction],
  ),
  ...about(
    `${delegation}.total_sat`,
    ['unstake', 'withdraw'],
    ['too small', says('40000'), contradiction],
    ['too large', says('60000'), contradiction],
  ),
  ...about(`${delegation}.staking_tx_hex`, ['unstake', 'withdraw'], ['another account', says('00'), contradiction]),
  ...about(`${delegation}.staking_output_idx`, ['unstake', 'withdraw'], ['false', says(2), contradiction]),
  ...about(`${delegation}.slashing_tx_hex`, ['unstake', 'withdraw'], ['false', says('00'), contradiction]),
  ...about(`${ending}.slashing_tx_hex`, ['unstake', 'withdraw'], ['false', says('00'), contradiction]),
  ...about(`${ending}.unbonding_tx_hex`, ['unstake', 'withdraw'], ['another account', says('00'), contradiction]),
  ...about(
    `${ending}.covenant_unbonding_sig_list[].pk`,
    ['unstake'],
    ['another account', says(otherKey), contradiction],
  ),
  ...about(`${ending}.covenant_unbonding_sig_list[].sig`, ['unstake'], ['false', says('00'.repeat(64)), contradiction]),
  ...about(
    `${ending}.covenant_unbonding_sig_list`,
    ['unstake'],
    ['missing', says([]), contradiction],
    ['duplicated', (all: object[]) => [...all, ...all], ignored],
  ),
  ...about(`${delegation}.params_version`, ['unstake'], ['false', says(5), contradiction]),
  ...about(
    `${delegation}.params_version`,
    ['withdraw'],
    ['false', says(5), sameBytes],
    ['impossible', says(99), contradiction],
  ),
  ...about(
    `${delegation}.status_desc`,
    ['unstake'],
    ['stale', says('PENDING'), ignored, 'Bitcoin has the stake'],
    ['false', says('UNBONDED'), refused('position.unlocking')],
  ),
  ...about(
    `${delegation}.status_desc`,
    ['unstake of a verified stake'],
    ['false', says('ACTIVE'), ignored],
    ['stale', says('PENDING'), ignored],
    ['impossible', says('x'), ignored],
  ),
  ...about(
    `${ending}.covenant_unbonding_sig_list[].sig`,
    ['unstake of a verified stake'],
    ['false', says('00'.repeat(64)), contradiction],
  ),
  ...about(
    `${ending}.covenant_unbonding_sig_list[].pk`,
    ['unstake of a verified stake'],
    ['another account', says(otherKey), contradiction],
  ),
  ...about(
    `${ending}.covenant_unbonding_sig_list`,
    ['unstake of a verified stake'],
    ['missing', says([]), contradiction],
  ),
  ...about(
    'GET /tx/:id.status.confirmed',
    ['unstake of a verified stake'],
    ['stale', says(false), refused('position.locked')],
  ),
  ...about('GET /tx/:id.status.block_height', ['unstake of a verified stake'], ['false', says(1), ignored]),
  ...about('GET /tx/:id.txid', ['unstake of a verified stake'], ['another account', says(otherId), down]),
  ...about(
    index,
    ['unstake', 'withdraw'],
    ['missing', says([]), refused('position.notFound')],
    ['duplicated', (all: object[]) => [...all, ...all], refused('position.ambiguous')],
  ),
  ...about(
    `${index}[].delegation_staking.staking_tx_hash_hex`,
    ['unstake', 'withdraw'],
    ['another account', says(otherId), refused('position.notFound', 'upstream.unavailable')],
  ),
  ...about(
    `${index}[].staker_btc_pk_hex`,
    ['unstake', 'withdraw'],
    ['another account', says(otherKey), refused('position.notFound')],
  ),
  ...about(
    `${index}[].finality_provider_btc_pks_hex`,
    ['unstake'],
    ['missing', says([]), refused('position.notFound')],
  ),
  ...about(
    `${index}[].finality_provider_btc_pks_hex[]`,
    ['unstake'],
    ['another account', says(otherKey), refused('position.notFound')],
  ),
  ...about(`${index}[].state`, ['unstake'], ['stale', says('WITHDRAWN'), refused('position.notFound')]),
  ...about(
    `${index}[].delegation_staking.staking_amount`,
    ['unstake', 'withdraw'],
    ['too large', says(90_000), ignored],
    ['impossible', says('x'), down],
  ),
  ...about('GET /v2/delegations.pagination.next_key', ['unstake'], ['impossible', says(5), down]),
];

/** Bitcoin is asked for the place of a stake's coins. */
const withdrawals: readonly Lie[] = [
  ...about(
    'GET /tx/:id.status.block_height',
    ['withdraw'],
    ['too large', says(249_999), refused('position.locked')],
    ['too small', says(1), sameBytes, 'the lock is over, which the bytes hold against (BIP68)'],
  ),
  ...about('GET /tx/:id.status.confirmed', ['withdraw'], ['stale', says(false), refused('position.locked')]),
  ...about('GET /tx/:id.txid', ['withdraw'], ['another account', says(otherId), down]),
  ...about(
    'GET /tx/:id/outspend/:id.spent',
    ['withdraw'],
    ['false', says(true), ignored, 'without a transaction'],
    ['missing', says(undefined), down],
  ),
  ...about(
    'GET /blocks/tip/height',
    ['withdraw'],
    ['stale', says('236800'), refused('position.locked')],
    ['too large', says('400000'), ignored],
  ),
  ...about(
    'GET /fee-estimates.3',
    ['withdraw'],
    ['too large', says(1_000_000), refused('balance.nothingToSend'), 'it would take all'],
    ['too large', says(200), atMost(500n), 'below the limit'],
  ),
];

/** Lies about a stake that is on Bitcoin already. Its proof is verified, and two nodes of Babylon have to agree on its depth. */
const sent = ['registration of a stake that was sent'] as const;
const registrations: readonly Lie[] = [
  ...about(
    'GET /tx/:id/merkleblock-proof',
    sent,
    ['another account', says(blockWith(otherId).merkleBlock), down],
    ['false', (honest: string) => honest.replace(/[0-9a-f]{8}$/, '00000000'), down],
    ['missing', says(''), down],
    ['false', says(elsewhere.merkleBlock), refused('stake.unproven'), 'of a block that Babylon does not know'],
  ),
  ...about(
    'GET /tx/:id.status.block_height',
    sent,
    ['too large', says(239_900), refused('stake.unproven')],
    ['too small', says(200_001), refused('stake.unproven')],
  ),
  ...about('GET /tx/:id.status.confirmed', sent, ['stale', says(false), refused('stake.unproven')]),
  ...about('GET /tx/:id.txid', sent, ['another account', says(otherId), down]),
  ...about('GET /tx/:id.vout[].value', sent, [
    'too large',
    (honest: number) => honest + 1,
    refused('stake.unregistrable'),
  ]),
  ...about(
    'GET /babylon/btccheckpoint/v1/params.params.btc_confirmation_depth',
    sent,
    ['too small', says(1), unclear],
    ['too large', says(2_000), unclear],
    ['impossible', says(0), unclear],
  ),
  ...about(
    'GET /babylon/btclightclient/v1/depth/:id.depth',
    sent,
    ['too small', says(1), unclear],
    ['too large', says(60_000), unclear],
    ['impossible', says(-1), unclear],
  ),
  ...about(
    'GET /babylon/btclightclient/v1/tip.header.height',
    sent,
    ['stale', says(1), unclear],
    ['too large', says(900_000), unclear],
  ),
  ...about(`${parameters}.slashing_pk_script`, sent, ['another account', says('UQ=='), unclear]),
  ...about(`${parameters}.covenant_quorum`, sent, ['too small', says(1), unclear]),
];

const lists: readonly Lie[] = [
  ...about(`${index}[].delegation_staking.staking_amount`, ['positions'], ['impossible', says('many'), down]),
  ...about(
    `${index}[].staker_btc_pk_hex`,
    ['positions'],
    ['another account', says(otherKey), tells('Stakes of other keys are left out.')],
    ['impossible', says('x'), down],
  ),
  ...about(
    `${index}[].delegation_staking.staking_timelock`,
    ['positions that wait'],
    ['too small', says(1), tells('The stake is shown as one whose time is over: to withdraw it is refused.')],
    ['impossible', says(-1), down],
  ),
  ...about(
    `${index}[].delegation_staking.staking_output_idx`,
    ['positions that wait'],
    ['false', says(1), ignored],
    ['impossible', says(-1), down],
  ),
  ...about(`${index}[].delegation_staking.end_height`, ['positions'], ['impossible', says(-1), down]),
  ...about(
    `${index}[].delegation_unbonding.unbonding_timelock`,
    ['positions that end'],
    ['impossible', says(-1), down],
  ),
  ...about('GET /v2/finality-providers.data[].commission', ['validators'], ['impossible', says('7'), down]),
];

export const babylonLies: readonly Lie[] = [
  ...outvoted,
  ...newStakes,
  ...knownStakes,
  ...withdrawals,
  ...registrations,
  ...lists,
];
