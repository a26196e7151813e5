import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { settings } from '../config/settings.ts';
import { createGateway } from '../gateway.ts';

const key = `it's <a> key & more`;

function ask(url: string, destination: string | undefined, developmentKey: string | undefined = key) {
  const configured = settings.parse({ keys: { a: createHash('sha256').update('right').digest('hex') } });
  const app = createGateway(configured, { log: () => {}, coalesce: 'operation', developmentKey });
  return app.request(url, { headers: destination === undefined ? {} : { 'sec-fetch-dest': destination } });
}

/** The configuration as a browser reads it out of the attribute. */
async function configurationOf(response: Response): Promise<{ authentication: object }> {
  const [, written = ''] = /data-configuration='([^']*)'/.exec(await response.text()) ?? [];
  return JSON.parse(written.replaceAll('&lt;', '<').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
}

describe('the reference page', () => {
  it.each(['http://127.0.0.1:8080/docs', 'http://localhost:8080/docs', 'http://[::1]:8080/docs'])(
    'has the key of profile development in it, opened at %s',
    async (url) => {
      const response = await ask(url, 'document');
      expect(response.headers.get('vary')).toContain('Sec-Fetch-Dest');
      expect((await configurationOf(response)).authentication).toEqual({
        preferredSecurityScheme: 'key',
        securitySchemes: { key: { value: key }, bearer: { token: key } },
      });
    },
  );

  it.each([
    ['fetched by a script', 'http://127.0.0.1:8080/docs', 'empty'],
    ['in a frame', 'http://127.0.0.1:8080/docs', 'iframe'],
    ['asked by a program', 'http://127.0.0.1:8080/docs', undefined],
    ['under a name that points here', 'http://attacker.test:8080/docs', 'document'],
    ['under a name that begins like ours', 'http://localhost.attacker.test/docs', 'document'],
  ])('has no key in it %s', async (_, url, destination) => {
    const { authentication } = await configurationOf(await ask(url, destination));
    expect(authentication).toEqual({ preferredSecurityScheme: 'key' });
  });

  it('has no key in it where there is none', async () => {
    const configured = settings.parse({ keys: { a: createHash('sha256').update('right').digest('hex') } });
    const app = createGateway(configured, { log: () => {}, coalesce: 'operation' });
    const response = await app.request('http://localhost/docs', { headers: { 'sec-fetch-dest': 'document' } });
    expect((await configurationOf(response)).authentication).toEqual({ preferredSecurityScheme: 'key' });
  });
});
