import { readFileSync } from 'node:fs';
import type { Chain, EncodeResult } from '@isochain/core';
import type { PaymentParams } from '../src/bytes/params.ts';
import { type UtxoOptions, utxo } from '../src/index.ts';
import { ScriptedChain, type ScriptedChainId } from './scripted-upstream.ts';

interface VectorAccount {
  readonly chainId: string;
  readonly purpose: number;
  readonly xpub: string;
  readonly addresses: Readonly<Record<string, string>>;
}

const vectors: { readonly accounts: readonly VectorAccount[] } = JSON.parse(
  readFileSync(new URL('../fixtures/account-vectors.json', import.meta.url), 'utf8'),
);

/** An account of the mnemonic "abandon ... about": its extended key, and some addresses by branch and index. */
export function vectorAccount(chainId: ScriptedChainId, purpose: 44 | 49 | 84 | 86): VectorAccount {
  const found = vectors.accounts.find((account) => account.chainId === chainId && account.purpose === purpose);
  if (found === undefined) throw new Error(`no vectors of ${chainId} ${purpose}`);
  return found;
}

/** What encode answers, with the cost of asking. */
export interface Encoded extends EncodeResult {
  readonly data: Record<string, unknown> & {
    readonly params: PaymentParams;
    readonly fees: string;
    readonly amount: string;
  };
  readonly codes: readonly (string | undefined)[];
  readonly warnings: readonly (string | undefined)[];
  readonly roundTrips: number;
}

export interface Rig {
  readonly ledger: ScriptedChain;
  readonly chain: Chain;
  encode(data: Record<string, unknown>): Promise<Encoded>;
}

/** The family on top of a scripted Esplora, or of other endpoints. */
export function createRig(
  chainId: ScriptedChainId,
  options: UtxoOptions = {},
  ledger = new ScriptedChain(chainId),
): Rig {
  const chain: Chain = utxo.connect(chainId, {
    endpoints: [{ url: 'https://one.test', name: 'one', kind: 'esplora' }],
    oldestBlockMs: 0,
    fetch: ledger.fetch({ 'https://one.test': ledger.esplora(), 'https://book.test': ledger.blockbook() }),
    ...options,
  });
  return {
    ledger,
    chain,
    async encode(data) {
      let roundTrips = 0;
      const result = await chain.encode(
        { mode: 'transfer', ...data },
        {
          onTrace: (trace) => {
            roundTrips = trace.roundTrips;
          },
        },
      );
      return {
        ...result,
        data: result.transaction.data as Encoded['data'],
        codes: result.status.errors.map(({ code }) => code),
        warnings: result.status.warnings.map(({ code }) => code),
        roundTrips,
      };
    },
  };
}
