import type { ChainTransaction } from './backend.ts';

/** Bitcoin Core since 28, src/policy/truc_policy.h: TRUC_VERSION ("topologically restricted until confirmation", BIP431). */
const trucVersion = 3;

/**
 * Whether a transaction has version 3 and waits for its block. Nodes since Bitcoin Core 28 refuse what spends its outputs before, unless that has version
 * 3, too (BIP431, rule 2). Our transactions have version 2.
 */
export function isWaitingTruc({ version, height }: Pick<ChainTransaction, 'version' | 'height'>): boolean {
  return version === trucVersion && height === undefined;
}
