import type { Section } from './figure.ts';

export const begin = '<!-- bench:begin -->';
export const end = '<!-- bench:end -->';

/** The facts of a run. */
export interface Run {
  /** Such as `21 November 2026`. */
  readonly date: string;
  readonly machine: string;
  readonly command: string;
}

/** The part of the page that the bench writes. */
export function toMarkdown(sections: readonly Section[], { date, machine, command }: Run): string {
  const parts = sections.map(({ title, how, figures }) => {
    const rows = figures.map(({ what, measured, mustBe = '', isReached }) =>
      row([what, measured, mustBe, isReached === undefined ? '' : isReached ? 'yes' : '**no**']),
    );
    return [
      `### ${title}`,
      '',
      how,
      '',
      row(['', 'measured', 'must be', 'reached']),
      row(['---', '---', '---', '---']),
      ...rows,
    ];
  });
  const intro = `Written by \`${command}\` on ${date}: ${machine}. Times depend on the machine; what stands side by side was measured in one run.`;
  return [intro, ...parts.flatMap((lines) => ['', ...lines])].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/**
 * Replaces the text between the markers of a page.
 *
 * @param markers - The markers of the bench, if left out.
 * @throws Error if the page does not have each marker once, in this order.
 */
export function replaceBetweenMarkers(page: string, text: string, markers = { begin, end }): string {
  const [before, rest, ...more] = page.split(markers.begin);
  const [, after, ...others] = (rest ?? '').split(markers.end);
  if (before === undefined || after === undefined || more.length > 0 || others.length > 0) {
    throw new Error(`The page needs ${markers.begin} and ${markers.end} once each, in this order.`);
  }
  return `${before}${markers.begin}\n${text}\n${markers.end}${after}`;
}
