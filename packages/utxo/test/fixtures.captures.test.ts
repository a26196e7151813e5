import { describeCaptures } from '@isochain/conformance';
import { parseJson } from '@isochain/core/upstream';
import { expect, it } from 'vitest';
import type * as z from 'zod';
import { chains } from '../src/chains.ts';
import * as blockbook from '../src/upstream/blockbook-schemas.ts';
import * as esplora from '../src/upstream/esplora-schemas.ts';
import { blockbookAnswer } from './blockbook-answers.ts';
import { recording } from './recorded-transactions.ts';

// The fixtures hold only the parts of each answer that we use. These tests read the whole answers.

const { maxSupply } = chains.bitcoin.policy;

/** What a schema reads, without the copy of the raw answer that it keeps. */
function readBy<T>(schema: z.ZodType<T>, answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema.parse(answer), (name, value) =>
      name === 'raw' ? undefined : typeof value === 'bigint' ? `${value}n` : value,
    ),
  );
}

const esploraAmount = esplora.amountSchema(maxSupply);
const esploraSchemas: [string, z.ZodType][] = [
  ['esplora-tx', esplora.transactionSchema(esploraAmount)],
  ...['taproot', 'first-page', 'chain-middle-page', 'chain-last-page'].map((page): [string, z.ZodType] => [
    `esplora-address-txs-${page}`,
    esplora.transactionSchema(esploraAmount).array(),
  ]),
  ['esplora-utxo-many', esplora.coinsSchema(esploraAmount, maxSupply)],
  ['esplora-address', esplora.statsSchema(maxSupply)],
];

const pathOf = (name: string) => `utxo/${name}.json`;

describeCaptures(
  'whole answers of Esplora',
  [...esploraSchemas.map(([name]) => pathOf(name)), pathOf('esplora-fee-estimates')],
  (read) => {
    const whole = (name: string) => parseJson(read(pathOf(name)));

    it.each(esploraSchemas)('%s: reads the same as its facts', (name, schema) => {
      expect(whole(name)).toMatchObject(recording(name) as object);
      expect(readBy(schema, whole(name))).toEqual(readBy(schema, recording(name)));
    });

    it('have the estimates of the facts', () => {
      expect(esplora.feeEstimatesSchema.parse(whole('esplora-fee-estimates'))).toMatchObject(
        recording('esplora-fee-estimates') as object,
      );
    });
  },
);

const blockbookAmount = blockbook.amountSchema(maxSupply);
const transaction = blockbook.transactionSchema(blockbookAmount);
const account = blockbook.accountSchema(transaction, maxSupply);
const coins = blockbook.coinsSchema(blockbookAmount, maxSupply);
const blockbookSchemas: [string, z.ZodType][] = [
  ['address-txids', account],
  ['address-txs', account],
  ['xpub-tokens-used', account],
  ['xpub-txs-derived-gap5', account],
  ['tx', transaction],
  ['tx-btc-confirmed', transaction],
  ['tx-btc-unconfirmed', transaction],
  ['utxo-address', coins],
  ['utxo-xpub', coins],
  ['utxo-unconfirmed-and-coinbase', coins],
  ['estimatefee', blockbook.feeSchema],
];
const refusals = ['sendtx-error', 'tx-not-found'];

const blockbookPath = (name: string) => pathOf(`blockbook-${name}`);

describeCaptures(
  'whole answers of Blockbook',
  [...blockbookSchemas.map(([name]) => name), ...refusals].map(blockbookPath),
  (read) => {
    /** Some were recorded with the request and the status beside them. */
    const whole = (name: string) => {
      const answer = JSON.parse(read(blockbookPath(name)));
      return answer.body ?? answer;
    };

    it.each(blockbookSchemas)('%s: reads the same as its facts', (name, schema) => {
      expect(whole(name)).toMatchObject(blockbookAnswer(name));
      expect(readBy(schema, whole(name))).toEqual(readBy(schema, blockbookAnswer(name)));
    });

    it.each(refusals)('%s: equals its facts', (name) => {
      expect(whole(name)).toEqual(blockbookAnswer(name));
    });
  },
);

describeCaptures('the whole answer of a service with the same interface', ['api-responses/bitcoin.json'], (read) => {
  it('holds the encoded item of the facts', () => {
    const [answer] = Object.values(JSON.parse(read('api-responses/bitcoin.json')));
    expect(answer).toMatchObject({ response: (recording('hosted-transfer') as { response: object }).response });
  });
});
