import { judgedDeployment, judgedInvoke } from './judge.ts';

// The hash of a transaction of version 3 as a wallet computes it, from what nodes take: by the judge, and none of our own code.

interface Bound {
  readonly max_amount: string;
  readonly max_price_per_unit: string;
}

/** The members of a transaction that are hashed. */
export interface HashedTransaction {
  readonly type: string;
  readonly nonce: string;
  readonly tip: string;
  readonly resource_bounds: Readonly<Record<'l1_gas' | 'l2_gas' | 'l1_data_gas', Bound>>;
  readonly sender_address?: string;
  readonly calldata?: readonly string[];
  readonly class_hash?: string;
  readonly contract_address_salt?: string;
  readonly constructor_calldata?: readonly string[];
}

/**
 * @param chain - SN_MAIN or SN_SEPOLIA.
 * @param sender - The address of the account.
 */
export function hashOfRpc(transaction: HashedTransaction, chain: string, sender: string): bigint {
  const { l1_gas, l2_gas, l1_data_gas } = transaction.resource_bounds;
  const bound = ({ max_amount, max_price_per_unit }: Bound) =>
    [BigInt(max_amount), BigInt(max_price_per_unit)] as const;
  const common = {
    chain,
    sender: BigInt(sender),
    nonce: BigInt(transaction.nonce),
    tip: BigInt(transaction.tip),
    l1Gas: bound(l1_gas),
    l2Gas: bound(l2_gas),
    l1DataGas: bound(l1_data_gas),
  };
  if (transaction.type === 'INVOKE')
    return judgedInvoke({ ...common, calldata: (transaction.calldata ?? []).map(BigInt) });
  return judgedDeployment({
    ...common,
    classHash: BigInt(transaction.class_hash ?? 0),
    salt: BigInt(transaction.contract_address_salt ?? 0),
    calldata: (transaction.constructor_calldata ?? []).map(BigInt),
  });
}
