import { seed, turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { broadcastOf, describeOutcome, outcomeOf } from './refusal.ts';
import type { Stage } from './stage.ts';
import { first } from './walk.ts';

/** Drawn in each test, beside what is always tried. */
const drawn = turns(400, 25);

/** Code points from 0xd800 that stand for halves of others. */
const surrogates = 0x800;

/** Texts that somebody tried somewhere. Every run tries each of them. */
const known = [
  '',
  '0',
  '-0',
  '0x',
  '0x0',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  '../..',
  '%2e%2e%2f',
  // No escape of an URL, no regular expression, no JSON.
  '%',
  '%zz',
  'a%',
  '(',
  '[',
  '{',
  '"',
  '\\',
  '*+?$^|',
  ' ',
  '\n',
  '{}',
  '[]',
  '-1',
  '1.5',
  'Infinity',
  '٣',
  '\u0000',
  '😀',
  '1e9',
  'a'.repeat(5_000),
];

/** Any text at all. fast-check's own `binary` texts first make a table of all that there are, which takes a second. */
const anyText = fc
  .array(fc.nat(0x10ffff - surrogates), { maxLength: 20 })
  .map((points) => String.fromCodePoint(...points.map((point) => (point < 0xd800 ? point : point + surrogates))));

/** Those texts, and any other. */
const text = fc.oneof(
  fc.constantFrom(...known),
  fc.string({ maxLength: 80 }),
  anyText,
  fc.stringMatching(/^(0x)?[0-9a-fA-F]{0,140}$/),
);

const anything = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }).map((value): unknown => value),
);

/** Whatever comes in, the answer is an answer or a refusal: nothing that a client sends may look like a defect of the service. */
export function describeFuzz(stage: Stage): void {
  const survives = async (what: string, input: unknown, run: () => unknown) => {
    const outcome = await outcomeOf(run);
    if (outcome.kind === 'failed') throw new Error(`${what} of ${JSON.stringify(input)} ${describeOutcome(outcome)}`);
  };
  const check = <Input>(examples: readonly Input[], property: fc.IAsyncProperty<[Input]>) =>
    fc.assert(property, {
      seed,
      examples: examples.map((example) => [example]),
      numRuns: examples.length + drawn,
    });

  describe(`any input (${drawn} of each, seed ${seed})`, () => {
    it('as identifiers', async () => {
      const chain = stage.connect();
      await check(
        known,
        fc.asyncProperty(text, async (input) => {
          await survives('state', input, () => chain.accountState(input));
          await survives('history', input, () => chain.history(input));
          await survives('token', input, () => chain.token(input));
          await survives('transaction', input, () => chain.transaction(input));
          await survives('addresses', input, () => chain.addresses(input));
        }),
      );
    });

    it('as page tokens', async () => {
      const chain = stage.connect();
      const { address } = await stage.account();
      await check(
        known,
        fc.asyncProperty(text, async (nextPage) => {
          await survives('history page', nextPage, () => chain.history(address, { nextPage }));
          await survives('token balances page', nextPage, () => chain.tokenBalances(address, { nextPage }));
          await survives('validators page', nextPage, () => chain.validators({ nextPage }));
        }),
      );
    });

    it.each(stage.examples)('as a field of $name', async (example) => {
      const intent = await example.intent(await stage.scene());
      const chain = stage.connect();
      const fields = [
        ...Object.keys(intent),
        'amount',
        'useMaxAmount',
        'fees',
        'gas',
        'nonce',
        'memo',
        'params',
        'senderPubKey',
      ];
      // Each of the known texts, and each field.
      const pairs = Array.from({ length: Math.max(known.length, fields.length) }, (_, i): [unknown, string] => [
        known[i % known.length],
        fields[i % fields.length] ?? '',
      ]);
      await check(
        pairs,
        fc.asyncProperty(fc.tuple(anything, fc.constantFrom(...fields)), async ([value, field]) => {
          const input = { ...intent, [field]: value };
          await survives('encode', input, () => chain.encode(input));
        }),
      );
    });

    it('as a broadcast, or to be explained', async () => {
      const { input } = await stage.unsent(first(stage));
      const chain = stage.connect();
      const formats = { raw: formatsOf(input.encoded, 'raw'), hash: formatsOf(input.encoded, 'hash') };
      // Each of the known texts, as a value of each member in turn.
      const pairs = known.map((value, i): [unknown, unknown] => {
        const member = i % 2 === 0 ? 'raw' : 'hash';
        return [value, [{ [member]: { format: formats[member][0] ?? '', value } }]];
      });
      const items = fc.oneof(
        anything,
        fc.array(
          fc.record(
            {
              raw: fc.record({ format: fc.constantFrom(...formats.raw), value: text }),
              hash: fc.record({ format: fc.constantFrom(...formats.hash), value: text }),
            },
            { requiredKeys: [] },
          ),
          { maxLength: 3 },
        ),
      );
      await check(
        pairs,
        fc.asyncProperty(fc.tuple(anything, items), async ([value, encoded]) => {
          await survives('broadcast', value, () => broadcastOf(chain, { ...input, data: value }));
          await survives('broadcast', value, () => broadcastOf(chain, { ...input, signature: value }));
          await survives('broadcast', encoded, () => broadcastOf(chain, { ...input, encoded }));
          await survives('explanation', encoded, () => chain.validate(input.data, encoded));
          await survives('explanation', value, () => chain.validate(value, input.encoded));
        }),
      );
    });
  });
}

function formatsOf(
  encoded: readonly { readonly raw?: { format: string } | undefined; readonly hash?: { format: string } | undefined }[],
  member: 'raw' | 'hash',
): string[] {
  const formats = encoded.flatMap((item) => item[member]?.format ?? []);
  return formats.length > 0 ? formats : ['PSBT'];
}
