import { RefusedError } from '@isochain/core';
import { expect } from 'vitest';
import { encodePlan } from '../src/transaction/encode-plan.ts';
import type { Plan } from '../src/transaction/plan.ts';
import { finalizePlan } from './finalize.ts';
import { type InputType, keyOf, planOf, type TestInput } from './plans.ts';
import { signAll } from './signers.ts';

/** A transaction with its signatures in all forms. */
export function signed(inputs: readonly TestInput[], change: (plan: Plan) => Plan = (plan) => plan) {
  const plan = change(planOf(inputs));
  const request = {
    encoded: encodePlan(plan),
    privateKeys: inputs.map(({ key }) => key.privateKey),
    isUncompressed: inputs[0]?.type === 'p2pkh-uncompressed',
  };
  return { plan, request, forms: signAll(request) };
}

/** A transaction with one input, of the key that is called like its type. */
export function signedOne(type: InputType) {
  return signed([{ type, key: keyOf(type) }]);
}

/** Inputs of three keys. */
export const threeInputs: readonly TestInput[] = [1, 2, 3].map((name) => ({ type: 'p2wpkh', key: keyOf(name) }));

/** Code and message of the refusal. */
export function refusalOf(plan: Plan, signature: string): [string, string] {
  try {
    finalizePlan(plan, signature);
  } catch (error) {
    if (error instanceof RefusedError) {
      expect(error.problems[0]?.field).toBe('transaction.signature');
      return [error.code, error.message];
    }
    throw error;
  }
  throw new Error('It was accepted.');
}

export const messages = {
  mismatch: 'The signature was not made by senderAddress over this transaction.',
  otherTransaction: 'The signed transaction is not the one in encoded.',
  malformed: (reason: string) => `The signature could not be read: ${reason}.`,
};
