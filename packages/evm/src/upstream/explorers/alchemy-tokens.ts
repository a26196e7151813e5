import { ask, mediumAnswer, type RpcCall } from '@isochain/core/upstream';
import * as z from 'zod';
import { address, fitting } from './schemas.ts';
import type { HeldToken, TokenSource } from './token-source.ts';

// Alchemy's token API is a method of its nodes (alchemy.com/docs, alchemy_getTokenBalances; alchemy-sdk-js, TokenBalancesResponseErc20). It lists all
// tokens that the account ever received, without names.

const kind = 'alchemy';
/** The most pages that one request reads. */
const mostPages = 5;
/** The largest page that Alchemy answers. */
const rowsInPage = 100;

const page = z.object({ tokenBalances: z.array(z.unknown()), pageKey: z.string().max(200).nullish() });

/** A row with an error has no balance. */
const row = z.object({ contractAddress: address, tokenBalance: z.string().nullish() });

export const alchemyTokens: TokenSource = {
  kind,
  async tokens(_, account, operation) {
    const found: HeldToken[] = [];
    let pageKey: string | undefined;
    for (let read = 0; read < mostPages; read++) {
      const options = { maxCount: rowsInPage, ...(pageKey === undefined ? {} : { pageKey }) };
      const { page: answer } = await ask(operation, { page: balances(account, options) }, { kind });
      const held = fitting(row, answer.tokenBalances).filter(({ tokenBalance }) => !isZero(tokenBalance));
      found.push(...held.map(({ contractAddress }) => ({ address: contractAddress })));
      pageKey = answer.pageKey ?? undefined;
      if (pageKey === undefined) break;
    }
    return found;
  },
};

function balances(account: string, options: object): RpcCall<z.infer<typeof page>> {
  return {
    method: 'alchemy_getTokenBalances',
    params: [account, 'erc20', options],
    schema: page,
    maxBytes: mediumAnswer,
    isEndpointFailure: () => true,
  };
}

function isZero(balance: string | null | undefined): boolean {
  return typeof balance === 'string' && /^0x0*$/.test(balance);
}
