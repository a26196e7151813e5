import { readFileSync } from 'node:fs';
import { type CompletedData, fromHex } from '@isochain/core';
import { parseJson } from '@isochain/core/upstream';
import {
  compileTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../layouts/bytes.ts';
import { decodeMessage } from './message.ts';
import { isReordering, reorderings } from './reordered.ts';

// The order of accounts is our own, and kit's compiler does not take an order: docs/decisions/0020-bytes-of-solana.md. Tested on the recorded answers
// of encode in test/recorded.

interface Answer {
  readonly data: CompletedData & { readonly [field: string]: unknown };
  readonly message: Uint8Array;
}

const answers = ['modes', 'wishes'].flatMap((file): Answer[] => {
  const lines = readFileSync(new URL(`../../test/recorded/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const { answer } = parseJson(line) as { answer: { data?: Answer['data']; encoded?: [{ raw: { value: string } }] } };
    const [item] = answer.encoded ?? [];
    const message = item && fromHex(item.raw.value);
    return answer.data === undefined || message === undefined ? [] : [{ data: answer.data, message }];
  });
});

/** The same message as kit compiles it. */
function byKit(message: Uint8Array): Uint8Array {
  const decompiled = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(message) as never);
  return Uint8Array.from(getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(decompiled)));
}

/**
 * Whether a public verifier finds recipient, validator and amount where it looks for them (adamik-sdk, src/decoders/solana.ts).
 *
 * @returns Undefined if it looks for nothing.
 */
function isVerifiable({ data }: Answer, message: Uint8Array): boolean | undefined {
  const keys = decodeMessage(message)?.keys ?? [];
  const { token, computeUnitPrice, nonceAccount, profile } = data.params as Record<string, unknown>;
  if (data.mode === 'transfer')
    return keys[1] === data.recipientAddress || data.recipientAddress === data.senderAddress;
  if (data.mode === 'transferToken') return keys[1] === (token as { destination: string }).destination;
  const isPlain = profile === 'compat' && (computeUnitPrice ?? nonceAccount ?? data.gas ?? data.memo) === undefined;
  if (data.mode !== 'stake' || !isPlain) return undefined;
  return keys[3] === data.targetValidatorAddress && bytesOf(message).u64(334) === BigInt(data.amount ?? 0);
}

describe.each(['transfer', 'transferToken', 'stake'])('recorded answers of %s', (mode) => {
  const ofMode = answers.filter(({ data }) => data.mode === mode);
  const read = (spell: (message: Uint8Array) => Uint8Array) =>
    ofMode.flatMap((answer) => isVerifiable(answer, spell(answer.message)) ?? []);

  it('can be read by public verifiers', () => {
    expect(read((message) => message).length).toBeGreaterThan(0);
    expect(read((message) => message)).not.toContain(false);
  });
});

it("cannot all be read in kit's order, which is why we need our own", () => {
  const read = answers.flatMap((answer) => isVerifiable(answer, byKit(answer.message)) ?? []);
  expect(read).toContain(false);
});

it("mean the same in kit's order, and we recognise a signature over that order", () => {
  for (const { message } of answers) {
    const kit = byKit(message);
    expect(isReordering(kit, message)).toBe(true);
    expect([message, ...reorderings(message)]).toContainEqual(kit);
  }
});
