import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Plugin } from 'esbuild';

const ours = { isochainOneCopy: true };

/**
 * Bundles one copy of each version of a package. Where npm puts several into this workspace (two packages need it, and a third one needs another
 * version), an app that installs one of our packages alone gets one.
 */
export function oneCopy(): Plugin {
  const folders = new Map<string, string>();
  return {
    name: 'one copy of each version',
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/i }, async ({ path, pluginData, ...options }) => {
        if (pluginData === ours) return undefined;
        const { importer, namespace, resolveDir, kind } = options;
        const found = await build.resolve(path, { importer, namespace, resolveDir, kind, pluginData: ours });
        const [, folder, name] = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(found.path) ?? [];
        // A package that has nothing for browsers at this path (`"crypto": false`): only esbuild itself can say so.
        if (!isAbsolute(found.path)) return undefined;
        if (folder === undefined || found.external || found.errors.length > 0) return found;
        const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string };
        const first = folders.get(`${name}@${version}`) ?? folder;
        folders.set(`${name}@${version}`, first);
        return { ...found, path: first + found.path.slice(folder.length) };
      });
    },
  };
}
