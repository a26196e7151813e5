import { catalogue, chainIds } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { checkAddress } from './address.ts';
import { chains, evmChainIds, namedChain } from './chains.ts';
import { contextOf } from './context.ts';
import { feeModels } from './fees/fee-models.ts';
import { chainGuard } from './upstream/guard.ts';

// tools/chain-data tests the generator of the table. These tests check what the code of this package relies on.

describe('the chains', () => {
  it("are the family's chains in the catalogue", () => {
    expect(evmChainIds.toSorted()).toEqual(chainIds.filter((id) => catalogue[id].family === 'evm').toSorted());
  });

  it('have different chain ids, and the same as in the catalogue', () => {
    expect(new Set(evmChainIds.map((id) => chains[id].id)).size).toBe(evmChainIds.length);
    for (const id of evmChainIds) expect(String(chains[id].id)).toBe(catalogue[id].nativeId);
  });

  it.each(evmChainIds)('%s has the facts that every method needs', (id) => {
    const chain = chains[id];
    expect(feeModels[chain.feeClass]).toBeDefined();
    expect(chain.blockTimeMs).toBeGreaterThan(0);
    expect(chain.rpc.length > 0).toBe(chain.stopped === undefined);
    for (const { url, maxBatch = 1 } of chain.rpc) {
      expect(new URL(url).protocol).toBe('https:');
      expect(maxBatch).toBeGreaterThan(0);
    }
    for (const text of [chain.minTip, chain.suggestedTip, chain.minGasPrice]) {
      if (text !== undefined) expect(BigInt(text)).toBeGreaterThan(0n);
    }
    for (const [from, to] of chain.systemAddresses ?? []) expect(BigInt(from)).toBeLessThanOrEqual(BigInt(to));
    for (const address of chain.nativePseudoTokens ?? []) expect(checkAddress(namedChain(id), address).ok).toBe(true);
  });

  it('suggest no tip below the least accepted one', () => {
    for (const id of evmChainIds) {
      const { suggestedTip, minTip = '0' } = chains[id];
      if (suggestedTip !== undefined) expect(BigInt(suggestedTip)).toBeGreaterThanOrEqual(BigInt(minTip));
    }
  });

  it('that need an oracle to price calls are the chains of the OP stack', () => {
    const withOracle = evmChainIds.filter((id) => feeModels[chains[id].feeClass].oracle !== undefined);
    expect(withOracle).toContain('base');
    expect(withOracle).toEqual(evmChainIds.filter((id) => ['op', 'op-mantle'].includes(chains[id].feeClass)));
  });
});

describe('the guard of the chain id', () => {
  const { accept } = chainGuard(contextOf('base')).chain;

  it('accepts an endpoint of the chain', () => {
    expect(() => accept({ ok: true, value: 8453n })).not.toThrow();
  });

  it.each([
    ['of another chain', { ok: true as const, value: 1n }],
    ['with a number of another type', { ok: true as const, value: 8453 }],
    ['that does not say', { ok: false as const, error: { code: -32601, message: '' } }],
    ['that says nothing', undefined],
  ])('refuses one %s', (_, outcome) => {
    expect(() => accept(outcome)).toThrow('it serves another chain');
  });
});
