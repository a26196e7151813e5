import { findHandIns } from '@isochain/conformance/hand-ins/find.ts';
import { type ChainDetail, catalogue, modes } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { createGateway } from '../src/gateway.ts';
import { encodeExamples } from '../src/openapi/examples.data.ts';
import { examplesOf } from './examples.ts';
import { key, keyHash } from './harness.ts';
import type { Document } from './open-api.ts';

const app = createGateway(settings.parse({ keys: { tests: keyHash } }), { log: () => {}, coalesce: 'shared' });
const document = (await (await app.request('/openapi.json')).json()) as Document;
const examples = examplesOf(document);
const handIns = await findHandIns();

describe('every operation of the document', () => {
  it('is tested', () => {
    expect(examples).toHaveLength(Object.values(document.paths).flatMap((item) => Object.values(item)).length);
  });

  it.each(examples)('$name shows its answer, and everything that it takes', ({ path, body, answer, takesBody }) => {
    expect(path).not.toContain('{');
    expect(body !== undefined).toBe(takesBody);
    expect(answer).toBeDefined();
  });

  it('of encode cover each mode of each family that is built', async () => {
    const shown = handIns.flatMap((handIn) =>
      Object.values(handIn.examples.intents).map(({ chainId, data }) => `${catalogue[chainId].family} ${data.mode}`),
    );
    const answer = await (await app.request('/api/chains', { headers: { authorization: key } })).json();
    const { chains } = answer as { chains: Record<string, ChainDetail> };
    const works = Object.values(chains).flatMap(({ family, supportedFeatures }) =>
      modes.filter((mode) => supportedFeatures.write.transaction.type[mode]).map((mode) => `${family} ${mode}`),
    );
    expect(new Set(shown)).toEqual(new Set(works));
    const { requestBody } = Object(document.paths['/api/{chainId}/transaction/encode']?.post);
    expect(requestBody.content['application/json'].examples).toEqual(encodeExamples);
    // The reference page chooses the chain with the example: they have the same names.
    const { parameters } = Object(document.paths['/api/{chainId}/transaction/encode']?.post);
    const [{ examples: chainsOf }] = parameters as [{ examples: Record<string, { value: string }> }];
    expect(Object.keys(chainsOf)).toEqual(Object.keys(encodeExamples));
    for (const handIn of handIns) {
      for (const [name, { chainId }] of Object.entries(handIn.examples.intents))
        expect(chainsOf[name], name).toEqual({ value: chainId });
    }
  });

  it('shows the same transaction in operations that belong together', () => {
    const of = (route: string) => examples.find(({ name }) => name.endsWith(route));
    const encoded = of('/transaction/encode')?.answer as { transaction: object };
    const signature = expect.any(String);
    expect(of('/transaction/broadcast')?.body).toEqual({ transaction: { ...encoded.transaction, signature } });
  });
});

describe('programs beside operations', () => {
  it.each(['encode', 'broadcast'])('exist for %s, one for each way to sign', (step) => {
    const operation = Object(document.paths[`/api/{chainId}/transaction/${step}`]?.post);
    const samples = operation['x-codeSamples'] as { lang: string; label: string; source: string }[];
    const labels = handIns.flatMap(({ programs }) => programs?.signing.map(({ label }) => label) ?? []);
    expect(labels.length).toBeGreaterThan(3);
    // Programs that run on every machine come first.
    expect(samples.map(({ label }) => label).toSorted()).toEqual(labels.toSorted());
    for (const { lang, source } of samples) {
      expect(lang).toBe('javascript');
      expect(source).toContain("call('encode'");
      expect(source).toContain("call('broadcast'");
    }
  });
});
