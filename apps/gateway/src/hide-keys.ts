import {
  type Code,
  catalogue,
  codes,
  findSecret,
  type IdPlace,
  isChainId,
  type Kind,
  type Secret,
  type SharedForm,
} from '@isochain/core';
import { keyLikeIds } from './families.ts';

/** The text that replaces a secret. */
export const hidden = '(hidden)';

/** A part of a path between slashes. The id of a token is all of the rest of the path. */
interface Part {
  readonly written: string;
  /** Fully unescaped, however often it was escaped. */
  readonly text: string;
  readonly place: IdPlace | undefined;
}

interface ReadPath {
  readonly parts: readonly Part[];
  /** The chain id of the path, if there is one. */
  readonly chainId: string | undefined;
}

/** For families that are not built: the form of their ids is not known, and on most chains some ids have 32 bytes. */
const unknown: readonly SharedForm[] = ['bytes32'];

/**
 * The secret in a text, unless it looks like the ids that belong in its place.
 *
 * @param place - Undefined if no id belongs there.
 * @param built - What ids of the families look like that are built. By default those of this gateway.
 */
export function secretAt(
  text: string,
  place: IdPlace | undefined,
  chainId: string | undefined,
  built: typeof keyLikeIds = keyLikeIds,
): Secret | undefined {
  if (place === undefined || chainId === undefined || !isChainId(chainId)) return findSecret(text);
  const ids = built[catalogue[chainId].family];
  return findSecret(text, ids === undefined ? unknown : ids[place]);
}

/** The names in front of ids, with the kind of each. */
const places: Readonly<Record<string, IdPlace>> = {
  account: 'account',
  token: 'token',
  transaction: 'transaction',
};

/** Reads `/api/{chainId}/{name}/{id}` and `/api/chains/{chainId}/{name}/{id}`, or the part of them that a path has. */
function readPath(path: string): ReadPath {
  const segments = path.split('/');
  const at = segments[1] === 'api' ? (segments[2] === 'chains' ? 3 : 2) : undefined;
  const chainId = at === undefined ? undefined : segments[at];
  const name = at === undefined ? '' : (segments[at + 1] ?? '');
  const place = Object.hasOwn(places, name) ? places[name] : undefined;
  const idAt = at === undefined ? Infinity : at + 2;
  const written = place === 'token' ? [...segments.slice(0, idAt), segments.slice(idAt).join('/')] : segments;
  const parts = written.map((segment, index) => ({
    written: segment,
    text: unescaped(segment),
    place: index === idAt ? place : undefined,
  }));
  return { parts, chainId };
}

/** Unescapes until nothing is left to unescape: proxies and clients escape escaped text again. */
const mostTurns = 5;

function unescaped(text: string): string {
  let plain = text;
  for (let turn = 0; turn < mostTurns && plain.includes('%'); turn++) {
    // Byte by byte if it is no UTF-8: only letters and digits matter.
    plain = plain.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return bytes.replace(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
      }
    });
  }
  return plain;
}

/** Whether the words of a phrase are spread over the parts of a path. */
function isSpread(texts: readonly string[]): boolean {
  return findSecret(texts.join('/')) === 'a recovery phrase';
}

/** A secret in the path or the query of a request. */
export interface Exposed {
  readonly field: string;
  readonly what: Secret;
}

const fieldOf: Readonly<Record<IdPlace, string>> = {
  ...{ account: 'accountId', token: 'tokenId', transaction: 'txId' },
  ...{ validator: 'validator', publicKey: 'publicKey' },
};

/**
 * The first secret in the path or the query of a request, whether or not the path exists.
 *
 * @param path - Escaped or not.
 */
export function exposedIn(path: string, query: Readonly<Record<string, string>> = {}): Exposed | undefined {
  const read = readPath(path);
  for (const { text, place } of read.parts) {
    const what = secretAt(text, place, read.chainId);
    if (what !== undefined) return { field: place === undefined ? 'path' : fieldOf[place], what };
  }
  if (isSpread(read.parts.map(({ text }) => text))) return { field: 'path', what: 'a recovery phrase' };
  for (const [name, value] of Object.entries(query)) {
    const isKey = name.toLowerCase() === 'publickey' || name.toLowerCase() === 'pubkey';
    const what = secretAt(unescaped(value), isKey ? 'publicKey' : undefined, read.chainId);
    if (what !== undefined) return { field: isKey ? name : 'query', what };
    const named = findSecret(unescaped(name));
    if (named !== undefined) return { field: 'query', what: named };
  }
  return undefined;
}

/** Refusals that come after the check of the path's ids: the ids have the right form. */
const isReadable: ReadonlySet<Code> = new Set<Code>([
  ...(['token.notFound', 'transaction.notFound', 'account.tooLarge', 'page.invalid'] as const),
  'account.tooManyTokens',
]);
const readableKinds: ReadonlySet<Kind> = new Set<Kind>([
  ...(['upstream', 'timeout', 'internal', 'stopping', 'chain', 'refused', 'conflict'] as const),
]);

/** Names of routes and chains are shorter, and so is the part of a mistyped name that an operator needs to read. */
const longestShown = 24;

/**
 * A path as the log shows it. People paste private keys and recovery phrases where addresses belong, so these are hidden. A text that looks like an
 * id of its place is shown. If the request was refused before its ids were checked, only the beginning of long parts is shown: they may be
 * anything. Runs for every request.
 *
 * @param path - Escaped or not; without its query.
 * @param code - The code of the answer, if it is a refusal.
 */
export function hidePrivateKeys(path: string, code?: Code): string {
  const read = readPath(path);
  const isCut = code !== undefined && !isReadable.has(code) && !readableKinds.has(codes[code].kind);
  const shown = read.parts.map(({ written, text, place }) => {
    if (secretAt(text, place, read.chainId) !== undefined) return hidden;
    return isCut && text.length > longestShown && !isChainId(text) ? `${text.slice(0, 6)}...` : written;
  });
  return isSpread(shown.map(unescaped)) ? hidden : shown.join('/');
}
