// `npm run kept -- demo` runs a script of package.json. If the script has passed with the same sources before, it does not run. Then this prints what it
// printed at that time. .ci/run uses it. package.json says which scripts can be kept ("nx").

import process from 'node:process';
import { settings } from '@isochain/dial';
import { endBySignal } from './end-by-signal.ts';
import { nxEnvironment, openCacheFolder } from './nx/cache-folder.ts';
import { runNx } from './nx/run-nx.ts';

endBySignal();

const [script, ...others] = process.argv.slice(2);
if (script === undefined || others.length > 0) {
  console.error('Expected the name of one script of package.json: npm run kept -- demo');
  process.exit(1);
}
for (const remark of settings.remarks) console.error(remark);
process.exitCode = await runNx(
  ['run-many', `--targets=${script}`, '--projects=isochain', '--outputStyle=static'],
  nxEnvironment(openCacheFolder(settings.exhaustive || settings.noCache)),
);
