import { algorandAccounts, algorandCreator } from './accounts.ts';
import { printable } from './algod/asset.ts';
import type { AssetSettings } from './engine.ts';
import type { State } from './ledger/state.ts';
import { feeSink } from './ledger/well-formed.ts';
import { mint, placeAccount, placeAsset, placeHolding } from './world.ts';

/** The first balance of each account: 10,000 ALGO. Creators of assets have a tenth of it. */
const coinsEach = 10_000n * 1_000_000n;

/** Circle's address for USDC on the main network. */
const circle = '2UEQTE5QDNXPI7M3TU44G6SYKLFWLPQO7EBZM7K7MHMQQMFI4QJPLHQFHM';

const unit = 1_000_000n;

const creator = algorandCreator.address;

const assets = {
  demo: {
    id: 1_000_000_001,
    creator,
    name: 'Isochain Demo Dollar',
    unitName: 'DEMO',
    url: 'https://demo.isochain.invalid',
  },
  usdc: {
    id: 31_566_704,
    creator: circle,
    total: 2n ** 64n - 1n,
    name: 'USDC',
    unitName: 'USDC',
    url: 'https://www.centre.io/usdc',
    manager: circle,
    reserve: circle,
    freeze: circle,
  },
  huge: { id: 1_000_000_002, creator, total: 2n ** 64n - 1n, decimals: 0, name: 'Huge Token', unitName: 'HUGE' },
  unprintable: {
    id: 1_000_000_003,
    creator,
    decimals: 2,
    name: Uint8Array.of(0xff, 0xfe, 0x00, 0x41),
    unitName: Uint8Array.of(0x00, 0x42),
  },
  frozen: {
    id: 1_000_000_004,
    creator,
    name: 'Frozen Token',
    unitName: 'FROZEN',
    manager: creator,
    freeze: creator,
    clawback: creator,
  },
  defaultFrozen: {
    id: 1_000_000_005,
    creator,
    name: 'Gated Token',
    unitName: 'GATED',
    defaultFrozen: true,
    manager: creator,
    freeze: creator,
    clawback: creator,
  },
} as const satisfies Record<string, AssetSettings>;

/** What a bare chain has. */
export const noAssets = { demo: '', usdc: '', huge: '', unprintable: '', frozen: '', defaultFrozen: '' };

/** The accounts that every chain has: fees go there. */
export function furnishNetwork(state: State, round: number): void {
  placeAccount(state, feeSink, { amount: 200_000n * unit, status: 'Not Participating' }, round);
}

/** Puts accounts and assets into the state. `round` is the present one. */
export function furnish(state: State, round: number) {
  const accounts = algorandAccounts.filter(({ exists }) => exists).map(({ address }) => address);
  for (const address of accounts) placeAccount(state, address, { amount: coinsEach, sigType: 'sig' }, round);
  for (const address of [creator, circle]) placeAccount(state, address, { amount: coinsEach / 10n }, round);
  for (const settings of Object.values(assets)) placeAsset(state, settings, round);

  const [first = '', second = ''] = accounts;
  for (const address of [first, second]) {
    mint(state, address, 1_000_000n * unit, assets.demo.id, round);
    mint(state, address, 1_000n * unit, assets.usdc.id, round);
  }
  mint(state, first, 2n ** 63n, assets.huge.id, round);
  placeHolding(state, second, assets.huge.id, {}, round);
  mint(state, first, 5n, assets.unprintable.id, round);
  mint(state, first, 1_000n * unit, assets.frozen.id, round);
  placeHolding(state, second, assets.frozen.id, { amount: 100n * unit, isFrozen: true }, round);
  placeHolding(state, first, assets.defaultFrozen.id, { amount: 1_000n * unit, isFrozen: false }, round);
  return {
    assetIds: {
      demo: String(assets.demo.id),
      usdc: String(assets.usdc.id),
      huge: String(assets.huge.id),
      unprintable: String(assets.unprintable.id),
      frozen: String(assets.frozen.id),
      defaultFrozen: String(assets.defaultFrozen.id),
    },
    tokens: Object.values(assets).map(({ id }) => {
      const { name, unitName, decimals } = placedAsset(state, BigInt(id));
      return {
        id: String(id),
        name: printable(name) || `ASA ${id}`,
        ticker: printable(unitName) || `ASA ${id}`,
        decimals,
      };
    }),
  };
}

function placedAsset(state: State, id: bigint) {
  const asset = state.assets.get(id);
  if (asset === undefined) throw new TypeError(`Asset ${id} has been placed.`);
  return asset;
}
