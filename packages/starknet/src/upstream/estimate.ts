import { UpstreamError } from '@isochain/core';
import { ask, type Operation, type RpcError, type RpcOutcome } from '@isochain/core/upstream';
import { accountClasses, validation } from '../account/classes.ts';
import { queryVersion, type RpcTransaction, rpcTransaction } from '../bytes/rpc-transaction.ts';
import { layOut } from '../bytes/signature-layout.ts';
import type { StarknetPlan } from '../bytes/transaction.ts';
import type { Estimate } from '../fees/bounds.ts';
import { toFelt } from '../felt.ts';
import { reasonOf } from './revert-reason.ts';
import { rpc, type SimulationFlag } from './rpc.ts';

/**
 * The signature of an estimate: that of a published test key over another hash, so it is well-formed and wrong. The account does the whole work of checking
 * it, and in a query does not mind the result (argentlabs/argent-contracts-starknet, "Accurate estimates").
 */
const dummy = {
  r: 0x6f75105cedb26f67dfb3e49bbc95685dfa1aca277f8356c4f5f53dfe3ffb01cn,
  s: 0x1b305712e07712d4aad8853f68773339c3e8fd0978180286e9c5d92fcf015b7n,
};

/** What a transaction is estimated to need. */
export type Estimated =
  | {
      readonly ok: true;
      readonly estimate: Estimate;
      /** Gas of layer 2 that the estimate leaves out. */
      readonly surcharge: bigint;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Asks what a transaction needs. The account itself runs, with a made-up signature. Some nodes fail at that (eqlabs/pathfinder#2807, #3037, #3055): then the
 * account's check of the signature is left out, and at last the transaction is simulated without paying for it. That takes three rounds at most.
 *
 * The tip is left out: it changes no amount of gas. The age of the nodes' blocks is not checked again.
 *
 * @param plan - Its bounds do not matter. Its nonce must be the next one of the account.
 * @throws UpstreamError if no node answered.
 */
export async function estimateFees(plan: StarknetPlan, operation: Operation): Promise<Estimated> {
  const { estimates, surcharge } = accountClasses[plan.account];
  const asked = rpcTransaction({ ...plan, tip: 0n, bounds: noBounds }, queryVersion);
  if (estimates === 'with a dummy') {
    const signed = { ...asked, signature: layOut(plan.account, plan.owner, dummy).map(toFelt) };
    const run = await tried(estimateOf(signed, [], operation));
    if (run instanceof UpstreamError) {
      // Another way to ask may still be answered.
    } else if (run.ok) {
      return { ok: true, estimate: run.value, surcharge };
    } else if (isFinal(run.error)) {
      return { ok: false, reason: reasonOf(run.error) };
    }
  }
  const left = surcharge > validation ? surcharge : validation;
  const unsigned = { ...asked, signature: [] };
  const run = await tried(estimateOf(unsigned, ['SKIP_VALIDATE'], operation));
  if (!(run instanceof UpstreamError)) {
    if (run.ok) return { ok: true, estimate: run.value, surcharge: left };
    if (!isOutOfGas(run.error)) return { ok: false, reason: reasonOf(run.error) };
  }
  const simulated = await tried(simulationOf(unsigned, operation));
  if (simulated instanceof UpstreamError) {
    if (run instanceof UpstreamError) throw run;
    return { ok: false, reason: reasonOf((run as { error: RpcError }).error) };
  }
  if (!simulated.ok) return { ok: false, reason: reasonOf(simulated.error) };
  const { estimate, failure } = simulated.value;
  // A simulation of a transaction that fails has an estimate too: of what the failure costs.
  if (failure !== undefined) return { ok: false, reason: reasonOf({ code: 0, message: failure }) };
  return { ok: true, estimate, surcharge: left };
}

/** For an estimate: the node takes what the transaction needs. */
const nothing = { maxAmount: 0n, maxPricePerUnit: 0n };
const noBounds = { l1_gas: nothing, l2_gas: nothing, l1_data_gas: nothing };

/** @returns The error if no node gave an answer. */
async function tried<T>(answer: Promise<T>): Promise<T | UpstreamError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw error;
  }
}

async function estimateOf(
  transaction: RpcTransaction,
  flags: readonly SimulationFlag[],
  operation: Operation,
): Promise<RpcOutcome<Estimate>> {
  const { outcome } = await ask(operation, { outcome: rpc.estimateFee(transaction, flags) }, { mayLag: true });
  return outcome;
}

async function simulationOf(transaction: RpcTransaction, operation: Operation) {
  const flags = ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'] as const;
  const { outcome } = await ask(operation, { outcome: rpc.simulate(transaction, flags) }, { mayLag: true });
  return outcome;
}

/** The selector of `__execute__`, which runs the calls after the account took the signature. */
const execute = '0x15d40a3d6ca2ac30f4031e42be28da9b056fef9bb7357ac5e85627ee876e5ad';

/** Whether a call fails. Then no other way to ask helps. */
function isFinal(error: RpcError): boolean {
  const { execution_error: place } = (error.data ?? {}) as { readonly execution_error?: unknown };
  const { selector } = (place ?? {}) as { readonly selector?: unknown };
  return selector === execute && !isOutOfGas(error);
}

/** Nodes with a faulty search for the amount say so of transactions that are fine. */
function isOutOfGas(error: RpcError): boolean {
  return /out of gas|insufficient (?:max )?(?:l2 )?gas/i.test(reasonOf(error));
}
