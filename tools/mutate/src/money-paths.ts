/**
 * The files that decide how much is paid, to whom, and whether it is sent at all: globs from the root, by package. Where a name means the same in
 * every family, it is named once.
 */
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

const own = {
  core: [
    'amounts.ts',
    'service/broadcast.ts',
    'service/checksum.ts',
    'service/intent.ts',
    'service/warnings.ts',
    'signatures/*.ts',
  ],
  evm: [...inEveryFamily, 'ceilings.ts', 'failures.ts', 'nonce-user.ts', 'second-opinion.ts', 'snapshot.ts'],
  solana: [
    ...inEveryFamily,
    'compute-units.ts',
    'failures.ts',
    'instructions.ts',
    'message.ts',
    'positions.ts',
    'programs/*.ts',
    'snapshot.ts',
    'token-terms.ts',
  ],
  utxo: [
    ...inEveryFamily,
    'choose-coins.ts',
    'failures.ts',
    'funding*.ts',
    'payment-params.ts',
    'previous-transactions.ts',
    'replacement.ts',
    'selection/*.ts',
    'spend*.ts',
    'transaction/digests.ts',
    'transaction/encode-plan.ts',
    'transaction/mweb.ts',
    'transaction/verify-signatures.ts',
    'transaction/write-psbt.ts',
    'babylon/inclusion-depth.ts',
    'babylon/inclusion-proof.ts',
    'babylon/majority.ts',
    'babylon/sent-stake.ts',
    'babylon/stake-params.ts',
    'babylon/transactions.ts',
    'upstreams/agreed-amounts.ts',
    'upstreams/agreed-use.ts',
    'upstreams/block-age.ts',
    'upstreams/fee-rate.ts',
    'upstreams/merkle-block.ts',
    'upstreams/guard.ts',
    'upstreams/proven.ts',
    'upstreams/tips.ts',
  ],
} as const satisfies Record<string, readonly string[]>;

export type PackageName = keyof typeof own;

export const packageNames = Object.keys(own) as PackageName[];

/** Globs from the root. */
export function moneyPathsOf(name: PackageName): string[] {
  return own[name].map((glob) => `packages/${name}/src/${glob}`);
}
