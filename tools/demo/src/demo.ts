import { parseArgs } from 'node:util';
import { startDevnet } from '@isochain/devnet';
import { startGateway } from './gateway.ts';
import { toTable } from './table.ts';
import { type Step, walkEngine } from './walk.ts';

const usage = `Moves money on every embedded engine through the REST API: balance, encode, sign with an ordinary wallet
library, broadcast, wait, balance and history again. Ends with 1 when a number disagrees.

  npm run demo [-- --chain <id>]   only the engine of this chain`;

const { values } = parseArgs({ options: { chain: { type: 'string' }, help: { type: 'boolean' } } });
if (values.help) {
  console.log(usage);
} else {
  process.exitCode = await run(values.chain);
}

async function run(only: string | undefined): Promise<number> {
  const devnet = await startDevnet({ onProgress: (line) => console.log(line) });
  try {
    const engines = devnet.engines.filter(({ chainId }) => only === undefined || chainId === only);
    if (engines.length === 0) {
      console.error(`There is no engine for ${only}: ${devnet.engines.map(({ chainId }) => chainId).join(', ')}`);
      return 1;
    }
    const gateway = await startGateway(engines);
    console.log(`gateway at ${gateway.url}`);
    try {
      const steps: Step[] = [];
      for (const engine of engines) steps.push(...(await walkEngine(gateway.client, engine)));
      console.log(`\n${toTable(steps)}\n\nAll numbers agree.`);
      return 0;
    } finally {
      await gateway.stop();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await devnet.stop();
  }
}
