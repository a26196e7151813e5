import {
  ask,
  type FallibleCall,
  fallible,
  mediumAnswer,
  type Operation,
  type RpcOutcome,
} from '@isochain/core/upstream';
import type * as z from 'zod';
import type { Hex } from '../address.ts';
import { decodeReads, encodeReads, type Read, type ReadResult } from '../bytes/multicall.ts';
import type { EvmContext } from '../context.ts';
import { rpc } from './rpc.ts';
import { isVerdict, mayBeTooLarge } from './verdicts.ts';

/** Reads of one eth_call. The gas that public nodes give a call is enough for some hundreds. */
const readsPerCall = 150;

/** Reads of contracts, prepared as JSON-RPC calls to be asked together with others. */
export interface ReadPlan {
  readonly questions: Readonly<Record<string, FallibleCall<Hex>>>;
  /** One result per read, in order. If Multicall3 turns out to be missing, or a call is too large, each read is asked again on its own. */
  results(answers: Readonly<Record<string, RpcOutcome<Hex> | unknown>>, operation: Operation): Promise<ReadResult[]>;
}

/**
 * Uses Multicall3 if the chain has it, else one eth_call for each read.
 *
 * @param answer - Schema of Multicall3's answer, for up to 150 reads. An answer that does not fit is the endpoint's failure.
 */
export function planReads(context: EvmContext, reads: readonly Read[], answer?: z.ZodType<Hex>): ReadPlan {
  const { multicall3 } = context.chain;
  if (multicall3 === null || reads.length < 2) return planSingly(reads);
  const chunks = Array.from({ length: Math.ceil(reads.length / readsPerCall) }, (_, i) =>
    reads.slice(i * readsPerCall, (i + 1) * readsPerCall),
  );
  const questions = Object.fromEntries(
    chunks.map((chunk, i) => [
      `reads${i}`,
      fallible(rpc.call({ to: multicall3, data: encodeReads(chunk) }, answer, mediumAnswer), mayBeTooLarge),
    ]),
  );
  return {
    questions,
    async results(answers, operation) {
      const decoded = chunks.map((chunk, i) => {
        const outcome = answers[`reads${i}`] as RpcOutcome<Hex> | undefined;
        return outcome?.ok === true ? decodeReads(outcome.value, chunk.length) : undefined;
      });
      const missing = chunks.flatMap((chunk, i) => (decoded[i] === undefined ? chunk : []));
      const again = planSingly(missing);
      const singly = missing.length === 0 ? [] : await again.results(await ask(operation, again.questions), operation);
      const rest = singly.values();
      return chunks.flatMap((chunk, i) => decoded[i] ?? chunk.map(() => rest.next().value));
    },
  };
}

function planSingly(reads: readonly Read[]): ReadPlan {
  return {
    questions: Object.fromEntries(
      reads.map((read, i) => [`read${i}`, fallible(rpc.call({ to: read.target, data: read.data }), isVerdict)]),
    ),
    async results(answers) {
      return reads.map((_, i) => {
        const outcome = answers[`read${i}`] as RpcOutcome<Hex> | undefined;
        return outcome?.ok === true ? outcome.value : undefined;
      });
    },
  };
}
