import { findHandIns } from '@isochain/conformance/hand-ins/find.ts';

/** Files that decide about money in every family, and are called the same there. The others stand in the hand-ins. */
const inEveryFamily = [
  'fees/**/*.ts',
  '**/complete-*.ts',
  'completion.ts',
  '**/funds.ts',
  '**/amounts.ts',
  'assemble.ts',
  'finalize.ts',
  '**/plan*.ts',
  '**/*-plan.ts',
  'params.ts',
  'recipients.ts',
  'signature.ts',
  '**/submit*.ts',
  'terms.ts',
] as const;

const ofCore = [
  'amounts.ts',
  'service/broadcast.ts',
  'service/checksum.ts',
  'service/intent.ts',
  'service/warnings.ts',
];

const ofFamilies = (await findHandIns()).map(
  ({ packageName, moneyPaths }) => [packageName, [...inEveryFamily, ...moneyPaths]] as const,
);

/** The files that decide how much is paid, to whom, and whether it is sent at all: globs from the root, by package. */
export const moneyPaths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [['core', ofCore] as const, ...ofFamilies].map(([name, globs]) => [
    name,
    globs.map((glob) => `packages/${name}/src/${glob}`),
  ]),
);
