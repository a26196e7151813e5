import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { instructionErrors, transactionErrors } from './error-names.ts';
import { describeTransactionError } from './transaction-error.ts';

const entry = createRequire(import.meta.url).resolve('litesvm');
const declarations = readFileSync(join(dirname(entry), 'internal.d.ts'), 'utf8');

/** The names of a litesvm enumeration. They exist only in its declarations. */
function members(name: string): string[] {
  const body = new RegExp(`const enum ${name} \\{([^}]*)\\}`).exec(declarations)?.[1] ?? '';
  return [...body.matchAll(/(\w+) = (\d+)/g)].map(([, member = '', value], index) => {
    expect(Number(value)).toBe(index);
    return member;
  });
}

it('names the errors in the order in which litesvm counts them', () => {
  expect(transactionErrors.map(([name]) => name)).toEqual(members('TransactionErrorFieldless'));
  expect(instructionErrors.map(([name]) => name)).toEqual(members('InstructionErrorFieldless'));
});

it.each([
  ['BlockhashNotFound', 'Blockhash not found'],
  [{ InstructionError: [2, { Custom: 17 }] }, 'Error processing Instruction 2: custom program error: 0x11'],
  [{ InstructionError: [0, 'InvalidArgument'] }, 'Error processing Instruction 0: invalid program argument'],
  [
    { InsufficientFundsForRent: { account_index: 1 } },
    'Transaction results in an account (1) with insufficient funds for rent',
  ],
])('says %j as a node does', (error, sentence) => {
  expect(describeTransactionError(error)).toBe(sentence);
});
