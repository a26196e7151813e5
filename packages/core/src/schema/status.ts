import * as z from 'zod';
import { type Code, codes } from '../codes/index.ts';
import type { News } from '../problem.ts';
import type { Status } from './wire-types.data.ts';

const codeNames = Object.keys(codes) as [Code, ...Code[]];

/** An error or warning. Clients that read only `message` keep working. */
export const statusEntry = z.object({
  message: z.string(),
  code: z.enum(codeNames).optional().describe('Stable and machine-readable: see docs/errors.md.'),
  field: z.string().optional().describe('Path in the request.'),
  context: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe('The numbers of the message, and other facts for programs. Amounts in the smallest unit.'),
});

export const status = z.object({ errors: z.array(statusEntry), warnings: z.array(statusEntry) });

export function toStatusEntry({ message, code, field, context }: News): Status['errors'][number] {
  return {
    message,
    code,
    ...(field === undefined ? {} : { field }),
    ...(context === undefined ? {} : { context: { ...context } }),
  };
}

export type { Status } from './wire-types.data.ts';
