import type { ChainDetail } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { families } from '../src/families.ts';
import { createGateway } from '../src/gateway.ts';
import type { DocumentSchema } from '../src/openapi/annotate.ts';
import { dataName } from '../src/openapi/components.ts';
import { key, keyHash } from './harness.ts';
import type { Document } from './open-api.ts';

const app = createGateway(settings.parse({ keys: { tests: keyHash } }), { log: () => {}, coalesce: 'shared' });

describe('the document', () => {
  it('lists exactly the wishes of any chain in params of each mode', async () => {
    const document = (await (await app.request('/openapi.json')).json()) as Document;
    const answer = await app.request('/api/chains', { headers: { authorization: key } });
    const { chains } = (await answer.json()) as { chains: Record<string, ChainDetail> };
    const lines = Object.values(chains).flatMap(({ family, wishes }) =>
      Object.entries(wishes).flatMap(([mode, of]) =>
        Object.entries(of).map(([place, text]) => ({ mode, family, place, text })),
      ),
    );
    expect([...new Set(lines.map(({ family }) => family))].toSorted()).toEqual(Object.keys(families).toSorted());
    expect(lines.filter(({ text }) => !/^[A-Z].{10,}\.$/s.test(text))).toEqual([]);
    const shown = new Set<string>();
    for (const { mode, family, place, text } of lines) {
      const schema = document.components.schemas[dataName(mode)] as DocumentSchema;
      const { description = '' } = schema.properties?.params ?? {};
      const line = description
        .split('\n')
        .find((one) => one.startsWith(`- \`${place}\` (`) && one.includes(family) && one.includes(text));
      expect(line, `${family}, ${mode}: ${place}`).toBeDefined();
      shown.add(`${mode} ${line}`);
    }
    const all = Object.entries(document.components.schemas as Record<string, DocumentSchema>).flatMap(
      ([name, { properties }]) =>
        name.endsWith('Data')
          ? (properties?.params?.description ?? '').split('\n').filter((one) => one.startsWith('- '))
          : [],
    );
    expect(all).toHaveLength(shown.size);
  });
});
