import { readRegistration } from '@isochain/babylon';
import { toHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import stakes from '../../../packages/babylon/fixtures/babylon-transactions.json' with { type: 'json' };
import { settings } from '../src/config/settings.ts';
import { createGateway } from '../src/gateway.ts';
import { type DocumentSchema, noteOf, placesOf } from '../src/openapi/annotate.ts';
import { notes, notesOfData } from '../src/openapi/notes.ts';
import { keyHash } from './harness.ts';
import { type Document, toZod } from './open-api.ts';

const app = createGateway(settings.parse({ keys: { tests: keyHash } }), { log: () => {}, coalesce: 'shared' });
const document = (await (await app.request('/openapi.json')).json()) as Document;
const schemas = document.components.schemas as Record<string, DocumentSchema>;
const places = [...placesOf(schemas)];
const nameOf = ({ component, path }: { component: string; path: string }) => `${component}: ${path || 'itself'}`;

/** What one cannot guess from the name and the type: texts, numbers, and values of any type. What has parts is shown by its parts. */
function needsExample({ $ref, type, properties, items, oneOf, anyOf, allOf, enum: values, ...rest }: DocumentSchema) {
  if ([$ref, properties, items, oneOf, anyOf, allOf, values, rest.const].some((part) => part !== undefined))
    return false;
  if (Object.keys(Object(rest.additionalProperties)).length > 0) return false;
  return type !== 'boolean';
}

describe('components of the document', () => {
  it('are many', () => {
    expect(places.filter(({ isProperty }) => isProperty).length).toBeGreaterThan(200);
  });

  it('describe themselves and all their properties', () => {
    // What a $ref leads to describes itself.
    const mute = places.filter(({ path, isProperty, schema }) => {
      return (path === '' || isProperty) && schema.$ref === undefined && (schema.description ?? '') === '';
    });
    // A choice without a name of its own is described by the whole.
    const faults = mute.filter(({ component, path }) => path !== '' || schemas[component]?.description === undefined);
    expect(faults.map(nameOf)).toEqual([]);
  });

  it('have an example if a value cannot be guessed', () => {
    const open = places.filter(({ isProperty, schema }) => isProperty && needsExample(schema));
    expect(open.filter(({ schema }) => (schema.examples ?? []).length === 0).map(nameOf)).toEqual([]);
  });

  it('have examples that fit', () => {
    for (const place of places) {
      for (const example of place.schema.examples ?? []) {
        const { success } = toZod(document, place.schema).safeParse(example);
        expect([nameOf(place), example, success]).toEqual([nameOf(place), example, true]);
      }
    }
  });

  it('describe every parameter', () => {
    const mute = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).flatMap((operation) => {
        const { parameters = [] } = operation as { parameters?: { name: string; description?: string }[] };
        return parameters.filter(({ description = '' }) => description === '').map(({ name }) => `${path}: ${name}`);
      }),
    );
    expect(mute).toEqual([]);
  });
});

describe('notes', () => {
  it('belong to existing places', () => {
    const known = new Set(places.map(({ component, path }) => `${component} ${path}`));
    const written = Object.entries(notes).flatMap(([component, of]) =>
      Object.keys(of).map((path) => `${component} ${path}`),
    );
    expect(written.filter((place) => !known.has(place))).toEqual([]);
    const fields = new Set(places.filter(({ component }) => component.endsWith('Data')).map(({ path }) => path));
    expect(Object.keys(notesOfData).filter((field) => !fields.has(field))).toEqual([]);
  });

  it('repeat nothing that the schema says', () => {
    const unread = places.filter(({ component, path, schema }) => {
      const [description] = noteOf(component, path) ?? [];
      return description !== undefined && schema.description !== description && schema.$ref === undefined;
    });
    // Choices below one place share its note, and need not all take it.
    const faults = unread.filter(({ schema }) => schema.description !== undefined);
    expect(faults.map(nameOf)).toEqual([]);
  });

  it('show a stake that can be registered unchanged', () => {
    const example = Object.fromEntries(
      Object.entries(schemas.RegisterStakeData?.properties ?? {}).map(([name, { examples }]) => [name, examples?.[0]]),
    ) as Parameters<typeof readRegistration>[0];
    // Of packages/babylon/fixtures/babylon-transactions.json.
    const { params, keys } = stakes;
    const registration = readRegistration(example, {
      chainId: 'bitcoin-signet',
      parameters: {
        version: 6,
        covenant: keys.covenant.toSorted(),
        quorum: params.covenantQuorum,
        minValue: 500_000n,
        maxValue: 500_000_000_000n,
        minTime: 10_000,
        maxTime: 64_000,
        slashingScript: params.slashingPkScript,
        slashingRate: params.slashingRate,
        slashingFee: BigInt(params.minSlashingTxFeeSat),
        unbondingTime: params.unbondingTimeBlocks,
        unbondingFee: BigInt(params.unbondingFeeSat),
        activationHeight: 200_000,
      },
    });
    expect(String(registration.stakingValue)).toBe(example.amount);
    expect(toHex(registration.stakerKey)).toBe(keys.staker.slice(2));
  });
});
