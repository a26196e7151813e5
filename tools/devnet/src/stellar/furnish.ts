import type { StellarAccount } from './accounts.ts';
import { stellarAccounts, stellarIssuers } from './accounts.ts';
import type { State } from './state.ts';
import { mint, placeAccount, placeTrustline } from './world.ts';

/** The first balance of each account: 10,000 XLM. Issuers have a tenth of it. */
const coinsEach = 10_000n * 10_000_000n;

/** Each holder of a token has 1,000, of the demo token 1,000,000. */
const thousand = 1_000n * 10_000_000n;

/** Circle's issuers of USDC. */
const usdcIssuers = {
  stellar: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
  'stellar-testnet': 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5',
} as const;

/** What a bare chain has. */
export const noTokens = { demo: '', usdc: '', regulated: '', longCode: '' };

/** Accounts were created long ago, and have sent 7 transactions each: their sequence numbers are above 2^53. */
const createdIn = 63_000_000;
const used = 7n;

const [demoIssuer, regulatedIssuer] = stellarIssuers as readonly [StellarAccount, StellarAccount];

export const issuers = { demo: demoIssuer, regulated: regulatedIssuer };

/** Puts accounts and tokens into the state. `ledger` is the present one. */
export function furnish(state: State, chainId: keyof typeof usdcIssuers, ledger: number) {
  const usdcIssuer = usdcIssuers[chainId];
  const accounts = stellarAccounts.filter(({ exists }) => exists).map(({ address }) => address);
  for (const [index, address] of [...accounts, demoIssuer.address, regulatedIssuer.address, usdcIssuer].entries()) {
    const sequence = (BigInt(createdIn + index) << 32n) + used;
    const balance = accounts.includes(address) ? coinsEach : coinsEach / 10n;
    placeAccount(state, address, { balance, sequence }, ledger);
  }
  placeAccount(state, demoIssuer.address, { homeDomain: 'demo.isochain.invalid' }, ledger);
  placeAccount(state, regulatedIssuer.address, { flags: { required: true, revocable: true } }, ledger);
  placeAccount(state, usdcIssuer, { flags: { revocable: true }, homeDomain: 'circle.com' }, ledger);

  const tokenIds = {
    demo: `DEMO:${demoIssuer.address}`,
    usdc: `USDC:${usdcIssuer}`,
    regulated: `REGU:${regulatedIssuer.address}`,
    longCode: `TWELVELETTER:${demoIssuer.address}`,
  };
  const [first = '', second = ''] = accounts;
  mint(state, first, 1_000n * thousand, tokenIds.demo, ledger);
  mint(state, second, 1_000n * thousand, tokenIds.demo, ledger);
  mint(state, first, thousand, tokenIds.usdc, ledger);
  mint(state, first, thousand, tokenIds.regulated, ledger);
  placeTrustline(state, second, tokenIds.regulated, { authorized: false }, ledger);
  mint(state, first, thousand, tokenIds.longCode, ledger);
  const tokens = Object.values(tokenIds).map((id) => {
    const code = id.split(':')[0] ?? '';
    return { id, name: code, ticker: code, decimals: 7 };
  });
  return { tokenIds, tokens };
}
