import { largeAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { acceptAnswer, envelopeOf } from './etherscan-envelope.ts';
import { address, integer, readableRows, text } from './schemas.ts';
import type { HeldToken, TokenSource } from './token-source.ts';

// Etherscan's account module. Its list of balances (`addresstokenbalance`) needs a paid plan. The list of transfers does not: what an account holds
// was transferred to it.

const action = 'tokentx';
/** The most pages of transfers that one request reads. */
const mostPages = 3;
/** Free keys get no more since 2026-07-01 (docs.etherscan.io, changelog). */
const rowsInPage = 1000;
const schema = envelopeOf(z.array(z.unknown()));
const accept = acceptAnswer(action);

const row = z.object({ contractAddress: address, value: z.unknown().optional(), tokenName: text, tokenSymbol: text });

export const etherscanTokens = /* @__PURE__ */ sourceOf('etherscan');

export const routescanTokens = /* @__PURE__ */ sourceOf('routescan');

function sourceOf(kind: TokenSource['kind']): TokenSource {
  return {
    kind,
    async tokens(context, account, operation) {
      const found = new Map<string | undefined, HeldToken>();
      for (let page = 1; page <= mostPages; page++) {
        const query = {
          ...{ chainid: context.chain.id, module: 'account', action, address: account },
          ...{ page, offset: rowsInPage, sort: 'desc' },
        };
        const { value } = await operation.http(
          { path: '', route: action, query, schema, maxBytes: largeAnswer },
          { kind, accept },
        );
        const rows = Array.isArray(value.result) ? value.result : [];
        for (const transfer of readableRows(row, rows)) {
          const { contractAddress: contract, tokenName: name, tokenSymbol: ticker } = transfer ?? {};
          const key = contract?.toLowerCase();
          if (found.has(key) || (transfer !== undefined && movesNothing(transfer.value))) continue;
          found.set(key, { address: contract, name, ticker });
        }
        if (rows.length < rowsInPage) break;
      }
      return [...found.values()];
    },
  };
}

/**
 * Anybody can make a transfer of amount 0 in anybody's name. A transfer without a value is not of ERC-20: some explorers list collectibles too. The
 * contract is asked where an amount cannot be read.
 */
function movesNothing(value: unknown): boolean {
  return value === undefined || integer.safeParse(value).data === 0n;
}
