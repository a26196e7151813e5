import {
  addChecksum,
  type ChainId,
  type CompletedData,
  dataOfMode,
  type EncodedItem,
  hashFormats,
  rawFormats,
} from '@isochain/core';
import type { SignedInput } from './stage.ts';

/** One way to change a broadcast so that it says something else than before. */
export interface Tampering {
  /** What is changed, for messages: 'data.amount: changed'. */
  readonly name: string;
  /**
   * The broadcast with the change made.
   *
   * @param choice - Chooses among equivalent changes (which other digit, say). Any number from 0.
   * @returns undefined if the choice would change nothing.
   */
  apply(choice: number): { readonly data: unknown; readonly encoded: unknown; readonly signature: unknown } | undefined;
}

/** What tampering needs to know of a family. */
export interface TamperOptions {
  readonly chainId: ChainId;
  readonly assemble: (data: CompletedData) => EncodedItem[];
  readonly sameSignature?: ((original: string, other: string) => boolean) | undefined;
  /** How many places of a long text to change; the first and the last are always among them. All by default. */
  readonly places?: number | undefined;
  /** Fields of data that the family's bytes need not hold, as they move nothing. */
  readonly unbound?: ((data: CompletedData) => readonly string[]) | undefined;
}

type Path = readonly (string | number)[];

/** Every tampering with a broadcast that is known to this suite. The input itself is never changed. */
export function tamperings(input: SignedInput, options: TamperOptions): Tampering[] {
  return [
    ...dataTamperings(input),
    ...forgeries(input, options),
    ...encodedTamperings(input, options),
    ...signatureTamperings(input, options),
  ];
}

/**
 * What a tampering has in common with others: its name without the index of the item that is changed. Each place of a text stays its own, and so does each
 * field that is changed, extended, emptied or removed: a number with one digit more is a number. Its other forms are the same for all fields.
 */
export function kindOf({ name }: Tampering): string {
  return name
    .replaceAll(/\[\d+\](?!: changed)/g, '[]')
    .replace(/^data.*?: (?=(?:preceded|cut|as a number|as text|null|a list)(?:,|$))/, 'data: ');
}

/** Each field changed, removed or added; each level of `params` as well. */
export function dataTamperings(input: SignedInput): Tampering[] {
  const changes = [...changesOf(input.data, []), ...additions(input.data)];
  return changes.map(({ name, apply }) => ({
    name: `data${name}`,
    apply(choice) {
      const changed = apply(choice);
      return changed === undefined ? undefined : { ...input, data: changed.value };
    },
  }));
}

/**
 * The same changes with a correct `params.checksum`, because its formula is no secret. Changes of what is in the bytes must still be refused,
 * and so must bytes that fit the changed data but not the signature.
 */
export function forgeries(input: SignedInput, { chainId, assemble, unbound = () => [] }: TamperOptions): Tampering[] {
  const bare = withoutChecksum(input.data);
  const free = unbound(bare);
  const changes = changesOf(bare, []).filter(
    ({ name }) => !free.some((field) => name === `.${field}` || name.startsWith(`.${field}:`)),
  );
  return changes.flatMap(({ name, apply }): Tampering[] => {
    const reseal = (choice: number) => {
      const changed = apply(choice);
      // It is as wrong as the change made it: nothing but its shape is needed.
      return changed === undefined || !isObject(changed.value)
        ? undefined
        : (changed.value as unknown as CompletedData);
    };
    return [
      {
        name: `data${name}, with a new checksum`,
        apply(choice) {
          const data = reseal(choice);
          return data && { ...input, data: addChecksum(chainId, data) };
        },
      },
      {
        name: `data${name}, with a new checksum and new bytes`,
        apply(choice) {
          const data = reseal(choice);
          const encoded = data && attempt(() => assemble(data));
          if (data === undefined || encoded === undefined || JSON.stringify(encoded) === JSON.stringify(input.encoded))
            return undefined;
          return { ...input, data: addChecksum(chainId, data), encoded };
        },
      },
    ];
  });
}

/** Items dropped, doubled or swapped, their members removed or renamed, their values changed place by place. */
export function encodedTamperings(input: SignedInput, { places }: TamperOptions): Tampering[] {
  const { encoded } = input;
  const make = (name: string, apply: (choice: number) => readonly unknown[] | undefined): Tampering => ({
    name: `encoded${name}`,
    apply(choice) {
      const changed = apply(choice);
      return changed === undefined ? undefined : { ...input, encoded: changed };
    },
  });
  const replaced = (index: number, item: unknown) => encoded.map((old, i) => (i === index ? item : old));
  return [
    make(': emptied', () => []),
    ...(encoded.length > 1 ? [make(': reversed', () => [...encoded].reverse())] : []),
    ...encoded.flatMap((item, index) => [
      make(`[${index}]: dropped`, () => encoded.filter((_, i) => i !== index)),
      make(`[${index}]: doubled`, () => [...encoded, item]),
      ...memberTamperings(item, 'hash', hashFormats, places).map(({ name, apply }) =>
        make(`[${index}].hash${name}`, (choice) => replaced(index, apply(choice))),
      ),
      ...memberTamperings(item, 'raw', rawFormats, places).map(({ name, apply }) =>
        make(`[${index}].raw${name}`, (choice) => replaced(index, apply(choice))),
      ),
    ]),
  ];
}

function memberTamperings(
  item: EncodedItem,
  member: 'hash' | 'raw',
  formats: readonly string[],
  places: number | undefined,
): { name: string; apply: (choice: number) => unknown }[] {
  const content = item[member];
  if (content === undefined)
    return [{ name: ': added', apply: () => ({ ...item, [member]: { format: formats[0], value: '00' } }) }];
  const { [member]: _, ...rest } = item;
  const others = formats.filter((format) => format !== content.format);
  return [
    { name: ': removed', apply: () => rest },
    {
      name: '.format: changed',
      apply: (choice) => ({ ...item, [member]: { ...content, format: pick(others, choice) } }),
    },
    ...textChanges(content.value, places).map(({ name, apply }) => ({
      name: `.value${name}`,
      apply: (choice: number) => ({ ...item, [member]: { ...content, value: apply(choice) } }),
    })),
  ];
}

/** The signature changed place by place, cut and extended; none at all, and things that are no text. */
export function signatureTamperings(
  input: SignedInput,
  { places, sameSignature = () => false }: TamperOptions,
): Tampering[] {
  const { signature } = input;
  const texts = [
    ...textChanges(signature, places),
    { name: ': halved', apply: () => signature.slice(0, signature.length / 2) },
  ];
  return [
    ...texts.map(({ name, apply }) => ({
      name: `signature${name}`,
      apply(choice: number) {
        const changed = apply(choice);
        const isSame = changed.toLowerCase() === signature.toLowerCase() && isHex(signature);
        return isSame || sameSignature(signature, changed) ? undefined : { ...input, signature: changed };
      },
    })),
    ...['', '0x', ' ', null, 0, [signature], undefined].map((value) => ({
      name: `signature: ${JSON.stringify(value) ?? 'undefined'}`,
      apply: () => ({ ...input, signature: value }),
    })),
  ];
}

interface Change {
  readonly name: string;
  readonly apply: (choice: number) => { readonly value: unknown } | undefined;
}

/** Every change of a value and of what is in it. */
function changesOf(value: unknown, path: Path): Change[] {
  const at = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  if (Array.isArray(value)) {
    const items = value.flatMap((item, index) =>
      inside(changesOf(item, [...path, index]), (changed) => value.with(index, changed)),
    );
    return [
      ...items,
      ...value.map((_, index) => ({
        name: `${at}[${index}]: removed`,
        apply: () => ({ value: value.toSpliced(index, 1) }),
      })),
      { name: `${at}: longer`, apply: () => ({ value: [...value, value.at(-1) ?? 'x'] }) },
    ];
  }
  if (isObject(value)) {
    const members = Object.entries(value).flatMap(([key, member]) => {
      const { [key]: _, ...rest } = value;
      return [
        ...inside(changesOf(member, [...path, key]), (changed) => ({ ...value, [key]: changed })),
        // The whole value of this member is one of the changes above; that it is missing is another.
        { name: `${at}.${key}: removed`, apply: () => ({ value: rest }) },
      ];
    });
    // At the top, fields that nobody knows are ignored. Further in they belong to the family.
    const added =
      path.length === 0 ? [] : [{ name: `${at}: has one more`, apply: () => ({ value: { ...value, injected: '1' } }) }];
    const proto = { name: `${at}.__proto__: added`, apply: () => ({ value: withProto(value) }) };
    return [...members, ...added, ...(path.length === 0 ? [] : [proto])];
  }
  return leafChanges(value).map(({ name, apply }) => ({
    name: `${at}: ${name}`,
    apply: (choice) => ({ value: apply(choice) }),
  }));
}

function inside(changes: readonly Change[], wrap: (changed: unknown) => unknown): Change[] {
  return changes.map(({ name, apply }) => ({
    name,
    apply(choice) {
      const changed = apply(choice);
      return changed === undefined ? undefined : { value: wrap(changed.value) };
    },
  }));
}

/** As `JSON.parse` makes it: an own member of that name. */
function withProto(value: object): unknown {
  return JSON.parse(
    `${JSON.stringify(value).slice(0, -1)}${Object.keys(value).length > 0 ? ',' : ''}"__proto__":{"injected":"1"}}`,
  );
}

function leafChanges(value: unknown): { name: string; apply: (choice: number) => unknown }[] {
  const other = [
    { name: 'null', apply: () => null },
    { name: 'a list', apply: () => [value] },
  ];
  if (typeof value === 'string') {
    return [
      { name: 'changed', apply: (choice) => changeAt(value, choice % value.length, choice) },
      { name: 'extended', apply: (choice) => `${value}${pick('0123456789', choice)}` },
      { name: 'preceded', apply: (choice) => `${pick('123456789', choice)}${value}` },
      { name: 'cut', apply: () => value.slice(0, -1) },
      { name: 'emptied', apply: () => '' },
      ...(Number.isFinite(Number(value)) ? [{ name: 'as a number', apply: () => Number(value) }] : []),
      ...other,
    ];
  }
  if (typeof value === 'number')
    return [
      { name: 'changed', apply: (choice) => value + 1 + choice },
      { name: 'as text', apply: () => String(value) },
      ...other,
    ];
  if (typeof value === 'boolean')
    return [{ name: 'changed', apply: () => !value }, { name: 'as text', apply: () => String(value) }, ...other];
  return [{ name: 'changed', apply: () => '1' }];
}

/** Fields of the mode that the data does not have. */
function additions(data: CompletedData): Change[] {
  const known = Object.keys(dataOfMode[data.mode].shape);
  return known
    .filter((field) => !(field in data))
    .map((field) => ({
      name: `.${field}: added`,
      apply: () => ({
        value: {
          ...data,
          [field]: field === 'params' ? {} : ['useMaxAmount', 'compound'].includes(field) ? true : '1',
        },
      }),
    }));
}

/** A text changed at each place (or a sample of them), cut at both ends, and extended. */
function textChanges(text: string, places = text.length): { name: string; apply: (choice: number) => string }[] {
  return [
    ...sample(text.length, places).map((index) => ({
      name: `[${index}]: changed`,
      apply: (choice: number) => changeAt(text, index, choice),
    })),
    { name: ': last character cut', apply: () => text.slice(0, -1) },
    { name: ': first character cut', apply: () => text.slice(1) },
    { name: ': extended', apply: (choice) => `${text}${pick('0123456789abcdef', choice)}` },
    {
      name: ': extended by a byte',
      apply: (choice) => `${text}${pick('0123456789abcdef', choice)}${pick('0123456789abcdef', choice + 7)}`,
    },
  ];
}

/** Evenly spread numbers below `length`, the first and the last among them. */
function sample(length: number, places: number): number[] {
  if (places >= length) return Array.from({ length }, (_, index) => index);
  const step = (length - 1) / Math.max(1, places - 1);
  return [...new Set(Array.from({ length: places }, (_, index) => Math.round(index * step)))];
}

/** Puts another character of the same kind at one place: a digit for a digit, and never just the other case. */
function changeAt(text: string, index: number, choice: number): string {
  const old = text.charAt(index);
  const kinds = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];
  const kind = kinds.find((characters) => characters.includes(old)) ?? 'x.';
  return `${text.slice(0, index)}${pick(kind.replace(old, ''), choice)}${text.slice(index + 1)}`;
}

function withoutChecksum(data: CompletedData): CompletedData {
  if (!isObject(data.params)) return data;
  const { checksum: _, ...params } = data.params;
  if (Object.keys(params).length > 0) return { ...data, params };
  const { params: __, ...rest } = data;
  // A member less, the rest as it was.
  return rest as CompletedData;
}

function pick<T>(from: ArrayLike<T>, choice: number): T {
  const picked = from[choice % from.length];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}

function isHex(text: string): boolean {
  return /^(?:0x)?[0-9a-f]*$/i.test(text);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    // Data that cannot be assembled cannot be sent. The other forgery shows that it is refused.
    return undefined;
  }
}
