/** A fenced block of code. */
export interface CodeBlock {
  /** First word of the info string: `ts`, `sh`. */
  readonly language: string;
  /** The rest of the info string: the name of a sample. Renderers ignore it. */
  readonly name: string;
  readonly code: string;
}

export interface Link {
  /** As written: a path with or without an anchor, an anchor alone, or a URL. */
  readonly target: string;
  /** Counted from 1. */
  readonly line: number;
}

/** All fenced blocks, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```([^\s`]*)[ \t]*([^\n`]*)\n(.*?)^```[ \t]*$/gms)].map(
    ([, language = '', name = '', code = '']) => ({ language, name: name.trim(), code }),
  );
}

/** Links and images outside of code, in order. Understands inline links and reference definitions. */
export function links(markdown: string): Link[] {
  return withoutFences(markdown)
    .split('\n')
    .flatMap((text, index) => {
      const line = text.replace(/`[^`]*`/g, '');
      const inline = [...line.matchAll(/\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
      const definition = [...line.matchAll(/^\s{0,3}\[[^\]]+\]:\s*<?([^\s>]+)/g)];
      return [...inline, ...definition].map(([, target = '']) => ({ target, line: index + 1 }));
    });
}

/** The places in a page to which a link may point: the anchors that GitHub gives to headings, and explicit ids. */
export function anchors(markdown: string): Set<string> {
  const found = new Set<string>();
  const text = withoutFences(markdown);
  for (const [, heading = ''] of text.matchAll(/^#{1,6}[ \t]+(.+?)[ \t]*#*$/gm)) {
    const slug = slugOf(heading);
    let unique = slug;
    for (let n = 1; found.has(unique); n++) unique = `${slug}-${n}`;
    found.add(unique);
  }
  for (const [, id = ''] of text.matchAll(/<a (?:id|name)="([^"]+)">/g)) found.add(id);
  return found;
}

/** The anchor of a heading. The rule of github-slugger: lower case, no punctuation but hyphen and underscore, spaces become hyphens. */
export function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Blanks fenced blocks, so that line numbers stay. */
function withoutFences(markdown: string): string {
  return markdown.replace(/^```.*?^```[ \t]*$/gms, (block) => block.replace(/[^\n]/g, ''));
}

/** A table. Bars in cells are escaped. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
