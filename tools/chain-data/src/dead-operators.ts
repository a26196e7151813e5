import * as z from 'zod';
import { parsed } from './added-chain.ts';
import type { CosmosSources } from './cosmos-source.ts';
import type { EvmSources } from './evm-source.ts';
import { day, source, text } from './source-fields.ts';

// Lists of public endpoints name operators for years after they closed. sources/dead-operators.json remembers which these are.

const file = z.strictObject({
  note: text,
  operators: z.array(
    z.strictObject({
      name: text,
      /** Each stands for itself and all names below it. */
      domains: z.array(z.string().regex(/^[a-z0-9.-]+\.[a-z]+$/, 'it has to be a domain')).min(1),
      since: day,
      source,
    }),
  ),
});

/** An operator that closed its public endpoints. */
export type DeadOperator = z.output<typeof file>['operators'][number];

/** @throws With the place of everything that is wrong. */
export function readDeadOperators(written: unknown): readonly DeadOperator[] {
  return parsed(file, written, 'dead-operators.json').operators;
}

/** @returns Undefined if the URL belongs to none of them. */
export function deadOperatorOf(url: string, operators: readonly DeadOperator[]): DeadOperator | undefined {
  const host = new URL(url).hostname;
  return operators.find(({ domains }) => domains.some((domain) => host === domain || host.endsWith(`.${domain}`)));
}

/**
 * Refuses defaults at operators that closed. Explorers that people open in a browser are not looked at.
 *
 * @throws With chain, URL and operator.
 */
export function refuseDeadOperators(
  operators: readonly DeadOperator[],
  { evm, cosmos }: { readonly evm: Pick<EvmSources, 'chains'>; readonly cosmos: Pick<CosmosSources, 'chains'> },
): void {
  const ofEvm = Object.entries(evm.chains).map(([id, { rpc, blockscout, explorers = [] }]) => {
    const others = explorers.map((explorer) => explorer.url);
    return [id, [...rpc, ...others, ...(blockscout === null ? [] : [blockscout])]] as const;
  });
  const ofCosmos = Object.entries(cosmos.chains).map(([id, { rest, rpc }]) => [id, [...rest, ...rpc]] as const);
  for (const [id, urls] of [...ofEvm, ...ofCosmos]) {
    for (const url of urls) {
      const operator = deadOperatorOf(url, operators);
      if (operator === undefined) continue;
      throw new Error(`${id}: ${url} is of ${operator.name}, which closed (${operator.since}, dead-operators.json).`);
    }
  }
}
