import type { Mode } from '@isochain/core';
import { textOf } from './gateway-wishes.ts';
import { table } from './markdown.ts';
import { type FamilyWishes, grouped, type Wish, wishesOfFamilies } from './wishes.ts';

/** docs/wishes.md, from the families' schemas of wishes. */
export async function wishesPage(): Promise<string> {
  return [
    '# Wishes',
    '',
    'Encode computes fees, gas, nonce and all else that a transaction needs. A client that wants something else says so in the intent: in `fees`, `gas` or `nonce`, or in a member of `params`. These are',
    'wishes. Each is optional, and so is all of `params`. Which of them a chain takes differs by its family and by the mode.',
    '',
    '```json',
    JSON.stringify(example, null, 2),
    '```',
    '',
    'Amounts are strings in the smallest unit. What is empty (`""` or `null`) counts as absent. The same lists stand in `wishes` of a chain’s detail (`GET /api/chains/{chainId}`), for the modes that work with the endpoints',
    'that are configured there, and in the OpenAPI document.',
    '',
    '- A wish that cannot be read is refused with [`wish.invalid`](errors.md#wishinvalid), and `field` names its place. Nothing is asked of the chain.',
    '- What a mode does not take is ignored, with a warning: [`field.ignored`](errors.md#fieldignored), with its place, and with what was probably meant. It is no error, as clients of services with this interface send',
    '  members along that mean something on other chains.',
    '- A wish that the chain would not take, such as `fees` that no block accepts, is a problem in `status.errors`, with what would be needed.',
    '',
    '## An earlier answer sent again',
    '',
    'What encode answers in `data` goes to broadcast, unchanged. Sent to encode or validate it is computed anew: `params.checksum` shows that it is an answer, and its `fees`, `gas`, `nonce` and `params` are then no wishes but what was',
    'computed before, at the prices of that time. They are dropped, and so is an `amount` beside `useMaxAmount: true`. The warning [`data.recomputed`](errors.md#datarecomputed) says so. Wishes of the first',
    'intent are among what is dropped. To keep one, send the intent again with the wish in it, and without `params.checksum`.',
    ...(await wishesOfFamilies()).flatMap(section),
    '',
  ].join('\n');
}

const example = {
  transaction: {
    data: {
      mode: 'transfer',
      senderAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      recipientAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      amount: '10000000000000000',
      fees: '150000000000000',
      nonce: '7',
    },
  },
};

/** The table of one family. A wish that means the same in several modes has one row. */
export function section({ family, modes, wishes }: FamilyWishes): string[] {
  const rows = grouped(wishes, (wish) => [wish.place, wish.type, textOf(wish)]);
  const without = modes.filter((mode) => !wishes.some((wish) => wish.mode === mode));
  return [
    '',
    `## ${family}`,
    '',
    table(
      ['wish', 'value', 'modes', 'what it means'],
      rows.map((group) => rowOf(group, modes)),
    ),
    ...(without.length === 0 ? [] : ['', `Nothing can be wished for in ${listOf(without)}.`]),
  ];
}

function rowOf(group: readonly [Wish, ...Wish[]], modes: readonly Mode[]): string[] {
  const [wish] = group;
  const { place, type } = wish;
  const of = group.map(({ mode }) => mode);
  return [`\`${place}\``, type, of.length === modes.length ? 'all' : listOf(of), textOf(wish)];
}

function listOf(modes: readonly Mode[]): string {
  return modes.map((mode) => `\`${mode}\``).join(', ');
}
