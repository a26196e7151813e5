import { Keypair } from '@stellar/stellar-base';
import { describe, expect, it } from 'vitest';
import { connectTo, issuer, nowSeconds, recipient, sender, token, transfer } from '../test/scripted-horizon.ts';
import { answerTo } from '../test/wish-rig.ts';
import { wishesOf } from './wishes.ts';

// What clients may wish for in `params`: each wish is honoured, or refused with its field.

const { chain } = connectTo({
  accounts: { [sender]: { lines: [{ token, balance: 100n }] }, [recipient]: { lines: [{ token }] }, [issuer]: {} },
});
const intents: Readonly<Record<string, object>> = {
  transfer,
  transferToken: { ...transfer, mode: 'transferToken', tokenId: token, amount: '5' },
  enableToken: { mode: 'enableToken', senderAddress: sender, tokenId: token },
};
const answer = (params: object, mode = 'transfer') => answerTo(chain, { ...intents[mode], params });

/** What the wish is told, as `field reason`. */
async function refusal(params: object, mode?: string): Promise<readonly string[]> {
  const refused = answer(params, mode).then(
    ({ errors }) => errors,
    ({ problems }: { problems: readonly { code: string; field: string; context: { reason: string } }[] }) =>
      problems.map(({ code, field, context }) => {
        expect(code).toBe('wish.invalid');
        return `${field.replace('transaction.data.params.', '')}: ${context.reason}`;
      }),
  );
  return refused;
}

const key = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 0x61));

describe('wishes', () => {
  it('that are empty count as none', async () => {
    for (const [mode, { shape }] of Object.entries(wishesOf)) {
      const bare = await answer({}, mode);
      expect(bare.errors).toEqual([]);
      for (const empty of ['', null, undefined]) {
        const params = Object.fromEntries(Object.keys(shape).map((name) => [name, empty]));
        const { errors, warnings, transaction } = await answer(params, mode);
        expect([errors, warnings]).toEqual([[], bare.warnings]);
        expect(transaction?.hash()).toEqual(bare.transaction?.hash());
      }
    }
  });

  it('that are false change nothing', async () => {
    const flags = { transfer: ['closeAccount'], transferToken: ['claimable'], enableToken: ['remove'] };
    for (const [mode, names] of Object.entries(flags)) {
      const bare = await answer({}, mode);
      const { errors, transaction } = await answer(Object.fromEntries(names.map((name) => [name, false])), mode);
      expect(errors).toEqual([]);
      expect(transaction?.hash()).toEqual(bare.transaction?.hash());
    }
  });

  it('that are unknown are told', async () => {
    const { errors, warnings, transaction } = await answer({ maxtime: '5', memo: 'id:7', timeBounds: {} });
    expect([errors, warnings]).toEqual([[], ['field.ignored', 'field.ignored', 'field.ignored']]);
    expect(transaction?.memo.type).toBe('none');
    // Those of another mode, too.
    expect((await answer({ remove: true, claimable: true })).warnings).toEqual(['field.ignored', 'field.ignored']);
    expect((await answer({ closeAccount: true }, 'transferToken')).warnings).toEqual(['field.ignored']);
  });

  it.each<[object, string, string?]>([
    [{ maxTime: 'tomorrow' }, 'maxTime: it is not a number of 63 bits from 0 on'],
    [{ maxTime: '2026-11-22T00:00:00Z' }, 'maxTime: it is not a number of 63 bits from 0 on'],
    [{ maxTime: -1 }, 'maxTime: it is not a number of 63 bits from 0 on'],
    [{ maxTime: '9223372036854775808' }, 'maxTime: it is not a number of 63 bits from 0 on'],
    [{ maxTime: 1.5 }, 'maxTime: it is neither a whole number nor a decimal text'],
    [{ maxTime: 2 ** 60 }, 'maxTime: beyond 2^53 it must be a text'],
    [{ maxTime: true }, 'maxTime: it is neither a whole number nor a decimal text'],
    [{ maxTime: { seconds: 5 } }, 'maxTime: it is neither a whole number nor a decimal text'],
    [{ memoType: 'ID' }, 'memoType: it is none of text, id, hash, return'],
    [{ memoType: 'MEMO_TEXT' }, 'memoType: it is none of text, id, hash, return'],
    [{ memoType: 1 }, 'memoType: it is none of text, id, hash, return'],
    [{ memoType: 'none' }, 'memoType: it is none of text, id, hash, return'],
    [{ signers: key.publicKey() }, 'signers: it is not a list of keys'],
    [{ signers: [] }, 'signers: it names no key'],
    [{ signers: [7] }, 'signers.0: it is not a text'],
    [{ signers: Array(21).fill(key.publicKey()) }, 'signers: a transaction has at most 20 signatures'],
    [{ closeAccount: 'true' }, 'closeAccount: it is neither true nor false'],
    [{ closeAccount: 1 }, 'closeAccount: it is neither true nor false'],
    [{ claimable: 'yes' }, 'claimable: it is neither true nor false', 'transferToken'],
    [{ reclaimAfterSeconds: '7d' }, 'reclaimAfterSeconds: it is not a number of 63 bits from 0 on', 'transferToken'],
    [{ limit: '-1' }, 'limit: it is not a number of 63 bits from 0 on', 'enableToken'],
    [{ limit: '9223372036854775808' }, 'limit: it is not a number of 63 bits from 0 on', 'enableToken'],
    [{ remove: 0 }, 'remove: it is neither true nor false', 'enableToken'],
  ])('that make no sense are refused: %j', async (params, reason, mode) => {
    expect(await refusal(params, mode)).toEqual([reason]);
  });

  it('with private keys are refused, and the keys are not repeated', async () => {
    for (const signer of [key.secret(), key.secret().toLowerCase()]) {
      const [reason = '', ...others] = await refusal({ signers: [signer] });
      expect(others).toEqual([]);
      expect(reason).toMatch(/^signers\.0: /);
      expect(reason.toUpperCase()).not.toContain(key.secret());
    }
  });

  it('that are wrong are told all at once', async () => {
    expect(await refusal({ maxTime: 'x', memoType: 'x', signers: [], closeAccount: 'x' })).toHaveLength(4);
    const { errors } = await answerTo(chain, {
      ...transfer,
      fees: '1',
      nonce: '1',
      memo: 'id:x',
      params: { maxTime: '1', signers: [key.publicKey()] },
    });
    expect(new Set(errors)).toEqual(
      new Set([
        'fee.tooLow transaction.data.fees',
        'nonce.used transaction.data.nonce',
        'memo.invalid transaction.data.memo',
        'wish.invalid transaction.data.params.maxTime',
        'wish.invalid transaction.data.params.signers',
      ]),
    );
  });

  it('are honoured together', async () => {
    const { data, transaction, errors, memo } = await answerTo(chain, {
      ...transfer,
      fees: '321',
      memo: '7',
      params: { maxTime: Number(nowSeconds) + 60, memoType: 'id', signers: [sender] },
    });
    expect(errors).toEqual([]);
    expect(memo).toEqual({ type: 'id', value: '7' });
    expect(transaction).toMatchObject({ fee: '321', timeBounds: { maxTime: String(nowSeconds + 60n) } });
    expect(data.params).toMatchObject({ signers: [sender] });
  });
});

describe('descriptions of wishes', () => {
  it('are sentences', () => {
    for (const { shape } of Object.values(wishesOf))
      for (const [name, wish] of Object.entries(shape))
        expect([name, wish.description]).toEqual([name, expect.stringMatching(/\.$/)]);
  });
});
