import { keccak } from '@scure/starknet';
import { describe, expect, it } from 'vitest';
import { selectors } from '../../test/made.ts';
import { type SelectorName, selector } from './selectors.ts';

const names: readonly SelectorName[] = [
  ...(['transfer', 'approve', 'balanceOf', 'balance_of', 'name', 'symbol', 'decimals', 'Transfer'] as const),
  ...(['get_owner', 'get_owner_type', 'get_guardian', 'get_public_key', 'get_signers'] as const),
  ...(['get_multisig_threshold', 'TransactionExecuted', 'is_paused', 'contract_parameters_v1'] as const),
  ...(['get_current_epoch', 'get_stakers', 'staker_pool_info_v3', 'staker_pool_info', 'get_staker_info_v1'] as const),
  ...(['enter_delegation_pool', 'add_to_delegation_pool', 'exit_delegation_pool_intent'] as const),
  ...(['exit_delegation_pool_action', 'switch_delegation_pool', 'claim_rewards'] as const),
  ...(['get_pool_member_info_v1', 'NewPoolMember', 'NewDelegationPool'] as const),
];

describe('selectors', () => {
  it.each(names)('%s is the keccak of @scure/starknet', (name) => {
    expect(selector(name)).toBe(keccak(new TextEncoder().encode(name)));
    // The second time it is remembered.
    expect(selector(name)).toBe(keccak(new TextEncoder().encode(name)));
  });

  it('are those of transactions on the chain, and of the contracts of staking', () => {
    expect([selector('transfer'), selector('approve')]).toEqual([selectors.transfer, selectors.approve]);
    // Events of Sepolia, block 5508517.
    expect(selector('Transfer')).toBe(0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9n);
    expect(selector('TransactionExecuted')).toBe(0x1dcde06aabdbca2f80aa51392b345d7549d7757aa855f7e37f5d335ac8243b1n);
  });
});
