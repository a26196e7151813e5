/** Names of headers and query parameters that hold keys. */
const named = /auth|cookie|key|password|secret|token/i;

/** A shorter text may stand in any answer. Our own choice. */
const shortest = 8;

/** What replaces a key. */
const hiddenKey = '(hidden)';

/**
 * The keys that an operator wrote into an endpoint: in the path, in the query, in headers and in front of the host. Providers repeat them in error texts
 * ("API key ... is not allowed").
 *
 * @param headers - Those that every request to the endpoint has.
 * @param credentials - What stood in front of the host.
 */
export function keysOf(
  url: URL,
  headers: Readonly<Record<string, string>>,
  credentials: readonly string[] = [],
): readonly string[] {
  const parts = [
    ...url.pathname.split('/').filter(looksLikeKey),
    ...[...url.searchParams].flatMap(([name, value]) => (named.test(name) || looksLikeKey(value) ? [value] : [])),
    ...credentials,
    // Without the scheme: `Bearer ...`.
    ...Object.entries(headers).flatMap(([name, value]) =>
      named.test(name) ? [value, ...value.split(' ').slice(1)] : [],
    ),
  ];
  const spelled = parts.flatMap((part) => [part, unescaped(part)]).filter((part) => part.length >= shortest);
  // The longest first, so that no rest of a key stays.
  return [...new Set(spelled)].sort((a, b) => b.length - a.length);
}

/**
 * A part of a path that nobody would choose as a name: twenty hex digits or more, or as many letters of both cases with digits. Ids of
 * networks stand in answers, too, and are no such texts. The length is our own choice.
 */
function looksLikeKey(text: string): boolean {
  if (text.length < 20) return false;
  return /^[0-9a-f-]+$/i.test(text) || [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(text));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text of the endpoint without its keys. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  return keys.reduce((rest, key) => (rest.includes(key) ? rest.replaceAll(key, hiddenKey) : rest), text);
}
