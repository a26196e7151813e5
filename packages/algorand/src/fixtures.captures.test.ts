import { describeCaptures } from '@isochain/conformance';
import { toHex } from '@isochain/core';
import { expect, it } from 'vitest';
import { golden, mined, vectors, walletCore } from '../test/fixtures.ts';
import { bytesOfAddress, decode, type Fields, judgedFields, signedOf } from '../test/judge.ts';

// The fixtures hold only what we read, under names of ours. These tests compare them with the recordings.

const path = (name: string) => `algorand/${name}.json`;

interface Vector {
  readonly case: string;
  readonly raw: string;
  readonly txid: string;
  readonly digest: string;
  readonly signature: string;
  readonly signed: string;
}

describeCaptures('the transactions of the chain’s own library', [path('vectors-sdk38')], (read) => {
  const recorded: {
    readonly vectors: readonly Vector[];
    readonly walletCoreOptIn: { readonly raw: string; readonly signature: string; readonly txid: string };
  } = JSON.parse(read(path('vectors-sdk38')));

  it('equal the facts, all of them', () => {
    expect(vectors).toEqual(
      recorded.vectors.map(({ case: name, raw: unsigned, txid: txId, signature }) => ({
        ...{ name, unsigned, txId, signature },
      })),
    );
  });

  it('are signed as the judge signs', () => {
    for (const { raw, signature, signed, txid } of recorded.vectors) {
      const txn = decode(Buffer.from(raw, 'hex')) as Fields;
      expect(judgedFields(txn)).toMatchObject({ raw, txId: txid });
      expect(toHex(signedOf(txn, { sig: Buffer.from(signature, 'hex') }))).toBe(signed);
    }
  });

  it('the one of Trust Wallet Core is in its facts', () => {
    const { raw, signature, txid } = recorded.walletCoreOptIn;
    const facts = walletCore.find(({ kind }) => kind === 'optIn');
    expect(facts).toMatchObject({ id: txid, signed: `82a3736967c440${signature}a374786e${raw}` });
  });
});

describeCaptures('golden transactions', [path('vectors-golden-transactions')], (read) => {
  type Row = Readonly<Record<string, string>>;
  const { scenarios }: { readonly scenarios: Readonly<Record<string, readonly Row[]>> } = JSON.parse(
    read(path('vectors-golden-transactions')),
  );
  const rows = Object.values(scenarios).flat();

  it('equal the facts, all of them', () => {
    expect(golden.filter(({ source }) => source === 'sdk-testing').map(({ signed }) => signed)).toEqual(
      rows.map((row) => Buffer.from(row.golden ?? '', 'base64').toString('hex')),
    );
  });

  it('have the fields that stand beside them', () => {
    for (const row of rows) {
      const { txn } = decode(Buffer.from(row.golden ?? '', 'base64')) as { readonly txn: Fields };
      expect(txn).toMatchObject({
        ...{ fee: BigInt(row.fee ?? ''), fv: BigInt(row['first-valid'] ?? ''), lv: BigInt(row['last-valid'] ?? '') },
        ...{ gen: row['genesis-id'], snd: bytesOfAddress(row.sender ?? '') },
      });
      if (row.amount !== undefined) expect(txn.amt).toBe(BigInt(row.amount));
      if (row.nonpart !== undefined) expect(txn.nonpart ?? false).toBe(row.nonpart === 'true');
    }
  });
});

describeCaptures('mined transactions', [path('mined-transactions')], (read) => {
  it('equal the facts, all of them', () => {
    const recorded: readonly { readonly id: string; readonly txId: string; readonly signed: string }[] = JSON.parse(
      read(path('mined-transactions')),
    );
    expect(mined.map(({ name: id, txId, signed }) => ({ id, txId, signed }))).toEqual(
      recorded.map(({ id, txId, signed }) => ({ id, txId, signed })),
    );
  });
});
