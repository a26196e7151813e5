import { describe, expect, it } from 'vitest';
import { megabytes, ms, perSecond } from './figure.ts';
import { describeMachine } from './machine.ts';

describe('figures', () => {
  it('have only significant digits', () => {
    expect([ms(0.64), ms(9.94), ms(12.4), ms(1234.5)]).toEqual(['0.6 ms', '9.9 ms', '12 ms', '1235 ms']);
    expect([perSecond(0.4), perSecond(12_345.6)]).toEqual(['0 /s', '12,346 /s']);
    expect(megabytes(417_400_000)).toBe('417 MB');
  });
});

describe('describeMachine', () => {
  const machine = { cores: 2, memory: 24, system: 'linux x64', node: '24.21.0', loadBefore: 0.1 };
  const size = 'linux x64, 2 cores, 24 GiB of memory, Node 24.21.0';

  it('tells its size', () => {
    expect(describeMachine(machine)).toBe(`${size}, with nothing else running`);
  });

  it('says that the machine was busy', () => {
    const busy = `${size}. Other work ran on the machine (load average 4.3`;
    expect(describeMachine({ ...machine, loadBefore: 4.26 })).toContain(busy);
  });
});
