import { readFileSync } from 'node:fs';
import type { StakeTerms } from '../src/scripts.ts';
import type { StakeCharges } from '../src/transactions.ts';

/** Answers by path. */
type Routes = Readonly<Record<string, unknown>>;

// Answers of Babylon's interfaces in the shapes of their definitions (proto/babylon/btcstaking/v1/query.proto of babylonlabs-io/babylon;
// docs/swagger.yaml of babylonlabs-io/staking-api-service), with the values that the fixtures recorded.

export function fixture(name: string) {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'));
}

export const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

/** Parameters as the index of Babylon Labs writes them. */
interface Recorded {
  readonly version: number;
  readonly covenant_pks: readonly string[];
  readonly covenant_quorum: number;
  readonly min_staking_value_sat: number;
  readonly max_staking_value_sat: number;
  readonly min_staking_time_blocks: number;
  readonly max_staking_time_blocks: number;
  /** Hex. */
  readonly slashing_pk_script: string;
  readonly min_slashing_tx_fee_sat: number;
  readonly slashing_rate: string;
  readonly unbonding_time_blocks: number;
  readonly unbonding_fee_sat: number;
  readonly min_commission_rate: string;
  readonly delegation_creation_base_gas_fee: number;
  readonly allow_list_expiration_height: number;
  readonly btc_activation_height: number;
}

/** All seven versions of the test network. */
export const recordedVersions: readonly Recorded[] = fixture('babylon-testnet-parameters.json').params;

/** Parameters as a node writes them: 64-bit integers as strings, the script in base64. */
function nodeParameters({ version: _, ...recorded }: Recorded) {
  return {
    ...recorded,
    min_staking_value_sat: String(recorded.min_staking_value_sat),
    max_staking_value_sat: String(recorded.max_staking_value_sat),
    slashing_pk_script: base64(recorded.slashing_pk_script),
    min_slashing_tx_fee_sat: String(recorded.min_slashing_tx_fee_sat),
    unbonding_fee_sat: String(recorded.unbonding_fee_sat),
    delegation_creation_base_gas_fee: String(recorded.delegation_creation_base_gas_fee),
    allow_list_expiration_height: String(recorded.allow_list_expiration_height),
  };
}

export function paramsVersions(versions: readonly Recorded[] = recordedVersions) {
  return {
    params: versions.map((recorded) => ({ version: recorded.version, params: nodeParameters(recorded) })),
    pagination: { next_key: null, total: String(versions.length) },
  };
}

export const nodeInfo = (network: string) => ({ default_node_info: { network, version: '0.38.17' } });

export const lightClientTip = (height: number) => ({
  header: { header_hex: '00', hash_hex: '00'.repeat(32), height, work: '1' },
});

/** Answers of nodes about a Bitcoin block, and about the depth that Babylon wants (30 on bbn-test-6: babylonlabs-io/networks, its genesis.json). */
export const blockRoutes = (hash: string, depth: number, confirmationDepth = 30): Routes => ({
  '/babylon/btccheckpoint/v1/params': {
    params: {
      btc_confirmation_depth: confirmationDepth,
      checkpoint_finalization_timeout: 100,
      checkpoint_tag: '62627434',
    },
  },
  [`/babylon/btclightclient/v1/depth/${hash}`]: { depth },
});

/** A node of the test network: its chain id, all versions of the parameters, and the height of its Bitcoin light client. */
export function testNode({
  tip = 240_000,
  network = 'bbn-test-6',
  versions = paramsVersions() as unknown,
} = {}): Routes {
  return {
    '/cosmos/base/tendermint/v1beta1/node_info': nodeInfo(network),
    '/babylon/btcstaking/v1/params_versions?pagination.limit=1000': versions,
    '/babylon/btclightclient/v1/tip': lightClientTip(tip),
  };
}

export const provider = {
  description: { moniker: 'verse2', identity: '', website: 'https://verse2.io', security_contact: '', details: '' },
  commission: '0.050000000000000000',
  addr: 'bbn1hq2ueffyn44u3t67u39yl8jfhs39lfcydnayx3',
  btc_pk: 'd23c2c25e1fcf8fd1c21b9a402c19e2e309e531e45e92fb1e9805b6056b0cc76',
  pop: { btc_sig_type: 'BIP340', btc_sig: '' },
  slashed_babylon_height: '0',
  slashed_btc_height: 0,
  height: '1000',
  jailed: false,
  highest_voted_height: 999,
  commission_info: null,
  soft_deleted: false,
};

export const providerPath = (key: string) => `/babylon/btcstaking/v1/finality_providers/${key}/finality_provider`;
export const delegationPath = (txid: string) => `/babylon/btcstaking/v1/btc_delegation/${txid}`;

/** An error in the form of the gateway in front of a module. */
export const notFound = (what: string) => ({ code: 2, message: `${what} is not found`, details: [] });

/** A stake on signet. */
export interface RecordedStake {
  readonly stakingTxid: string;
  readonly stakingTxHex: string;
  readonly stakingOutputIndex: number;
  readonly stakingAmountSat: number;
  readonly stakerPk: string;
  readonly finalityProviderPks: string[];
  readonly stakingTime: number;
  readonly unbondingTime: number;
  readonly paramsVersion: number;
  readonly startHeight: number;
  readonly endHeight: number;
  readonly unbondingTxHex: string;
  readonly unbondingTxid: string;
  readonly unbondingSighash: string;
  readonly covenantUnbondingSignatures: { readonly covenant_btc_pk_hex: string; readonly signature_hex: string }[];
}

/** One that is active, and one that was ended early. */
export const recordedStakes: readonly [RecordedStake, RecordedStake] = fixture('babylon-signet-stakes.json').stakes;

/**
 * A recorded stake as a node writes it.
 *
 * @param slashing - Slashing transactions of the staking output and of the unbonding output, in hex. They were not recorded.
 */
export function delegation(
  stake: RecordedStake,
  status: string,
  slashing: readonly [string, string],
): { btc_delegation: Record<string, unknown> } {
  return {
    btc_delegation: {
      staker_addr: 'bbn1fc9qp3ujx7ylc34pcmwackdwdaexgs02rvpek8',
      btc_pk: stake.stakerPk,
      fp_btc_pk_list: stake.finalityProviderPks,
      staking_time: stake.stakingTime,
      start_height: stake.startHeight,
      end_height: stake.endHeight,
      total_sat: String(stake.stakingAmountSat),
      staking_tx_hex: stake.stakingTxHex,
      slashing_tx_hex: slashing[0],
      delegator_slash_sig_hex: '',
      covenant_sigs: [],
      staking_output_idx: stake.stakingOutputIndex,
      active: status === 'ACTIVE',
      status_desc: status,
      unbonding_time: stake.unbondingTime,
      undelegation_response: {
        unbonding_tx_hex: stake.unbondingTxHex,
        covenant_unbonding_sig_list: stake.covenantUnbondingSignatures.map((entry) => ({
          pk: entry.covenant_btc_pk_hex,
          sig: base64(entry.signature_hex),
        })),
        slashing_tx_hex: slashing[1],
        delegator_slashing_sig_hex: '',
        covenant_slashing_sigs: [],
        delegator_unbonding_info_response: null,
      },
      params_version: stake.paramsVersion,
      stk_exp: null,
    },
  };
}

/** Stakes of `babylon-transactions.json`: one coin, one provider, and a covenant of nine. */
export const own = fixture('babylon-transactions.json');

/** Terms, charges and amount (satoshi) of that stake, and the script of its coin. */
export const ownStake: { terms: StakeTerms; charges: StakeCharges; value: bigint; script: Uint8Array } = {
  terms: {
    staker: bytes(own.keys.staker.slice(2)),
    providers: [bytes(own.keys.finalityProvider)],
    covenant: own.keys.covenant.map(bytes),
    quorum: 6,
    stakingTime: 64_000,
    unbondingTime: 1008,
  },
  charges: {
    unbondingFee: 32_000n,
    slashingScript: bytes(own.params.slashingPkScript),
    slashingRate: '0.01',
    slashingFee: 100_000n,
  },
  value: 1_000_001n,
  script: bytes(own.input.script),
};

/** Its parameters, as a node writes them. */
export const ownParameters = {
  version: 6,
  covenant_pks: own.keys.covenant as string[],
  covenant_quorum: 6,
  min_staking_value_sat: 500_000,
  max_staking_value_sat: 500_000_000_000,
  min_staking_time_blocks: 10_000,
  max_staking_time_blocks: 64_000,
  slashing_pk_script: own.params.slashingPkScript as string,
  min_slashing_tx_fee_sat: 100_000,
  slashing_rate: '0.010000000000000000',
  unbonding_time_blocks: 1008,
  unbonding_fee_sat: 32_000,
  min_commission_rate: '0.030000000000000000',
  delegation_creation_base_gas_fee: 1_095_000,
  allow_list_expiration_height: 0,
  btc_activation_height: 200_000,
};

/** Address of its staker on signet: p2tr of the BIP86 key. Its script is the script of the coin. */
export const ownSender = 'tb1pvdqn2x3pzf3ek4mdv2x8eltmw66mxx2akqlmg2nscmeez7z5g5ksa3mjnc';
