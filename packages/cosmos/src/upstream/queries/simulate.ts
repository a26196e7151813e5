import { toBase64 } from '@isochain/core';
import { readMessage, writeMessage } from '@isochain/core/protobuf';
import { RejectedAnswer } from '@isochain/core/upstream';
import type { Money } from '../../bytes/messages.ts';
import { coinOf, eventOf } from '../abci/fields.ts';
import type { ChainEvent } from '../lcd/events.ts';
import { flatFee } from '../lcd/fees.ts';
import { simulatedRun } from '../lcd/transactions.ts';
import type { Query, Refusal } from '../query.ts';
import { isVerdict } from '../verdicts.ts';

/** What a node says of a transaction that it carried out without keeping the result. */
export type Simulation =
  | {
      readonly ok: true;
      readonly gasUsed: bigint;
      /** What the chain takes, if it charges for messages instead of gas. */
      readonly fees?: readonly Money[] | undefined;
      /** What happened, if the node tells it. */
      readonly events?: readonly ChainEvent[] | undefined;
    }
  /** Why it would fail, in the node's words. */
  | { readonly ok: false; readonly reason: string };

const simulated = simulatedRun.transform((found): Simulation => ({ ok: true, ...found }));

/** Carries out a transaction without keeping the result. No signature is verified. What is no verdict about it goes to the next endpoint. */
export function simulate(transaction: Uint8Array): Query<Simulation> {
  return {
    rest: {
      path: '/cosmos/tx/v1beta1/simulate',
      body: { json: { tx_bytes: toBase64(transaction) } },
      schema: simulated,
    },
    // proto/cosmos/tx/v1beta1/service.proto: its field 1 is the same in an older form.
    abci: {
      path: '/cosmos.tx.v1beta1.Service/Simulate',
      data: writeMessage([[2, transaction]]),
      read(answer) {
        const fields = readMessage(answer);
        return { ok: true, gasUsed: fields.message(1).number(2), events: fields.message(2).messages(3).map(eventOf) };
      },
    },
    refused,
  };
}

const flat = flatFee.transform(({ fees, gasUsed }): Simulation => ({ ok: true, gasUsed, fees }));

/**
 * Carries out a transaction on a chain with flat fees. Its own simulation query answers the fee in place of the gas (provenance-io/provenance v1.30).
 *
 * @param denom - The denomination of the fees: the answer has to name one fee in it.
 */
export function simulateFlat(transaction: Uint8Array, denom: string): Query<Simulation> {
  return {
    rest: {
      path: '/provenance/tx/v1/calculate_flat_fee',
      body: { json: { tx_bytes: toBase64(transaction), gas_adjustment: 1 } },
      schema: flat,
    },
    // proto/provenance/flatfees/v1/query.proto: without a factor in field 2, it is 1.
    abci: {
      path: '/provenance.flatfees.v1.Query/CalculateTxFees',
      data: writeMessage([[1, transaction]]),
      read(answer) {
        const fields = readMessage(answer);
        return { ok: true, gasUsed: fields.number(2), fees: fields.messages(1).map(coinOf) };
      },
    },
    refused,
    check(found) {
      if (found.ok && found.fees?.filter((fee) => fee.denom === denom).length !== 1)
        throw new RejectedAnswer(`it names no fee in ${denom}, or several`);
    },
  };
}

function refused({ isUnknownRoute, message }: Refusal): { readonly value: Simulation } | undefined {
  if (isUnknownRoute || !isVerdict(message)) return undefined;
  return { value: { ok: false, reason: message } };
}
