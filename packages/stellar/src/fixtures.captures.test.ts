import { describeCaptures } from '@isochain/conformance';
import { fromBase64, toHex } from '@isochain/core';
import { FeeBumpTransaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { expect, it } from 'vitest';
import { vectors } from '../test/fixtures.ts';
import { knownTransaction } from '../test/hand-in/known-transaction.ts';
import { passphrases } from '../test/judge.ts';
import { itemsOfData, signedOfData } from '../test/made.ts';
import { explain } from './bytes/explain.ts';
import { isSignatureOf } from './bytes/verify.ts';
import { namedChain } from './chains.ts';

// The fixtures hold only what we read, under names of ours. These tests compare them with the recordings, and read the envelopes of chains.

const path = (name: string) => `stellar/${name}.json`;

const { stellar: pubnet, 'stellar-testnet': testnet } = passphrases;

/** The hash of an envelope. */
const hashOf = (envelope: string, passphrase: string) => toHex(TransactionBuilder.fromXdr(envelope, passphrase).hash());

/** What encode would have answered: the envelope without its signatures. */
function unsignedOf(envelope: string): string {
  const read = xdr.TransactionEnvelope.fromXdr(envelope, 'base64');
  if (read.type !== 'envelopeTypeTx') throw new Error('it is no envelope of version 1');
  const { tx } = read.value;
  return xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures: [] })).toXdr('base64');
}

const explained = (value: string) => explain(namedChain('stellar'), [{ raw: { format: 'XDR', value } }]);

const unknown = { data: { mode: 'unknown' }, errors: [{ code: 'request.invalid' }] };

describeCaptures('the transactions of the older library', [path('vectors-sdk15')], (read) => {
  it('equal the facts, all of them', () => {
    const recorded: { readonly vectors: readonly Readonly<Record<string, string>>[] } = JSON.parse(
      read(path('vectors-sdk15')),
    );
    expect(vectors).toEqual(
      recorded.vectors.map(({ case: name, unsignedXdr: unsigned, hash, signature }) => ({
        ...{ name, hash, signature, unsigned },
      })),
    );
  });
});

describeCaptures('50 transactions of the main network', [path('horizon-mainnet-50-transactions-xdr')], (read) => {
  const { records }: { readonly records: readonly { readonly hash: string; readonly envelope_xdr: string }[] } =
    JSON.parse(read(path('horizon-mainnet-50-transactions-xdr')));

  it('have the hashes that stand in their ledgers, and encode makes none of them', () => {
    expect(records).toHaveLength(50);
    for (const { hash, envelope_xdr: envelope } of records) {
      expect(hashOf(envelope, pubnet)).toBe(hash);
      expect(hashOf(envelope, testnet)).not.toBe(hash);
      expect(explained(envelope)).toMatchObject(unknown);
    }
  });
});

interface Mined {
  readonly hash: string;
  readonly note: string;
  readonly envelope: string;
}

describeCaptures('mined transactions', [path('mined-transactions')], (read) => {
  const mined: readonly Mined[] = JSON.parse(read(path('mined-transactions')));

  it.each(mined.map((each) => [each.note, each] as const))('%s: the hash', (_, { hash, envelope }) => {
    expect(hashOf(envelope, pubnet)).toBe(hash);
  });

  it('are explained where encode makes such transactions, and unknown elsewhere', async () => {
    const known = mined.filter(({ note }) => note.startsWith('trustline'));
    expect(known).toHaveLength(1);
    for (const { hash, envelope } of known) {
      const value = unsignedOf(envelope);
      const { data, errors } = explained(value);
      expect(errors).toEqual([]);
      expect(data).toEqual({
        mode: 'enableToken',
        senderAddress: 'GAEPXHXLCG5ALCAHQU2JI3SKD4QC4R5FA5WPOJCRNEVAMVXTINZCXFAD',
        tokenId: 'PALLADIUM:GBZNPMC7BP64JHNZ57OOFI6WNU5ILKS5ZXFMBR5TMR5CWPH5XB25FAUS',
        fees: '10000',
        nonce: '266779720338483752',
        params: { maxTime: '1785874530', limit: '9223372036854775807' },
      });
      const completed = knownTransaction.data as Parameters<typeof signedOfData>[0];
      expect(itemsOfData(completed)[0]).toEqual({
        raw: { format: 'XDR', value },
        hash: { format: 'sha256', value: hash },
      });
      expect(await signedOfData(completed, envelope)).toEqual({ raw: envelope, hash });
    }
    for (const { note, envelope } of mined.filter((each) => !known.includes(each))) {
      // The operations of these name a source, or there are two.
      const read = TransactionBuilder.fromXdr(envelope, pubnet);
      const value = read instanceof FeeBumpTransaction ? envelope : unsignedOf(envelope);
      expect([note, explained(value)]).toEqual([note, expect.objectContaining({ data: { mode: 'unknown' } })]);
    }
  });
});

const submitted = path('horizon-submit-transaction-success');
const old = path('horizon-account-transactions');

describeCaptures('transactions of the test network', [submitted, old], (read) => {
  it('a submitted one has the hash and the signature that the node answered', () => {
    const { envelope_xdr: envelope, hash, signatures, source_account: source } = JSON.parse(read(submitted));
    expect(hashOf(envelope, testnet)).toBe(hash);
    const signature = fromBase64(signatures[0]) ?? new Uint8Array();
    const bytes = TransactionBuilder.fromXdr(envelope, testnet).hash();
    expect(isSignatureOf(signature, bytes, source)).toBe(true);
    expect(isSignatureOf(signature, TransactionBuilder.fromXdr(envelope, pubnet).hash(), source)).toBe(false);
  });

  it('older ones, of version 0, have the hashes that the node answered', () => {
    const records: readonly { readonly hash: string; readonly envelope_xdr: string }[] = JSON.parse(read(old))._embedded
      .records;
    expect(records.length).toBeGreaterThan(5);
    for (const { hash, envelope_xdr: envelope } of records)
      expect([hashOf(envelope, testnet), hashOf(envelope, pubnet)]).toContain(hash);
  });
});
