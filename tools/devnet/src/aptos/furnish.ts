import type { Token } from '../engine.ts';
import { aptosAccounts, aptosSingleKeyAccount } from './accounts.ts';
import { aptAsset, pairedAsset, toAddress } from './address.ts';
import type { State } from './state.ts';
import { addAsset, addCoin, addPools, addToStore, issuer } from './world.ts';

/** The first balance of each account: 10,000 APT. */
const coinsEach = 10_000n * 100_000_000n;

/** The demo token. Every account holds 1,000,000. */
const demoToken = { name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: 6 } as const;
const tokensEach = 1_000_000n * 10n ** BigInt(demoToken.decimals);

/** Circle's list of USDC contracts, and Tether's of USDt. */
const dollars = {
  aptos: {
    usdc: '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b',
    usdt: '0x357b0b74bc833e95a115ad22604854d6b0fca151cecd94111770e5d6ffc9dc2b',
  },
  'aptos-testnet': {
    usdc: '0x69091fbab5f7d635ee7ac5098cf0c1efbe31d68fec0f2cd565e8d168daf52832',
    usdt: undefined,
  },
} as const;

/** What a bare chain has. */
export const noTokens = {
  demo: '',
  migratedCoin: '',
  pairedAsset: '',
  plainCoin: '',
  keeping: '',
  nft: '',
  usdc: '',
  usdt: undefined,
};

/** Puts accounts, tokens and pools into the state. `now` is seconds since 1970. */
export function furnish(state: State, chainId: 'aptos' | 'aptos-testnet', now: number) {
  const accounts = [...aptosAccounts, aptosSingleKeyAccount];
  const owners = accounts.map(({ address }) => toAddress(address));
  for (const { address, exists } of accounts) {
    const owner = toAddress(address);
    if (exists) state.accounts.set(owner, { authenticationKey: owner, sequenceNumber: 0n });
    addToStore(state, owner, aptAsset, coinsEach);
  }
  const holders = owners;
  const { name, ticker: symbol, decimals } = demoToken;
  const demo = addAsset(state, { name, symbol, decimals, holders, amountEach: tokensEach });
  const migratedCoin = addCoin(state, {
    name: 'Migrated Coin',
    symbol: 'MIG',
    decimals: 6,
    type: `${issuer}::demo::Coin`,
    paired: true,
    holders: owners.slice(0, 3),
    amountEach: 600_000_000n,
  });
  const paired = pairedAsset(migratedCoin);
  for (const owner of owners.slice(0, 3)) addToStore(state, owner, paired, 400_000_000n);
  const plainCoin = addCoin(state, {
    name: 'Plain Coin',
    symbol: 'PLAIN',
    decimals: 8,
    type: `${issuer}::plain::Coin`,
    holders: owners.slice(0, 3),
    amountEach: 100_000_000_000n,
  });
  const keeping = addAsset(state, {
    name: 'Keeping Dollar',
    symbol: 'KEEP',
    holders: owners.slice(0, 3),
    amountEach: 1_000_000_000n,
    keeps: 100n,
  });
  const nft = addAsset(state, {
    name: 'Picture of the Chain #7',
    symbol: 'PIC',
    decimals: 0,
    holders: owners.slice(0, 1),
    amountEach: 1n,
    maximum: 1n,
  });
  const { usdc, usdt } = dollars[chainId];
  addAsset(state, {
    name: 'USDC',
    symbol: 'USDC',
    address: usdc,
    holders: owners.slice(0, 2),
    amountEach: 5_000_000_000n,
  });
  if (usdt !== undefined) {
    addAsset(state, {
      name: 'Tether USD',
      symbol: 'USDt',
      address: usdt,
      holders: owners.slice(0, 2),
      amountEach: 5_000_000_000n,
    });
  }
  addPools(state, now);
  const tokens: Token[] = [{ id: demo, ...demoToken }];
  return {
    tokens,
    tokenIds: { demo, migratedCoin, pairedAsset: paired, plainCoin, keeping, nft, usdc, usdt },
  };
}
