import type { FakeDeposit, FakeKind } from '@isochain/conformance';
import { type Output, ScriptedChain } from '../scripted-upstream.ts';
import { scripts } from '../spending.ts';
import { notOfAccount, text, twins } from './outputs.ts';
import { account, told, type Write } from './upstreams.ts';

const amount = 9_000_000n;
const dust = 546n;
const [thief, known] = [addressOf(2), addressOf(3)];
/** It begins like the known one. The end is a checksum. */
const lookAlike = addressOf(3, 99);

function addressOf(seed: number, last = seed): string {
  const hash = new Array<number>(20).fill(seed).with(-1, last);
  return new ScriptedChain('bitcoin').addressOf(Uint8Array.from([0, 0x14, ...hash]));
}

const to = (address: string, value = amount): Output & { readonly address: string } => ({
  ...{ script: new ScriptedChain('bitcoin').scriptOf(address), address, value },
});

/** One fake for each output. */
function outputsOf(kind: FakeKind, named: Readonly<Record<string, Output>>): FakeDeposit[] {
  return Object.entries(named).map(([name, output]) => ({
    ...{ kind, name },
    told: told((ledger) => ledger.pay([output], { from: thief }), {
      isListed: output.shownAs?.includes(account) === true,
    }),
  }));
}

/** A real one. */
export const paid: Write = (ledger) => ledger.fund(account, amount, { from: thief }).txid;

/** Its block was reorganised away. */
const reorganised =
  (write: Write): Write =>
  (ledger) => {
    const id = write(ledger);
    ledger.reorganise(id);
    return id;
  };

/** The thief pays himself with the coins that he promised. */
const replaced: Write = (ledger) => {
  const id = ledger.fund(account, amount, { from: thief, height: null }).txid;
  ledger.forget(id);
  ledger.fund(thief, amount, { from: thief });
  return id;
};

const forgotten = { isListed: false, isKnown: false } as const;

const minedCoins = reorganised((ledger) => ledger.fund(account, amount, { coinbase: true }).txid);
const noCoinbase = 'Indexers forget the coins of a block that was reorganised away.';

const waiting: readonly FakeDeposit[] = [
  {
    kind: 'a transaction that waits',
    name: 'a payment in the mempool',
    told: told((ledger) => ledger.fund(account, amount, { from: thief, height: null }).txid),
  },
  {
    kind: 'a transaction that waits',
    name: 'a payment whose block was reorganised away',
    told: told(reorganised(paid)),
  },
  {
    kind: 'a transaction that waits',
    name: 'coins of a block that was reorganised away',
    told: { ...told(minedCoins), esplora: noCoinbase, blockbook: noCoinbase },
  },
];

const replacing: readonly FakeDeposit[] = [
  {
    kind: 'a transaction that another one replaced',
    name: 'a payment with a lower fee',
    told: told(replaced, forgotten),
  },
  {
    kind: 'a transaction that another one replaced',
    name: 'a payment in a block that was reorganised away, whose coins another one spent',
    // A node with an index of transactions keeps it. Indexers forget it.
    told: { ...told(replaced, forgotten), core: told(reorganised(paid)).core },
  },
];

export const fakes: readonly FakeDeposit[] = [
  ...outputsOf('an event or a log that anybody can write', notOfAccount),
  {
    kind: 'an event or a log that anybody can write',
    name: 'dust beside a text that tells more, and beside coins that are burned',
    told: told(
      (ledger) =>
        ledger.pay([to(account, dust), text(`pay 9000000 to ${account}`), text(account, amount)], { from: thief }),
      { came: [{ amount: String(dust) }] },
    ),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'change: what the account gets back of its own coins',
    told: told((ledger) => {
      const coin = ledger.fund(account, amount, { from: thief });
      const id = ledger.spend([coin], [to(account, amount - 5_000n), to(thief, 4_000n)]);
      ledger.confirm(id);
      return id;
    }),
  },
  ...waiting,
  ...replacing,
  ...outputsOf('a receiver on another chain', twins),
  {
    kind: 'a receiver on another chain',
    name: 'coins for a bridge, and a text that names the account as who gets them elsewhere',
    told: told((ledger) => ledger.pay([to(known), text(`=:BTC.BTC:${account}`)]), { isListed: false }),
  },
  {
    kind: 'a receiver on another chain',
    name: 'a payment on Bitcoin to the address with the same hash',
    told: told(() => paid(new ScriptedChain('bitcoin')), {
      ...{ ...forgotten, chainId: 'litecoin' },
      account: new ScriptedChain('litecoin').addressOf(scripts.p2wpkh),
    }),
  },
  {
    kind: 'a transfer of nothing',
    name: 'an output without coins',
    told: told((ledger) => ledger.pay([to(account, 0n), to(thief)], { from: thief })),
  },
  {
    kind: 'a payment from an address that looks like a known one',
    name: 'dust, beside a large payment to the address that the payer imitates',
    told: told((ledger) => ledger.pay([to(account, dust), to(known)], { from: lookAlike }), {
      came: [{ amount: String(dust) }],
    }),
  },
];
