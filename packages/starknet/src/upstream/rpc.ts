import { type FallibleCall, largeAnswer, mediumAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import type { Call } from '../bytes/calls.ts';
import type { RpcTransaction } from '../bytes/rpc-transaction.ts';
import { type SelectorName, selector } from '../bytes/selectors.ts';
import { leastL2Gas } from '../fees/least-gas.ts';
import { toFelt } from '../felt.ts';
import { askable, errorCode, question } from './calls.ts';
import { blockNumber, felt, felts, timestamp, upTo } from './fields.ts';

// Methods of a node (starknet-specs, api/starknet_api_openrpc.json), and the shape of their answers. Only the fields that we use are parsed. An answer that
// does not fit is the endpoint's failure, and the next one is asked. Reads of histories and transactions are in read-calls.ts.

/** What the next block will see: with transactions that are executed already, without those that only wait. */
export const latestState = 'pre_confirmed';

/** Gas prices of a block. Before version 0.13.4 blocks had no price for layer 2. */
const price = z.object({ price_in_fri: upTo(128) });

const latestBlock = z.object({
  block_number: blockNumber,
  timestamp,
  l1_gas_price: price,
  l2_gas_price: price,
  l1_data_gas_price: price,
});

export type LatestBlock = z.output<typeof latestBlock>;

const version = z.string();

const estimate = z
  .object({
    l1_gas_consumed: upTo(64),
    l1_gas_price: upTo(128),
    l2_gas_consumed: upTo(64),
    l2_gas_price: upTo(128),
    l1_data_gas_consumed: upTo(64),
    l1_data_gas_price: upTo(128),
    unit: z.literal('FRI'),
  })
  // With bounds from less, the transaction is refused, or fails and is charged.
  .refine((value) => value.l2_gas_consumed >= leastL2Gas, 'expected at least the gas of checking a signature')
  .transform((value) => ({
    l1Gas: value.l1_gas_consumed,
    l1GasPrice: value.l1_gas_price,
    l2Gas: value.l2_gas_consumed,
    l2GasPrice: value.l2_gas_price,
    l1DataGas: value.l1_data_gas_consumed,
    l1DataGasPrice: value.l1_data_gas_price,
  }));

const estimates = z.tuple([estimate]).transform(([first]) => first);

/** Only transactions that call contracts can fail and still be carried out. */
const trace = z.object({ execute_invocation: z.object({ revert_reason: z.string().nullish() }).nullish() });

const simulations = z.tuple([z.object({ fee_estimation: estimate, transaction_trace: trace })]).transform(
  ([
    {
      fee_estimation,
      transaction_trace: { execute_invocation: run },
    },
  ]) => ({
    estimate: fee_estimation,
    /** Why it fails, if it does. */
    failure: run?.revert_reason ?? undefined,
  }),
);

export type SimulationFlag = 'SKIP_VALIDATE' | 'SKIP_FEE_CHARGE';

/** The errors that a call of a contract may have: no contract there, no such function, and a failure inside. */
const callErrors = [errorCode.contractNotFound, errorCode.entrypointNotFound, errorCode.contractError];

const answers = {
  chainId: felt,
  classHash: felt,
  nonce: felt,
};

/** What `starknet_call` asks. */
export function callParams(request: Pick<Call, 'to' | 'selector' | 'calldata'>) {
  return {
    request: {
      contract_address: toFelt(BigInt(request.to)),
      entry_point_selector: toFelt(request.selector),
      calldata: request.calldata.map(toFelt),
    },
    block_id: latestState,
  };
}

export const rpc = {
  chainId: () => question('starknet_chainId', {}, answers.chainId),
  specVersion: () => question('starknet_specVersion', {}, version),
  /** The latest block that a majority agreed on, with the hashes of its transactions: a thousand fit into the limit. */
  latestBlock: () => question('starknet_getBlockWithTxHashes', { block_id: 'latest' }, latestBlock, mediumAnswer),
  /** Error 20: nothing is deployed there. */
  classHashAt: (address: Address): FallibleCall<bigint> =>
    askable(
      'starknet_getClassHashAt',
      { block_id: latestState, contract_address: toFelt(BigInt(address)) },
      answers.classHash,
      { codes: [errorCode.contractNotFound] },
    ),
  nonce: (address: Address): FallibleCall<bigint> =>
    askable('starknet_getNonce', { block_id: latestState, contract_address: toFelt(BigInt(address)) }, answers.nonce, {
      codes: [errorCode.contractNotFound],
    }),
  /** Calls a function that changes nothing. The errors of the contract are answers. */
  call: (to: Address, name: SelectorName, calldata: readonly bigint[] = []): FallibleCall<bigint[]> =>
    askable('starknet_call', callParams({ to, selector: selector(name), calldata }), felts, { codes: callErrors }),
  /** @param transaction - With a signature, and the version of queries. Error 41: the transaction would fail. */
  estimateFee: (transaction: RpcTransaction, flags: readonly SimulationFlag[]) =>
    askable(
      'starknet_estimateFee',
      { request: [transaction], simulation_flags: flags, block_id: latestState },
      estimates,
      { codes: [errorCode.transactionExecutionError] },
    ),
  simulate: (transaction: RpcTransaction, flags: readonly SimulationFlag[]) =>
    askable(
      'starknet_simulateTransactions',
      { transactions: [transaction], simulation_flags: flags, block_id: latestState },
      simulations,
      { codes: [errorCode.transactionExecutionError], maxBytes: largeAnswer },
    ),
} as const;
