import { type CompletedData, itemsOf, signedOf } from '@isochain/core';
import { chosen, turns } from '@isochain/dial';
import { describe, expect, it } from 'vitest';
import { broadcastOf, expectRefusal, expectRefused } from './refusal.ts';
import type { Prepared, Stage } from './stage.ts';
import { dataTamperings, encodedTamperings, forgeries, kindOf, signatureTamperings, type Tampering } from './tamper.ts';
import { first } from './walk.ts';

/** Long texts are changed at this many places; the property test reaches the others. */
const places = turns(48, 5);

/** Whatever is changed between encode and broadcast is refused, and nothing is sent. */
export function describeTampering(stage: Stage): void {
  const { setup } = stage;

  async function expectAllRefused({ input, bare }: Prepared, list: readonly Tampering[]): Promise<void> {
    const chain = stage.connect();
    // What is tampered with must be right to begin with.
    await signedOf(chain.adapter.bytes, bare, input.signature);
    let tried = 0;
    // Of a list's items one stands for all of them.
    for (const { name, apply } of chosen(list, kindOf, 0)) {
      const changed = apply(0);
      if (changed === undefined) continue;
      await expectRefused(stage, () => broadcastOf(chain, changed), name);
      tried += 1;
    }
    expect(tried, 'changes tried').toBeGreaterThan(0);
  }

  /** Two transactions of one account to two recipients, prepared once. */
  const prepareTwo = async () => {
    const one = await stage.unsent(first(stage));
    return { one, other: await stage.prepare(first(stage), { ...one.scene, recipient: await another(stage) }) };
  };
  let pair: ReturnType<typeof prepareTwo> | undefined;
  const two = () => {
    pair ??= prepareTwo();
    return pair;
  };

  const optionsOf = ({ chainId, sameSignature, unbound }: typeof setup) => ({
    chainId,
    unbound,
    assemble: (data: CompletedData) => itemsOf(stage.connect().adapter.bytes, data),
    places,
    ...(sameSignature === undefined ? {} : { sameSignature }),
  });

  describe('tampering', () => {
    describe.each(stage.examples)('with $name', (example) => {
      it('is refused in every field of data', async () => {
        const prepared = await stage.unsent(example);
        await expectAllRefused(prepared, dataTamperings(prepared.input));
      });

      it('is refused in every field of data, though the checksum fits', async () => {
        const prepared = await stage.unsent(example);
        await expectAllRefused(prepared, forgeries(prepared.input, optionsOf(setup)));
      });

      it('is refused in every part of encoded', async () => {
        const prepared = await stage.unsent(example);
        await expectAllRefused(prepared, encodedTamperings(prepared.input, optionsOf(setup)));
      });
    });

    it.each(setup.forms)('is refused in every part of a signature as: %s', async (form) => {
      const prepared = await stage.unsent(first(stage));
      const signature = prepared.signatures[form] ?? '';
      const input = { ...prepared.input, signature };
      await expectAllRefused({ ...prepared, input }, signatureTamperings(input, optionsOf(setup)));
    });

    it.for(setup.forms)('is refused with the key of another account, as: %s', async (form, { skip }) => {
      const { input, data, encoded } = await stage.unsent(first(stage));
      const signatures = await signAnyway(stage, { data, encoded, account: await stage.account() });
      const signature = signatures[form];
      if (signature === undefined) return skip('the signer does not sign for others');
      const code = await expectRefused(
        stage,
        () => broadcastOf(stage.connect(), { ...input, signature }),
        'another key',
      );
      expect(code).toBe('signature.mismatch');
    });

    it.each(setup.forms)('is refused with the signature of another transaction, as: %s', async (form) => {
      const { one, other } = await two();
      const input = { ...one.input, signature: other.signatures[form] };
      const { code, problems } = await expectRefusal(
        stage,
        () => broadcastOf(stage.connect(), input),
        'the signature of another transaction',
      );
      expect(['signature.mismatch', 'signature.otherTransaction']).toContain(code);
      // A signed transaction shows what differs.
      const changed = problems.flatMap((each) => (each.code === 'signature.changed' ? each.context?.what : []));
      if (code === 'signature.otherTransaction') expect(changed, 'fields that changed').toContain('recipientAddress');
    });

    it('is refused with the bytes of another transaction', async () => {
      const { one, other } = await two();
      const { data, encoded, signature } = other.input;
      const mixed = [
        { ...one.input, encoded },
        { ...one.input, encoded, signature },
        { ...one.input, data },
        { ...one.input, data, signature },
      ];
      for (const input of mixed) {
        const code = await expectRefused(stage, () => broadcastOf(stage.connect(), input), 'mixed transactions');
        expect(code).toBe('encoded.mismatch');
      }
    });

    it.skipIf(setup.otherChainId === undefined)(
      'is refused on another chain than the one it was encoded for',
      async () => {
        const { input } = await stage.unsent(first(stage));
        const chain = stage.connect([stage.line('other')], setup.otherChainId);
        await expectRefused(stage, () => broadcastOf(chain, input), 'another chain');
      },
    );

    it('is refused for things that are no broadcast at all', async () => {
      const { input } = await stage.unsent(first(stage));
      const odd = [null, undefined, 1, 'text', [], {}, true];
      for (const value of odd) {
        await expectRefused(
          stage,
          () => broadcastOf(stage.connect(), { ...input, data: value }),
          `data: ${JSON.stringify(value)}`,
        );
        await expectRefused(
          stage,
          () => broadcastOf(stage.connect(), { ...input, encoded: value }),
          `encoded: ${JSON.stringify(value)}`,
        );
      }
      await expectRefused(stage, () => broadcastOf(stage.connect(), { ...input, encoded: [null] }), 'encoded: [null]');
    });
  });
}

async function another(stage: Stage): Promise<Prepared['scene']['recipient']> {
  const recipient = await stage.account();
  await stage.setup.prepareRecipient?.(recipient, undefined, stage.engine);
  return recipient;
}

/** Not all software signs what is not its own. Where it does, we want to see it refused. */
async function signAnyway(
  stage: Stage,
  request: Parameters<Stage['setup']['sign']>[0],
): Promise<Readonly<Record<string, string>>> {
  try {
    return await stage.setup.sign(request);
  } catch {
    return {};
  }
}
