import type { FakeDeposit } from '@isochain/conformance';
import { dataTransfer, keyTransfer, selectors } from '../scripted-ledger.ts';
import { hex } from '../scripted-node.ts';
import { account, thief, told } from './endpoints.ts';
import { call, contract, event } from './transactions.ts';

// Collectibles tell a number where tokens tell an amount.

const kind = 'an event or a log that anybody can write';

/** Of ERC-721 of Cairo 0. */
const number = dataTransfer(contract, thief, account, 9n);

const collection = { collectibles: [contract], symbols: { [contract]: 'USDC' }, isListed: false };

/** Transfers of as many tokens, which do not concern the account. */
const others = (count: number) =>
  Array.from({ length: count }, (_, i) => keyTransfer(hex(0x5000 + i), thief, thief, 1n));

export const collectibles: readonly FakeDeposit[] = [
  {
    kind,
    name: 'a collectible of Cairo 0, whose event is that of a token',
    told: told(call(number), collection),
  },
  ...(['supportsInterface', 'supports_interface'] as const).map(
    (spelling): FakeDeposit => ({
      kind,
      name: `a collectible whose contract tells decimals, and ${spelling}`,
      told: told(call(number), { ...collection, collectibles: [], collections: { [contract]: spelling } }),
    }),
  ),
  {
    kind,
    name: 'a collectible that is new',
    told: told(call(dataTransfer(contract, '0x0', account, 9n)), collection),
  },
  {
    kind,
    name: 'a collectible that names the parties in the keys',
    told: told(call(keyTransfer(contract, thief, account, 9n)), collection),
  },
  {
    kind,
    name: 'a collectible of Cairo 1',
    told: told(call(event([selectors.Transfer, thief, account, '0x9', '0x0'], [])), collection),
  },
  ...[60, 300].map(
    (count): FakeDeposit => ({
      kind,
      name: `a collectible behind ${count} tokens`,
      told: told(call(...others(count), number), collection),
    }),
  ),
];
