import type { UpstreamKind } from '@isochain/core';
import type { HttpGuard } from '@isochain/core/upstream';
import { defaultKind } from '../chains.ts';
import type { UtxoContext } from '../context.ts';
import { lcdGuard } from './babylon/lcd.ts';
import { blockbookAge, coreAge, esploraAge } from './block-age.ts';
import { blockbookGuard, coreGuard, esploraGuard } from './guard.ts';
import type { UtxoKind } from './kind-names.ts';

/** The kinds of endpoints, and how to ask them. */
export const upstreamKinds: Readonly<Record<UtxoKind, UpstreamKind<UtxoContext>>> = {
  esplora: {
    isDefault: defaultKind === 'esplora',
    isNode: true,
    guard: (context) => those(esploraGuard(context), esploraAge(context)),
  },
  blockbook: { isNode: true, guard: (context) => those(blockbookGuard(context), blockbookAge(context)) },
  core: { isNode: true, guard: (context) => ({ chain: coreGuard(context), clock: coreAge(context) }) },
  babylon: { guard: (context) => those(lcdGuard(context)) },
  'babylon-staking': {},
};

/** The guards that the operator wants. */
function those(...guards: readonly (HttpGuard | undefined)[]): readonly HttpGuard[] {
  return guards.filter((guard) => guard !== undefined);
}
