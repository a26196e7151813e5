/** The scalars of the indexer's columns. */
export type Scalar = 'String' | 'Boolean' | 'Int' | 'bigint' | 'numeric' | 'timestamp';

export interface Table {
  /** With `!` where a value is never null. */
  readonly columns: Readonly<Record<string, Scalar | `${Scalar}!`>>;
  /** Rows of other tables, found by a column that has the same value there. */
  readonly relations?: Readonly<
    Record<
      string,
      {
        readonly table: string;
        readonly isList: boolean;
        readonly on: readonly (readonly [own: string, other: string])[];
      }
    >
  >;
}

const versioned = { last_transaction_version: 'bigint!' } as const;

/**
 * The tables that public clients read, as the public indexer has them (Apache-2.0 schema in @aptos-labs/ts-sdk 5.1.4, src/types/generated/types.ts).
 * Relations to tables that the stand-in does not have are left out.
 */
export const tables: Readonly<Record<string, Table>> = {
  current_fungible_asset_balances: {
    columns: {
      amount: 'numeric!',
      amount_v1: 'numeric',
      amount_v2: 'numeric',
      asset_type: 'String!',
      asset_type_v1: 'String',
      asset_type_v2: 'String',
      is_frozen: 'Boolean!',
      is_primary: 'Boolean!',
      last_transaction_timestamp: 'timestamp',
      last_transaction_timestamp_v1: 'timestamp',
      last_transaction_timestamp_v2: 'timestamp',
      last_transaction_version: 'bigint',
      last_transaction_version_v1: 'bigint',
      last_transaction_version_v2: 'bigint',
      owner_address: 'String!',
      storage_id: 'String!',
      token_standard: 'String!',
    },
    relations: { metadata: { table: 'fungible_asset_metadata', isList: false, on: [['asset_type', 'asset_type']] } },
  },
  fungible_asset_metadata: {
    columns: {
      asset_type: 'String!',
      creator_address: 'String!',
      decimals: 'Int!',
      icon_uri: 'String',
      last_transaction_timestamp: 'timestamp!',
      last_transaction_version: 'bigint!',
      maximum_v2: 'numeric',
      name: 'String!',
      project_uri: 'String',
      supply_aggregator_table_handle_v1: 'String',
      supply_aggregator_table_key_v1: 'String',
      supply_v2: 'numeric',
      symbol: 'String!',
      token_standard: 'String!',
    },
  },
  fungible_asset_activities: {
    columns: {
      amount: 'numeric',
      asset_type: 'String',
      block_height: 'bigint!',
      entry_function_id_str: 'String',
      event_index: 'bigint!',
      gas_fee_payer_address: 'String',
      is_frozen: 'Boolean',
      is_gas_fee: 'Boolean!',
      is_transaction_success: 'Boolean!',
      owner_address: 'String',
      storage_id: 'String!',
      storage_refund_amount: 'numeric!',
      token_standard: 'String!',
      transaction_timestamp: 'timestamp!',
      transaction_version: 'bigint!',
      type: 'String!',
    },
    relations: {
      metadata: { table: 'fungible_asset_metadata', isList: false, on: [['asset_type', 'asset_type']] },
      owner_aptos_names: { table: 'current_aptos_names', isList: true, on: [['owner_address', 'registered_address']] },
    },
  },
  account_transactions: {
    columns: { account_address: 'String!', transaction_version: 'bigint!' },
    relations: {
      delegated_staking_activities: {
        table: 'delegated_staking_activities',
        isList: true,
        on: [
          ['transaction_version', 'transaction_version'],
          ['account_address', 'delegator_address'],
        ],
      },
      fungible_asset_activities: {
        table: 'fungible_asset_activities',
        isList: true,
        on: [
          ['transaction_version', 'transaction_version'],
          ['account_address', 'owner_address'],
        ],
      },
      user_transaction: { table: 'user_transactions', isList: false, on: [['transaction_version', 'version']] },
    },
  },
  current_delegator_balances: {
    columns: {
      delegator_address: 'String!',
      ...versioned,
      parent_table_handle: 'String!',
      pool_address: 'String!',
      pool_type: 'String!',
      shares: 'numeric!',
      table_handle: 'String!',
    },
    relations: {
      current_pool_balance: {
        table: 'current_delegated_staking_pool_balances',
        isList: false,
        on: [['pool_address', 'staking_pool_address']],
      },
      staking_pool_metadata: {
        table: 'current_staking_pool_voter',
        isList: false,
        on: [['pool_address', 'staking_pool_address']],
      },
    },
  },
  delegated_staking_pools: {
    columns: { first_transaction_version: 'bigint!', staking_pool_address: 'String!' },
    relations: {
      current_staking_pool: {
        table: 'current_staking_pool_voter',
        isList: false,
        on: [['staking_pool_address', 'staking_pool_address']],
      },
    },
  },
  current_staking_pool_voter: {
    columns: {
      ...versioned,
      operator_address: 'String!',
      staking_pool_address: 'String!',
      voter_address: 'String!',
    },
    relations: {
      operator_aptos_name: {
        table: 'current_aptos_names',
        isList: true,
        on: [['operator_address', 'registered_address']],
      },
    },
  },
  current_delegated_staking_pool_balances: {
    columns: {
      active_table_handle: 'String!',
      inactive_table_handle: 'String!',
      ...versioned,
      operator_commission_percentage: 'numeric!',
      staking_pool_address: 'String!',
      total_coins: 'numeric!',
      total_shares: 'numeric!',
    },
  },
  num_active_delegator_per_pool: { columns: { num_active_delegator: 'bigint', pool_address: 'String' } },
  delegated_staking_activities: {
    columns: {
      amount: 'numeric!',
      delegator_address: 'String!',
      event_index: 'bigint!',
      event_type: 'String!',
      pool_address: 'String!',
      transaction_version: 'bigint!',
    },
  },
  user_transactions: {
    columns: {
      block_height: 'bigint!',
      entry_function_contract_address: 'String',
      entry_function_function_name: 'String',
      entry_function_id_str: 'String!',
      entry_function_module_name: 'String',
      epoch: 'bigint!',
      expiration_timestamp_secs: 'timestamp!',
      gas_unit_price: 'numeric!',
      max_gas_amount: 'numeric!',
      parent_signature_type: 'String!',
      replay_protection_nonce: 'numeric',
      sender: 'String!',
      sequence_number: 'bigint',
      timestamp: 'timestamp!',
      version: 'bigint!',
    },
  },
  current_aptos_names: {
    columns: {
      domain: 'String',
      domain_with_suffix: 'String',
      is_active: 'Boolean',
      is_primary: 'Boolean',
      last_transaction_version: 'bigint',
      owner_address: 'String',
      registered_address: 'String',
      subdomain: 'String',
      token_name: 'String',
      token_standard: 'String',
    },
  },
  processor_status: {
    columns: {
      last_success_version: 'bigint!',
      last_transaction_timestamp: 'timestamp',
      last_updated: 'timestamp!',
      processor: 'String!',
    },
  },
  ledger_infos: { columns: { chain_id: 'bigint!' } },
};
