// Writes the files that Workers serve as they are: `npm run build:assets`.
import { mkdir, writeFile } from 'node:fs/promises';
import { readScalarScript } from './scalar-script.ts';

const assets = new URL('../assets/', import.meta.url);

// https://developers.cloudflare.com/workers/static-assets/headers/
const headers = `/docs/scalar.js
  Cache-Control: public, max-age=86400
  X-Content-Type-Options: nosniff
`;

await mkdir(new URL('docs/', assets), { recursive: true });
await writeFile(new URL('docs/scalar.js', assets), readScalarScript());
await writeFile(new URL('_headers', assets), headers);
