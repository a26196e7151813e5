import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Changes, fakeChain } from '../../test/fake-chain.ts';
import type { Explanation } from '../contract/bytes.ts';
import { problem } from '../problem.ts';
import { ChainService } from './chain.ts';

const transfer = { mode: 'transfer', senderAddress: 'acct-ann', recipientAddress: 'acct-bob', amount: '500' };

/** The fields and the codes that validate answers, for bytes that do this. */
async function validated(explanation: Partial<Explanation>, data: object, changes: Changes = {}) {
  const told = { errors: [], ...explanation, data: { ...transfer, ...explanation.data } };
  const { adapter } = fakeChain({ ...changes, bytes: { explain: () => told, ...changes.bytes } });
  const { status } = await new ChainService(adapter).validate(data, []);
  return {
    errors: status.errors.map(({ field, message }) => [
      field?.replace('transaction.data.', ''),
      message.split(': ')[1],
    ]),
    warnings: status.warnings.map(({ code, context }) => [code, ...Object.values(context ?? {})]),
  };
}

const fine = { errors: [], warnings: [] };
const untold = (fields: string) => ({ errors: [], warnings: [['encoded.untold', fields]] });

describe('what the intent has and the bytes lack', () => {
  it('is an error', async () => {
    expect(await validated({}, { ...transfer, memo: 'invoice 7' })).toEqual({
      errors: [['memo', 'the encoded transaction has none']],
      warnings: [],
    });
    expect(await validated({ data: { amount: undefined } }, transfer)).toMatchObject({
      errors: [['amount', 'the encoded transaction has none']],
    });
    expect(await validated({}, { ...transfer, params: { timeout: 9 } })).toMatchObject({
      errors: [['params.timeout', 'the encoded transaction has none']],
    });
  });

  it('is named in one warning, if the bytes cannot tell it', async () => {
    expect(await validated({}, { ...transfer, gas: '7', nonce: '8' })).toEqual(untold('gas, nonce'));
  });

  it('is an error where only other bytes of the mode do not tell it', async () => {
    const unstake = { mode: 'unstake', senderAddress: 'acct-ann', validatorAddress: 'val-x', amount: '500' };
    const bytes = { data: { mode: 'unstake', recipientAddress: undefined } };
    expect(await validated(bytes, unstake)).toMatchObject({ errors: [['validatorAddress', expect.anything()]] });
    expect(await validated({ ...bytes, untold: ['validatorAddress'] }, unstake)).toEqual(untold('validatorAddress'));
  });

  it('is fine if the family found that it agrees, or if it changes nothing', async () => {
    expect(await validated({ confirmed: ['memo'] }, { ...transfer, memo: 'id:7' })).toEqual(fine);
    expect(await validated({}, { ...transfer, senderPubKey: 'key-ann' })).toEqual(fine);
  });

  it('is no amount at all: then there is nothing to compare with', async () => {
    const { amount: _, ...without } = transfer;
    expect((await validated({}, without)).errors.map(([field]) => field)).toEqual(['amount']);
  });
});

describe('what the bytes have and the intent lacks', () => {
  it('is a warning for a memo', async () => {
    expect(await validated({ data: { memo: 'x' } }, transfer)).toEqual({ errors: [], warnings: [['encoded.memo']] });
  });

  it('is an error for a wish that nobody made, and fine for what encode chooses', async () => {
    const { told } = fakeChain().adapter.bytes;
    const wished = { ...told, transfer: { ...told.transfer, 'params.timeout': 'wished' } } as const;
    const bytes = { data: { params: { timeout: 5, block: 7 } } };
    expect(await validated(bytes, transfer, { bytes: { told: wished } })).toMatchObject({
      errors: [['params.timeout', 'the encoded transaction says 5, and nobody asked for it']],
    });
    expect(await validated(bytes, transfer)).toEqual(fine);
    const none = { data: { params: { timeout: false } } };
    expect(await validated(none, transfer, { bytes: { told: wished } })).toEqual(fine);
  });

  it('is a warning for a fixed amount where everything was asked for', async () => {
    const { amount: _, ...rest } = transfer;
    expect(await validated({}, { ...rest, useMaxAmount: true })).toEqual({
      errors: [],
      warnings: [['encoded.fixedAmount', '500']],
    });
    const everything = { data: { amount: undefined, useMaxAmount: true } };
    expect(await validated(everything, { ...rest, useMaxAmount: true })).toEqual(fine);
  });
});

describe('wishes', () => {
  it('that are a limit agree with less', async () => {
    const bytes = { wishes: { timeout: 60 } };
    expect(await validated(bytes, { ...transfer, params: { timeout: 60 } })).toEqual(fine);
    expect(await validated(bytes, { ...transfer, params: { timeout: 61 } })).toEqual(fine);
    expect((await validated(bytes, { ...transfer, params: { timeout: 59 } })).errors).toEqual([
      ['params.timeout', 'the encoded transaction says 60'],
    ]);
    expect((await validated(bytes, { ...transfer, params: { timeout: 'soon' } })).errors).toHaveLength(1);
  });

  it('that nobody knows are named', async () => {
    expect(await validated({}, { ...transfer, params: { timeuot: 60, empty: '' } })).toEqual({
      errors: [],
      // The nearest that is known, and all that is known.
      warnings: [['field.ignored', 'timeout', expect.stringMatching(/^timeout, senderAddress, /)]],
    });
  });
});

describe('an answer of encode', () => {
  it('is proven by its bytes, except for what they do not follow from', async () => {
    const { adapter } = fakeChain({ bytes: { explain: () => ({ data: { ...transfer, fees: '10' }, errors: [] }) } });
    const chain = new ChainService(adapter);
    const { transaction } = await chain.encode(transfer);
    // The nonce is hidden from an explanation of the bytes, and made again from the answer.
    expect((await chain.validate(transaction.data, transaction.encoded)).status).toEqual(fine);
    const told = { ...adapter.bytes.told, transfer: { ...adapter.bytes.told.transfer, nonce: { never: 'it is not' } } };
    const open = new ChainService({ ...adapter, bytes: { ...adapter.bytes, told } });
    const { status } = await open.validate(transaction.data, transaction.encoded);
    expect(status.warnings).toMatchObject([{ code: 'encoded.untold', context: { fields: 'nonce' } }]);
  });

  it('may have fees below what the bytes tell, where staked coins can pay', async () => {
    const bytes = { data: transfer, errors: [], leastFees: 11n };
    const encoded = (await new ChainService(fakeChain().adapter).encode(transfer)).transaction;
    const errorsOf = async (explanation: Explanation) => {
      const { adapter } = fakeChain({ bytes: { explain: () => explanation } });
      return (await new ChainService(adapter).validate(encoded.data, encoded.encoded)).status;
    };
    expect((await errorsOf(bytes)).errors).toMatchObject([{ field: 'transaction.data.fees' }]);
    const covered = await errorsOf({ ...bytes, mayBeCovered: true });
    expect(covered).toMatchObject({ errors: [], warnings: [{ code: 'encoded.untold', context: { fields: 'fees' } }] });
    expect((await validated({ ...bytes, mayBeCovered: true }, { ...transfer, fees: '10' })).errors).toHaveLength(1);
  });

  it('whose bytes nothing explains is compared with what the chain says', async () => {
    const answered = async (changes: Changes) => {
      const { adapter } = fakeChain(changes);
      const chain = new ChainService(adapter);
      const { data, encoded } = (await chain.encode({ ...transfer, memo: 'x' })).transaction;
      return chain.validate(data, encoded);
    };
    const { told } = fakeChain().adapter.bytes;
    const bytes = { told: { ...told, transfer: { ...told.transfer, memo: { never: 'it is a hash' } } } } as const;
    const unasked = await answered({ bytes });
    expect(unasked).toMatchObject({ ok: true, status: { warnings: [{ context: { fields: 'memo' } }] } });
    const asked = await answered({ bytes, confirm: async () => ({ confirmed: ['memo'], errors: [] }) });
    expect(asked).toMatchObject({ ok: true, status: { errors: [], warnings: [] } });
    const wrong = problem('data.altered', { reason: 'the chain says otherwise' }, 'transaction.data.memo');
    const refused = await answered({ bytes, confirm: async () => ({ confirmed: [], errors: [wrong] }) });
    expect(refused).toMatchObject({ ok: false, status: { errors: [{ code: 'data.altered' }] } });
    // A node that does not answer confirms nothing.
    const silent = await answered({
      bytes,
      confirm: async (_, operation) => {
        await operation.rpc({ method: 'anything', params: [], schema: z.string() });
        return { confirmed: ['memo'], errors: [] };
      },
    });
    expect(silent).toMatchObject({ ok: true, status: { warnings: [{ context: { fields: 'memo' } }] } });
  });
});
