import { ask, mediumAnswer, type RpcCall } from '@isochain/core/upstream';
import * as z from 'zod';
import { address, readableRows, text } from './schemas.ts';
import type { HeldToken, TokenSource } from './token-source.ts';

// Alchemy's token API is a method of its nodes (alchemy.com/docs, alchemy_getTokenBalances; alchemy-sdk-js, TokenBalancesResponseErc20). It lists all
// tokens that the account ever received, without names.

const kind = 'alchemy';
/** The most pages that one request reads. */
const mostPages = 5;
/** The largest page that Alchemy answers. */
const rowsInPage = 100;

const page = z.object({ tokenBalances: z.array(z.unknown()), pageKey: z.string().max(200).nullish() });

/** A row with an error has no balance. The contract is asked then. */
const row = z.object({ contractAddress: address, tokenBalance: text });

export const alchemyTokens: TokenSource = {
  kind,
  async tokens(_, account, operation) {
    const found: HeldToken[] = [];
    let pageKey: string | undefined;
    for (let read = 0; read < mostPages; read++) {
      const options = { maxCount: rowsInPage, ...(pageKey === undefined ? {} : { pageKey }) };
      const { page: answer } = await ask(operation, { page: balances(account, options) }, { kind });
      const held = readableRows(row, answer.tokenBalances).filter((each) => !isZero(each?.tokenBalance));
      found.push(...held.map((each) => ({ address: each?.contractAddress })));
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
  };
}

function isZero(balance: string | undefined): boolean {
  return balance !== undefined && /^0x0*$/.test(balance);
}
