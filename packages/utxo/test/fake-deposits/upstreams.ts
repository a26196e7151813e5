import type { FakeDeposit } from '@isochain/conformance';
import { utxo } from '../../src/index.ts';
import { scriptedCore } from '../scripted-core.ts';
import { ScriptedChain, type ScriptedChainId } from '../scripted-upstream.ts';
import { payments } from '../spending.ts';

// A transaction of a thief, as each kind of upstream tells it.

type Telling = Awaited<ReturnType<Exclude<FakeDeposit['told'][string], string>>>;

export const upstreams = ['esplora', 'blockbook', 'core'] as const;

type Kind = (typeof upstreams)[number];

/** The account that looks richer. */
export const account: string = payments.p2wpkh.address as string;

/** Writes a transaction into the chain. @returns Its id. */
export type Write = (ledger: ScriptedChain) => string;

interface Told extends Partial<Omit<Telling, 'chain' | 'id'>> {
  /** Bitcoin by default. */
  readonly chainId?: ScriptedChainId;
}

/** @param write - What is told. */
export function told(write: Write, rest: Told = {}): Record<Kind, () => Telling> {
  return {
    esplora: () => tell('esplora', write, rest),
    blockbook: () => tell('blockbook', write, rest),
    core: () => tell('core', write, rest),
  };
}

function tell(kind: Kind, write: Write, { chainId = 'bitcoin', ...rest }: Told): Telling {
  const ledger = new ScriptedChain(chainId);
  const id = write(ledger);
  const told = kind === 'core' ? scriptedCore(ledger) : ledger[kind]();
  const index = { url: 'https://index.test', name: 'index', kind: 'esplora' } as const;
  const chain = utxo.connect(chainId, {
    endpoints: [
      { url: 'https://one.test', name: 'one', kind },
      // Nodes have no histories: the index beside one has nothing yet.
      ...(kind === 'core' ? [index] : []),
    ],
    oldestBlockMs: 0,
    fetch: ledger.fetch({ 'https://one.test': told, 'https://index.test': new ScriptedChain(chainId).esplora() }),
  });
  return { chain, account, id, ...rest, ...(kind === 'core' ? { isListed: false } : {}) };
}
