/** Beyond this a text says nothing that a client should read, and expressions take their time on what is long. */
const longestText = 1_000;

/** What may tell where a node is: URLs, addresses (IPv4, IPv6) and names of hosts, each with what follows it. */
const whereabouts = [
  /\b[a-z][a-z0-9+.-]{0,20}:\/\/\S+/gi,
  /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g,
  /\[[0-9a-f:.]*:[0-9a-f:.]*\](?::\d+)?/gi,
  /\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b/gi,
  /\b(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]+(?::\d+)?(?:\/\S*)?/gi,
];

/** A text of an upstream or contract, fit to be shown to a client: no whereabouts, nothing invisible, no more than 200 characters. */
export function cleanReason(message: string): string {
  return whereabouts
    .reduce((text, pattern) => text.replace(pattern, ''), message.slice(0, longestText))
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
