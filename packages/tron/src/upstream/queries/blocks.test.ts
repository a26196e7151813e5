import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blockOf, complaints, encodeTransfer, now, openNodes } from '../../../test/scripted-nodes.ts';
import { latestBlock, requireReference } from './blocks.ts';

/** A block of the Nile testnet, as the node's documentation prints it (tronprotocol/documentation-en, docs/api/http). */
const printed = JSON.parse(readFileSync(new URL('../../../fixtures/nile-block.json', import.meta.url), 'utf8'));
const read = (answer: unknown) => latestBlock.read(latestBlock.request.schema.parse(answer));
const changed = (header: object, more: object = {}) => ({
  ...printed,
  ...more,
  block_header: { raw_data: { ...printed.block_header.raw_data, ...header } },
});
const forged = 'the id of a block is not that of its header';

describe('a block', () => {
  it('has the id of its header', () => {
    expect(read(printed)).toEqual({ id: printed.blockID, number: 66_987_565, timestamp: 1_777_445_121_000 });
  });

  it('may have its numbers as texts, as with int64_as_string', () => {
    expect(read(changed({ number: '66987565', timestamp: '1777445121000' }))).toEqual(read(printed));
  });

  it.each([
    ['another number', changed({ number: 66_987_566 })],
    ['another time', changed({ timestamp: 1_777_445_124_000 })],
    ['another parent', changed({ parentHash: `0000000003fe262c${'00'.repeat(24)}` })],
    ['no header', { blockID: printed.blockID, block_header: { raw_data: {} } }],
    ['zeros for an id', { ...printed, blockID: '0'.repeat(64) }],
    ['the hash without the number', { ...printed, blockID: `0000000000000000${printed.blockID.slice(16)}` }],
  ])('with %s is refused', (_, answer) => {
    expect(() => read(answer)).toThrow(forged);
  });

  it.each([
    ['nothing', {}],
    ['a negative number', changed({ number: -1 })],
    ['a number beyond 2^53', changed({ number: 2n ** 60n })],
    ['a text beyond 2^53', changed({ number: '9007199254740993' })],
    ['no hex', changed({ parentHash: 'xy' })],
  ])('that is %s is no answer', (_, answer) => {
    expect(() => read(answer)).toThrow();
  });
});

describe('the block that transactions refer to', () => {
  const latest = { id: '', number: 77_000_000, timestamp: now };
  const solid = (number: number, timestamp = now - 57_000) => ({ id: '', number, timestamp });

  it('is one behind the latest, or that', () => {
    expect(() => requireReference(latest, solid(latest.number - 19))).not.toThrow();
    expect(() => requireReference(latest, latest)).not.toThrow();
    // Asked a moment later, or of another node behind the same address.
    expect(() => requireReference(latest, solid(latest.number + 20, now + 60_000))).not.toThrow();
    // The chain knows 65,536 blocks, and makes 28,800 in the day that a transaction may live.
    expect(() => requireReference(latest, solid(latest.number - 36_736))).not.toThrow();
  });

  it('is not of the future', () => {
    expect(() => requireReference(latest, solid(latest.number + 21))).toThrow('its solid block is newer');
    expect(() => requireReference(latest, solid(latest.number - 19, now + 60_001))).toThrow('its solid block is newer');
  });

  it('is not so old that the chain forgets it', () => {
    expect(() => requireReference(latest, solid(latest.number - 36_737))).toThrow('its solid block is too old');
  });
});

describe('an endpoint that lies about blocks', () => {
  const header = blockOf({ timestamp: now });
  const lies: readonly (readonly [name: string, path: string, answer: unknown, complaint: string])[] = [
    ['of zeros', '/walletsolidity/getblock', { ...header, blockID: '0'.repeat(64) }, forged],
    [
      'with the header of zeros',
      '/walletsolidity/getblock',
      { blockID: '0'.repeat(64), block_header: { raw_data: {} } },
      forged,
    ],
    [
      'from far in the future',
      '/walletsolidity/getblock',
      blockOf({ number: 99_000_000, timestamp: now - 57_000 }),
      'its solid block is newer than its latest block',
    ],
    [
      'of last year',
      '/walletsolidity/getblock',
      blockOf({ number: 66_000_000, timestamp: now - 365 * 86_400_000 }),
      'its solid block is too old',
    ],
  ];

  it.each(lies)('%s gives nothing to sign', async (_, path, answer, complaint) => {
    expect(await complaints(openNodes([{ own: { [path]: answer } }]))).toContain(complaint);
  });

  it.each(lies)('%s is passed over for an honest one', async (_, path, answer) => {
    const { status, transaction } = await encodeTransfer(openNodes([{ own: { [path]: answer } }, {}]));
    expect(status.errors).toEqual([]);
    expect(transaction?.encoded).toHaveLength(1);
  });

  it('refers to the solid block of the same endpoint', async () => {
    const { transaction } = await encodeTransfer(openNodes([{}]));
    const { blockID } = blockOf({ number: 76_999_981, timestamp: now - 57_000 });
    expect(transaction?.data.params).toMatchObject({
      raw_data: { ref_block_bytes: blockID.slice(12, 16), ref_block_hash: blockID.slice(16, 32) },
    });
  });
});
