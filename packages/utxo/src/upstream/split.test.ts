import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { scriptedCore } from '../../test/scripted-core.ts';
import { type Handler, ScriptedChain } from '../../test/scripted-upstream.ts';
import { type UtxoOptions, utxo } from '../index.ts';

// Bitcoin since 2026-08-08: the BIP-110 branch has the same block 0 and all blocks below 961,632.

const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
/** bitcoin/bips, pull request 2245; https://bip110.org/change-chains/ */
const branchHash = '0000000000000000000169eb6f811ddbd0daf343af7b62180cdb13e7c78dbc16';

type Kind = 'esplora' | 'blockbook' | 'core';

function handlerOf(kind: Kind, chain: ScriptedChain): Handler {
  return kind === 'esplora' ? chain.esplora() : kind === 'blockbook' ? chain.blockbook() : scriptedCore(chain);
}

/** The branch: it agrees about block 0, and not about block 961,632. */
class Branch extends ScriptedChain {
  override blockHash(height: number): string | undefined {
    return height === 961_632 ? branchHash : super.blockHash(height);
  }
}

/** A node that is still syncing. */
class Young extends ScriptedChain {
  override tip = 961_631;
  override blockHash(height: number): string | undefined {
    return height > this.tip ? undefined : super.blockHash(height);
  }
}

/** Reads balances over a first upstream, and optionally a second one of the main chain. */
function balanceOver(kind: Kind, first: ScriptedChain, options: UtxoOptions & { second?: ScriptedChain } = {}) {
  const { second, ...rest } = options;
  first.fund(address, 500_000n);
  const failed: (string | undefined)[] = [];
  const chain = utxo.connect('bitcoin', {
    endpoints: [
      { url: 'https://first.test', name: 'first', kind },
      ...(second === undefined ? [] : [{ url: 'https://second.test', name: 'second', kind: 'esplora' as const }]),
    ],
    fetch: first.fetch({
      'https://first.test': handlerOf(kind, first),
      ...(second === undefined ? {} : { 'https://second.test': second.esplora() }),
    }),
    onAttempt: ({ endpoint, detail }) => {
      if (endpoint === 'first') failed.push(detail);
    },
    ...rest,
  });
  const read = async () => (await chain.accountState(address, { include: ['native'] })).balances.native;
  return { read, failed };
}

describe.each(['esplora', 'blockbook', 'core'] as const)('an upstream that speaks %s', (kind) => {
  it('counts on the main chain', async () => {
    const { read } = balanceOver(kind, new ScriptedChain('bitcoin'));
    expect(await read()).toMatchObject({ total: '500000' });
  });

  it('is refused on the other side of the split, although it has the same block 0', async () => {
    const { read, failed } = balanceOver(kind, new Branch('bitcoin'));
    await expect(read()).rejects.toThrow(UpstreamError);
    expect(failed).toContain('it serves another chain');
  });

  it('is passed over there for one of the main chain', async () => {
    const { read } = balanceOver(kind, new Branch('bitcoin'), { second: new ScriptedChain('bitcoin') });
    expect(await read()).toMatchObject({ total: '0' });
  });

  it('is refused as long as it has not reached the split', async () => {
    const { read, failed } = balanceOver(kind, new Young('bitcoin'));
    await expect(read()).rejects.toThrow(UpstreamError);
    expect(failed).toContain('it has not reached block 961632');
  });

  it('may be on the other side if the operator names its block', async () => {
    const checkpoint = `961632:${branchHash}`;
    expect(await balanceOver(kind, new Branch('bitcoin'), { checkpoint }).read()).toMatchObject({ total: '500000' });
    const main = balanceOver(kind, new ScriptedChain('bitcoin'), { checkpoint });
    await expect(main.read()).rejects.toThrow(UpstreamError);
    expect(main.failed).toContain('it serves another chain');
  });

  it('is compared only by block 0 if the operator wants that', async () => {
    const options = { checkpoint: 'any' };
    expect(await balanceOver(kind, new Young('bitcoin'), options).read()).toMatchObject({ total: '500000' });
    class Other extends Young {
      override blockHash(): string {
        return 'cd'.repeat(32);
      }
    }
    const { read, failed } = balanceOver(kind, new Other('bitcoin'), options);
    await expect(read()).rejects.toThrow(UpstreamError);
    expect(failed).toContain('it serves another chain');
  });

  it('may be of a private network, which has no such block', async () => {
    class Own extends Young {
      override blockHash(height: number): string | undefined {
        return height === 0 ? 'ab'.repeat(32) : undefined;
      }
    }
    const { read } = balanceOver(kind, new Own('bitcoin'), { genesisHash: 'ab'.repeat(32) });
    expect(await read()).toMatchObject({ total: '500000' });
  });
});
