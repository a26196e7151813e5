#!/usr/bin/env node
import { argv, exit, stderr, stdout } from 'node:process';
import { bundleGateway } from './checks/gateway-bundle.ts';
import { formatTable } from './checks/table.ts';
import { startWorker } from './checks/workerd.ts';

const help = `Bundles the gateway for Cloudflare Workers, starts it on this machine's workerd, and measures how long that takes.

  node --conditions=isochain-source tools/conformance/src/check-worker-start.ts [--factor N]

  --factor N   allows N times the budget: for machines that are slow, or busy with other things, as those of continuous integration are.
               1 by default.

Exits with 1 if the fastest of five starts is over the budget, or if the Worker does not answer.
`;

/** From the start of workerd until it listens with the script loaded, in milliseconds. */
const budgetMs = 300;
const starts = 5;

async function main(args: readonly string[]): Promise<number> {
  const factor = args.length === 0 ? 1 : args[0] === '--factor' && args.length === 2 ? Number(args[1]) : Number.NaN;
  if (!(factor > 0)) {
    stdout.write(help);
    return args.includes('--help') ? 0 : 2;
  }
  const bundle = await bundleGateway();
  const rows: { readyMs: number; answerMs: number }[] = [];
  for (let i = 0; i < starts; i++) {
    const worker = await startWorker({
      ...bundle,
      variables: {
        ISOCHAIN_PROFILE: 'production',
        ISOCHAIN_API_KEYS: `check:${'0'.repeat(64)}`,
        ISOCHAIN_LOG: 'error',
      },
    });
    try {
      const since = performance.now();
      const { status, text } = await worker.fetch('/health');
      if (status !== 200) throw new Error(`/health answers ${status}: ${text.slice(0, 500)}`);
      rows.push({ readyMs: worker.readyMs, answerMs: performance.now() - since });
    } finally {
      await worker.stop();
    }
  }
  // Whatever else the machine does only adds to it.
  const ready = Math.min(...rows.map(({ readyMs }) => readyMs));
  const answer = Math.min(...rows.map(({ answerMs }) => answerMs));
  const allowed = budgetMs * factor;
  const fits = ready < allowed;
  const table = [
    ['ready', ms(ready), ms(allowed), fits ? 'ok' : 'TOO SLOW'],
    ['first answer after that', ms(answer), '', ''],
  ];
  stdout.write(`${formatTable([`fastest of ${starts}`, 'took', 'budget', ''], table)}\n`);
  if (!fits)
    stderr.write(
      `\nThe gateway takes ${ms(ready)} to be ready on workerd: ${rows.map(({ readyMs }) => ms(readyMs)).join(', ')}\n`,
    );
  return fits ? 0 : 1;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

exit(await main(argv.slice(2)));
