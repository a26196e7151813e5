import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chainIds } from '@isochain/core';
import { temporaryFolder } from '@isochain/leash';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from './run.ts';

const hash = 'ab'.repeat(32);
const { path: folder, remove } = temporaryFolder('cli');
afterAll(remove);

async function isochain(args: string, variables: Record<string, string> = {}, input = '') {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(args.split(' ').filter(Boolean), {
    variables,
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    readInput: async () => input,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('keys', () => {
  it('are made at random, with the entry for the configuration', async () => {
    const [first, second] = [await isochain('keys create shop'), await isochain('keys create shop')];
    expect(first.code).toBe(0);
    expect(first.out).not.toBe(second.out);
    const [, key = ''] = /Key: +(iso_[0-9a-f]{64})/.exec(first.out) ?? [];
    expect(first.out).toContain(`Entry:  shop:${createHash('sha256').update(key).digest('hex')}`);
    expect((await isochain('config check', { ISOCHAIN_API_KEYS: `shop:${hash}` })).code).toBe(0);
  });

  it('are hashed from standard input', async () => {
    // sha256sum of the text.
    const expected = '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8';
    expect(await isochain('keys hash web', {}, 'password\n')).toEqual({ code: 0, out: `web:${expected}`, err: '' });
  });

  it.each([
    ['keys hash', '', 'The key has to be 8 to 512 printable ASCII characters'],
    ['keys hash', 'two words\n', 'The key has to be 8 to 512 printable ASCII characters'],
    ['keys create a/b', '', 'A name has 1 to 64'],
    ['keys create a b', '', 'One name is enough.'],
    ['keys hash __proto__', 'password\n', 'A name has 1 to 64'],
  ])('%s refuses %j', async (args, input, message) => {
    const { code, out, err } = await isochain(args, {}, input);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).toContain('Usage: isochain keys');
  });
});

describe('config check', () => {
  it('says that a gateway could start', async () => {
    const path = await file('good.json', {
      keys: { web: hash },
      chains: { base: { endpoints: ['https://x.test/secret'] } },
    });
    const { code, out } = await isochain(`config check ${path}`);
    expect(code).toBe(0);
    expect(out).toContain('The settings are valid.');
    expect(out).toMatch(/chains +base/);
    expect(out).not.toContain('secret');
  });

  it('names every wrong setting, and repeats no value', async () => {
    const path = await file('bad.json', {
      keys: { web: 'hunter2' },
      chains: { base: { endpoints: ['ftp://hunter2'] } },
      limits: { bodyBytes: 1 },
    });
    const { code, err } = await isochain(`config check ${path}`);
    expect(code).toBe(1);
    expect(err.split('\n')).toEqual([
      'keys.web: must be a SHA-256 in hex (64 digits)',
      'chains.base.endpoints.0: must be an http or https URL',
      'limits.bodyBytes: must be at least 1024',
    ]);
  });

  it('suggests the nearest setting', async () => {
    const path = await file('typos.json', {
      profil: 'production',
      keys: { web: hash },
      limits: { ratee: 3 },
      chains: { seploia: {}, base: { endpoints: [{ url: 'https://a.test', nam: 'a' }], oldestBlock: 1 } },
    });
    const { code, err } = await isochain(`config check ${path}`, { ISOCHAIN_PORT: '1', ISOCHAIN_PROFIEL: 'x' });
    expect(code).toBe(1);
    expect(err.split('\n').toSorted()).toEqual([
      'ISOCHAIN_PORT: is not a setting; did you mean PORT?',
      'ISOCHAIN_PROFIEL: is not a setting; did you mean ISOCHAIN_PROFILE?',
      'chains.base.endpoints.0.nam: is not a setting; did you mean name?',
      'chains.base.oldestBlock: is not a setting; did you mean oldestBlockMs?',
      'chains.seploia: is not a setting; did you mean sepolia?',
      'limits.ratee: is not a setting; did you mean rate?',
      'profil: is not a setting; did you mean profile?',
    ]);
  });

  it('needs one round, whatever else is wrong: names twice, kinds and options of a chain with other mistakes, variables beside a broken file', async () => {
    const text = `{"keys": {"web": "${hash}"}, "metrics": "key", "metrics": "off", "limits": {"bodyBytes": 1}, "chains": {
      "base": {"endpoints": [{"url": "https://a.test", "kind": "nod"}, {"url": "https://b.test", "kind": "alchmy"}, "ftp://x"], "options": {"explorerz": 1}}}}`;
    const path = await file('twice.json', text);
    const { err } = await isochain(`config check ${path}`);
    expect(err.split('\n').toSorted()).toEqual([
      'chains.base.endpoints.0.kind: must be one of rpc, blockscout, etherscan, routescan, alchemy',
      'chains.base.endpoints.1.kind: must be one of rpc, blockscout, etherscan, routescan, alchemy',
      'chains.base.endpoints.2: must be an http or https URL',
      expect.stringMatching(/^chains\.base\.options\.explorerz: is not a setting/),
      'limits.bodyBytes: must be at least 1024',
      'metrics: stands there twice',
    ]);
    const broken = await isochain(`config check ${await file('broken.json', '{"port": }')}`, { PORT: 'abc' });
    expect(broken.err.split('\n')).toEqual([expect.stringContaining('is not valid JSON'), 'PORT: must be a number']);
  });

  it('names all mistakes at once, in file and variables', async () => {
    const path = await file('worst.json', {
      keys: { web: hash, shop: hash },
      chains: {
        base: { endpoints: [{ url: `https://x.test/\${NO_SUCH_KEY}`, kind: 'blockscot' }] },
        solana: { options: { priority: `\${NEITHER}`, speed: 1 } },
        ethereum: { endpoints: ['ftp://x'] },
      },
      limits: { bodyBytes: 1 },
    });
    const variables = {
      ...{ ISOCHAIN_CONFG: 'x', ISOCHAIN_DEBUG: '1', PORT: 'many', ISOCHAIN_API_KEYS: 'hunter2' },
      ...{ ISOCHAIN_LOG_FILE: join(folder, 'none'), ISOCHAIN_DEV_KEY: 'a-development-key' },
    };
    const { code, out, err } = await isochain(`config check ${path}`, variables);
    expect([code, out]).toEqual([1, '']);
    expect(err.split('\n').map((line) => line.split(':', 1)[0])).toEqual([
      ...['ISOCHAIN_CONFG', 'ISOCHAIN_DEBUG', 'ISOCHAIN_LOG_FILE'],
      ...['ISOCHAIN_CONFIG', 'ISOCHAIN_CONFIG', 'ISOCHAIN_API_KEYS'],
      ...['PORT', 'chains.ethereum.endpoints.0', 'limits.bodyBytes', 'keys.shop', 'ISOCHAIN_DEV_KEY'],
      ...['chains.base.endpoints.0.kind', 'chains.solana.options.speed'],
    ]);
    expect(err).not.toContain('hunter2');
  });

  it('works without a key, and says that production needs one', async () => {
    const { code, out, err } = await isochain('config check');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/keys +none: the gateway does not start without one in profile production/);
  });

  it('opens every configured chain, and names every refusal', async () => {
    const path = await file('broken.json', {
      keys: { web: hash },
      chains: {
        gnosis: { endpoints: ['http://us%zz:pa%ss@host.test/'] },
        base: { endpoints: [{ url: 'https://x.test', headers: { 'x y': 'secret' } }] },
      },
    });
    const { code, out, err } = await isochain(`config check ${path}`);
    expect([code, out]).toEqual([1, '']);
    expect(err.split('\n')).toEqual([
      'chains.gnosis.endpoints.0: has a % in its credentials that is no escape; write it as %25',
      'chains.base.endpoints.0.headers.x y: must be the name of a header',
    ]);
  });

  it.each([
    ['base', ['blockscout', 'etherscan']],
    ['bitcoin', ['babylon', 'babylon-staking']],
  ])('wants a node among the endpoints of %s', async (chain, kinds) => {
    const explorers = kinds.map((kind) => ({ url: `https://${kind}.test`, kind }));
    const path = await file('explorers.json', { keys: { web: hash }, chains: { [chain]: { endpoints: explorers } } });
    const { code, err } = await isochain(`config check ${path}`);
    expect([code, err]).toEqual([
      1,
      `chains.${chain}.endpoints: ${chain === 'base' ? 'must have a node: one without a kind' : 'must have one of kind esplora, blockbook, core'}`,
    ]);
  });

  it('checks the options of families', async () => {
    const path = await file('options.json', {
      keys: { web: hash },
      chains: { solana: { options: { priority: 'most' } } },
    });
    expect(await isochain(`config check ${path}`)).toEqual({
      code: 1,
      out: '',
      err: 'chains.solana.options.priority: must be one of none, low, medium, high',
    });
  });

  it.each([
    [
      'base',
      { url: 'https://x.test', kind: 'blockscot' },
      'must be one of rpc, blockscout, etherscan, routescan, alchemy',
    ],
    ['solana', { url: 'https://x.test', kind: 'grpc' }, 'must be one of rpc'],
    [
      'bitcoin',
      { url: 'https://x.test', kind: 'electrum' },
      'must be one of esplora, blockbook, core, babylon, babylon-staking',
    ],
  ])('knows the kinds of endpoints of %s', async (chain, endpoint, reason) => {
    const path = await file('kinds.json', {
      keys: { web: hash },
      chains: { [chain]: { endpoints: ['https://y.test', endpoint] } },
    });
    const { code, err } = await isochain(`config check ${path}`);
    expect([code, err]).toEqual([1, `chains.${chain}.endpoints.1.kind: ${reason}`]);
  });

  it('takes settings of a chain that has stopped, and says so', async () => {
    const path = await file('stopped.json', {
      keys: { web: hash },
      chains: {
        moonbeam: { options: { emptyAccount: false } },
        moonriver: { endpoints: ['https://own-node.test'] },
        sepolia: { options: { emptyAccount: false } },
      },
    });
    const { code, out, err } = await isochain(`config check ${path}`);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^ +chains +moonbeam \(stopped since 2026-08-10: it has no endpoints\), moonriver, sepolia$/m);
  });

  it('requires a node for a stopped chain with endpoints', async () => {
    const endpoints = [{ url: 'https://explorer.test', kind: 'blockscout' }];
    const path = await file('frozen.json', { keys: { web: hash }, chains: { moonbeam: { endpoints } } });
    const { code, err } = await isochain(`config check ${path}`);
    expect([code, err]).toEqual([1, 'chains.moonbeam.endpoints: must have a node: one without a kind']);
  });

  it('says that the file is missing', async () => {
    const { code, err } = await isochain(`config check ${join(folder, 'none.json')}`);
    expect([code, err]).toEqual([1, expect.stringContaining('cannot be read (ENOENT)')]);
  });
});

describe('chains', () => {
  it('need no key to be listed', async () => {
    const { code, out, err } = await isochain('chains');
    expect([code, err]).toEqual([0, '']);
    const listed = new Set(out.split('\n').map((line) => line.split(/\s/)[0]));
    expect(chainIds.filter((id) => !listed.has(id))).toEqual([]);
  });

  it('are listed with their features in this configuration', async () => {
    const path = await file('chains.json', {
      keys: { web: hash },
      chains: {
        base: { endpoints: [{ url: 'https://x.test/secret', name: 'mine' }] },
        moonriver: { endpoints: [{ url: 'https://x.test', name: 'own' }] },
      },
    });
    const { code, out } = await isochain(`chains ${path}`);
    const hinted = (key: string) =>
      new RegExp(`\n\nNo history: ${key} turns it on, in an endpoint of kind etherscan.\n  (.*)`)
        .exec(out)?.[1]
        ?.split(' ');
    expect(hinted('a free key of Etherscan')).toContain('polygon-amoy');
    // Its public explorer is replaced by the node that is configured.
    expect(hinted('a key of a paid plan of Etherscan')).toEqual(expect.arrayContaining(['base', 'bsc']));
    expect(hinted('a free key of Etherscan')).not.toContain('ethereum');
    expect(code).toBe(0);
    const lines = out.split('\n\n')[0]?.split('\n') ?? [];
    expect(lines).toHaveLength(1 + chainIds.length);
    expect(lines.find((line) => line.startsWith('base '))).toMatch(
      /^base +evm +mine +native tokens transaction token +transfer transferToken$/,
    );
    expect(lines.find((line) => line.startsWith('algorand '))).toMatch(
      /^algorand +algorand +\S.* +native tokens staking history transaction token +transfer stake transferToken enableToken unstake$/,
    );
    expect(lines.find((line) => line.startsWith('moonbeam '))).toMatch(
      /^moonbeam +evm +stopped since 2026-08-10 +- +-$/,
    );
    expect(lines.find((line) => line.startsWith('moonriver '))).toMatch(
      /^moonriver +evm +own +native tokens transaction token +transfer transferToken$/,
    );
    expect(out.split('\n\n').slice(1).join('')).not.toMatch(/moon|holesky/);
    expect(out).not.toContain('secret');
  });
});

it('repeats no control characters', async () => {
  const { code, err } = await isochain('\u001b[31mkeys sh\u0007ow');
  expect([code, err.split('\n')[0]]).toEqual([2, 'There is no command ?[31mkeys sh?ow.']);
});

it.each([
  ['', 0],
  ['help', 0],
  ['--help', 0],
  ['keys', 2],
  ['keys steal', 2],
  ['toString', 2],
])('%j ends with %i and shows what there is', async (args, expected) => {
  const { code, out, err } = await isochain(args);
  expect(code).toBe(expected);
  expect(out + err).toContain('isochain <command>');
});
