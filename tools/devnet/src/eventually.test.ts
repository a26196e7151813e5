import { expect, it } from 'vitest';
import { eventually } from './eventually.ts';

it('looks until something is there, and gives it', async () => {
  const answers = [undefined, null, 0, 1];
  expect(await eventually(() => answers.shift(), undefined, { interval: 0 })).toBe(0);
  expect(answers).toEqual([1]);
});

it('takes what is thrown for not there yet', async () => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (looks < 3) throw new Error('not found');
    return looks;
  };
  expect(await eventually(look, (seen) => seen > 3, { interval: 0 })).toBe(4);
});

it('ends with what it saw last', async () => {
  const options = { what: 'The balance', limit: 0 };
  await expect(
    eventually(
      () => 5n,
      (seen) => seen > 5n,
      options,
    ),
  ).rejects.toThrow('The balance was not there within 0 s. Seen last: "5n"');
  const broken = () => {
    throw new Error('no node');
  };
  await expect(eventually(broken, undefined, options)).rejects.toThrow('The last look failed: Error: no node');
});
