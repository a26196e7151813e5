import { createHash } from 'node:crypto';
import { now, recipient, sender } from './scripted-node.ts';
import { signedTransfer } from './signed.ts';

// Transactions as nodes write them: aptos-labs/aptos-docs, the REST interface of nodes 1.2.0, and the recordings of mainnet.

/** Microseconds since 1970: when the blocks of made transactions were made. */
export const blockTime: bigint = BigInt(now) * 1_000n - 5_000_000n;

// biome-ignore lint/suspicious/noExplicitAny: JSON of nodes has no types
export type Json = any;

/** Another curve: the bytes of such transactions cannot be rebuilt, so their ids are not proven. */
const otherCurve: Json = {
  type: 'single_sender',
  public_key: { type: 'secp256k1_ecdsa', value: `0x04${'11'.repeat(64)}` },
  signature: { type: 'secp256k1_ecdsa', value: `0x${'22'.repeat(64)}` },
};

const guid = { creation_number: '0', account_address: '0x0' };

/** An event that belongs to no handle. */
export const event = (type: string, data: object): Json => ({ guid, sequence_number: '0', type, data });

/** An event of a handle. */
export const handleEvent = (type: string, account: string, number: number, data: object): Json => ({
  guid: { creation_number: String(number), account_address: account },
  sequence_number: '0',
  type,
  data,
});

export const feeStatement = (refund: bigint = 0n): Json =>
  event('0x1::transaction_fee::FeeStatement', {
    execution_gas_units: '1',
    io_gas_units: '1',
    storage_fee_octas: '0',
    storage_fee_refund_octas: refund.toString(),
    total_charge_gas_units: '60',
  });

const written = (address: string, type: string, data: object) => ({
  type: 'write_resource',
  address,
  state_key_hash: '0x',
  data: { type, data },
});

/** A store of a fungible asset, as the write set has it. */
export const store = (address: string, owner: string, metadata: string): Json[] => [
  written(address, '0x1::fungible_asset::FungibleStore', {
    balance: '1',
    frozen: false,
    metadata: { inner: metadata },
  }),
  written(address, '0x1::object::ObjectCore', { allow_ungated_transfer: false, owner, transfer_events: {} }),
];

/** A coin store, as the write set has it: handle 2 of deposits, and handle 3 of withdrawals. */
export const coinStore = (owner: string, coin: string): Json => {
  const handle = (number: string) => ({ counter: '1', guid: { id: { addr: owner, creation_num: number } } });
  return written(owner, `0x1::coin::CoinStore<${coin}>`, {
    coin: { value: '1' },
    frozen: false,
    deposit_events: handle('2'),
    withdraw_events: handle('3'),
  });
};

export const withdraw = (at: string, amount: bigint): Json =>
  event('0x1::fungible_asset::Withdraw', { store: at, amount: amount.toString() });

export const deposit = (at: string, amount: bigint): Json =>
  event('0x1::fungible_asset::Deposit', { store: at, amount: amount.toString() });

export const entry = (name: string, values: readonly unknown[] = [], types: readonly string[] = []): Json => ({
  type: 'entry_function_payload',
  function: name,
  type_arguments: types,
  arguments: values,
});

/** A transaction in a block: 60 gas units at 100 octas. By default it calls something unknown. Its id is not proven. */
export function made(more: Json = {}): Json {
  const { version = '1000' } = more;
  return {
    type: 'user_transaction',
    version,
    hash: `0x${createHash('sha256').update(String(version)).digest('hex')}`,
    gas_used: '60',
    success: true,
    vm_status: 'Executed successfully',
    changes: [],
    sender,
    sequence_number: '5',
    max_gas_amount: '560',
    gas_unit_price: '100',
    expiration_timestamp_secs: String(blockTime / 1_000_000n + 600n),
    payload: entry('0x7::market::swap'),
    signature: otherCurve,
    events: [feeStatement()],
    timestamp: String(blockTime),
    replay_protection_nonce: null,
    ...more,
  };
}

/** A transfer of 1 APT from `sender` to `recipient` that is really signed, in a block or waiting. */
export function madeTransfer(more: Json = {}): Json {
  const { plan, signed } = signedTransfer();
  const signature = signed.raw.slice(-128);
  return made({
    hash: signed.hash,
    sequence_number: '5',
    max_gas_amount: plan.maxGasAmount.toString(),
    gas_unit_price: plan.gasUnitPrice.toString(),
    expiration_timestamp_secs: plan.expiration.toString(),
    payload: entry('0x1::aptos_account::transfer', [recipient, '100000000']),
    signature: { type: 'ed25519_signature', public_key: `0x${plan.signer.publicKey}`, signature: `0x${signature}` },
    ...more,
  });
}

/** The same, while it waits. */
export function waiting(transaction: Json): Json {
  const { version, gas_used, success, vm_status, changes, events, timestamp, ...request } = transaction;
  return { ...request, type: 'pending_transaction' };
}

/** The block of a transaction. */
export const blockOf = ({ version }: Json, height = '500'): Json => ({
  block_height: height,
  block_hash: `0x${'b1'.repeat(32)}`,
  block_timestamp: String(blockTime),
  first_version: version,
  last_version: version,
  transactions: null,
});

/** A node that has these transactions in blocks of their own. */
export function nodeWith(...transactions: readonly Json[]): Json {
  return {
    headers: { 'x-aptos-block-height': '509' },
    known: Object.fromEntries(transactions.map((each) => [each.hash, each])),
    own: Object.fromEntries(
      transactions.flatMap((each) => [
        [`/transactions/by_version/${each.version}`, each],
        [`/blocks/by_version/${each.version}`, blockOf(each)],
      ]),
    ),
  };
}
