import type { Token } from '@isochain/core';
import { type Operation, shortAddress } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { checkTokenId } from '../address/token-id.ts';
import type { CosmosContext } from '../context.ts';
import type { CosmosOptions } from '../options.ts';
import { knownTokens } from '../token-lists/known-tokens.ts';
import { askOne } from '../upstream/ask.ts';
import { supply } from '../upstream/queries/bank.ts';
import { describedAt } from '../upstream/queries/contract.ts';
import { bareFacts, lookUp, toToken } from '../upstream/token-facts.ts';

/**
 * Reads what is known of a token. For a known token, name, ticker and decimals come from the bundled or configured list, and no node is asked: an
 * endpoint that lies cannot move its decimal point.
 *
 * @param id - Canonical: a denomination, or the address of a contract.
 * @returns The token, or why there is none.
 */
export async function readToken(
  context: CosmosContext,
  options: CosmosOptions,
  id: string,
  operation: Operation,
): Promise<Token | { missing: string }> {
  const checked = checkTokenId(context, id);
  if (!checked.ok) return { missing: checked.reason };
  const tokens = await knownTokens(context, options.tokens);
  const known = tokens.find((token) => token.id === id);
  if (known !== undefined) return toToken(context, known.id, known);
  return 'contract' in checked.value
    ? readContract(context, checked.value.contract, operation)
    : readDenomination(context, id, operation);
}

async function readContract(
  context: CosmosContext,
  contract: Address,
  operation: Operation,
): Promise<Token | { missing: string }> {
  const found = await askOne(context, describedAt(contract), operation);
  if ('missing' in found) return { missing: found.missing };
  if ('notToken' in found) return { missing: `its contract is no CW20 token: ${found.notToken}` };
  const ticker = found.ticker || shortAddress(contract);
  return toToken(context, contract, { ...found, name: found.name || ticker, ticker });
}

/** A denomination exists if somebody has some of it, or the chain describes it. */
async function readDenomination(
  context: CosmosContext,
  denom: string,
  operation: Operation,
): Promise<Token | { missing: string }> {
  const [described, held] = await Promise.all([
    lookUp(context, [denom], operation),
    askOne(context, supply(denom), operation),
  ]);
  const facts = described.get(denom);
  // Older nodes do not know the question, and answer for another denomination.
  const isHeld = held?.denom === denom && held.amount > 0n;
  if (facts === undefined && !isHeld) return { missing: 'nobody has any of that denomination' };
  return toToken(context, denom, facts ?? bareFacts(denom));
}
