import type { StarknetAccount, StarknetEngine, StarknetStandIn } from '../src/starknet/engine.ts';
import { type Bounds, type Call, invoke, signedBy } from '../src/starknet/wallet.ts';

/** What a sent transaction became. */
export interface Receipt {
  readonly transaction_hash: string;
  readonly execution_status: 'SUCCEEDED' | 'REVERTED';
  readonly finality_status: string;
  readonly revert_reason?: string;
  readonly actual_fee: { readonly amount: string; readonly unit: string };
  readonly events: readonly { from_address: string; keys: string[]; data: string[] }[];
  readonly execution_resources: { readonly l2_gas: number; readonly l1_data_gas: number };
}

/** The next nonce of an account. */
export async function nonceOf(engine: StarknetEngine, address: string): Promise<bigint> {
  const contract_address = `0x${BigInt(address).toString(16)}`;
  return BigInt(await engine.rpc<string>('starknet_getNonce', { block_id: 'pre_confirmed', contract_address }));
}

/** Signs calls of an Argent account and sends them. */
export async function send(
  engine: StarknetEngine,
  account: StarknetAccount,
  calls: readonly Call[],
  bounds: Bounds = {},
): Promise<string> {
  const nonce = await nonceOf(engine, account.address);
  const network = engine.chainId === 'starknet' ? 'SN_MAIN' : 'SN_SEPOLIA';
  const invoke_transaction = signedBy(account, invoke(account.address, calls, nonce, bounds), network);
  const sent = await engine.rpc<{ transaction_hash: string }>('starknet_addInvokeTransaction', { invoke_transaction });
  return sent.transaction_hash;
}

export function receiptOf(engine: StarknetEngine, transaction_hash: string): Promise<Receipt> {
  return engine.rpc<Receipt>('starknet_getTransactionReceipt', { transaction_hash });
}

/** Sends, and waits for the receipt. */
export async function run(
  engine: StarknetEngine,
  account: StarknetAccount,
  calls: readonly Call[],
  bounds: Bounds = {},
): Promise<Receipt> {
  return receiptOf(engine, await send(engine, account, calls, bounds));
}

/** What a call answers, as felts. */
export async function read(
  engine: StarknetEngine,
  selector: string,
  to: string,
  ...calldata: string[]
): Promise<bigint[]> {
  const felt = (text: string) => `0x${BigInt(text).toString(16)}`;
  const request = { contract_address: felt(to), entry_point_selector: selector, calldata: calldata.map(felt) };
  const answer = await engine.rpc<string[]>('starknet_call', { request, block_id: 'pre_confirmed' });
  return answer.map(BigInt);
}

/** The account with an index, which tests know to be there. */
export function accountOf(engine: StarknetEngine | StarknetStandIn, index: number): StarknetAccount {
  const account = engine.accounts[index];
  if (account === undefined) throw new Error(`The engine has no account ${index}.`);
  return account;
}
