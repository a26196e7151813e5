import { largeAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { address, fitting, integer, text } from './schemas.ts';
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
    address_hash: address.optional(),
    address: address.optional(),
    name: text,
    symbol: text,
    type: z.string(),
    reputation: z.string().nullish(),
    exchange_rate: z.string().nullish(),
  }),
  value: integer,
});

export const blockscoutTokens: TokenSource = {
  kind,
  async tokens(_, account, operation) {
    const request = { path: route.replace('{address}', account), route, schema: rows, refusals, maxBytes: largeAnswer };
    const answer = await operation.http(request, { kind });
    if (!answer.ok) return [];
    const held = fitting(row, answer.value).filter(
      ({ token, value }) => token.type === 'ERC-20' && token.reputation !== 'scam' && value > 0n,
    );
    // Spam tokens are sent to everybody, so tokens with a price come first.
    const hasPrice = ({ token }: (typeof held)[number]) => Number((token.exchange_rate ?? null) !== null);
    return held
      .toSorted((a, b) => hasPrice(b) - hasPrice(a))
      .flatMap(({ token: { address_hash: hashed, address: older, name, symbol } }) => {
        const contract = hashed ?? older;
        return contract === undefined ? [] : [{ address: contract, name, ticker: symbol }];
      });
  },
};
