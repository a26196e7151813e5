import { type Code, codes, type Kind, problem } from '@isochain/core';
import { help, oneFamily } from '@isochain/core/help';
import { httpStatuses } from './http-statuses.ts';
import { slugOf, table } from './markdown.ts';

interface Section {
  readonly kinds: readonly Kind[];
  readonly title: string;
  readonly text: string;
}

/** Every kind stands in exactly one section. A test checks that. */
export const sections: readonly Section[] = [
  {
    title: 'The request',
    kinds: ['request', 'mediaType', 'tooLarge', 'tooSlow', 'methodNotAllowed'],
    text: 'Something in the request is wrong. Nothing was sent to a chain. The same request will be refused again.',
  },
  {
    title: 'Keys and limits',
    kinds: ['unauthorized', 'forbidden', 'rateLimited'],
    text: 'Who asks, for what, and how often.',
  },
  {
    title: 'Not there',
    kinds: ['notFound', 'gone', 'notBuilt'],
    text: 'The request is well formed, but there is nothing to answer it with.',
  },
  {
    title: 'What the chain says to an intent',
    kinds: ['chain'],
    text: 'Encode understood the request, and the chain would refuse it. The answer is a 200 with an empty `encoded`: read `status.errors`.',
  },
  {
    title: 'What a node says to a broadcast',
    kinds: ['refused', 'conflict'],
    text: 'The transaction reached a node, which refused it. It was not carried out.',
  },
  {
    title: 'Warnings',
    kinds: ['warning'],
    text: 'Encode did what was asked. There is something to know before signing. Warnings stand in `status.warnings`.',
  },
  {
    title: 'Something is broken',
    kinds: ['upstream', 'timeout', 'stopping', 'internal'],
    text: 'Not the fault of the request. Trying again later may help.',
  },
];

/** docs/errors.md, from core's codes and the help for each. */
export function errorsPage(): string {
  return [
    '# Errors and warnings',
    '',
    'Every error and warning has a `message` for people and a `code` for programs. A code is never renamed once released; messages may change.',
    'Where it helps there is also `field` (the path in the request) and `context` (the numbers of the message; amounts in the smallest unit).',
    'A part of a message in [brackets] is left out where its numbers are not known.',
    '',
    '```json',
    JSON.stringify({ status: { errors: [example], warnings: [] } }, null, 2),
    '```',
    '',
    'The kind of a code decides the HTTP status:',
    '',
    table(['kind', 'HTTP status', 'codes'], sections.flatMap(({ kinds }) => kinds).map(kindRow)),
    ...sections.flatMap(({ kinds, title, text }) => ['', `## ${title}`, '', text, ...codesOf(kinds).flatMap(entry)]),
    '',
  ].join('\n');
}

const token = '0x52908400098527886E0F7030069857D2E4169EE7';
const reason = 'there is no contract at this address';
const example = problem('token.unknown', { token, chain: 'Ethereum', reason }, 'transaction.data.tokenId');

function kindRow(kind: Kind): string[] {
  const list = codesOf([kind]).map((code) => `[\`${code}\`](#${slugOf(code)})`);
  return [kind, String(httpStatuses[kind]), list.join(' ')];
}

/** In the order of the help texts. */
function codesOf(kinds: readonly Kind[]): Code[] {
  return kinds.flatMap((kind) => (Object.keys(help) as Code[]).filter((code) => codes[code].kind === kind));
}

function entry(code: Code): string[] {
  const { kind, message, advice }: { kind: Kind; message: string; advice?: string } = codes[code];
  return [
    '',
    `### ${code}`,
    '',
    `Kind ${kind}, HTTP ${httpStatuses[kind]}.`,
    '',
    `> ${escapeText([message, advice ?? []].flat().join(' '))}`,
    '',
    linkPages(help[code]),
    ...oneFamily
      .filter((group) => group.codes.includes(code))
      .flatMap((group) => ['', `One family alone has this (${group.package}): ${group.reason}.`]),
  ];
}

/** Shows placeholders as code, so that nobody reads `{name}` as text of the message, and brackets are no link. */
function escapeText(message: string): string {
  return message.replace(/[[\]]/g, '\\$&').replace(/\{(\w+)\}/g, '`{$1}`');
}

/** Turns names of pages into links. Texts in the code name pages by their path from the root of the repository. */
function linkPages(text: string): string {
  return text.replace(/docs\/([\w-]+\.md)/g, '[$1]($1)');
}
