/** Test files that need a process of their own, and why. All others share their workers. */
export const alone: Readonly<Record<string, string>> = {
  'packages/utxo/src/upstream/derive-in-steps.test.ts':
    'It counts calls of a module with vi.mock, which must come before anything else loads that module.',
};
