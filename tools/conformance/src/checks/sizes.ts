import { type FoundHandIn, findHandIns } from '../hand-ins/find.ts';
import { bundle, sizeOf } from './bundle.ts';

/** What some code may weigh at most, minified and gzipped. */
export interface SizeBudget {
  readonly name: string;
  /** Source text that imports what is weighed. */
  readonly entry: string;
  /** Packages that are not weighed. */
  readonly external?: readonly string[];
  /** 1 KB is 1000 bytes. */
  readonly maxKilobytes: number;
}

/** What every family has anyway. */
const core = ['@isochain/core', 'zod'];

/** Families are loaded on demand, so the weight of a good library is no reason against it below this. */
const maxOfFamily = 110;

/** What a family weighs, and what of it a client without network needs to turn completed data and a signature into a transaction. */
const budgetsOf = ({ packageName, weight }: FoundHandIn): readonly SizeBudget[] => [
  {
    name: `@isochain/${packageName} without core`,
    entry: `export * from '@isochain/${packageName}';`,
    external: core,
    maxKilobytes: weight?.maxKilobytes ?? maxOfFamily,
  },
  {
    name: `@isochain/${packageName}/bytes without core`,
    entry: `export * from '@isochain/${packageName}/bytes';`,
    external: core,
    maxKilobytes: weight?.maxKilobytes ?? maxOfFamily,
  },
];

/** All budgets. A family that needs more says so in its hand-in. */
export async function sizeBudgets(): Promise<readonly SizeBudget[]> {
  return [
    {
      name: '@isochain/core with zod',
      entry: ['', '/bytes', '/history', '/signatures', '/tokens']
        .map((entry) => `export * from '@isochain/core${entry}';`)
        .join('\n'),
      maxKilobytes: 110,
    },
    ...(await findHandIns()).flatMap(budgetsOf),
  ];
}

export interface Weighed {
  readonly budget: SizeBudget;
  readonly minified: number;
  readonly gzipped: number;
  readonly fits: boolean;
}

/** Weighs the built packages. What is loaded later, by `import()`, counts too. */
export async function weigh(budget: SizeBudget): Promise<Weighed> {
  const { text } = await bundle({ entry: budget.entry, external: budget.external ?? [], minify: true });
  const { bytes, gzipped } = sizeOf(text);
  return { budget, minified: bytes, gzipped, fits: gzipped < budget.maxKilobytes * 1000 };
}
