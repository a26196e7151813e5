import { expect } from 'vitest';
import type { Check } from './expected.ts';

// Lies of explorers in histories. Nobody can check what they list. But they must not list rows of other accounts, count something twice, or send a
// reader round in circles.

export const both = ['blockscout', 'blockscout pages'];
export const word = 'An explorer’s word: nothing else of the answer changes.';
export const hides = 'It can hide what is there, and adds nothing.';
export const stranger = `0x${'99'.repeat(20)}`;

/** No text is long, or has letters that cannot be seen. */
export const cleanTickers: Check = (answer) => {
  const texts = JSON.stringify(answer).match(/"ticker":"[^"]*"/g) ?? [];
  for (const text of texts) {
    expect(text.length).toBeLessThanOrEqual(32 + '"ticker":""'.length);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
  }
};
