import { describe, expect, it } from 'vitest';
import { anchors, codeBlocks, links, slugOf, table } from './markdown.ts';

const page = `# Title

See [here](other.md#part), ![image](image.png "with title") and [a site](https://example.org/a).
No link: \`[code](nowhere.md)\`.

\`\`\`ts sample.ts
// [neither](nowhere.md)
# not a heading
\`\`\`

## \`code.name\`: what, and why?
## Same
## Same

[reference]: ./file.md
<a id="explicit"></a>
`;

describe('markdown', () => {
  it('finds links outside of code, with their lines', () => {
    expect(links(page)).toEqual([
      { target: 'other.md#part', line: 3 },
      { target: 'image.png', line: 3 },
      { target: 'https://example.org/a', line: 3 },
      { target: './file.md', line: 15 },
    ]);
  });

  it('gives headings the anchors that GitHub gives them', () => {
    expect([...anchors(page)]).toEqual(['title', 'codename-what-and-why', 'same', 'same-1', 'explicit']);
    // Examples of github-slugger's own tests.
    expect(slugOf('heading with a - dash')).toBe('heading-with-a---dash');
    expect(slugOf('heading with an _ underscore')).toBe('heading-with-an-_-underscore');
    expect(slugOf('heading with a period.txt')).toBe('heading-with-a-periodtxt');
  });

  it('finds fenced blocks with language and name', () => {
    expect(codeBlocks(page)).toEqual([
      { language: 'ts', name: 'sample.ts', code: '// [neither](nowhere.md)\n# not a heading\n' },
    ]);
  });

  it('escapes bars in tables', () => {
    expect(table(['a', 'b'], [['x|y', 'z']])).toBe('| a | b |\n| --- | --- |\n| x\\|y | z |');
  });
});
