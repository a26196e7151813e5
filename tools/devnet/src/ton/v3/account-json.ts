import { type Address, beginCell, Cell, storeAccount } from '@ton/core';
import type { Chain } from '../chain.ts';
import { interfacesOf } from '../interfaces.ts';
import { boc64, upperRaw } from '../text.ts';
import { hash64 } from './transaction-json.ts';

/** A state as v3 writes it (model AccountStateFull). Undefined for an account that was never seen, which v3 leaves out. */
export async function accountStateJson(
  chain: Chain,
  address: Address,
  includeBoc: boolean,
): Promise<Record<string, unknown> | undefined> {
  if (!(await chain.isKnown(address))) return undefined;
  const { account } = await chain.contract(address);
  const state = account.account?.storage.state;
  const active = state?.type === 'active' ? state.state : undefined;
  const { code, data } = active ?? {};
  const hash = account.account ? beginCell().storeBit(1).store(storeAccount(account.account)).endCell() : Cell.EMPTY;
  return {
    address: upperRaw(address),
    account_state_hash: hash.hash().toString('base64'),
    balance: String(account.account?.storage.balance.coins ?? 0n),
    extra_currencies: {},
    status: state?.type ?? 'nonexist',
    ...(state?.type === 'frozen' ? { frozen_hash: hash64(state.stateHash.toString(16).padStart(64, '0')) } : {}),
    last_transaction_hash: hash64(account.lastTransactionHash.toString(16).padStart(64, '0')),
    last_transaction_lt: String(account.lastTransactionLt),
    ...(data ? { data_hash: data.hash().toString('base64') } : {}),
    ...(code ? { code_hash: code.hash().toString('base64') } : {}),
    ...(data && includeBoc ? { data_boc: boc64(data) } : {}),
    ...(code && includeBoc ? { code_boc: boc64(code) } : {}),
    contract_methods: null,
    interfaces: active ? interfacesOf(active.code) : [],
    ...(chain.isSuspended(address) ? { suspended: true } : {}),
  };
}
