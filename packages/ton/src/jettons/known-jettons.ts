import { type KnownToken, knownTokens, type ListedToken } from '@isochain/core/tokens';
import { canonicalAddress } from '../address/address.ts';
import { Address } from '../ton-core.ts';

/**
 * Jettons with facts that need no endpoint, by the address of their master. Sources: tonkeeper/ton-assets, jettons.json of August 2026, the entries that
 * state their decimals; for Tether https://docs.ton.org/applications/appkit/howto/send-jettons.
 */
export const bundledJettons: readonly ListedToken[] = [
  ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 'USD₮', 'Tether USD', 6],
  ['EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT', 'NOT', 'Notcoin', 9],
  ['EQAJ8uWd7EBqsmpSWaRdf_I-8R8-XHwh3gsNKhy-UrdrPcUo', 'HMSTR', 'Hamster Kombat', 9],
  ['EQA2kCVNwVsil2EM2mB0SkXytxCqQjS4mttjDpnXmwG9T6bO', 'STON', 'STON', 9],
  ['EQBynBO23ywHy_CgarY9NK9FTz0yDsG82PtcbSTQgGoXwiuA', 'jUSDT', 'jUSDT', 6],
  ['EQB-MPwrd1G6WKNkLz_VnV6WqBDd142KMQv-g1O-8QUA3728', 'jUSDC', 'jUSDC', 6],
];

/** The operator's jettons first, then the bundled ones. Ids are canonical. */
export function knownJettons(configured: readonly KnownToken[] = []): readonly KnownToken[] {
  return knownTokens(configured, bundledJettons, (id) => canonicalAddress(Address.parse(id)));
}
