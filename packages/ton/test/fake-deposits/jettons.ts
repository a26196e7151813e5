import type { FakeDeposit } from '@isochain/conformance';
import { canonicalAddress } from '../../src/address/address.ts';
import { jettonOps, jettonTransferCell } from '../../src/bytes/jetton-messages.ts';
import { Address, beginCell } from '../../src/ton-core.ts';
import { internalMessage } from '../scripted-traces.ts';
import { action, ann, card, common, type MadeTrace, order, started, thief, told } from './indexes.ts';

// Fakes with jettons.

const master = Address.parseRaw(`0:${'d'.repeat(64)}`);
const [thiefsTokens, annsTokens] = ['1', '2'].map((digit) => Address.parseRaw(`0:${digit.repeat(64)}`)) as [
  Address,
  Address,
];

/** A transfer of a jetton. If it does not succeed, the wallet of the recipient throws, and the jettons are back. */
function transfer(symbol: string, amount: bigint, succeeds = true): MadeTrace {
  const body = jettonTransferCell({ queryId: 0n, amount, to: ann, excessTo: thief, forwardAmount: 0n });
  const moving = beginCell()
    .storeUint(jettonOps.internalTransfer, 32)
    .storeUint(0, 64)
    .storeCoins(amount)
    .storeAddress(thief)
    .storeAddress(thief)
    .storeCoins(0n)
    .storeBit(false)
    .endCell();
  const asked = internalMessage(thief, thiefsTokens, 50n, body, { bounce: true });
  const moved = internalMessage(thiefsTokens, annsTokens, 40n, moving, { bounce: true });
  const back = internalMessage(annsTokens, thiefsTokens, 30n, moving, { bounced: true });
  const signed = order({ to: thiefsTokens, value: 50n, bounce: true, body });
  const jetton = { address: master.toRawString(), name: 'A token', symbol, decimals: 9 };
  const said = {
    ...{ sender: card(thief), recipient: card(ann), amount: String(amount), jetton },
    ...{ senders_wallet: thiefsTokens.toRawString(), recipients_wallet: annsTokens.toRawString() },
  };
  return {
    signed,
    transactions: [
      started(signed, asked),
      { ...common, account: thiefsTokens, lt: 2n, incoming: asked, outgoing: [moved] },
      { ...common, account: annsTokens, lt: 3n, incoming: moved, outgoing: succeeds ? [] : [back], succeeds },
      ...(succeeds ? [] : [{ ...common, account: thiefsTokens, lt: 4n, incoming: back, outgoing: [] }]),
    ],
    jettonWallets: [
      [thiefsTokens, thief, master],
      [annsTokens, ann, master],
    ],
    jetton: { master, symbol },
    actions: [action('JettonTransfer', said, succeeds ? 'ok' : 'failed')],
  };
}

const tokenId = canonicalAddress(master);

export const jettonFakes: readonly FakeDeposit[] = [
  ...['TON', 'GRAM', 'USD₮', 'USDT', 'ТОN'].map(
    (symbol): FakeDeposit => ({
      kind: 'a token with the name of the coin or of a listed token',
      name: `a jetton that calls itself ${symbol}`,
      told: told(transfer(symbol, 9_000_000n), { came: [{ amount: '9000000', tokenId }] }),
    }),
  ),
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'jettons that the wallet of the recipient did not take',
    told: told(transfer('DEMO', 9_000_000n, false)),
  },
  {
    kind: 'a transfer of nothing',
    name: 'a transfer of no jettons',
    told: told(transfer('DEMO', 0n)),
  },
];
