import { fromHex, signedOf } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import type { Stage } from './stage.ts';
import { first } from './walk.ts';

/**
 * What JavaScript wallets make of a signature on the way to a client: bytes in JSON, members, lists of one. A text that a family reads is read in each of
 * these, too.
 */
const envelopes: readonly { readonly name: string; readonly wrap: (signature: unknown) => unknown }[] = [
  { name: 'a text in JSON', wrap: (signature) => signature },
  { name: 'a member', wrap: (signature) => ({ signature }) },
  { name: 'a member of a member', wrap: (signature) => ({ signature: { signature } }) },
  { name: 'a result of JSON-RPC', wrap: (result) => ({ jsonrpc: '2.0', id: 1, result }) },
  { name: 'a list of one', wrap: (signature) => [signature] },
  { name: 'a result with a list of one', wrap: (signature) => ({ result: [{ sig: signature }] }) },
];

/** How JSON has bytes. */
const numbers: readonly { readonly name: string; readonly spell: (bytes: Uint8Array) => unknown }[] = [
  { name: 'a list', spell: (bytes) => [...bytes] },
  { name: 'Uint8Array', spell: (bytes) => bytes },
  { name: 'Buffer', spell: (bytes) => Buffer.from(bytes) },
];

/** Every family reads what wallets put around a signature, and says what is wrong with anything else. */
export function describeSignatureSpellings(stage: Stage): void {
  describe('a signature', () => {
    it('is read in everything that wallets put around it', async () => {
      const { bare, signatures } = await stage.unsent(first(stage));
      const { bytes } = stage.connect().adapter;
      const finalize = async (text: string) => JSON.stringify(await signedOf(bytes, bare, text));
      const failed: string[] = [];
      const check = async (what: string, text: string, wanted: string) => {
        const found = await finalize(text).catch((error: unknown) => String(error));
        if (found !== wanted) failed.push(`${what}: ${found}`);
      };
      for (const [form, signature] of Object.entries(signatures)) {
        const wanted = await finalize(signature);
        // What is JSON or a list already has its own envelope.
        if (/^[[{"]|,/.test(signature)) continue;
        for (const { name, wrap } of envelopes)
          await check(`${form}, ${name}`, JSON.stringify(wrap(signature)), wanted);
        const raw = fromHex(signature);
        // A v of one digit, or the word undefined in its place, is no byte. Numbers without their leading zeros are digits alone.
        if (raw === undefined || raw.length < 64) continue;
        const base64url = Buffer.from(raw).toString('base64url');
        await check(`${form}, base64url`, base64url, wanted);
        for (const { name, spell } of numbers)
          for (const { name: around, wrap } of envelopes)
            await check(`${form}, ${name}, ${around}`, JSON.stringify(wrap(spell(raw))), wanted);
      }
      expect(failed).toEqual([]);
    });

    it.each([
      ['JSON that was cut', '{"signature":"'],
      ['JSON without it', '{"txhash":"00"}'],
      ['an error of a wallet', '{"error":{"code":4001,"message":"User rejected the request."}}'],
      ['an empty list', '[]'],
      ['null', '[null]'],
    ])('is refused with what is wrong with it: %s', async (_, text) => {
      const { bare } = await stage.unsent(first(stage));
      const refusal = signedOf(stage.connect().adapter.bytes, bare, text);
      await expect(refusal).rejects.toMatchObject({ name: 'RefusedError', code: 'signature.malformed' });
    });
  });
}
