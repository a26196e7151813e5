import { poseidonHashMany } from '@scure/starknet';

// The hash of a transaction of version 3 as a wallet computes it, from what nodes take (docs.starknet.io, "Transactions"; starknet-io/SNIPs, SNIP-8). With
// @scure/starknet, and none of our own code.

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

const ascii = (text: string) => BigInt(`0x${Buffer.from(text, 'ascii').toString('hex')}`);
const numbers = (felts: readonly string[] = []) => felts.map(BigInt);

/**
 * @param chain - SN_MAIN or SN_SEPOLIA.
 * @param sender - The address of the account.
 */
export function hashOfRpc(transaction: HashedTransaction, chain: string, sender: string): bigint {
  const { resource_bounds: bounds, type } = transaction;
  const packed = (name: string, { max_amount, max_price_per_unit }: Bound) =>
    (ascii(name) << 192n) + (BigInt(max_amount) << 128n) + BigInt(max_price_per_unit);
  const fees = poseidonHashMany([
    BigInt(transaction.tip),
    packed('L1_GAS', bounds.l1_gas),
    packed('L2_GAS', bounds.l2_gas),
    packed('L1_DATA', bounds.l1_data_gas),
  ]);
  const none = poseidonHashMany([]);
  const common = [BigInt(sender), fees, none, ascii(chain), BigInt(transaction.nonce), 0n];
  return type === 'INVOKE'
    ? poseidonHashMany([ascii('invoke'), 3n, ...common, none, poseidonHashMany(numbers(transaction.calldata))])
    : poseidonHashMany([
        ...[ascii('deploy_account'), 3n, ...common],
        poseidonHashMany(numbers(transaction.constructor_calldata)),
        BigInt(transaction.class_hash ?? 0),
        BigInt(transaction.contract_address_salt ?? 0),
      ]);
}
