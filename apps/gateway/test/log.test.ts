import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { createGateway } from '../src/gateway.ts';
import { createLog } from '../src/log.ts';

// The first account of Hardhat and anvil: https://hardhat.org/hardhat-network/docs/reference#accounts
const evmKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const words = 'legal%20winner%20thank%20year%20wave%20sausage%20worth%20useful%20legal%20winner%20thank%20yellow';

it.each([
  [`/api/sepolia/account/0x${evmKey}/state`, 'right', 'secret.exposed', '/api/sepolia/account/(hidden)/state'],
  [`/api/chains/base/account/${words}/state`, 'right', 'secret.exposed', '/api/chains/base/account/(hidden)/state'],
  [`/api/solana/transaction/${evmKey}`, 'right', 'transaction.invalid', '/api/solana/transaction/(hidden)'],
  // Nobody has looked at the path yet.
  [`/api/sepolia/account/${evmKey}/state`, 'wrong', 'key.wrong', '/api/sepolia/account/(hidden)/state'],
])('the log does not repeat a private key: %s, key %s', async (path, key, code, shown) => {
  const lines: string[] = [];
  const configured = settings.parse({ keys: { a: createHash('sha256').update('right').digest('hex') } });
  const fetch = () => Promise.reject(new Error('Nobody is asked.'));
  const log = createLog('debug', (line) => lines.push(line));
  const app = createGateway(configured, { log, coalesce: 'operation', fetch });
  await app.request(path, { headers: { authorization: key } });
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ code, path: shown })]);
});

it('logs probes only if something is wrong, or if everything is logged', async () => {
  for (const threshold of ['info', 'debug'] as const) {
    const lines: string[] = [];
    const configured = settings.parse({ keys: { a: createHash('sha256').update('right').digest('hex') } });
    let isStopping = false;
    const log = createLog(threshold, (line) => lines.push(line));
    const app = createGateway(configured, { log, coalesce: 'operation', isStopping: () => isStopping });
    await app.request('/health');
    await app.request('/ready');
    expect(lines).toHaveLength(threshold === 'debug' ? 2 : 0);
    isStopping = true;
    await app.request('/ready');
    await app.request('/metrics');
    const paths = lines.map((line) => JSON.parse(line) as { path: string; status: number; level: string });
    expect(paths.slice(-2)).toMatchObject([
      { path: '/ready', status: 503, level: 'info' },
      { path: '/metrics', status: 401, level: 'info' },
    ]);
  }
});
