import { sign } from '@scure/starknet';
import type { StarknetAccount } from './engine.ts';
import { readTransaction } from './node/transaction.ts';
import { ascii, hex, selectorOf, toFelt, u256 } from './vm/felt.ts';

// Transactions of the engines' own accounts. They are made by hand, without the service and without starknet.js.

export interface Call {
  readonly to: string;
  readonly name: string;
  readonly calldata: readonly (string | bigint)[];
}

/** Felts of calldata: u256 takes two, see `amount`. */
export const amount = (value: bigint): readonly bigint[] => u256(value);

export interface Bounds {
  readonly l2Amount?: bigint;
  readonly l2Price?: bigint;
  readonly l1DataAmount?: bigint;
  readonly l1DataPrice?: bigint;
  readonly l1Price?: bigint;
  readonly tip?: bigint;
}

function boundsJson(bounds: Bounds): object {
  const { l2Amount = 4_000_000n, l2Price = 20_000_000_000n, l1DataAmount = 512n } = bounds;
  const { l1DataPrice = 4_000_000_000_000n, l1Price = 10n ** 15n } = bounds;
  return {
    l1_gas: { max_amount: '0x0', max_price_per_unit: hex(l1Price) },
    l2_gas: { max_amount: hex(l2Amount), max_price_per_unit: hex(l2Price) },
    l1_data_gas: { max_amount: hex(l1DataAmount), max_price_per_unit: hex(l1DataPrice) },
  };
}

const common = (bounds: Bounds, nonce: bigint) => ({
  version: '0x3',
  nonce: hex(nonce),
  signature: [] as string[],
  resource_bounds: boundsJson(bounds),
  tip: hex(bounds.tip ?? 0n),
  paymaster_data: [],
  nonce_data_availability_mode: 'L1',
  fee_data_availability_mode: 'L1',
});

/** `[n, (to, selector, length, data…) × n]`. */
export function multicall(calls: readonly Call[]): string[] {
  const felts = calls.flatMap(({ to, name, calldata }) => {
    const data = calldata.map((felt) => (typeof felt === 'bigint' ? felt : toFelt(felt)));
    return [toFelt(to), selectorOf(name), BigInt(data.length), ...data];
  });
  return [BigInt(calls.length), ...felts].map(hex);
}

/** An INVOKE without a signature. */
export function invoke(sender: string, calls: readonly Call[], nonce: bigint, bounds: Bounds = {}) {
  return {
    type: 'INVOKE',
    ...common(bounds, nonce),
    sender_address: hex(toFelt(sender)),
    calldata: multicall(calls),
    account_deployment_data: [],
  };
}

/** A DEPLOY_ACCOUNT without a signature. */
export function deployAccount(
  classHash: bigint,
  publicKey: string,
  constructorCalldata: readonly bigint[],
  bounds: Bounds = {},
) {
  return {
    type: 'DEPLOY_ACCOUNT',
    ...common(bounds, 0n),
    contract_address_salt: publicKey,
    constructor_calldata: constructorCalldata.map(hex),
    class_hash: hex(classHash),
  };
}

/** r and s of the hash of a transaction. */
export function signatureOf(
  transaction: object,
  privateKey: string,
  network: 'SN_MAIN' | 'SN_SEPOLIA' = 'SN_MAIN',
): [string, string] {
  const { hash } = readTransaction(transaction, ascii(network));
  const { r, s } = sign(hash.toString(16).padStart(64, '0'), privateKey.slice(2).padStart(64, '0'));
  return [hex(r), hex(s)];
}

/** The transaction, signed in the long form of Argent. */
export function signedBy<T extends object>(
  { privateKey, publicKey = '' }: Pick<StarknetAccount, 'privateKey' | 'publicKey'>,
  transaction: T,
  network: 'SN_MAIN' | 'SN_SEPOLIA' = 'SN_MAIN',
): T {
  return { ...transaction, signature: ['0x1', '0x0', publicKey, ...signatureOf(transaction, privateKey, network)] };
}
