import { RejectedAnswer, servesAnotherChain } from '@isochain/core/upstream';
import * as z from 'zod';
import { rawBytes } from '../../bytes/raw-transaction.ts';
import { signedBytes } from '../../bytes/signed-transaction.ts';
import type { AptosPlan } from '../../bytes/transaction.ts';
import { readVmStatus } from '../../modes/vm-status.ts';
import { u64 } from '../fields.ts';
import { nodeQuery, type Query } from '../query.ts';

/** What a transaction would do. */
export type Simulated =
  | {
      readonly ok: true;
      /** Gas units, before any refund. */
      readonly gasUsed: bigint;
      readonly events: readonly ChainEvent[];
    }
  | {
      readonly ok: false;
      readonly status: string;
      /** Gas units until it failed. 0 if it was not run. */
      readonly gasUsed: bigint;
    };

/** An event that a transaction would emit. */
export interface ChainEvent {
  /** `0x1::delegation_pool::UnlockStake`. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** How nodes take signed transactions (aptos-labs/aptos-core, api/src/accept_type.rs). */
export const signedType = 'application/x.aptos.signed_transaction+bcs';

const event = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()).catch({}) });

const simulationSchema = z.tuple([
  z.object({
    success: z.boolean(),
    vm_status: z.string().max(10_000),
    gas_used: u64,
    events: z.array(event).max(1_000).default([]),
  }),
]);

/** A signature that is surely wrong: nodes simulate nothing that is signed. */
const noSignature = new Uint8Array(64);

/** Asks what a transaction would do. Its keys are those that will sign, because the chain checks them. */
export function simulation(plan: AptosPlan): Query<Simulated> {
  const sender = { ...plan.signer, signature: noSignature };
  const payer = plan.feePayer && { ...plan.feePayer, signature: noSignature };
  return nodeQuery({
    path: '/transactions/simulate',
    body: { bytes: signedBytes(rawBytes(plan), sender, payer), type: signedType },
    schema: simulationSchema,
    read([{ success, vm_status: status, gas_used: gasUsed, events }]) {
      if (!success) {
        requireSameLedger(status);
        return { ok: false, status, gasUsed } as const;
      }
      if (gasUsed === 0n || gasUsed > plan.maxGasAmount)
        throw new RejectedAnswer('it answers an impossible amount of gas');
      return { ok: true, gasUsed, events } as const;
    },
    // Some rules are checked before anything is run.
    refused(error) {
      if (error.error_code !== 'vm_error') return undefined;
      requireSameLedger(error.message);
      return { value: { ok: false, status: error.message, gasUsed: 0n } };
    },
  });
}

/** What a node says if the account's sequence number is another one there than at the node that was asked before: one of them is behind. */
const otherLedger: readonly string[] = ['SEQUENCE_NUMBER_TOO_OLD', 'SEQUENCE_NUMBER_TOO_NEW'];

/** @throws RejectedAnswer if the node cannot judge the transaction. */
function requireSameLedger(status: string): void {
  const { name = '' } = readVmStatus(status);
  if (name === 'BAD_CHAIN_ID') throw servesAnotherChain();
  if (otherLedger.includes(name))
    throw new RejectedAnswer('it has another sequence number of the account', 'unavailable');
}
