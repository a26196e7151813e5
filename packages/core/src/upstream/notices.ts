/** What an upstream says about itself in place of an answer: it was closed, or it wants a key. */
export type Notice = 'closed' | 'unauthorized';

const subject = String.raw`\b(?:endpoint|service|api|gateway|rpc|url|host|instance)s?\b`;
const ended = String.raw`\b(?:discontinued|decommissioned|retired|sunset(?:ted)?|permanently (?:closed|disabled|unavailable)|ha(?:s|ve) been (?:shut ?down|closed|switched off|turned off|removed)|(?:was|were) shut ?down|shut ?down permanently|no longer (?:available|active|supported|served|maintained|operational|in (?:service|use|operation)))\b`;
/** What is gone may be a part of what the endpoint serves. */
const noPart = String.raw`(?!.{0,100}\b(?:methods?|calls?|blocks?|state|history|transactions?)\b)`;
const key = `(?:api|project|access|app)[ -]?(?:keys?|ids?|tokens?)`;

/**
 * Anchored near the beginning: a node may repeat a text of a client later in its words, and a client must not be able to have an endpoint set aside.
 * Texts as providers send them: Lava ("This endpoint has been discontinued."), Etherscan ("You are using a deprecated V1 endpoint"), Ankr
 * ("Unauthorized: You must authenticate your request with an API key").
 */
const notices: readonly { readonly means: Notice; readonly text: readonly RegExp[] }[] = [
  {
    means: 'closed',
    text: [
      new RegExp(`^${noPart}.{0,60}${subject}.{0,30}${ended}`, 'i'),
      new RegExp(`^${noPart}.{0,40}${ended} (?:\\w+ ){0,3}${subject}`, 'i'),
      /^.{0,30}\bdeprecated (?:v\d+ )?endpoint\b/i,
    ],
  },
  {
    means: 'unauthorized',
    text: [
      /^unauthori[sz]ed\W*$|^unauthori[sz]ed (?:request|access)|^.{0,20}must be authenticated/i,
      /^(?:unauthori[sz]ed\W{1,3})?.{0,20}\bmust (?:authenticate|provide|use|include|supply)\b.{0,50}\b(?:key|token)\b/i,
      new RegExp(`^.{0,30}\\b(?:invalid|missing|wrong|unknown|expired|no) (?:or \\w+ )?${key}\\b`, 'i'),
      new RegExp(
        `^.{0,30}${key}\\b.{0,30}\\b(?:invalid|disabled|expired|missing|required|needed|not (?:valid|found|provided))\\b`,
        'i',
      ),
      new RegExp(`^.{0,40}\\b(?:requires?|needs?|provide|supply|without) (?:a |an |your |valid |free )*${key}\\b`, 'i'),
    ],
  },
];

/** Only the beginning is read. */
const longestText = 300;
/** A longer body is no notice of a provider. */
const longestBody = 4_000;
/** Members that a notice in JSON has. With any other member the body may be an answer. */
const members = new Set(
  'code details detail error errors id jsonrpc message msg path reason request_id requestId status statusCode success timestamp title type'.split(
    ' ',
  ),
);

/** @returns Undefined if the text says neither. */
export function noticeIn(text: string): Notice | undefined {
  const beginning = text.slice(0, longestText).replace(/\s+/g, ' ').trim();
  return notices.find(({ text: patterns }) => patterns.some((pattern) => pattern.test(beginning)))?.means;
}

/** The notice in the body of an answer: an error in JSON, or a plain text. */
export function noticeInBody(body: string): Notice | undefined {
  if (body.length > longestBody || isWebPage(body)) return undefined;
  if (!/^\s*[{["]/.test(body)) return noticeIn(body);
  // Most answers begin with another member, and need not be parsed for this.
  const [, name = ''] = /^\s*\{\s*"(\w+)"/.exec(body) ?? [];
  if (!members.has(name)) return undefined;
  return textsOf(parsedOf(body))
    .map(noticeIn)
    .find((notice) => notice !== undefined);
}

/** Whether a body is a page for people. No interface that we ask answers one. */
export function isWebPage(body: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(body.slice(0, 1_000));
}

function textsOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  if (!Object.keys(body).every((name) => members.has(name))) return [];
  const { error, message, msg, detail, reason, title } = body as Readonly<Record<string, unknown>>;
  const nested = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
  return [nested, message, msg, detail, reason, title].filter((text) => typeof text === 'string');
}

function parsedOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
