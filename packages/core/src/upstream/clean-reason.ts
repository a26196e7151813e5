/** The rest says nothing that a client should read, and regular expressions are slow on long texts. */
const longestText = 1_000;

/** Texts that may tell where a node is: URLs, IP addresses (IPv4, IPv6) and host names, each with the text that follows it. */
const whereabouts = [
  /\b[a-z][a-z0-9+.-]{0,20}:\/\/\S+/gi,
  /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g,
  /\[[0-9a-f:.]*:[0-9a-f:.]*\](?::\d+)?/gi,
  /\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b/gi,
  /\b(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]+(?::\d+)?(?:\/\S*)?/gi,
];

/** Makes a text of an upstream or contract safe for clients: no hosts or addresses, nothing invisible, at most 200 characters. */
export function cleanReason(message: string): string {
  return whereabouts
    .reduce((text, pattern) => text.replace(pattern, ''), message.slice(0, longestText))
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
