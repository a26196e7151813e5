import type { Token } from '@isochain/core';
import { ask, type Operation } from '@isochain/core/upstream';
import { type Address, toChecksum } from '../address.ts';
import { type Read, type ReadResult, wordOf } from '../bytes/multicall.ts';
import type { EvmContext } from '../context.ts';
import type { EvmOptions } from '../options.ts';
import { knownTokens } from '../token-lists/known-tokens.ts';
import { planReads } from '../upstream/contract-reads.ts';
import { rpc } from '../upstream/rpc.ts';
import { factReads, readFacts, toToken } from '../upstream/token-facts.ts';

/** Interface ids of ERC-165, ERC-721 and ERC-1155, from those standards. */
const nonFungible = ['80ac58cd', 'd9b67a26'] as const;

/**
 * Reads what a token's contract says about itself. For a known token, name, ticker and decimals come from the bundled or configured list: an endpoint
 * that lies cannot move its decimal point.
 *
 * @param id - Address of the contract.
 * @returns The token, with a checksummed id, or why there is none.
 */
export async function readToken(
  context: EvmContext,
  options: EvmOptions,
  id: string,
  operation: Operation,
): Promise<Token | { missing: string }> {
  const target = toChecksum(id);
  const plan = planReads(context, [
    ...factReads(target),
    ...nonFungible.map((interfaceId) => supports(target, interfaceId)),
  ]);
  const answers = await ask(operation, { code: rpc.code(target), ...plan.questions });
  if (answers.code === '0x') return { missing: 'there is no contract at that address' };
  const results = await plan.results(answers, operation);
  if (results.slice(3).some(isTrue)) return { missing: 'the contract is a collection of non-fungible tokens' };
  const known = (await knownTokens(context, options)).find((token) => token.id === target);
  const facts = known ?? readFacts(results);
  if (facts === undefined) return { missing: 'the contract has no decimals, so it is not a fungible token' };
  return toToken(target, facts);
}

/** supportsInterface(bytes4) of ERC-165. bytes4 is at the left of its word. */
function supports(target: Address, interfaceId: string): Read {
  return { target, data: `0x01ffc9a7${interfaceId.padEnd(64, '0')}` };
}

function isTrue(result: ReadResult): boolean {
  return wordOf(result) === 1n;
}
