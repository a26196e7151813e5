import { type BroadcastInput, type Chain, type Code, codes, RefusedError } from '@isochain/core';
import { expect } from 'vitest';
import type { Stage } from './stage.ts';

/**
 * Runs something that must be refused as a wrong request, before anything is sent upstream.
 *
 * @returns The code of the refusal.
 */
export async function expectRefused(stage: Stage, run: () => Promise<unknown> | unknown, what: string): Promise<Code> {
  return (await expectRefusal(stage, run, what)).code;
}

/** The same, with all that was said. */
export async function expectRefusal(
  stage: Stage,
  run: () => Promise<unknown> | unknown,
  what: string,
): Promise<RefusedError> {
  const before = stage.wire.calls.length;
  const outcome = await outcomeOf(run);
  if (outcome.kind !== 'refused') throw new Error(`${what} must be refused, but was ${describeOutcome(outcome)}`);
  const { code, problems } = outcome.error;
  expect(stage.wire.calls.length - before, `upstream requests for ${what}`).toBe(0);
  expect(codes[code].kind, `${what}: ${code}`).toBe('request');
  for (const { message } of problems) expect(message.length, `${what}: a message for people`).toBeGreaterThan(10);
  return outcome.error;
}

/** How something ended. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly error: RefusedError }
  | { readonly kind: 'failed'; readonly error: unknown };

export async function outcomeOf(run: () => Promise<unknown> | unknown): Promise<Outcome> {
  try {
    return { kind: 'accepted', value: await run() };
  } catch (error) {
    return error instanceof RefusedError ? { kind: 'refused', error } : { kind: 'failed', error };
  }
}

export function describeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'accepted') return `accepted: ${JSON.stringify(outcome.value)}`;
  if (outcome.kind === 'refused') return `refused: ${outcome.error.code}`;
  return `failed: ${outcome.error instanceof Error ? outcome.error.stack : String(outcome.error)}`;
}

/** Broadcasts what may be anything. */
export function broadcastOf(
  chain: Chain,
  input: { data: unknown; encoded: unknown; signature: unknown },
): Promise<{ hash: string }> {
  const untrusted: BroadcastInput = input;
  return chain.broadcast(untrusted);
}
