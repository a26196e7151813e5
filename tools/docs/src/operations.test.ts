import { codes } from '@isochain/core';
import { createChains } from '@isochain/gateway/src/chains.ts';
import { run } from '@isochain/gateway/src/cli/run.ts';
import { loadSettings } from '@isochain/gateway/src/config/load.ts';
import { type Settings, settings } from '@isochain/gateway/src/config/settings.ts';
import { families } from '@isochain/gateway/src/families.ts';
import { createGateway } from '@isochain/gateway/src/gateway.ts';
import { createLog } from '@isochain/gateway/src/log.ts';
import { createMetrics } from '@isochain/gateway/src/telemetry/metrics.ts';
import { describe, expect, it } from 'vitest';
import { configurationPage } from './configuration-page.ts';
import { codeBlocks } from './markdown.ts';
import { listFiles, readText } from './repository.ts';

const page = readText('docs/operations.md') ?? '';
const rules = readText('deploy/prometheus-rules.yaml') ?? '';

/** Rows of the tables below a heading, without the head rows. */
function rowsOf(heading: string): string[][] {
  const [, section = ''] = page.split(`\n${heading}\n`);
  const [body = ''] = section.split(/\n##+ /);
  const lines = body.split('\n').flatMap((line) => (line.startsWith('|') ? [line.split('|').slice(1, -1)] : []));
  return lines.slice(2).map((row) => row.map((cell) => cell.trim()));
}

/** Names in backticks. */
const named = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The metrics of a gateway after one event of each kind. */
async function metricsText(): Promise<string> {
  const metrics = createMetrics({
    endpoints: () => [{ chain: 'base', endpoint: 'own', isHealthy: false }],
    isStoreHealthy: () => true,
  });
  metrics.answered({ method: 'GET', route: '/x', chain: 'base', status: 200, ms: 1, key: 'a', failovers: 1 });
  metrics.attempted({ chainId: 'base', kind: undefined, endpoint: 'own', request: 'x', outcome: 'ok', ms: 1 });
  metrics.limited('a');
  metrics.told({ chain: 'base', mode: 'transfer', code: 'balance.insufficient' });
  return (await metrics.text()).body;
}

describe('metrics in docs/operations.md', async () => {
  const text = await metricsText();
  const all = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const own = all.filter((name) => !/^isochain_(process|nodejs)_/.test(name));
  const labelsOf = (metric: string) => {
    const [, labels = ''] = new RegExp(`^${metric}(?:_count)?\\{(.*)\\} `, 'm').exec(text) ?? [];
    return [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label);
  };

  it('are all metrics of the gateway, with their labels', () => {
    const rows = rowsOf('### Metrics');
    expect(rows.map(([name]) => named(name)[0]).toSorted()).toEqual(own.toSorted());
    for (const [name, labels] of rows) expect(named(labels)).toEqual(labelsOf(named(name)[0] ?? ''));
    const mentioned = page.match(/isochain_(?:process|nodejs)_\w+/g) ?? [];
    expect(mentioned.filter((name) => !all.includes(name))).toEqual([]);
  });

  it('list every outcome', () => {
    const source = readText('packages/core/src/upstream/attempt-failure.ts') ?? '';
    const [, type = ''] = /type FailureOutcome =(.*?)\n\n/s.exec(source) ?? [];
    const outcomes = [...type.matchAll(/\| '(\w+)'/g)].map(([, name = '']) => name);
    expect(outcomes.length).toBeGreaterThan(5);
    const told = rowsOf('### Outcomes').flatMap(([names]) => named(names));
    expect(told.toSorted()).toEqual([...outcomes, 'ok'].toSorted());
  });

  it('are the metrics that the alerts use', () => {
    expect(codeBlocks(page).filter(({ language }) => language === 'yaml')).toEqual([
      { language: 'yaml', name: '', code: rules },
    ]);
    const used = [...new Set(rules.match(/\bisochain_\w+/g))].map((name) => name.replace(/_bucket$/, ''));
    expect(used.filter((name) => !all.includes(name))).toEqual([]);
    expect(own.filter((name) => !used.includes(name))).toEqual([]);
  });

  it('have the labels that the alerts use', () => {
    for (const [, metric = '', matchers = ''] of rules.matchAll(/\b(isochain_\w+)\{([^}]*)\}/g)) {
      const asked = [...matchers.matchAll(/(\w+)[=!]/g)].map(([, label]) => label);
      expect(asked.filter((label) => !labelsOf(metric).includes(label))).toEqual([]);
    }
  });

  it('have alerts with a severity and a link to what to do', () => {
    const alerts = rules.split(/- alert: /).slice(1);
    expect(alerts.length).toBeGreaterThan(15);
    const link = /runbook_url: https:\/\/github\.com\/isochain\/isochain\/blob\/main\/docs\/operations\.md#([\w-]+)/;
    for (const alert of alerts) {
      expect(alert).toMatch(/\n {8}labels: \{ severity: (?:critical|warning|info) \}\n/);
      const [, anchor = ''] = link.exec(alert) ?? [];
      expect(page).toContain(`<a id="${anchor}"></a>\`${alert.split('\n', 1)[0]}\``);
    }
  });

  it('have alerts, and the page says what to do after each alert', () => {
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    const told = rowsOf('### Alerts').flatMap(([names]) => named(names));
    expect(told.toSorted()).toEqual(alerts.toSorted());
  });
});

it('the log has the fields of docs/operations.md', async () => {
  const lines: string[] = [];
  const configured = settings.parse({
    keys: { a: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae' },
    chains: { base: { endpoints: ['https://a.test', 'https://b.test'] } },
  });
  const log = createLog('info', (line) => lines.push(line));
  const down = async () => new Response('', { status: 500 });
  const app = createGateway(configured, { log, coalesce: 'operation', fetch: down });
  const path = '/api/base/account/0x0000000000000000000000000000000000000001/state';
  // The SHA-256 above is that of "foo".
  expect((await app.request(path, { headers: { authorization: 'foo' } })).status).toBe(502);
  const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const request = written.find(({ message }) => message === 'request');
  const rows = rowsOf('### Log');
  const isField = ([first = '']: string[]) => named(first).every((name) => /^\w+$/.test(name) && name !== 'listening');
  expect(rows.filter(isField).flatMap(([names]) => named(names))).toEqual(
    expect.arrayContaining(Object.keys(request ?? {})),
  );
  expect(rows.flatMap(([names]) => named(names))).toContain(written[0]?.message);
});

it('codes in docs/operations.md exist', () => {
  const told = rowsOf('## When something fails').flatMap(([, seen]) =>
    named(seen).filter((name) => name.includes('.')),
  );
  expect(told.length).toBeGreaterThan(8);
  const settingNames = ['limits.upstreamTimeoutMs'];
  expect(told.filter((name) => !Object.hasOwn(codes, name) && !settingNames.includes(name))).toEqual([]);
});

describe('settings in docs/operations.md', () => {
  const samples = codeBlocks(page).flatMap(({ language, code }) =>
    language === 'json' ? [JSON.parse(code) as Record<string, unknown>] : [],
  );
  const load = (file: unknown): Promise<Settings> =>
    loadSettings({
      ...{
        BASE_KEY: 'x',
        AVALANCHE_KEY: 'x',
        SOLANA_KEY: 'x',
        COSMOS_KEY: 'x',
        TONCENTER_KEY: 'x',
        TONAPI_KEY: 'x',
        TRONGRID_KEY: 'x',
        VOYAGER_KEY: 'x',
        APTOS_KEY: 'x',
        STELLAR_KEY: 'x',
        ALGOD_TOKEN: 'x',
        SPARE_TOKEN: 'x',
        ETHERSCAN_KEY: 'x',
        RPC_USER: 'x',
        RPC_PASSWORD: 'x',
      },
      ISOCHAIN_API_KEYS: `a:${'ab'.repeat(32)}`,
      ISOCHAIN_CONFIG_JSON: JSON.stringify(file),
    });

  it('load', async () => {
    const files = samples.filter((sample) => 'chains' in sample && !('status' in sample));
    expect(files).toHaveLength(10);
    for (const file of files) await load(file);
    const [keys] = samples.filter((sample) => 'keys' in sample);
    const { ISOCHAIN_CONFIG_JSON } = { ISOCHAIN_CONFIG_JSON: JSON.stringify(keys) };
    expect(Object.keys((await loadSettings({ ISOCHAIN_CONFIG_JSON })).keys)).toEqual(['shop', 'dashboard']);
  });

  it('give the chains histories, which need explorers', async () => {
    const [file] = samples.filter((sample) => 'base' in Object(sample.chains));
    const { chains } = await load(file);
    const hasHistory = async (given: Settings['chains'], id: 'base' | 'avalanche') => {
      const { supportedFeatures } = await createChains({ families, settings: given, connect: {} }).detail(id);
      return supportedFeatures.read.account.transactions.native;
    };
    expect(await hasHistory(chains, 'base')).toBe(true);
    expect(await hasHistory(chains, 'avalanche')).toBe(true);
    expect(await hasHistory({}, 'base')).toBe(true);
    expect(await hasHistory({ base: { endpoints: ['https://base.example.org'] } }, 'base')).toBe(false);
  });

  it('exist', async () => {
    const known = [...(await configurationPage()).matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
    const told = named(page.replace(/^```.*?^```/gms, '')).filter((name) => /^(?:limits|cache|store)\.\w+$/.test(name));
    expect(told.length).toBeGreaterThan(5);
    expect(told.filter((name) => !known.includes(name))).toEqual([]);
  });
});

it('commands in pages exist', async () => {
  let help = '';
  await run(['help'], {
    variables: {},
    print: (text) => {
      help += text;
    },
    complain: () => {},
    readInput: async () => '',
  });
  const commands = [...help.matchAll(/^ {2}(\w+(?: (?:create|hash|check))?)/gm)].map(([, name = '']) => name);
  expect(commands).toEqual(['keys create', 'keys hash', 'config check', 'chains']);
  const told = listFiles('**/*.md').flatMap((file) =>
    [...(readText(file) ?? '').matchAll(/npx isochain (\w+(?: (?:create|hash|check))?)/g)].map(([, name = '']) => name),
  );
  expect(told.length).toBeGreaterThan(3);
  expect(told.filter((name) => !commands.includes(name))).toEqual([]);
});

// All these files use the same words.
it.each([
  'Dockerfile',
  'deploy/compose.yaml',
  'deploy/isochain.service',
  'deploy/nginx.conf',
  'apps/gateway/wrangler.jsonc',
])('%s says that it is not run by our tests', (path) => {
  expect(readText(path)).toContain('Not run by our tests');
});
