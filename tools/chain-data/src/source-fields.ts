import * as z from 'zod';

// Fields that the rows of several source files have.

/** A text that one of the checks in `check.ts` takes. */
export function checkedBy<T extends string>(check: (value: string, where: string) => T) {
  return z.string().transform((value, context): T => {
    try {
      return check(value, 'it');
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  });
}

export const text = z.string().min(1);

export const source = z.string().min(11, 'it has to say where the fact is from');

export const day = z.iso.date('it has to be a day, as YYYY-MM-DD');
