import { hash } from 'starknet';

/**
 * The number by which a contract knows a function, and an event its name: the keccak of the name, without its six highest bits (docs.starknet.io,
 * "sn_keccak").
 */
function selectorOf(name: string): bigint {
  return BigInt(hash.getSelectorFromName(name));
}

const names = [
  // ERC-20 (OpenZeppelin/cairo-contracts, token/erc20/interface.cairo), in both spellings.
  ...['transfer', 'approve', 'balanceOf', 'balance_of', 'name', 'symbol', 'decimals', 'Transfer'],
  // What interfaces a contract has, in the spellings of Cairo 0 and Cairo 1 (OpenZeppelin/cairo-contracts, introspection/erc165 and src5).
  ...['supportsInterface', 'supports_interface'],
  // Accounts: argentlabs/argent-contracts-starknet, OpenZeppelin/cairo-contracts, myBraavos/braavos-account-cairo.
  ...['get_owner', 'get_owner_type', 'get_guardian', 'get_public_key', 'get_signers', 'get_multisig_threshold'],
  'TransactionExecuted',
  // Who may spend from an account: the same sources, and their older versions.
  ...['OwnerAdded', 'OwnerAddedGuid', 'OwnerChanged', 'OwnerChangedGuid', 'OwnerEscaped', 'OwnerEscapedGuid'],
  ...['OwnerRemoved', 'OwnerRemovedGuid', 'GuardianAddedGuid', 'GuardianRemovedGuid'],
  ...['GuardianChanged', 'GuardianChangedGuid', 'GuardianEscaped', 'GuardianEscapedGuid'],
  ...['AccountUpgraded', 'Upgraded', 'AccountCreated', 'AccountCreatedGuid', 'ContractDeployed'],
  // Staking: starknet-io/starknet-staking, src/staking/interface.cairo and src/pool/interface.cairo.
  ...[
    'is_paused',
    'contract_parameters_v1',
    'get_current_epoch',
    'get_stakers',
    'staker_pool_info_v3',
    'staker_pool_info',
    'get_staker_info_v1',
  ],
  ...['enter_delegation_pool', 'add_to_delegation_pool', 'exit_delegation_pool_intent', 'exit_delegation_pool_action'],
  ...['switch_delegation_pool', 'claim_rewards', 'get_pool_member_info_v1', 'NewPoolMember', 'NewDelegationPool'],
] as const;

export type SelectorName = (typeof names)[number];

const made = new Map<string, bigint>();

/** @returns The selector of a function or an event. */
export function selector(name: SelectorName): bigint {
  const known = made.get(name);
  if (known !== undefined) return known;
  const value = selectorOf(name);
  made.set(name, value);
  return value;
}
