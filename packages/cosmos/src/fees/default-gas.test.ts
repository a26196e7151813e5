import { describe, expect, it } from 'vitest';
import encoded from '../../fixtures/encoded.json' with { type: 'json' };
import { type CosmosChainId, chains, cosmosChainIds, type GasKind } from '../chains.ts';
import { defaultGasOf } from './default-gas.ts';

const kinds: readonly GasKind[] = [
  'transfer',
  'token',
  'contract',
  'stake',
  'redelegate',
  'unstake',
  'claim',
  'compound',
];

describe('the gas of a transaction that cannot be simulated', () => {
  // What transactions on public chains used: hodgerpodger/staketaxcsv src/tests/data and gemwalletcom/core crates/gem_cosmos/testdata (both MIT), by
  // the start of their hashes; and what our nodes of cosmos-sdk 0.54.4 and injectived 1.20.1 used on 2026-11-22.
  it.each<[string, CosmosChainId, GasKind, bigint]>([
    ['BC5E330F', 'cosmoshub', 'transfer', 105_321n],
    ['a transfer of a denomination of IBC', 'cosmoshub', 'token', 115_692n],
    ['FD334515', 'cosmoshub', 'stake', 492_115n],
    ['14BCA0CF', 'cosmoshub', 'claim', 562_947n],
    ['0B615F5D', 'cosmoshub', 'claim', 715_754n],
    ['F28DA971', 'celestia', 'transfer', 83_439n],
    ['E3771EF7', 'celestia', 'stake', 148_362n],
    ['A6C2A166', 'celestia', 'redelegate', 227_279n],
    ['E1CC55AD', 'dymension', 'stake', 203_664n],
    ['DBB87D06, one of its two', 'osmosis', 'stake', 271_794n],
    ['7C7747CD', 'osmosis', 'redelegate', 390_860n],
    ['4AFF2D0D', 'osmosis', 'contract', 166_955n],
    ['8C37753C', 'saga', 'transfer', 57_866n],
    ['D2A68EDF', 'saga', 'stake', 150_991n],
    ['0D461A0A', 'saga', 'claim', 106_828n],
    ['7AF2329A', 'sei', 'transfer', 101_164n],
    ['D33EA9DD', 'sei', 'stake', 172_800n],
    ['51726FF4', 'sei', 'redelegate', 276_785n],
    ['EB72983F', 'sei', 'claim', 122_924n],
    ['our node', 'akash', 'transfer', 78_600n],
    ['our node', 'akash', 'token', 86_900n],
    ['our node, a vesting account', 'akash', 'stake', 158_000n],
    ['our node', 'akash', 'redelegate', 245_000n],
    ['our node', 'akash', 'compound', 206_000n],
    ['our node', 'injective', 'transfer', 139_494n],
  ])('is enough for what was used: %s on %s, %s', (_, chainId, kind, used) => {
    expect(defaultGasOf(chains[chainId], kind)).toBeGreaterThanOrEqual((used * 13n) / 10n);
  });

  it.each(Object.entries(encoded))(
    'is enough for what a public service with the same interface gave: %s',
    (_, { data }) => {
      const kind = ({ transfer: 'transfer', stake: 'stake', unstake: 'unstake', claimRewards: 'claim' } as const)[
        data.mode as 'transfer'
      ];
      expect(defaultGasOf(chains.cosmoshub, kind)).toBeGreaterThanOrEqual(BigInt(data.gas));
    },
  );

  it('counts what runs at the end of an epoch', () => {
    const more = (kind: GasKind) => defaultGasOf(chains.babylon, kind) - defaultGasOf(chains.akash, kind);
    expect(kinds.map(more)).toEqual([0n, 0n, 0n, 130_000n, 220_000n, 88_000n, 0n, 130_000n]);
    // delegation_creation_base_gas_fee of Babylon, and the bytes of three transactions.
    expect(defaultGasOf(chains.babylon, 'registration')).toBeGreaterThan(1_095_000n + 300_000n);
  });

  it('fits into a block of every chain', () => {
    // Provenance takes 4,000,000 units for a transaction (provenance-io/provenance internal/antewrapper/utils.go). We know of no chain that takes less.
    for (const id of cosmosChainIds) {
      for (const kind of kinds) expect(defaultGasOf(chains[id], kind) < 4_000_000n, `${id} ${kind}`).toBe(true);
    }
  });
});
