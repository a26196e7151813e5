import type { Token } from '@isochain/core';
import { ask, type Operation } from '@isochain/core/upstream';
import { metaplexMetadataAddress } from '../address/pda.ts';
import { decodeTokenAccount } from '../layouts/index.ts';
import { type Account, rpc } from '../upstream/rpc.ts';
import { readTokenFacts, tokenTypeOf, toToken, wrappedSolFacts } from '../upstream/token-metadata.ts';
import { wrappedSol } from '../well-known.ts';

/**
 * Reads what the chain says about a token.
 *
 * @param id - Address of the mint.
 * @returns The token, or why there is none.
 */
export async function readToken(id: string, operation: Operation): Promise<Token | { missing: string }> {
  if (id === wrappedSol) return toToken(id, wrappedSolFacts);
  const { accounts } = await ask(operation, {
    accounts: rpc.multipleAccounts([id, metaplexMetadataAddress(id)]),
  });
  const [account, metaplex] = accounts;
  const facts = readTokenFacts(id, account, metaplex);
  if (facts === undefined) return { missing: whyNot(account) };
  return facts.isFungible ? toToken(id, facts) : { missing: 'it is a collectible, not a fungible token' };
}

function whyNot(account: Account | null | undefined): string {
  if (account === null || account === undefined) return 'there is no account at that address';
  if (tokenTypeOf(account) === undefined) return 'the account at that address is not a token’s';
  const holding = decodeTokenAccount(account.data);
  return holding === undefined
    ? 'the account at that address is not a mint'
    : `it is the address of an account that holds the token ${holding.mint}`;
}
