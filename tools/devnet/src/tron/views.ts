import { base58Address, type HexAddress } from './address.ts';
import { type Block, slotMs } from './blocks.ts';
import type { Entry } from './chain.ts';
import type { Contract, Hex, Submission } from './protocol.ts';
import { energyLimit, netLimit, sunPerTrx, usageAt } from './resources.ts';
import { type AccountState, type Asset, type Permission, parameter, type State, tronPower } from './state.ts';

/** JSON as a node writes it. */
type Json = Record<string, unknown>;

/** How answers write addresses and names: base58 and text if `visible`, else hex. */
export interface Spelling {
  address(address: HexAddress): string;
  text(text: string): string;
  readonly visible: boolean;
}

export function spelling(visible: boolean): Spelling {
  return {
    visible,
    address: (address) => (visible && /^41[0-9a-f]{40}$/.test(address) ? base58Address(address) : address),
    text: (text) => (visible ? text : Buffer.from(text, 'utf8').toString('hex')),
  };
}

/** Leaves out what is 0, false or empty, as nodes do. */
export function compact(json: Json): Json {
  return Object.fromEntries(
    Object.entries(json).filter(
      ([, value]) =>
        value !== undefined &&
        value !== false &&
        value !== '' &&
        value !== 0 &&
        value !== 0n &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** A map as a node writes it. */
function pairs(map: Iterable<readonly [string, unknown]>): { key: string; value: unknown }[] {
  return [...map].map(([key, value]) => ({ key, value }));
}

export function accountJson(account: AccountState, slot: number, write: Spelling): Json {
  const { free, net, energy, frozen, legacy, delegated, acquired } = account;
  const frozenRow = (balance: bigint) =>
    balance === 0n ? undefined : { frozen_balance: balance, expire_time: account.legacyExpireTime };
  const legacyBandwidth = frozenRow(legacy.BANDWIDTH);
  return compact({
    account_name: write.text(account.name),
    type: account.type === 'Contract' ? 'Contract' : undefined,
    address: write.address(account.address),
    balance: account.balance,
    frozen: legacyBandwidth && [legacyBandwidth],
    votes: account.votes.map(({ address, count }) => ({ vote_address: write.address(address), vote_count: count })),
    net_usage: usageAt(net, slot),
    acquired_delegated_frozenV2_balance_for_bandwidth: acquired.BANDWIDTH,
    delegated_frozenV2_balance_for_bandwidth: delegated.BANDWIDTH,
    create_time: account.createTime,
    latest_opration_time: account.latestOperationTime,
    allowance: account.allowance,
    latest_withdraw_time: account.latestWithdrawTime,
    latest_consume_time: net.slot * slotMs,
    free_net_usage: usageAt(free, slot),
    latest_consume_free_time: free.slot * slotMs,
    net_window_size: net.window,
    net_window_optimized: true,
    account_resource: compact({
      energy_usage: usageAt(energy, slot),
      frozen_balance_for_energy: frozenRow(legacy.ENERGY),
      latest_consume_time_for_energy: energy.slot * slotMs,
      energy_window_size: energy.window,
      energy_window_optimized: true,
      delegated_frozenV2_balance_for_energy: delegated.ENERGY,
      acquired_delegated_frozenV2_balance_for_energy: acquired.ENERGY,
    }),
    owner_permission: account.ownerPermission && permissionJson(account.ownerPermission, write),
    active_permission: account.activePermissions.map((one) => permissionJson(one, write)),
    frozenV2: [
      compact({ amount: frozen.BANDWIDTH }),
      compact({ type: 'ENERGY', amount: frozen.ENERGY }),
      { type: 'TRON_POWER' },
    ],
    unfrozenV2: account.unfrozen.map(({ resource, amount, expireTime }) =>
      compact({
        type: resource === 'BANDWIDTH' ? undefined : resource,
        unfreeze_amount: amount,
        unfreeze_expire_time: expireTime,
      }),
    ),
    assetV2: pairs(account.assets),
    free_asset_net_usageV2: pairs([...account.assets.keys()].map((id) => [id, 0])),
    asset_optimized: account.assets.size > 0,
  });
}

function permissionJson({ id, name, threshold, keys, operations }: Permission, write: Spelling): Json {
  return compact({
    type: operations === undefined ? undefined : 'Active',
    id,
    permission_name: name,
    threshold,
    operations,
    keys: keys.map(({ address, weight }) => ({ address: write.address(address), weight })),
  });
}

export function resourceJson(state: State, account: AccountState, slot: number): Json {
  const assets = pairs([...account.assets.keys()].map((id) => [id, 0]));
  return compact({
    freeNetUsed: usageAt(account.free, slot),
    freeNetLimit: parameter(state, 'getFreeNetLimit'),
    NetUsed: usageAt(account.net, slot),
    NetLimit: netLimit(state, account),
    assetNetUsed: assets,
    assetNetLimit: assets,
    TotalNetLimit: parameter(state, 'getTotalNetLimit'),
    TotalNetWeight: state.totalNetWeight,
    tronPowerUsed: account.votes.reduce((sum, { count }) => sum + count, 0n),
    tronPowerLimit: tronPower(account) / sunPerTrx,
    EnergyUsed: usageAt(account.energy, slot),
    EnergyLimit: energyLimit(state, account),
    TotalEnergyLimit: parameter(state, 'getTotalEnergyCurrentLimit'),
    TotalEnergyWeight: state.totalEnergyWeight,
  });
}

export function assetJson(asset: Asset, write: Spelling): Json {
  return compact({
    owner_address: write.address(asset.owner),
    name: write.text(asset.name),
    abbr: write.text(asset.abbreviation),
    total_supply: asset.totalSupply,
    trx_num: 1,
    precision: asset.precision,
    num: 1,
    start_time: 1,
    end_time: 2,
    description: write.text(asset.description),
    url: write.text(asset.url),
    id: asset.id,
  });
}

export function headerJson({ id, header }: Block, write: Spelling): Json {
  return {
    blockID: id,
    block_header: {
      raw_data: compact({
        number: header.number,
        txTrieRoot: header.txTrieRoot,
        witness_address: write.address(header.witness),
        parentHash: header.parentHash,
        version: header.version,
        timestamp: header.timestamp,
      }),
      // Nobody checks it here: the representatives of this engine have no keys.
      ...(header.number === 0 ? {} : { witness_signature: '00'.repeat(65) }),
    },
  };
}

/** A transaction without its results. */
export function transactionJson(submission: Submission, write: Spelling): Json {
  const { raw } = submission;
  return {
    ...(write.visible ? { visible: true } : {}),
    signature: submission.signatures,
    txID: submission.id,
    raw_data: rawDataJson(submission, write),
    raw_data_hex: Buffer.from(raw).toString('hex'),
  };
}

function rawDataJson(submission: Submission, write: Spelling): Json {
  const { contract, permissionId } = submission;
  return compact({
    data: submission.memo,
    contract: [
      compact({
        parameter: {
          value: valueJson(contract, write),
          type_url: `type.googleapis.com/protocol.${contract.type}`,
        },
        type: contract.type,
        Permission_id: permissionId,
      }),
    ],
    ref_block_bytes: submission.refBlockBytes,
    ref_block_hash: submission.refBlockHash,
    expiration: submission.expiration,
    fee_limit: submission.feeLimit,
    timestamp: submission.timestamp,
  });
}

function valueJson(contract: Contract, write: Spelling): Json {
  const owner_address = write.address(contract.owner);
  switch (contract.type) {
    case 'TransferContract':
      return compact({ amount: contract.amount, owner_address, to_address: write.address(contract.to) });
    case 'TransferAssetContract':
      return compact({
        amount: contract.amount,
        asset_name: write.visible ? Buffer.from(contract.asset, 'hex').toString('utf8') : contract.asset,
        owner_address,
        to_address: write.address(contract.to),
      });
    case 'VoteWitnessContract':
      return {
        owner_address,
        votes: contract.votes.map(({ address, count }) => ({
          vote_address: write.address(address),
          vote_count: count,
        })),
      };
    case 'TriggerSmartContract':
      return compact({
        data: contract.data,
        token_id: contract.tokenId,
        owner_address,
        call_token_value: contract.callTokenValue,
        contract_address: write.address(contract.contract),
        call_value: contract.callValue,
      });
    case 'FreezeBalanceV2Contract':
      return compact({ resource: resourceName(contract), frozen_balance: contract.amount, owner_address });
    case 'UnfreezeBalanceV2Contract':
      return compact({ resource: resourceName(contract), owner_address, unfreeze_balance: contract.amount });
    case 'DelegateResourceContract':
    case 'UnDelegateResourceContract':
      return compact({
        resource: resourceName(contract),
        balance: contract.amount,
        receiver_address: write.address(contract.receiver),
        owner_address,
        lock: contract.lock,
        lock_period: contract.lockPeriod,
      });
    default:
      return { owner_address };
  }
}

function resourceName({ resource }: { readonly resource: string }): string | undefined {
  return resource === 'BANDWIDTH' ? undefined : resource;
}

/** `contractRet`: contracts of the system always succeed. */
export function contractRetOf({ execution }: Entry): string {
  return execution.call?.result ?? 'SUCCESS';
}

/** The answer of gettransactioninfobyid. */
export function infoJson(entry: Entry, write: Spelling): Json {
  const { submission, execution, block } = entry;
  const { call, effects } = execution;
  const isFailed = call !== undefined && call.result !== 'SUCCESS';
  const { cancelled } = effects;
  return compact({
    id: submission.id,
    fee: execution.fee,
    blockNumber: block.header.number,
    blockTimeStamp: block.header.timestamp,
    contractResult: [call?.output ?? ''],
    contract_address: call && write.address(call.address),
    receipt: compact({
      energy_usage: call?.energyUsage,
      energy_fee: call?.energyFee,
      energy_usage_total: call?.energy,
      net_usage: execution.netUsage,
      net_fee: execution.netFee,
      result: call?.result,
      energy_penalty_total: call?.penalty,
    }),
    log: call?.logs.map(({ address, topics, data }) => ({ address, topics, data })),
    result: isFailed ? 'FAILED' : undefined,
    resMessage: isFailed ? write.text(call.message ?? '') : undefined,
    withdraw_amount: effects.withdrawAmount,
    withdraw_expire_amount: effects.withdrawExpireAmount,
    cancel_unfreezeV2_amount: cancelled && pairs(Object.entries(cancelled)),
  });
}

/** A hash of no transaction: 64 hex digits in lower case. */
export function idOf(value: unknown): Hex {
  return String(value ?? '').toLowerCase();
}
