import { UpstreamError } from '@isochain/core';
import { ask, type Operation, type RpcOutcome, silent } from '@isochain/core/upstream';
import { accountClasses } from '../account/classes.ts';
import { type RpcTransaction, rpcTransaction } from '../bytes/rpc-transaction.ts';
import { layOut } from '../bytes/signature-layout.ts';
import type { StarknetPlan } from '../bytes/transaction.ts';
import type { Estimate } from '../fees/bounds.ts';
import { toFelt } from '../felt.ts';
import { reasonOf } from './revert-reason.ts';
import { rpc, type SimulationFlag } from './rpc.ts';

/** Version 3 of a transaction that is only asked about, and can never be carried out: 2^128 + 3 (starknet-specs, "query version"). */
const queryVersion = '0x100000000000000000000000000000003';

/**
 * The signature of an estimate: that of a published test key over another hash, so it is well-formed and wrong. The account does the whole work of checking
 * it, and in a query does not mind the result (argentlabs/argent-contracts-starknet, docs/accurate_estimates.md).
 */
const dummy = {
  r: 0x6f75105cedb26f67dfb3e49bbc95685dfa1aca277f8356c4f5f53dfe3ffb01cn,
  s: 0x1b305712e07712d4aad8853f68773339c3e8fd0978180286e9c5d92fcf015b7n,
};

/** What validation costs at least, if an estimate leaves it out. See account/classes.ts. */
const validation = 200_000n;

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
 * account's check of the signature is left out, and at last the transaction is simulated without paying for it.
 *
 * @param plan - With bounds of 0. Its nonce must be the next one of the account.
 * @throws UpstreamError if no node answered.
 */
export async function estimateFees(plan: StarknetPlan, operation: Operation): Promise<Estimated> {
  const { estimates, surcharge } = accountClasses[plan.account];
  const transaction = { ...rpcTransaction(plan, queryVersion), signature: [] as readonly string[] };
  if (estimates === 'with a dummy') {
    const signed = { ...transaction, signature: layOut(plan.account, plan.owner, dummy).map(toFelt) };
    const own = await tryEstimate(signed, [], operation);
    if (own?.ok) return { ok: true, estimate: own.value, surcharge };
  }
  const left = surcharge > validation ? surcharge : validation;
  const run = await runWithoutValidation(transaction, operation);
  if (run.ok) return { ok: true, estimate: run.value, surcharge: left };
  return { ok: false, reason: reasonOf(run.error) };
}

async function runWithoutValidation(transaction: RpcTransaction, operation: Operation): Promise<RpcOutcome<Estimate>> {
  try {
    const { outcome } = await ask(operation, { outcome: rpc.estimateFee(transaction, ['SKIP_VALIDATE']) });
    return outcome;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const simulated = await silent(
      ask(operation, { outcome: rpc.simulate(transaction, ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE']) }),
    );
    if (simulated === undefined) throw error;
    return simulated.outcome;
  }
}

/** @returns Undefined if no node could do it. */
async function tryEstimate(
  transaction: RpcTransaction,
  flags: readonly SimulationFlag[],
  operation: Operation,
): Promise<RpcOutcome<Estimate> | undefined> {
  const answers = await silent(ask(operation, { outcome: rpc.estimateFee(transaction, flags) }));
  return answers?.outcome;
}
