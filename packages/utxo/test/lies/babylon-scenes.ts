import { networks, payments } from 'bitcoinjs-lib';
import {
  blockRoutes,
  delegation,
  delegationPath,
  nodeInfo,
  notFound,
  own,
  ownParameters,
  ownSender,
  paramsVersions,
  provider,
  providerPath,
  type RecordedStake,
  recordedStakes,
  testNode,
} from '../../../babylon/test/babylon.ts';
import { slashingTransactions } from '../../../babylon/test/babylon-stakes.ts';
import { blockWith } from '../../../babylon/test/blocks.ts';
import type { Routes } from '../scripted-rest.ts';
import type { ScriptedChain } from '../scripted-upstream.ts';
import { scene, type UtxoScene } from './upstream.ts';

// Stakes with Babylon: real ones of signet, and one that encode makes.

const [active, ended] = recordedStakes;
const chainId = 'bitcoin-signet';
const kinds = ['esplora'] as const;

/** The taproot address of a staker's key. */
const addressOf = ({ stakerPk }: RecordedStake) =>
  payments.p2tr({ internalPubkey: Buffer.from(stakerPk, 'hex'), network: networks.testnet }).address ?? '';

const nodeOf = (stake: RecordedStake, status: string): Routes => ({
  ...testNode(),
  [delegationPath(stake.stakingTxid)]: delegation(stake, status, slashingTransactions(stake)),
});

/** As the index writes it. */
const indexed = (stake: RecordedStake, state: string) => ({
  params_version: stake.paramsVersion,
  staker_btc_pk_hex: stake.stakerPk,
  finality_provider_btc_pks_hex: stake.finalityProviderPks,
  delegation_staking: {
    ...{ staking_tx_hash_hex: stake.stakingTxid, staking_tx_hex: stake.stakingTxHex, staking_output_idx: 0 },
    ...{ staking_timelock: stake.stakingTime, staking_amount: stake.stakingAmountSat },
    ...{ start_height: stake.startHeight, end_height: stake.endHeight },
    slashing: { slashing_tx_hex: '', spending_height: 0 },
  },
  delegation_unbonding: {
    ...{ unbonding_timelock: stake.unbondingTime, unbonding_tx: stake.unbondingTxHex },
    slashing: { unbonding_slashing_tx_hex: '', spending_height: 0 },
  },
  state,
});

const indexOf = (stake: RecordedStake, state: string): Routes => ({
  [`/v2/delegations?staker_pk_hex=${stake.stakerPk}`]: {
    data: [indexed(stake, state)],
    pagination: { next_key: '' },
  },
});

const request = (stake: RecordedStake, mode: 'unstake' | 'withdraw') => ({
  ...{ mode, senderAddress: addressOf(stake), senderPubKey: `02${stake.stakerPk}` },
  validatorAddress: stake.finalityProviderPks[0] ?? '',
});

function begin(chain: ScriptedChain): void {
  chain.tip = 250_000;
  chain.include(active.stakingTxHex, active.startHeight);
  chain.include(ended.stakingTxHex, 230_403);
  chain.include(ended.unbondingTxHex, 236_713);
}

const indexedProvider = (key: string, fields: object = {}) => ({
  ...{ btc_pk: key, state: 'active', commission: '0.050000000000000000', active_tvl: 1_000 },
  description: { moniker: 'provider', identity: '', website: '', security_contact: '', details: '' },
  ...fields,
});

/** A block that is on no chain, with the stake in it. */
export const elsewhere = blockWith(own.stakingTxid, 2, 5);

const stakeOver = (name: string, nodes: 2 | 3) =>
  scene(
    name,
    {
      ...{ chainId, kinds, nodes },
      build(chain) {
        chain.tip = 240_000;
        chain.fund(ownSender, 2_000_000n, { height: 239_000 });
      },
      babylon: {
        ...testNode({ versions: paramsVersions([ownParameters]) }),
        [providerPath(own.keys.finalityProvider)]: {
          finality_provider: { ...provider, btc_pk: own.keys.finalityProvider },
        },
      },
    },
    (chain) =>
      chain.encode({
        ...{ mode: 'stake', senderAddress: ownSender, senderPubKey: own.keys.staker },
        ...{ targetValidatorAddress: own.keys.finalityProvider, amount: '1000001' },
      }),
  );

export const babylonScenes: readonly UtxoScene[] = [
  stakeOver('stake', 2),
  stakeOver('stake with three nodes', 3),
  scene(
    'unstake',
    { chainId, kinds, build: begin, babylon: nodeOf(active, 'ACTIVE'), index: indexOf(active, 'ACTIVE') },
    (chain) => chain.encode({ ...request(active, 'unstake'), useMaxAmount: true }),
  ),
  scene(
    'registration of a stake that was sent',
    {
      ...{ chainId, kinds },
      build(chain) {
        chain.tip = 240_000;
        chain.include(own.unsignedStakingTx, 239_000);
      },
      babylon: {
        ...testNode({ tip: 240_000, versions: paramsVersions([ownParameters]) }),
        ...blockRoutes(blockWith(own.stakingTxid).hash, 1_000),
        [`/babylon/btclightclient/v1/depth/${elsewhere.hash}`]: {
          code: 1100,
          message: 'header does not exist',
          details: [],
        },
        [providerPath(own.keys.finalityProvider)]: {
          finality_provider: { ...provider, btc_pk: own.keys.finalityProvider },
        },
        [delegationPath(own.stakingTxid)]: notFound('the BTC delegation'),
      },
    },
    (chain) =>
      chain.encode({
        ...{ mode: 'stake', senderAddress: ownSender, senderPubKey: own.keys.staker, useMaxAmount: true },
        ...{ targetValidatorAddress: own.keys.finalityProvider, params: { registers: own.stakingTxid } },
      }),
  ),
  // Babylon has not seen the block; the covenant has signed.
  scene(
    'unstake of a verified stake',
    { chainId, kinds, build: begin, babylon: nodeOf(active, 'VERIFIED'), index: indexOf(active, 'VERIFIED') },
    (chain) => chain.encode({ ...request(active, 'unstake'), useMaxAmount: true }),
  ),
  scene(
    'withdraw',
    {
      ...{ chainId, kinds, build: begin, babylon: nodeOf(ended, 'UNBONDED') },
      index: indexOf(ended, 'EARLY_UNBONDING_WITHDRAWABLE'),
    },
    (chain) => chain.encode({ ...request(ended, 'withdraw'), useMaxAmount: true }),
  ),
  scene('positions', { chainId, kinds, build: begin, babylon: testNode(), index: indexOf(active, 'ACTIVE') }, (chain) =>
    chain.accountState(addressOf(active), { include: ['staking'], publicKey: `02${active.stakerPk}` }),
  ),
  scene(
    'positions that wait',
    { chainId, kinds, build: begin, babylon: testNode(), index: indexOf(active, 'VERIFIED') },
    (chain) => chain.accountState(addressOf(active), { include: ['staking'], publicKey: `02${active.stakerPk}` }),
  ),
  scene(
    'positions that end',
    { chainId, kinds, build: begin, babylon: testNode(), index: indexOf(ended, 'EARLY_UNBONDING') },
    (chain) => chain.accountState(addressOf(ended), { include: ['staking'], publicKey: `02${ended.stakerPk}` }),
  ),
  scene(
    'validators',
    {
      ...{ chainId, kinds, build: begin, babylon: testNode() },
      index: {
        '/v2/finality-providers': {
          data: [indexedProvider(active.finalityProviderPks[0] ?? ''), indexedProvider('ab'.repeat(32))],
          pagination: { next_key: '' },
        },
      },
    },
    (chain) => chain.validators({ limit: 10 }),
  ),
  scene(
    'validators of nodes',
    {
      ...{ chainId, kinds, build: begin },
      babylon: {
        '/cosmos/base/tendermint/v1beta1/node_info': nodeInfo('bbn-test-6'),
        '/babylon/btcstaking/v1/finality_providers?pagination.limit=10': {
          finality_providers: [provider],
          pagination: { next_key: null, total: '1' },
        },
      },
    },
    (chain) => chain.validators({ limit: 10 }),
  ),
  scene('staking transaction', { chainId, kinds, build: begin, babylon: nodeOf(active, 'ACTIVE') }, (chain) =>
    chain.transaction(active.stakingTxid),
  ),
  scene('unstaking transaction', { chainId, kinds, build: begin, babylon: nodeOf(ended, 'UNBONDED') }, (chain) =>
    chain.transaction(ended.unbondingTxid),
  ),
];
