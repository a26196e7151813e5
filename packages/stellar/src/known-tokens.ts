import type { Token } from '@isochain/core';
import type { Address } from './address/address.ts';
import { tokenOf } from './address/token-id.ts';
import type { NamedChain, StellarChainId } from './chains.ts';
import { toToken } from './tokens.ts';

/** Issuers that clients can look up by the code of their token: Circle's (https://developers.circle.com/stablecoins/usdc-contract-addresses). All others work by their id. */
const issuers: Readonly<Partial<Record<StellarChainId, readonly (readonly [code: string, issuer: string])[]>>> = {
  stellar: [['USDC', 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN']],
};

/** The known tokens of a chain. The test network begins anew several times a year, and has none. */
export function knownTokens(named: NamedChain): readonly Token[] {
  return (issuers[named.chainId] ?? []).map(([code, issuer]) => toToken(named, tokenOf(code, issuer as Address)));
}
