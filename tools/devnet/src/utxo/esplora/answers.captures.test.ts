import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import {
  addressMembers,
  type EsploraTransaction,
  esploraTransactions,
  listedCoin,
  shapeOf,
} from '../../../test/esplora-answers.ts';
import { expectAnswer } from '../../../test/expect-answer.ts';

const file = (name: string) => `utxo/esplora-${name}.json`;
const pages = ['taproot', 'first-page', 'chain-middle-page', 'chain-last-page'].map((page) =>
  file(`address-txs-${page}`),
);

describeCaptures('whole answers of Esplora', [...pages, file('address'), file('utxo-many')], (read) => {
  const answers = pages.flatMap((page) => JSON.parse(read(page)) as EsploraTransaction[]);

  it.each(answers)('writes $txid as a server does', (captured) => expectAnswer(captured));

  it('are what the facts are put together to, in the same order', () => {
    for (const transaction of esploraTransactions) {
      const whole = answers.find(({ txid }) => txid === transaction.txid);
      expect(JSON.stringify(transaction)).toBe(JSON.stringify(whole));
    }
  });

  it('have the members of an address and of a coin', () => {
    expect(Object.keys(JSON.parse(read(file('address'))))).toEqual(addressMembers);
    for (const coin of JSON.parse(read(file('utxo-many')))) expect(shapeOf(coin)).toEqual(shapeOf(listedCoin));
  });
});
