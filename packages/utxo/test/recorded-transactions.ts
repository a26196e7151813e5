import { readFileSync } from 'node:fs';
import { parseJson } from '@isochain/core/upstream';
import { chains } from '../src/chains.ts';
import type { ChainTransaction } from '../src/upstream/backend.ts';
import * as blockbook from '../src/upstream/blockbook-schemas.ts';
import * as esplora from '../src/upstream/esplora-schemas.ts';
import { blockbookAnswer } from './blockbook-answers.ts';

const { maxSupply } = chains.bitcoin.policy;

/** A recorded answer, as our reader of JSON takes it (sources are in fixtures/README.md). */
export function recording(name: string): unknown {
  return parseJson(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
}

/** Recorded transactions of an Esplora, as the rest of the package sees them. */
export function esploraTransactions(name: string): ChainTransaction[] {
  const schema = esplora.transactionSchema(esplora.amountSchema(maxSupply));
  return (recording(name) as unknown[]).map((raw) => schema.parse(raw));
}

/** Recorded transactions of a Blockbook, alone or from the answer about an account, in the form that the package uses. */
export function blockbookTransactions(name: string): ChainTransaction[] {
  const schema = blockbook.transactionSchema(blockbook.amountSchema(maxSupply));
  const answer = blockbookAnswer(name.replace(/^blockbook-/, ''));
  return (answer.transactions ?? [answer]).map((raw: unknown) => schema.parse(raw).transaction);
}
