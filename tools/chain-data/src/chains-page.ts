import { families } from '../../../packages/core/src/family-names.ts';
import type { CatalogueEntry } from './catalogue.ts';
import type { CosmosChain } from './cosmos-chains.ts';
import { code, renderCosmosSection } from './cosmos-section.ts';
import type { EvmChain } from './evm-chains.ts';
import type { etherscanPlans } from './evm-source.ts';
import { pageHeader } from './header.ts';
import { renderOneOperator } from './one-operator-section.ts';
import type { Sources } from './sources.ts';

/** How the page describes a plan. */
const plans: Readonly<Record<(typeof etherscanPlans)[number], string>> = {
  free: 'with a free key',
  paid: 'with the key of a paid plan',
  yes: 'with a key; whether a free one is enough is not documented',
  no: 'no',
  removed: 'not any more',
};

/** The text of `docs/chains.md`. It holds the lists of chains that a reader needs, so that no other page repeats them. */
export function renderChainsPage(
  catalogue: Readonly<Record<string, CatalogueEntry>>,
  evmChains: Readonly<Record<string, EvmChain>>,
  cosmosChains: Readonly<Record<string, CosmosChain>>,
  { specified, oneOperator }: Pick<Sources, 'specified' | 'oneOperator'>,
): string {
  const added = Object.keys(catalogue).filter((id) => !Object.hasOwn(specified, id));
  const count = Object.keys(specified).length;
  const all =
    added.length === 0
      ? `The ${count} chains of the specification.`
      : `The ${count} chains of the specification, and beside them ${added.map(code).join(', ')}.`;
  const byFamily = families.map((family) => {
    const ids = Object.keys(catalogue).filter((id) => catalogue[id]?.family === family);
    return `| ${family} | ${ids.length} | ${ids.map(code).join(' ')} |`;
  });
  const evm = Object.entries(evmChains).map(([id, chain]) => {
    const explorers = [
      ...(chain.blockscout === null ? [] : ['Blockscout']),
      ...(chain.explorers ?? []).map(({ kind }) => (kind === 'routescan' ? 'Routescan' : 'an explorer like Etherscan')),
    ];
    const feeClass = `[${code(chain.feeClass)}](evm-fees.md#classes)`;
    const known = chain.stopped === undefined ? explorers.join(', ') || 'nothing' : `[stopped](#stopped-chains)`;
    return `| ${code(id)} | ${chain.id} | ${feeClass} | ${known} | ${plans[chain.etherscanV2]} |`;
  });
  const stopped = Object.entries({ ...evmChains, ...cosmosChains }).flatMap(([id, { stopped }]) =>
    stopped === undefined ? [] : [`| ${code(id)} | ${stopped.since} | ${stopped.reason} |`],
  );
  const ending = Object.entries(cosmosChains).flatMap(([id, { sunset }]) =>
    sunset === undefined ? [] : [`| ${code(id)} | ${sunset} |`],
  );
  return `${pageHeader}

# Chains

${all} What works on one stands in \`supportedFeatures\` of \`GET /api/chains/{chainId}\`, which is computed for the running service;
\`npx isochain chains\` prints it for all.

## By family

\`bitcoin\` is the UTXO family.

| family | chains | ids |
| --- | --- | --- |
${byFamily.join('\n')}

## Stopped chains

These networks make no blocks any more. Public nodes went on answering from the last block of some, days after it: balances looked real, and a broadcast gave a hash. So we have no endpoints for
them. They stay in the lists, with \`stopped\` and all features false, and every call answers 410 [\`chain.stopped\`](errors.md#chainstopped) at once. Operators who run a network of their own under
such an id configure its \`endpoints\`: then it works as any other, and encode warns with [\`chain.ended\`](errors.md#chainended).

| chain | since | why, and what became of the coin |
| --- | --- | --- |
${stopped.join('\n')}

## Chains that are being wound down

They run, and everything works on them while their nodes answer. But plan to move your coins: nobody knows for how long they can be moved.

| chain | what is known |
| --- | --- |
${ending.join('\n')}

${renderOneOperator(oneOperator)}

## EVM chains

Histories, and tokens that are on no list, come from an [explorer](../packages/evm/README.md#explorers). Where a public one answers without a key it is asked unless endpoints are
configured. Elsewhere bring one: one key of Etherscan serves all chains that Etherscan has.

| chain | chain id | fees | histories without a key from | Etherscan |
| --- | --- | --- | --- | --- |
${evm.join('\n')}

${renderCosmosSection(catalogue, cosmosChains)}`;
}
