import { describe, expect, it } from 'vitest';
import { connectTo, genesisHash, genesisId, recipient, round, sender, transfer } from '../test/scripted-node.ts';
import { answerTo, refusalOf } from '../test/wish-rig.ts';

// What clients may wish for in `params` of each mode: a lease, and an end. Each wish is honoured, or refused with its field.

const field = 'transaction.data.params.lease';

const encode = (params: object, more: object = {}) =>
  connectTo().chain.encode({ ...transfer, params, ...more } as never);
const answer = (params: object, more: object = {}) => answerTo(connectTo().chain, { ...transfer, params, ...more });

const bytes = Buffer.from('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8ff', 'hex');
const base64 = bytes.toString('base64');

describe('a lease', () => {
  it.each<[string, string]>([
    ['hex', bytes.toString('hex')],
    ['hex in upper case', bytes.toString('hex').toUpperCase()],
    ['hex with 0x', `0x${bytes.toString('hex')}`],
    ['base64', base64],
    ['base64 without padding', base64.replace('=', '')],
    ['base64 for addresses of pages', bytes.toString('base64url')],
  ])('is in the bytes: given as %s', async (_, lease) => {
    const { data, errors, transaction } = await answer({ lease });
    expect(errors).toEqual([]);
    expect(Buffer.from(transaction?.lx as Uint8Array).toString('hex')).toBe(bytes.toString('hex'));
    expect(data.params).toEqual({
      genesisId,
      genesisHash,
      firstValid: String(round),
      lastValid: String(round + 1_000),
      lease: base64,
      txId: data.params?.txId,
      checksum: data.params?.checksum,
    });
  });

  it('that looks like hex and base64 is hex: as base64 it would have 48 bytes', async () => {
    const lease = '0123456789abcdef'.repeat(4);
    const { transaction } = await answer({ lease });
    expect(Buffer.from(transaction?.lx as Uint8Array).toString('hex')).toBe(lease);
  });

  it('that is empty is none', async () => {
    const bare = await answer({});
    for (const lease of ['', null, undefined]) {
      const { bytes: same } = await answer({ lease });
      expect(same).toEqual(bare.bytes);
    }
    expect(bare.transaction).not.toHaveProperty('lx');
  });

  it.each<[string, unknown, string]>([
    ['31 bytes', 'ab'.repeat(31), 'it is not 32 bytes in hex or base64'],
    ['33 bytes', 'ab'.repeat(33), 'it is not 32 bytes in hex or base64'],
    ['31 bytes in base64', Buffer.alloc(31, 1).toString('base64'), 'it is not 32 bytes in hex or base64'],
    ['48 bytes in base64', Buffer.alloc(48, 0xfb).toString('base64'), 'it is not 32 bytes in hex or base64'],
    ['an odd number of digits', 'a'.repeat(63), 'it is not 32 bytes in hex or base64'],
    ['a text of 32 characters', 'order number 7, of 24 november ..', 'it is not 32 bytes in hex or base64'],
    ['an address', sender, 'it is not 32 bytes in hex or base64'],
    ['zeros', '00'.repeat(32), 'its bytes are all zero, which stands for none'],
    ['zeros in base64', Buffer.alloc(32).toString('base64'), 'its bytes are all zero, which stands for none'],
    ['a number', 7, 'it is not a text'],
    ['bytes as numbers', [...bytes], 'it is not a text'],
    ['true', true, 'it is not a text'],
  ])('is refused: %s', async (_, lease, reason) => {
    const { chain, asked } = connectTo();
    const refused = await refusalOf(chain.encode({ ...transfer, params: { lease } } as never));
    expect(refused).toEqual([`wish.invalid ${field}: ${field} cannot be wished for like this: ${reason}.`]);
    expect(asked).toEqual([]);
  });

  it('and an end that are both wrong are told both', async () => {
    const refused = await refusalOf(encode({ lease: 'x', lastValid: 'y' }));
    expect(refused.map((each) => each.split(':')[0])).toEqual([
      'wish.invalid transaction.data.params.lastValid',
      `wish.invalid ${field}`,
    ]);
  });
});

describe('an answer that is encoded again', () => {
  // Core drops all that an earlier answer computed. What was wished for is gone, too: the warning is the only sign of it.
  it('loses its lease and its end, and says so', async () => {
    const first = await answer({ lease: base64, lastValid: round + 100 });
    const again = await answerTo(connectTo().chain, first.data);
    expect(again.warnings).toEqual(['data.recomputed']);
    expect(again.transaction).not.toHaveProperty('lx');
    expect(again.transaction?.lv).toBe(BigInt(round) + 1_000n);
  });

  it('keeps both if they are wished for anew', async () => {
    const wishes = { lease: base64, lastValid: round + 100 };
    const first = await answer(wishes);
    const again = await answerTo(connectTo({ algod: { round: round + 50 } }).chain, { ...transfer, params: wishes });
    expect(again.warnings).toEqual([]);
    expect(again.transaction).toEqual({ ...first.transaction, fv: BigInt(round) + 50n });
  });
});

describe('wishes of other chains and modes', () => {
  it('are told', async () => {
    const foreign = {
      nonce: '7',
      gas: '21000',
      params: { maxTime: 5, optOut: true, rekey: recipient, close: recipient },
    };
    const { errors, warnings, transaction } = await answer({}, foreign);
    expect([errors, new Set(warnings)]).toEqual([[], new Set(['field.ignored'])]);
    expect(warnings).toHaveLength(6);
    const bare = await answer({});
    expect(transaction).toEqual(bare.transaction);
  });

  it('cannot rekey the account, or close it by another name', async () => {
    for (const name of [
      'rekey',
      'rekeyTo',
      'close',
      'closeRemainderTo',
      'aclose',
      'asnd',
      'grp',
      'nonpart',
      'authAddr',
    ]) {
      const { transaction } = await answer({ [name]: recipient });
      expect(Object.keys(transaction ?? {}).sort()).toEqual(
        ['amt', 'fee', 'fv', 'gen', 'gh', 'lv', 'rcv', 'snd', 'type'].sort(),
      );
    }
  });
});
