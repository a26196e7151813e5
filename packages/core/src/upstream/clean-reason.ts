/** An upstream's text, fit to be shown to a client: no addresses of hosts, no control characters, no more than 200 characters. */
export function cleanReason(message: string): string {
  return message
    .replace(/\b(?:https?|wss?):\/\/\S+/gi, '')
    .replace(/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}
