import { readFileSync } from 'node:fs';

/** The version of the gateway's package. Node only. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return String(Object(manifest).version);
}
