import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { cosmosEngineMissing } from '@isochain/devnet/cosmos';
import { eventually } from '@isochain/devnet/eventually';
import { litecoinIsAvailable } from '@isochain/devnet/utxo';
import { spawnTied } from '@isochain/leash';
import { HDNodeWallet, Transaction } from 'ethers';
import { afterEach, expect, it } from 'vitest';

// `npm start` as a developer meets it: the whole way of a transaction, and nothing left behind.

const entry = fileURLToPath(new URL('../src/node.ts', import.meta.url));
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Started {
  readonly child: ChildProcess;
  /** All that it has written so far. */
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

/** What `npm start` runs, without npm around it. */
function start(variables: Record<string, string>): Started {
  const { ISOCHAIN_CONFIG: _, ...inherited } = process.env;
  const child = spawnTied(process.execPath, ['--conditions=isochain-source', entry], {
    env: { ...inherited, ISOCHAIN_PROFILE: 'development', PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  // By then all that it wrote has been read, unlike at 'exit'.
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => text, exit };
}

async function until(condition: () => boolean, what: () => string): Promise<void> {
  await eventually(condition, Boolean, { interval: 50 }).catch((cause) => {
    throw new Error(what(), { cause });
  });
}

async function isRefused(port: number, host: string): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

/** Process ids that descend from one. */
async function descendants(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[1] !== undefined) parents.set(Number(name), Number(fields[1]));
  }
  const below = (parent: number): number[] =>
    [...parents].filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

it('carries out a whole transaction, and leaves no process behind', async () => {
  const started = start({ ISOCHAIN_DEV_KEY: 'test-key-of-mine' });
  const { child, output, exit } = started;
  await until(() => output().includes('Ctrl-C'), output);

  const banner = output();
  const url = /Listening\s+(http:\/\/127\.0\.0\.1:\d+)/.exec(banner)?.[1] ?? '';
  expect(banner).toContain('test-key-of-mine');
  expect(banner).toContain('test test test test test test test test test test test junk');
  expect(banner).toMatch(/Node\s+sepolia\s+http:\/\/127\.0\.0\.1:\d+/);
  expect(banner).toMatch(/base-sepolia\s+http:\/\/127\.0\.0\.1:\d+\s+\(anvil --network optimism\)/);
  expect(banner).toMatch(
    litecoinIsAvailable()
      ? /bitcoin-testnet\s+http:\/\/127\.0\.0\.1:\d+\s+\(litecoind\)/
      : /bitcoin-testnet\s+not here: litecoind is not installed/,
  );
  expect(banner).toMatch(
    cosmosEngineMissing() === undefined
      ? /cosmoshub-testnet\s+http:\/\/127\.0\.0\.1:\d+\s+\(cosmos-devnet\)/
      : /cosmoshub-testnet\s+not here: .*`npm run build:engine`/,
  );
  expect(banner).toContain(
    `curl -H 'Authorization: test-key-of-mine' ${url}/api/sepolia/account/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/state`,
  );

  const call = async (path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: 'test-key-of-mine', 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as {
      transaction: { data: { fees: string }; encoded: { raw: { value: string }; hash: { value: string } }[] };
      balances: { native: { total: string }; tokens: { token: { ticker: string } }[] };
      transactions: { parsed: { id: string; state: string } }[];
      hash: string;
    };
  };

  const phrase = 'test test test test test test test test test test test junk';
  const wallet = HDNodeWallet.fromPhrase(phrase, '', "m/44'/60'/0'/0/3");
  const recipientAddress = '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6';
  const data = { mode: 'transfer', senderAddress: wallet.address, recipientAddress, amount: '123456789' };
  const encoded = await call('/api/sepolia/transaction/encode', { transaction: { data } });
  const unsigned = Transaction.from(encoded.transaction.encoded[0]?.raw.value ?? '');
  expect(unsigned.unsignedHash).toBe(`0x${encoded.transaction.encoded[0]?.hash.value}`);
  const { serialized: signature } = wallet.signingKey.sign(unsigned.unsignedHash);
  const { hash } = await call('/api/sepolia/transaction/broadcast', {
    transaction: { ...encoded.transaction, signature },
  });

  // The block comes a moment later.
  const look = () => call(`/api/sepolia/account/${recipientAddress}/history`);
  const history = await eventually(look, ({ transactions: [first] }) => first?.parsed.state === 'confirmed');
  const state = await call(`/api/sepolia/account/${recipientAddress}/state?include=native`);
  expect(state.balances.native.total).toBe('123456789');
  expect(history.transactions[0]?.parsed).toMatchObject({ id: hash, state: 'confirmed' });
  const sender = await call(`/api/sepolia/account/${wallet.address}/state`);
  expect(sender.balances.tokens.map(({ token }) => token.ticker)).toContain('DEMO');

  const script = await fetch(`${url}/docs/scalar.js`);
  expect((await script.text()).length).toBeGreaterThan(1_000_000);

  const engines = await descendants(child.pid ?? 0);
  expect(engines.length).toBeGreaterThanOrEqual(2);
  child.kill('SIGINT');
  expect(await exit).toBe(0);
  await until(
    () => !engines.some(isAlive),
    () => `left behind: ${engines.filter(isAlive)}`,
  );
});

it('does not wait for open requests when it is told twice to stop', async () => {
  const { child, output, exit } = start({ ISOCHAIN_DEV_KEY: 'test-key-of-mine' });
  await until(() => output().includes('Ctrl-C'), output);
  const engines = await descendants(child.pid ?? 0);
  // A request whose body never comes keeps the server waiting.
  const { hostname, port } = new URL(/Listening\s+(\S+)/.exec(output())?.[1] ?? '');
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const request = [
    'POST /api/sepolia/transaction/encode HTTP/1.1',
    'Host: localhost',
    'Authorization: test-key-of-mine',
    'Content-Type: application/json',
    'Content-Length: 10',
    // The server answers this when it has the request.
    'Expect: 100-continue',
  ];
  socket.write(`${request.join('\r\n')}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('100 Continue');
  child.kill('SIGINT');
  // It takes no connections any more: it has noticed.
  await eventually(() => isRefused(Number(port), hostname), Boolean);
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  expect(await exit).toBe(130);
  await until(
    () => !engines.some(isAlive),
    () => `left behind: ${engines.filter(isAlive)}`,
  );
});

it('makes a key if it gets none', async () => {
  const { child, output, exit } = start({ ISOCHAIN_DEV_KEY: '' });
  await until(() => output().includes('Ctrl-C'), output);
  const key = /API key\s+(dev_[0-9a-f]{32})/.exec(output())?.[1] ?? '';
  const url = /Listening\s+(\S+)/.exec(output())?.[1] ?? '';
  expect((await fetch(`${url}/api/chains`, { headers: { authorization: key } })).status).toBe(200);
  expect((await fetch(`${url}/api/chains`)).status).toBe(401);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});

it('says that the port is in use, and leaves no process behind', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  try {
    const { port } = occupant.address() as { port: number };
    const { output, exit } = start({ PORT: String(port) });
    expect(await exit).toBe(1);
    expect(output()).toContain(`PORT: ${port} is in use on 127.0.0.1; set PORT to another one`);
    expect(output()).not.toContain('    at ');
  } finally {
    occupant.close();
  }
});

it.each([
  [
    { ISOCHAIN_PROFILE: 'production', ISOCHAIN_API_KEYS: '' },
    /ISOCHAIN_API_KEYS: profile production needs at least one API key/,
  ],
  [{ ISOCHAIN_PROFILE: 'staging' }, /ISOCHAIN_PROFILE: must be one of production, development/],
  [
    { ISOCHAIN_CONFIG: '/nowhere/settings.json' },
    /ISOCHAIN_CONFIG: \/nowhere\/settings\.json cannot be read \(ENOENT\)/,
  ],
  [
    { ISOCHAIN_CONFIG_JSON: '{"chains":{"sepolia":{"options":{"historyScanBlock":5}}}}' },
    /chains\.sepolia\.options\.historyScanBlock: is not a setting/,
  ],
  [
    { ISOCHAIN_DEV_CHAINS: 'polygon' },
    /^ {2}ISOCHAIN_DEV_CHAINS \(developmentChains\): polygon cannot run on this machine; these can: ton, tron/m,
  ],
])('does not start with %j, and says why', async (variables, message) => {
  const { output, exit } = start(variables);
  expect(await exit).toBe(1);
  expect(output()).toMatch(message);
  expect(output()).toContain('isochain cannot start:');
  expect(output()).not.toContain('    at ');
});

it('starts no engine in production', async () => {
  const { child, output, exit } = start({
    ISOCHAIN_PROFILE: 'production',
    ISOCHAIN_API_KEYS: `a:${'0'.repeat(64)}`,
    HOST: '127.0.0.1',
    ISOCHAIN_CONFIG_JSON: '{"limits":{"stopDelayMs":0}}',
  });
  await until(() => output().includes('listening'), output);
  expect(await descendants(child.pid ?? 0)).toEqual([]);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});
