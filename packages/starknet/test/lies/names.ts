import type { RpcQuestion } from '@isochain/conformance';
import { selector } from 'starknet';

// Names of answers: the method, and the function that is called.

const functions = new Map(
  [
    ...['balanceOf', 'balance_of', 'decimals', 'name', 'symbol', 'get_owner', 'get_owner_type', 'get_guardian'],
    ...['get_public_key', 'get_signers', 'get_multisig_threshold', 'get_pool_member_info_v1', 'get_current_epoch'],
    ...['get_guardian_guid', 'get_owners_guids', 'contract_parameters_v1', 'staker_pool_info', 'staker_pool_info_v3'],
    ...['is_paused', 'get_stakers', 'staker_info_v1', 'get_staker_info_v1', 'get_owner_guid'],
  ].map((name) => [BigInt(selector.getSelectorFromName(name)), name] as const),
);

const staking = 0x00ca1702e64c81d9a07b86bd2c540188d92a2c73cf5cc0e508d949015e7e84a7n;
const strk = 0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938dn;

interface Asked {
  readonly request?: { readonly contract_address: string; readonly entry_point_selector: string };
}

/** Names the answer to a call: `starknet_call get_owner`. */
export function nameOf({ method, params }: RpcQuestion): string | undefined {
  const { request } = params as Asked;
  if (method !== 'starknet_call' || request === undefined) return undefined;
  const name = functions.get(BigInt(request.entry_point_selector)) ?? request.entry_point_selector;
  // STRK pays fees, other tokens do not.
  const isToken = /^balance/.test(name) && BigInt(request.contract_address) !== strk;
  // The staking contract and its pools have functions of the same name.
  const isPool = name === 'contract_parameters_v1' && BigInt(request.contract_address) !== staking;
  return `call ${name}${isToken ? ' of the token' : isPool ? ' of the pool' : ''}`;
}
