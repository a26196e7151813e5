import { largeAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { address, perhaps, readableRows, text } from './schemas.ts';
import type { TokenSource } from './token-source.ts';

// Blockscout, REST API v2 (blockscout/swaggers, 11.2.7): all balances of an account in one answer, without pages.

const kind = 'blockscout';
const route = '/api/v2/addresses/{address}/token-balances';
const rows = z.array(z.unknown());
// An account that the explorer never saw.
const refusals = { statuses: [404], schema: z.object({ message: z.string() }) };

const row = z.object({
  token: z.object({
    // Older instances answer `address`.
    address_hash: address.optional().catch(undefined),
    address: address.optional().catch(undefined),
    name: text,
    symbol: text,
    type: text,
    reputation: text,
    exchange_rate: text,
  }),
  value: perhaps,
});

export const blockscoutTokens: TokenSource = {
  kind,
  async tokens(_, account, operation) {
    const request = { path: route.replace('{address}', account), route, schema: rows, refusals, maxBytes: largeAnswer };
    const answer = await operation.http(request, { kind });
    if (!answer.ok) return [];
    // The contract is asked about a token whose kind or amount cannot be read.
    const held = readableRows(row, answer.value).filter(
      (each) =>
        each === undefined ||
        ((each.token.type ?? 'ERC-20') === 'ERC-20' && each.token.reputation !== 'scam' && each.value !== 0n),
    );
    // Spam tokens are sent to everybody, so tokens with a price come first.
    const hasPrice = (each: (typeof held)[number]) => Number(each?.token.exchange_rate !== undefined);
    return held
      .toSorted((a, b) => hasPrice(b) - hasPrice(a))
      .map((each) => {
        const { address_hash: hashed, address: older, name, symbol } = each?.token ?? {};
        return { address: hashed ?? older, name, ticker: symbol };
      });
  },
};
