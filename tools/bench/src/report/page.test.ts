import { describe, expect, it } from 'vitest';
import { missed, type Section } from './figure.ts';
import { begin, end, replaceBetweenMarkers, toMarkdown } from './page.ts';

const sections: Section[] = [
  {
    title: 'Encode',
    how: 'Thirty-two at a time.',
    figures: [
      { what: 'evm', measured: '0.61', mustBe: 'at least 0.5', isReached: true },
      { what: 'a|b', measured: '12 ms' },
      { what: 'solana', measured: '0.4', mustBe: 'at least 0.5', isReached: false },
    ],
  },
];

describe('toMarkdown', () => {
  it('makes a table of each section', () => {
    const run = { date: '21 November 2026', machine: 'linux x64, 2 cores', command: 'npm run bench -- --write' };
    expect(toMarkdown(sections, run)).toBe(
      [
        'Written by `npm run bench -- --write` on 21 November 2026: linux x64, 2 cores. Times depend on the machine; what stands side by side was measured in one run.',
        '',
        '### Encode',
        '',
        'Thirty-two at a time.',
        '',
        '|  | measured | must be | reached |',
        '| --- | --- | --- | --- |',
        '| evm | 0.61 | at least 0.5 | yes |',
        '| a\\|b | 12 ms |  |  |',
        '| solana | 0.4 | at least 0.5 | **no** |',
      ].join('\n'),
    );
  });
});

describe('missed', () => {
  it('finds the figures that miss their target', () => {
    expect(missed(sections).map(({ what }) => what)).toEqual(['solana']);
  });
});

describe('replaceBetweenMarkers', () => {
  it('leaves the rest of the page as it is', () => {
    const page = `# Page\n\n${begin}\nold\n\nlines\n${end}\n\n## More\n`;
    expect(replaceBetweenMarkers(page, 'new')).toBe(`# Page\n\n${begin}\nnew\n${end}\n\n## More\n`);
  });

  it('gives the same page when it is done twice', () => {
    const once = replaceBetweenMarkers(`a\n${begin}${end}\nb`, 'new');
    expect(replaceBetweenMarkers(once, 'new')).toBe(once);
  });

  it.each(['no markers', begin, end, `${end} ${begin}`, `${begin} ${begin} ${end}`, `${begin} ${end} ${end}`])(
    'refuses a page without a place for it: %s',
    (page) => {
      expect(() => replaceBetweenMarkers(page, 'new')).toThrow('once each');
    },
  );
});
