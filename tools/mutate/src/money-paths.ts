import { findHandIns } from '@isochain/conformance/hand-ins/find.ts';

/** Files that decide about money and have the same name in every family. The hand-ins name the other files. */
const inEveryFamily = [
  'fees/**/*.ts',
  'modes/*.ts',
  'bytes/assemble.ts',
  'bytes/finalize.ts',
  'bytes/plan*.ts',
  'bytes/params.ts',
  'bytes/*signature*.ts',
  'submit*.ts',
  'failures.ts',
] as const;

const ofCore = [
  'amounts.ts',
  'service/broadcast.ts',
  'service/checksum.ts',
  'service/intent.ts',
  'service/judge-refusal.ts',
  'service/warnings.ts',
  'signatures/*.ts',
  'upstream/send-to-all.ts',
];

const ofBabylon = ['inclusion-proof.ts', 'parameters.ts', 'scripts.ts', 'transaction-bytes.ts', 'transactions.ts'];

const ofFamilies = (await findHandIns()).map(
  ({ packageName, moneyPaths }) => [packageName, [...inEveryFamily, ...moneyPaths]] as const,
);

/** The files that decide how much is paid, to whom, and whether it is sent at all: globs from the root, by package. */
export const moneyPaths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [['core', ofCore] as const, ['babylon', ofBabylon] as const, ...ofFamilies].map(([name, globs]) => [
    name,
    globs.map((glob) => `packages/${name}/src/${glob}`),
  ]),
);
