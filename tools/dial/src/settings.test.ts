import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const now = Date.UTC(2026, 10, 29, 15, 30);

describe('the settings of tests', () => {
  it('are a sample with the usual seed, by the clock of the machine, where nothing is set', () => {
    expect(readSettings({}, now)).toEqual({
      exhaustive: false,
      noCache: false,
      seed: 20_261_121,
      clockShift: 0,
      remarks: [],
    });
  });

  it('leave nothing out in the exhaustive run, and draw by the day', () => {
    expect(readSettings({ ISOCHAIN_EXHAUSTIVE: '1' }, now)).toMatchObject({ exhaustive: true, seed: 20_261_129 });
    expect(readSettings({ ISOCHAIN_EXHAUSTIVE: '1', TEST_SEED: '7' }, now).seed).toBe(7);
    expect(readSettings({ TEST_EXHAUSTIVE: '1' }, now).exhaustive).toBe(true);
    expect(readSettings({ ISOCHAIN_EXHAUSTIVE: '0' }, now)).toMatchObject({ exhaustive: false, seed: 20_261_121 });
  });

  it('take nothing from earlier runs if told so', () => {
    expect(readSettings({ ISOCHAIN_NO_CACHE: '1' }, now).noCache).toBe(true);
    expect(readSettings({ TEST_NO_CACHE: '1' }, now).noCache).toBe(true);
    expect(readSettings({ ISOCHAIN_NO_CACHE: '0' }, now).noCache).toBe(false);
  });

  it('shift the clock by whole days', () => {
    expect(readSettings({ TEST_DAY: '2026-12-01' }, now).clockShift).toBe(2 * 86_400_000);
    expect(readSettings({ TEST_DAY: '2026-11-28' }, now).clockShift).toBe(-86_400_000);
    expect(readSettings({ TEST_DAY: '2026-11-29' }, now).clockShift).toBe(0);
  });

  it.each([
    ['ISOCHAIN_EXHAUSTIVE', 'yes', '1 or 0'],
    ['ISOCHAIN_NO_CACHE', 'true', '1 or 0'],
    ['TEST_SEED', '-1', 'an integer from 0 to 2147483647'],
    ['TEST_SEED', '2147483648', 'an integer from 0 to 2147483647'],
    ['TEST_DAY', '2027-02-30', 'a day such as 2027-02-28'],
    ['TEST_DAY', 'tomorrow', 'a day such as 2027-02-28'],
  ])('tell that %s=%s is wrong, and go on without it', (name, value, expected) => {
    const settings = readSettings({ [name]: value }, now);
    expect(settings.remarks).toEqual([`${name} is "${value}". Expected ${expected}. The run goes on without it.`]);
    expect({ ...settings, remarks: [] }).toEqual(readSettings({}, now));
  });

  it('take an empty value for none', () => {
    expect(readSettings({ ISOCHAIN_EXHAUSTIVE: '', TEST_SEED: '', TEST_DAY: '' }, now)).toEqual(readSettings({}, now));
  });
});
