import { type Address, shortAddress, storeAddress, toAddress } from './address.ts';
import { power } from './framework/stake.ts';
import type { State } from './state.ts';

/** A resource as the node's JSON has it. */
export interface Resource {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

const handle = (account: Address, creationNumber: number, counter: bigint | number = 0) => ({
  counter: String(counter),
  guid: { id: { addr: shortAddress(account), creation_num: String(creationNumber) } },
});

const bytesOf = (text: string) => `0x${Buffer.from(text, 'utf8').toString('hex')}`;

/** All resources of an address, sorted by type. */
export function resourcesOf(state: State, address: Address): Resource[] {
  const found = [
    ...accountResources(state, address),
    ...storeResources(state, address),
    ...assetResources(state, address),
    ...poolResources(state, address),
    ...(address === toAddress('0x1') ? stakingResources(state) : []),
  ];
  return found.sort((a, b) => (a.type < b.type ? -1 : 1));
}

/** Resources that lie in one group of storage are written together. */
const groups = [/^0x1::object::ObjectCore$/, /^0x1::fungible_asset::/];

/** A resource that a transaction wrote, as the node's JSON has it. */
export interface Change {
  readonly address: Address;
  readonly resource: Resource;
}

/** What is different at an address, and what is written with it. */
export function changesOf(before: State, after: State, address: Address): Change[] {
  const old = new Set(resourcesOf(before, address).map((resource) => JSON.stringify(resource)));
  const now = resourcesOf(after, address);
  const isNew = (resource: Resource) => !old.has(JSON.stringify(resource));
  const inGroup = ({ type }: Resource) => groups.some((group) => group.test(type));
  const writesGroup = now.some((resource) => inGroup(resource) && isNew(resource));
  return now
    .filter((resource) => isNew(resource) || (writesGroup && inGroup(resource)))
    .map((resource) => ({ address, resource }));
}

/** A struct with the address, module and name that a type consists of, names in hex. */
export function typeInfo(type: string): Record<string, string> {
  const [account = '', module = '', ...name] = type.split('::');
  return { account_address: account, module_name: bytesOf(module), struct_name: bytesOf(name.join('::')) };
}

function accountResources(state: State, address: Address): Resource[] {
  const account = state.accounts.get(address);
  const coins = [...state.coinStores.values()].filter(({ owner }) => owner === address);
  const published = [...state.coins.values()].filter(({ type }) => toAddress(type.split('::')[0] ?? '') === address);
  return [
    ...(account === undefined
      ? []
      : [
          {
            type: '0x1::account::Account',
            data: {
              authentication_key: account.authenticationKey,
              coin_register_events: handle(address, 0),
              guid_creation_num: '4',
              key_rotation_events: handle(address, 1),
              rotation_capability_offer: { for: { vec: [] } },
              sequence_number: String(account.sequenceNumber),
              signer_capability_offer: { for: { vec: [] } },
            },
          },
        ]),
    ...coins.map(({ type, balance, frozen }) => ({
      type: `0x1::coin::CoinStore<${type}>`,
      data: {
        coin: { value: String(balance) },
        deposit_events: handle(address, 2),
        frozen,
        withdraw_events: handle(address, 3),
      },
    })),
    ...published.map(({ type, name, symbol, decimals, supply }) => ({
      type: `0x1::coin::CoinInfo<${type}>`,
      data: {
        decimals,
        name,
        supply: {
          vec: [
            { aggregator: { vec: [] }, integer: { vec: [{ limit: String(2n ** 128n - 1n), value: String(supply) }] } },
          ],
        },
        symbol,
      },
    })),
    ...(state.refusing.has(address)
      ? [
          {
            type: '0x1::aptos_account::DirectTransferConfig',
            data: { allow_arbitrary_coin_transfers: false, update_coin_transfer_events: handle(address, 5) },
          },
        ]
      : []),
  ];
}

const objectCore = (address: Address, owner: Address, isUngated: boolean): Resource => ({
  type: '0x1::object::ObjectCore',
  data: {
    allow_ungated_transfer: isUngated,
    guid_creation_num: '1125899906842625',
    owner: shortAddress(owner),
    transfer_events: handle(address, 1_125_899_906_842_624),
  },
});

function storeResources(state: State, address: Address): Resource[] {
  const store = state.stores.get(address);
  if (store === undefined) return [];
  const { asset, balance, frozen, owner } = store;
  return [
    {
      type: '0x1::fungible_asset::FungibleStore',
      data: { balance: String(balance), frozen, metadata: { inner: shortAddress(asset) } },
    },
    objectCore(address, owner, false),
  ];
}

function assetResources(state: State, address: Address): Resource[] {
  const asset = state.assets.get(address);
  if (asset === undefined) return [];
  const { name, symbol, decimals, iconUri, projectUri, supply, maximum, coin, hook, creator } = asset;
  const module = { module_address: shortAddress(creator), module_name: 'hook' };
  return [
    {
      type: '0x1::fungible_asset::Metadata',
      data: { decimals, icon_uri: iconUri, name, project_uri: projectUri, symbol },
    },
    {
      type: '0x1::fungible_asset::ConcurrentSupply',
      data: { current: { max_value: String(maximum ?? 2n ** 128n - 1n), value: String(supply) } },
    },
    objectCore(address, creator, true),
    ...(coin === undefined ? [] : [{ type: '0x1::coin::PairedCoinType', data: { type: typeInfo(coin) } }]),
    ...(hook === undefined
      ? []
      : [
          {
            type: '0x1::fungible_asset::DispatchFunctionStore',
            data: {
              deposit_function: { vec: [{ ...module, function_name: 'deposit' }] },
              derived_balance_function: { vec: [] },
              withdraw_function: { vec: [{ ...module, function_name: 'withdraw' }] },
            },
          },
        ]),
  ];
}

function poolResources(state: State, address: Address): Resource[] {
  const pool = state.pools.get(address);
  if (pool === undefined) return [];
  const { active, inactive, pendingActive, pendingInactive } = pool.stake;
  const coin = (value: bigint) => ({ value: String(value) });
  return [
    {
      type: '0x1::stake::StakePool',
      data: {
        active: coin(active),
        delegated_voter: shortAddress(address),
        inactive: coin(inactive),
        locked_until_secs: String(pool.lockedUntil),
        operator_address: shortAddress(pool.operator),
        pending_active: coin(pendingActive),
        pending_inactive: coin(pendingInactive),
      },
    },
    {
      type: '0x1::delegation_pool::DelegationPool',
      data: {
        active_shares: {
          scaling_factor: '10000000000000000',
          shares: { inner: { handle: tableHandle(pool.address, 'active') }, length: String(pool.activeShares.of.size) },
          total_coins: String(pool.activeShares.coins),
          total_shares: String(pool.activeShares.total),
        },
        inactive_shares: { handle: tableHandle(pool.address, 'inactive') },
        observed_lockup_cycle: { index: String(pool.cycle) },
        operator_commission_percentage: String(pool.commission),
        pending_withdrawals: { handle: tableHandle(pool.address, 'withdrawals') },
        total_coins_inactive: String(pool.totalInactive),
      },
    },
    ...(pool.allowlist === undefined
      ? []
      : [
          {
            type: '0x1::delegation_pool::DelegationPoolAllowlisting',
            data: { allowlist: { size: String(pool.allowlist.size) } },
          },
        ]),
  ];
}

/** Tables of the chain lie at addresses of their own. */
export function tableHandle(pool: Address, table: 'active' | 'inactive' | 'withdrawals'): Address {
  return storeAddress(pool, toAddress(Buffer.from(table).toString('hex')));
}

function stakingResources(state: State): Resource[] {
  const { staking } = state;
  const members = [...state.pools.values()];
  const describe = (wanted: string) =>
    members
      .filter((pool) => pool.state === wanted)
      .map((pool, index) => ({
        addr: shortAddress(pool.address),
        config: { validator_index: String(index) },
        voting_power: String(power(pool)),
      }));
  return [
    {
      type: '0x1::stake::ValidatorSet',
      data: {
        active_validators: describe('active'),
        consensus_scheme: 0,
        pending_active: describe('pending_active'),
        pending_inactive: describe('pending_inactive'),
        total_joining_power: String(staking.joiningPower),
        total_voting_power: String(staking.totalPower),
      },
    },
    {
      type: '0x1::staking_config::StakingConfig',
      data: {
        allow_validator_set_change: true,
        maximum_stake: String(staking.maximum),
        minimum_stake: String(staking.minimum),
        recurring_lockup_duration_secs: String(staking.lockup),
        rewards_rate: String(staking.rate),
        rewards_rate_denominator: String(staking.rateDenominator),
        voting_power_increase_limit: String(staking.powerIncreaseLimit),
      },
    },
  ];
}
