// The table of docs/benchmarks.md: node --conditions=isochain-source packages/utxo/test/print-performance.ts [runs]
// CPU time of the process, in milliseconds: the median of some runs, and the first one, which still compiles. Upstreams answer texts made before.
import process from 'node:process';
import { type Chain, type CompletedData, itemsOf } from '@isochain/core';
import { accountOf } from '../src/address/account-id.ts';
import { contextOf } from '../src/context.ts';
import { type UtxoOptions, utxo } from '../src/index.ts';
import { deriveAddresses } from './derive-addresses.ts';
import { vectorAccount } from './rig.ts';
import { ScriptedChain } from './scripted-upstream.ts';

const runs = Number(process.argv[2] ?? 5);

/** Coins of different amounts, the same in every run. */
const amountOf = (i: number) => BigInt(10_000 + ((i * 7_919) % 1_000_003));

/** Answers each path with the text that it was answered with first. */
function remembering(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const texts = new Map<string, Promise<{ text: string; status: number }>>();
  return async (input, init) => {
    const path = String(input);
    const known =
      texts.get(path) ??
      fetch(input, init).then(async (answer) => ({ text: await answer.text(), status: answer.status }));
    texts.set(path, known);
    const { text, status } = await known;
    return new Response(text, { status });
  };
}

async function measure(work: () => unknown): Promise<[number, number]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const [first = 0] = times;
  return [times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0, first];
}

const rows: [string, number, number][] = [];
const row = async (name: string, work: () => unknown) => rows.push([name, ...(await measure(work))]);

function open(ledger: ScriptedChain, kind: 'esplora' | 'blockbook', options: UtxoOptions = {}): Chain {
  const fetch = remembering(
    ledger.fetch({ 'https://one.test': kind === 'esplora' ? ledger.esplora() : ledger.blockbook() }),
  );
  return utxo.connect('bitcoin', { endpoints: [{ url: 'https://one.test', kind }], fetch, ...options });
}

const segwit = vectorAccount('bitcoin', 84);
const sender = {
  p2wpkh: segwit.addresses['0/0'] ?? '',
  p2tr: vectorAccount('bitcoin', 86).addresses['0/0'] ?? '',
  p2pkh: vectorAccount('bitcoin', 44).addresses['0/0'] ?? '',
};
const recipientAddress = segwit.addresses['0/1'] ?? '';

// A wallet with very many coins.
const rich = new ScriptedChain('bitcoin');
for (let i = 0; i < 100; i++) {
  rich.fundTogether(
    sender.p2wpkh,
    Array.from({ length: 100 }, (_, k) => amountOf(100 * i + k)),
  );
}
const chain = open(rich, 'esplora');
const intent = { mode: 'transfer', senderAddress: sender.p2wpkh, recipientAddress };
const encode = (more: object) => chain.encode({ ...intent, ...more });
await encode({ amount: '50000' });
await row('encode from 10,000 coins, 50,000 satoshi', () => encode({ amount: '50000' }));
await row('encode from 10,000 coins, 1 BTC (about 100 inputs)', () => encode({ amount: '100000000' }));
await row('encode from 10,000 coins, everything (500 inputs)', () => encode({ useMaxAmount: true }));

// An extended key with 1,000 addresses.
const context = contextOf('bitcoin');
const account = accountOf(context.network, segwit.xpub);
if (account.kind !== 'extended') throw new Error('not an extended key');
const wide = new ScriptedChain('bitcoin');
for (const { address, index } of deriveAddresses(context.network, account, 0, 0, 1_000)) {
  wide.fund(address, amountOf(index), { path: `m/84'/0'/0'/0/${index}` });
}
const book = open(wide, 'blockbook');
const widely = (more: object) => book.encode({ ...intent, senderAddress: segwit.xpub, ...more });
await widely({ amount: '50000' });
await row('encode from an extended key with 1,000 addresses', () => widely({ amount: '50000' }));
await row('the same, everything (500 inputs)', () => widely({ useMaxAmount: true }));
const { data: wide500, encoded } = (await widely({ useMaxAmount: true })).transaction;
// Signatures of another key: all data are read and made again, and the first signature is refused.
const signature = JSON.stringify(encoded.map(() => '11'.repeat(64)));
const refused = () => book.broadcast({ data: wide500 as CompletedData, encoded, signature }).catch(() => undefined);
await row('its broadcast, until signatures are refused', refused);

// As many inputs as nodes relay.
for (const [type, inputs] of [
  ['p2wpkh', 1_400],
  ['p2tr', 1_400],
  ['p2pkh', 640],
] as const) {
  const ledger = new ScriptedChain('bitcoin');
  for (let i = 0; i < inputs / 20; i++) {
    ledger.fundTogether(
      sender[type],
      Array.from({ length: 20 }, (_, k) => amountOf(20 * i + k)),
    );
  }
  const large = open(ledger, 'esplora', { maxInputs: 1_700 });
  const { transaction, status } = await large.encode({ ...intent, senderAddress: sender[type], useMaxAmount: true });
  if (transaction.encoded.length !== inputs)
    throw new Error(`${transaction.encoded.length} inputs: ${JSON.stringify(status)}`);
  const { checksum: _, ...params } = (transaction.data as { params: Record<string, unknown> }).params;
  const data = { ...transaction.data, params } as unknown as CompletedData;
  const assemble = () => itemsOf(large.adapter.bytes, data);
  await row(`all checks, PSBT and digests of ${inputs.toLocaleString('en')} ${type} inputs`, assemble);
}

console.log('| what | CPU ms | first run |');
console.log('| --- | ---: | ---: |');
for (const [name, median, first] of rows) console.log(`| ${name} | ${median.toFixed(0)} | ${first.toFixed(0)} |`);
