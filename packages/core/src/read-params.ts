import type * as z from 'zod';
import { altered } from './errors.ts';

/**
 * Reads `params` of completed data.
 *
 * @throws RefusedError `data.altered` if a part is missing, unknown or malformed.
 */
export function readParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw altered('params');
  return parsed.data;
}
