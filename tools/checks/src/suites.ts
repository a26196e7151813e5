/** A part of the tests that has a budget of its own. */
export interface Suite {
  readonly name: string;
  /** Seconds of a worker on a machine with two cores that does nothing else. */
  readonly budget: number;
}

/** Seconds of a worker on two quiet cores: the table of CONTRIBUTING.md, which a test compares with this. */
export const budgets = {
  conformance: 20,
  // Its engine makes blocks of its own accord: most of the time is waiting.
  'conformance of cosmos': 40,
  lies: 8,
  'everything else of a package': 25,
  gateway: 60,
  tools: 60,
} as const;

/** The suite that a test file belongs to. @param file - From the root of the project, with `/`. */
export function suiteOf(file: string): Suite {
  const [area, name = ''] = file.split('/');
  if (area === 'apps') return { name, budget: budgets.gateway };
  if (area !== 'packages') return { name: 'tools', budget: budgets.tools };
  if (/\/conformance(\.engine)?\.test\.ts$/.test(file))
    return {
      name: `${name}: conformance`,
      budget: budgets[name === 'cosmos' ? 'conformance of cosmos' : 'conformance'],
    };
  if (file.includes('/lies/')) return { name: `${name}: lies`, budget: budgets.lies };
  return { name: `${name}: everything else`, budget: budgets['everything else of a package'] };
}
