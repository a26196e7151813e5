import { describe, expect, it } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { createGateway } from '../src/gateway.ts';
import { examplesOf } from './examples.ts';
import { keyHash } from './harness.ts';
import type { Document } from './open-api.ts';

const app = createGateway(settings.parse({ keys: { tests: keyHash } }), { log: () => {}, coalesce: 'shared' });
const document = (await (await app.request('/openapi.json')).json()) as Document;
const examples = examplesOf(document);

describe('every operation of the document', () => {
  it('is looked at', () => {
    expect(examples).toHaveLength(Object.values(document.paths).flatMap((item) => Object.values(item)).length);
  });

  it.each(examples)('$name shows what it answers, and all that it takes', ({ path, body, answer, takesBody }) => {
    expect(path).not.toContain('{');
    expect(body !== undefined).toBe(takesBody);
    expect(answer).toBeDefined();
  });

  it('of which two go together shows the same transaction', () => {
    const of = (route: string) => examples.find(({ name }) => name.endsWith(route));
    const encoded = of('/transaction/encode')?.answer as { transaction: object };
    const signature = expect.any(String);
    expect(of('/transaction/broadcast')?.body).toEqual({ transaction: { ...encoded.transaction, signature } });
  });
});

describe('programs beside operations', () => {
  it.each(['encode', 'broadcast'])('are there for %s, one for each way to sign', (step) => {
    const operation = Object(document.paths[`/api/{chainId}/transaction/${step}`]?.post);
    const samples = operation['x-codeSamples'] as { lang: string; label: string; source: string }[];
    expect(samples.map(({ label }) => label)).toEqual(['ethers', 'viem', 'Plain ECDSA', 'Plain ed25519']);
    for (const { lang, source } of samples) {
      expect(lang).toBe('javascript');
      expect(source).toContain("call('encode'");
      expect(source).toContain("call('broadcast'");
    }
  });
});
