import { readdirSync, readFileSync } from 'node:fs';
import { temporaryFolder } from '@isochain/leash';
import type { WorkerOptions } from './workerd.ts';
import { root, run } from './workspace.ts';

const gateway = `${root}apps/gateway/`;

/**
 * The gateway as `wrangler deploy` would upload it, with the compatibility date and flags of its own configuration.
 *
 * @throws Error with what wrangler said, if it cannot be bundled.
 */
export async function bundleGateway(): Promise<WorkerOptions> {
  const { path: folder, remove } = temporaryFolder('worker');
  try {
    const { code, output } = await run('wrangler', ['deploy', '--dry-run', '--outdir', folder], gateway);
    if (code !== 0) throw new Error(`The gateway cannot be bundled:\n${output}`);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    const modules = Object.fromEntries(files.map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')]));
    const main = files.find((file) => file === 'worker.js' || file === 'index.js') ?? files[0];
    if (main === undefined) throw new Error('wrangler wrote no script.');
    return { modules, main, ...compatibility() };
  } finally {
    remove();
  }
}

function compatibility(): Pick<WorkerOptions, 'compatibilityDate' | 'compatibilityFlags'> {
  // JSON with comments. These two members hold no comments.
  const text = readFileSync(`${gateway}wrangler.jsonc`, 'utf8');
  const date = /"compatibility_date":\s*"(\d{4}-\d{2}-\d{2})"/.exec(text)?.[1];
  if (date === undefined) throw new Error('apps/gateway/wrangler.jsonc has no compatibility_date.');
  const flags: string[] = JSON.parse(/"compatibility_flags":\s*(\[[^\]]*\])/.exec(text)?.[1] ?? '[]');
  return { compatibilityDate: date, compatibilityFlags: flags };
}
