import { it } from 'vitest';
import { esploraTransactions } from '../../../test/esplora-answers.ts';
import { expectAnswer } from '../../../test/expect-answer.ts';

it.each(esploraTransactions)('writes $txid as a server does', (captured) => expectAnswer(captured));
