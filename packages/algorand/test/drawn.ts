import { createHash } from 'node:crypto';
import { addressOf, mainnet } from './judge.ts';
import { type Kind, type Made, madeOf } from './made.ts';

// Transactions that follow from their number alone, so that another library can be asked about the same ones (fixtures/python-sdk.json).

const most = 2n ** 64n - 1n;

/** 32 bytes that nothing else has. */
const bytesOf = (...names: readonly (string | number)[]) =>
  new Uint8Array(createHash('sha256').update(names.join(':')).digest());

/** A number of 1 to 64 bits, from 1 on: short ones as often as long ones. */
function numberOf(...names: readonly (string | number)[]): bigint {
  const bytes = Buffer.from(bytesOf(...names));
  const drawn = bytes.readBigUInt64BE(8) >> (BigInt(bytes[0] ?? 0) % 64n);
  return drawn === 0n ? 1n : drawn;
}

/** The transaction of a kind and a number. */
export function drawnOf(kind: Kind, index: number): Made {
  const number = (name: string) => numberOf(kind, index, name);
  const bytes = (name: string) => bytesOf(kind, index, name);
  const firstValid = number('first') > most - 1_000n ? 1n : number('first');
  const voteFirst = number('from') > most - 1_000n ? 1n : number('from');
  const sender = addressOf(bytes('sender'));
  return madeOf(kind, {
    sender,
    signer: sender,
    recipient: addressOf(bytes('recipient')),
    assetId: number('asset'),
    amount: number('amount'),
    fee: 1n + (number('fee') % 10_000_000n),
    firstValid,
    lastValid: firstValid + (number('life') % 1_001n),
    ...mainnet,
    note: index % 3 === 0 ? undefined : Buffer.from('é'.repeat(1 + Number(number('note') % 512n))),
    lease: index % 2 === 0 ? undefined : bytes('lease'),
    voteKey: bytes('vote'),
    selectionKey: bytes('selection'),
    stateProofKey: Uint8Array.from([...bytes('proof'), ...bytes('more')]),
    voteFirst,
    voteLast: voteFirst + 1n + (number('to') % 900n),
    voteKeyDilution: number('dilution'),
  });
}
