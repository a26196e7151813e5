import { describe, expect, it } from 'vitest';
import { lengthProblems } from './check-lengths.ts';

const chain = (longestText?: number) => ({ identity: { name: 'Testchain' } as never, longestText });

describe('texts that are too long', () => {
  it('are those above 16,384 bytes, if the family says nothing else', () => {
    expect(lengthProblems(chain(), 'x'.repeat(16_384), 'memo')).toEqual([]);
    const [wrong] = lengthProblems(chain(), 'x'.repeat(16_385), 'memo');
    expect(wrong).toMatchObject({ code: 'request.invalid', field: 'memo' });
    expect(wrong?.message).toContain('16384 bytes');
    expect(wrong?.message).toContain('Testchain');
  });

  it('are measured in UTF-8', () => {
    // U+00E9 has two bytes, U+20AC has three (RFC 3629).
    expect(lengthProblems(chain(10), 'é'.repeat(5), 'memo')).toEqual([]);
    expect(lengthProblems(chain(10), 'é'.repeat(6), 'memo')).toHaveLength(1);
    expect(lengthProblems(chain(10), '€'.repeat(3), 'memo')).toEqual([]);
    expect(lengthProblems(chain(10), '€'.repeat(4), 'memo')).toHaveLength(1);
  });

  it('are found inside of lists and objects, and named by their field once', () => {
    const value = { list: ['short', { deep: 'x'.repeat(11) }, 'x'.repeat(12)], number: 1, none: null };
    expect(lengthProblems(chain(10), value, 'params.it').map(({ field }) => field)).toEqual(['params.it']);
  });
});
