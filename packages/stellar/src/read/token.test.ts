import { describe, expect, it } from 'vitest';
import { connectTo, issuer, nobody, pageOf, sender, token } from '../../test/scripted-horizon.ts';

const record = (code: string, by: string) => ({
  asset_type: code.length > 4 ? 'credit_alphanum12' : 'credit_alphanum4',
  asset_code: code,
  asset_issuer: by,
});

async function read(id: string, records: readonly object[]) {
  const { chain, onTrace, roundTrips, askedFor, asked } = connectTo({ own: { '/assets': pageOf(records) } });
  const found = await chain.token(id, { onTrace });
  return { found, roundTrips: roundTrips(), query: askedFor('/assets')[0]?.query, asked };
}

describe('a token', () => {
  it('is read in one round, and nothing is fetched from a server of its issuer', async () => {
    const toml = { _links: { toml: { href: 'https://evil.example/.well-known/stellar.toml' } } };
    const { found, roundTrips, query, asked } = await read(token, [{ ...record('DEMO', issuer), ...toml }]);
    expect(found).toMatchObject({
      type: 'STELLAR_ASSET',
      id: token,
      name: 'DEMO',
      ticker: 'DEMO',
      decimals: '7',
    });
    expect(roundTrips).toBe(1);
    expect(Object.fromEntries(query ?? [])).toEqual({ asset_code: 'DEMO', asset_issuer: issuer, limit: '1' });
    expect(new Set(asked.map(({ endpoint }) => endpoint))).toEqual(new Set(['horizon 0']));
  });

  it('whose issuer is gone is read as long as somebody has a trustline', async () => {
    const { found } = await read(`DEMO:${nobody}`, [record('DEMO', nobody)]);
    expect(found.id).toBe(`DEMO:${nobody}`);
  });

  it.each([
    ['that nobody has enabled', `DEMA:${issuer}`, 'nobody has enabled it'],
    ['without an issuer', `DEMO:${nobody}`, 'its issuer does not exist'],
  ])('%s is not there', async (_, id, reason) => {
    await expect(read(id, [])).rejects.toMatchObject({ problems: [{ code: 'token.notFound' }] });
    await expect(read(id, [])).rejects.toThrow(reason);
  });

  it.each([
    ['another code', record('DEMA', issuer)],
    ['the code in lower case', record('demo', issuer)],
    ['another issuer', record('DEMO', sender)],
    ['a code that cannot be', record('D€MO', issuer)],
  ])('is not taken from an answer with %s', async (_, other) => {
    await expect(read(token, [other])).rejects.toThrow();
  });
});
