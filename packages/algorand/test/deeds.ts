import type { Deed, Scene } from '@isochain/conformance';
import type { AlgorandEngine } from '@isochain/devnet/algorand';
import { bytesOfAddress, type Fields } from './judge.ts';
import { type TestKey, testKey } from './keys.ts';
import { type OwnTransaction, post, signOwn } from './own-transaction.ts';

// What happens to accounts beside the intents of the family. Other libraries make and sign it (judge.ts).

const algo = 1_000_000n;
/** Nobody else has this number. */
const outsider = testKey(20_000);
const bytes = bytesOfAddress;
/** No two transactions are the same. */
let made = 0;

export const withoutDeeds = {
  'a transaction that fails': 'What fails is in no block, and costs nothing.',
  'a contract that pays back': 'The stand-in runs no programs.',
};

/** @param engine - It runs when a deed is done. */
export function deedsOf(engine: () => AlgorandEngine): readonly Deed<TestKey>[] {
  const demo = () => engine().assetIds.demo;
  const token = ({ address }: TestKey, aamt: bigint, more: Fields = {}): Fields => ({
    ...{ type: 'axfer', xaid: BigInt(demo()), arcv: bytes(address), aamt },
    ...more,
  });

  /** @returns The id of the first one. */
  async function send(...group: readonly OwnTransaction[]): Promise<string> {
    made += 1;
    const note = Buffer.from(`deed ${made}`);
    const noted = group.map((one) => ({ ...one, fields: { note, ...one.fields } }));
    const { signed, ids } = signOwn(engine(), noted);
    const said = await post(engine(), signed);
    if (said !== 'taken') throw new Error(said);
    return ids[0] ?? '';
  }

  /** The outsider has what it gives. */
  async function invite(): Promise<void> {
    await engine().fund(outsider.address, 20n * algo);
    await engine().fund(outsider.address, 100_000n, demo());
  }

  /** The outsider sends itself nothing, with such a fee. */
  const idle = (fee: bigint): OwnTransaction => ({ key: outsider, fields: { ...pay(outsider, 0n), fee } });

  return [
    {
      kind: 'fees that another account pays',
      make: async ({ sender, recipient }) => {
        await invite();
        return send({ key: sender, fields: { ...pay(recipient, 2n * algo), fee: 0n } }, idle(2_000n));
      },
    },
    {
      kind: 'fees that another account pays',
      name: 'an outsider pays the fees of tokens',
      make: async ({ sender, recipient }) => {
        await invite();
        return send({ key: sender, fields: token(recipient, 12n, { fee: 0n }) }, idle(2_000n));
      },
    },
    {
      kind: 'fees that another account pays',
      name: 'the sender pays the fees of an outsider',
      make: async ({ sender, recipient }) => {
        await invite();
        return send({ key: sender, fields: token(recipient, 13n, { fee: 2_000n }) }, idle(0n));
      },
    },
    {
      kind: 'several movements in one transaction',
      name: 'an outsider gives a part to the one, and closes its account to the other',
      make: async ({ sender, recipient }) => {
        const leaving = testKey(30_000 + made);
        await engine().fund(leaving.address, 5n * algo);
        return send({ key: leaving, fields: { ...pay(sender, algo), close: bytes(recipient.address) } });
      },
    },
    {
      kind: 'several movements in one transaction',
      name: 'an outsider gives tokens to the one, and all others to the other',
      make: async ({ sender, recipient }) => {
        await invite();
        return send({ key: outsider, fields: token(sender, 14n, { aclose: bytes(recipient.address) }) });
      },
    },
    {
      kind: 'a sender from outside',
      name: 'a clawback',
      make: async ({ sender, recipient }) => {
        await invite();
        return withClawback(engine(), () =>
          send({ key: outsider, fields: token(recipient, 15n, { asnd: bytes(sender.address) }) }),
        );
      },
    },
    {
      kind: 'a sender from outside',
      name: 'the key of an outsider signs for the sender, and gives the account back',
      make: ({ sender, recipient }) => sendRekeyed({ sender, recipient }),
    },
  ];

  function sendRekeyed({ sender, recipient }: Pick<Scene<TestKey>, 'sender' | 'recipient'>): Promise<string> {
    engine().rekey(sender.address, outsider.address);
    const fields = { ...pay(recipient, 3n * algo), rekey: bytes(sender.address) };
    return send({ key: outsider, sender: sender.address, sgnr: outsider.address, fields });
  }
}

const pay = ({ address }: TestKey, amt: bigint): Fields => ({ type: 'pay', rcv: bytes(address), amt });

/** The outsider may take the demo token from everybody meanwhile. Nobody may in other tests. */
async function withClawback(engine: AlgorandEngine, run: () => Promise<string>): Promise<string> {
  const asset = { id: engine.assetIds.demo, creator: engine.others.creator.address };
  engine.placeAsset({ ...asset, clawback: outsider.address });
  try {
    return await run();
  } finally {
    engine.placeAsset({ ...asset, clawback: '' });
  }
}
