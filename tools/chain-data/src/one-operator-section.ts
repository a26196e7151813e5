import { code } from './cosmos-section.ts';
import type { OneOperator } from './one-operator.ts';

/** The section of `docs/chains.md` about these chains. */
export function renderOneOperator(chains: OneOperator): string {
  const rows = Object.entries(chains).map(([id, { operator, reason }]) => `| ${code(id)} | ${operator} | ${reason} |`);
  return `## Chains with one operator

Every other chain has default nodes of two operators or more: one that closes or lies is not alone. These have nodes of one only. Configure \`endpoints\` for them if you depend on them.

| chain | operator | why no second one |
| --- | --- | --- |
${rows.join('\n')}`;
}
