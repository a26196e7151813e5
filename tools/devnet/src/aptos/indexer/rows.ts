import { type Address, aptCoin, storeAddress, toAddress } from '../address.ts';
import type { Chain, Entry } from '../chain/chain.ts';
import { tableHandle } from '../resources.ts';
import type { Pool, State } from '../state.ts';

export type Row = Readonly<Record<string, unknown>>;

/** What the indexer has seen so far. */
export interface Snapshot {
  readonly chain: Chain;
  readonly state: State;
  /** Oldest first. */
  readonly entries: readonly Entry[];
  /** The last version that it has worked on. */
  readonly version: bigint;
  /** Tables that were read already. */
  readonly read: Map<string, readonly Row[]>;
}

/** Shares are written down without the factor that the contract scales them by (aptos-indexer-processors, delegator_balances.rs). */
const scale = 10n ** 16n;

/** All rows of a table. Empty for one that there is not. */
export function rowsOf(snapshot: Snapshot, table: string): readonly Row[] {
  const rows = snapshot.read.get(table) ?? readers[table]?.(snapshot) ?? [];
  snapshot.read.set(table, rows);
  return rows;
}

const readers: Readonly<Record<string, (snapshot: Snapshot) => Row[]>> = {
  current_fungible_asset_balances: balances,
  fungible_asset_metadata: metadata,
  fungible_asset_activities: ({ entries, state }) => entries.flatMap((entry) => activities(entry, state)),
  account_transactions: ({ entries, state }) =>
    entries.flatMap((entry) =>
      touched(entry, state).map((account) => ({ account_address: account, transaction_version: entry.version })),
    ),
  current_delegator_balances: delegatorBalances,
  delegated_staking_pools: (snapshot) =>
    pools(snapshot).map(({ address }) => ({
      first_transaction_version: firstVersionOf(snapshot),
      staking_pool_address: address,
    })),
  current_staking_pool_voter: (snapshot) =>
    pools(snapshot).map(({ address, operator }) => ({
      last_transaction_version: firstVersionOf(snapshot),
      operator_address: operator,
      staking_pool_address: address,
      voter_address: address,
    })),
  current_delegated_staking_pool_balances: (snapshot) =>
    pools(snapshot).map(({ address, activeShares, commission }) => ({
      active_table_handle: tableHandle(address, 'active'),
      inactive_table_handle: tableHandle(address, 'inactive'),
      last_transaction_version: lastWrite(snapshot, address).version,
      operator_commission_percentage: commission,
      staking_pool_address: address,
      total_coins: activeShares.coins,
      total_shares: activeShares.total / scale,
    })),
  num_active_delegator_per_pool: (snapshot) =>
    pools(snapshot).map(({ address, activeShares }) => ({
      num_active_delegator: activeShares.of.size,
      pool_address: address,
    })),
  delegated_staking_activities: ({ entries }) => entries.flatMap(stakingActivities),
  user_transactions: ({ entries }) => entries.map(userTransaction),
  current_aptos_names: (snapshot) =>
    [...snapshot.state.names].map(([address, domain]) => ({
      domain,
      domain_with_suffix: `${domain}.apt`,
      is_active: true,
      is_primary: true,
      last_transaction_version: firstVersionOf(snapshot),
      owner_address: address,
      registered_address: address,
      subdomain: '',
      token_name: `${domain}.apt`,
      token_standard: 'v2',
    })),
  processor_status: ({ chain, version }) =>
    ['account_transactions', 'fungible_asset', 'stake', 'user_transaction'].map((name) => ({
      last_success_version: version,
      last_transaction_timestamp: time(chain.time),
      last_updated: time(chain.time),
      processor: `${name}_processor`,
    })),
  ledger_infos: ({ chain }) => [{ chain_id: chain.chainId }],
};

/** Microseconds as the database writes them: without a zone. */
function time(microseconds: number): string {
  const fraction = String(microseconds % 1_000_000).padStart(6, '0');
  return `${new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 19)}.${fraction}`;
}

const pools = ({ state }: Snapshot): Pool[] => [...state.pools.values()];

/** What was there before any transaction has the version of the chain's first block. */
function firstVersionOf({ chain }: Snapshot): bigint {
  return chain.firstBlock.firstVersion;
}

/** When an address was written last. */
function lastWrite(snapshot: Snapshot, address: Address): { version: bigint; timestamp: string } {
  const entry = snapshot.entries.findLast(({ outcome }) => outcome.written.includes(address));
  const block = entry?.block ?? snapshot.chain.firstBlock;
  return { version: entry?.version ?? firstVersionOf(snapshot), timestamp: time(block.timestamp) };
}

/** One row for each primary store: a coin and its paired asset share it (aptos-indexer-processors, unified_fungible_asset_balances). */
function balances(snapshot: Snapshot): Row[] {
  const { state } = snapshot;
  const rows = new Map<
    Address,
    { owner: Address; coin?: string; coins?: bigint; asset?: Address; assets?: bigint; frozen: boolean }
  >();
  for (const { address, owner, asset, balance, frozen } of state.stores.values()) {
    rows.set(address, { owner, asset, assets: balance, frozen });
  }
  for (const { owner, type, balance, frozen } of state.coinStores.values()) {
    const id = storeAddress(owner, pairedOf(state, type));
    rows.set(id, { owner, frozen, ...rows.get(id), coin: type, coins: balance });
  }
  return [...rows].map(([id, { owner, coin, coins, asset, assets, frozen }]) => {
    const written = lastWrite(snapshot, asset === undefined ? owner : id);
    const ofCoin = coin === undefined ? undefined : written;
    const ofAsset = asset === undefined ? undefined : written;
    return {
      amount: (coins ?? 0n) + (assets ?? 0n),
      amount_v1: coins,
      amount_v2: assets,
      asset_type: coin ?? asset,
      asset_type_v1: coin,
      asset_type_v2: asset,
      is_frozen: frozen,
      is_primary: true,
      last_transaction_timestamp: written.timestamp,
      last_transaction_timestamp_v1: ofCoin?.timestamp,
      last_transaction_timestamp_v2: ofAsset?.timestamp,
      last_transaction_version: written.version,
      last_transaction_version_v1: ofCoin?.version,
      last_transaction_version_v2: ofAsset?.version,
      owner_address: owner,
      storage_id: id,
      token_standard: coin === undefined ? 'v2' : 'v1',
    };
  });
}

/** The asset that a coin has or would have. */
function pairedOf(state: State, type: string): Address {
  return state.coins.get(type)?.paired ?? toAddress(Buffer.from(type).toString('hex').slice(-64));
}

function metadata(snapshot: Snapshot): Row[] {
  const { state } = snapshot;
  const written = {
    last_transaction_timestamp: time(snapshot.chain.firstBlock.timestamp),
    last_transaction_version: firstVersionOf(snapshot),
  };
  const coins = [...state.coins.values()].map(({ type, name, symbol, decimals }) => ({
    ...written,
    asset_type: type,
    creator_address: toAddress(type.split('::')[0] ?? ''),
    decimals,
    name,
    symbol,
    token_standard: 'v1',
  }));
  const assets = [...state.assets.values()].map((asset) => ({
    ...written,
    asset_type: asset.address,
    creator_address: asset.creator,
    decimals: asset.decimals,
    icon_uri: asset.iconUri,
    maximum_v2: asset.maximum,
    name: asset.name,
    project_uri: asset.projectUri,
    supply_v2: asset.supply,
    symbol: asset.symbol,
    token_standard: 'v2',
  }));
  return [...coins, ...assets];
}

/**
 * The charge of the gas comes first, with index -1 and the coin type of APT, and is no event of the chain. Rows of the public indexer in October 2026
 * have no second row for it.
 */
function activities({ submission, outcome, version, block }: Entry, state: State): Row[] {
  const common = {
    block_height: block.height,
    entry_function_id_str: submission.call?.function,
    is_transaction_success: outcome.success,
    storage_refund_amount: 0n,
    transaction_timestamp: time(block.timestamp),
    transaction_version: version,
  };
  const payer = submission.feePayer ?? submission.sender;
  const charge = {
    ...common,
    amount: outcome.gasUsed * submission.gasPrice,
    storage_refund_amount: outcome.refundOctas,
    asset_type: aptCoin,
    event_index: -1n,
    gas_fee_payer_address: submission.feePayer,
    is_gas_fee: true,
    owner_address: payer,
    storage_id: storeAddress(payer, toAddress('0xa')),
    token_standard: 'v1',
    type: '0x1::aptos_coin::GasFeeEvent',
  };
  const rows = outcome.events.slice(0, outcome.ownEvents).flatMap(({ type, data }, index) => {
    const shared = { ...common, event_index: BigInt(index), is_gas_fee: false, type };
    if (/^0x1::coin::Coin(Withdraw|Deposit)$/.test(type)) {
      const owner = toAddress(String(data.account));
      const coin = String(data.coin_type);
      const id = storeAddress(owner, pairedOf(state, coin));
      const row = { asset_type: coin, owner_address: owner, storage_id: id, token_standard: 'v1' };
      return [{ ...shared, ...row, amount: BigInt(String(data.amount)) }];
    }
    if (!/^0x1::fungible_asset::(Withdraw|Deposit)$/.test(type)) return [];
    const store = state.stores.get(toAddress(String(data.store)));
    if (store === undefined) return [];
    const row = {
      asset_type: store.asset,
      is_frozen: store.frozen,
      owner_address: store.owner,
      storage_id: store.address,
      token_standard: 'v2',
    };
    return [{ ...shared, ...row, amount: BigInt(String(data.amount)) }];
  });
  return [charge, ...rows];
}

/** Accounts and objects that a transaction has to do with. */
function touched({ submission, outcome }: Entry, state: State): Address[] {
  const stores = outcome.written.flatMap((address) => state.stores.get(address)?.owner ?? []);
  const signers = submission.signers.map(({ address }) => address);
  return [...new Set([submission.sender, ...signers, ...outcome.written, ...stores])];
}

function delegatorBalances(snapshot: Snapshot): Row[] {
  return pools(snapshot).flatMap((pool) => {
    const row = (delegator: Address, shares: bigint, kind: 'active' | 'inactive') => ({
      delegator_address: delegator,
      last_transaction_version: lastWrite(snapshot, pool.address).version,
      parent_table_handle: tableHandle(pool.address, kind),
      pool_address: pool.address,
      pool_type: `${kind}_shares`,
      shares: shares / scale,
      table_handle: tableHandle(pool.address, kind),
    });
    const active = [...pool.activeShares.of].map(([delegator, shares]) => row(delegator, shares, 'active'));
    const inactive = [...pool.inactiveShares.values()].flatMap(({ of }) =>
      [...of].map(([delegator, shares]) => row(delegator, shares, 'inactive')),
    );
    return [...active, ...inactive];
  });
}

const stakingAmounts: Readonly<Record<string, string>> = {
  AddStake: 'amount_added',
  UnlockStake: 'amount_unlocked',
  WithdrawStake: 'amount_withdrawn',
  ReactivateStake: 'amount_reactivated',
};

function stakingActivities({ outcome, version }: Entry): Row[] {
  return outcome.events.flatMap(({ type, data }, index) => {
    const name = /^0x1::delegation_pool::(\w+)$/.exec(type)?.[1] ?? '';
    const amount = stakingAmounts[name];
    if (amount === undefined) return [];
    return [
      {
        amount: BigInt(String(data[amount])),
        delegator_address: toAddress(String(data.delegator_address)),
        event_index: BigInt(index),
        event_type: type,
        pool_address: toAddress(String(data.pool_address)),
        transaction_version: version,
      },
    ];
  });
}

function userTransaction({ submission, version, block }: Entry): Row {
  const [contract, module, name] = submission.call?.function.split('::') ?? [];
  return {
    block_height: block.height,
    entry_function_contract_address: contract === undefined ? undefined : toAddress(contract),
    entry_function_function_name: name,
    entry_function_id_str: submission.call?.function ?? '',
    entry_function_module_name: module,
    epoch: BigInt(block.epoch),
    expiration_timestamp_secs: time(Number(submission.expiration) * 1_000_000),
    gas_unit_price: submission.gasPrice,
    max_gas_amount: submission.maxGas,
    parent_signature_type: submission.signature.type,
    replay_protection_nonce: submission.nonce,
    sender: submission.sender,
    sequence_number: submission.sequenceNumber,
    timestamp: time(block.timestamp),
    version,
  };
}
