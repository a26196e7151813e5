import type { SolanaOptions } from '../src/options.ts';
import { scene } from './lies/upstream.ts';
import { accounts, alice } from './lies/world.ts';
import { accountsOf, type Script } from './scripted-node.ts';

/** What encode answers, as tests look at it. */
interface Encoded {
  readonly transaction?: {
    readonly data: {
      readonly amount?: string;
      readonly fees: string;
      readonly gas?: string;
      readonly stakeId?: string;
      // What a mode has in it differs.
      // biome-ignore lint/suspicious/noExplicitAny: see above
      readonly params: any;
    };
  };
  readonly status: {
    readonly errors: readonly { readonly code: string; readonly context?: Readonly<Record<string, unknown>> }[];
    readonly warnings: readonly { readonly code: string; readonly context?: Readonly<Record<string, unknown>> }[];
  };
}

export interface World {
  /** Accounts in place of those of the small cluster of the catalogue of lies. */
  readonly changed?: Readonly<Record<string, object>>;
  readonly script?: Script;
  readonly options?: SolanaOptions;
}

/** Encodes an intent of Alice's in that cluster. */
export async function encodeIn({ changed = {}, script = {}, options = {} }: World, intent: Record<string, unknown>) {
  const table = { ...accounts, ...changed };
  const where = { script: { getMultipleAccounts: accountsOf(table), ...script } as Script, options };
  const { upstream, connect, run } = scene('', where, (chain) =>
    chain.encode({ senderAddress: alice.address, ...intent }),
  );
  const encoded = (await run(connect(upstream()))) as Encoded;
  const { errors, warnings } = encoded.status;
  return { data: encoded.transaction?.data, errors, warnings, codes: errors.map(({ code }) => code) };
}
