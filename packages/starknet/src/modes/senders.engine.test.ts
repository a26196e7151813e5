import { type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTill, signer, type Till } from '../../test/till.ts';
import { accountClasses, type ClassName, classNames } from '../account/classes.ts';

// Accounts of every class, from the question to the signature that each wants.

const recipientAddress = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';

let engine: StarknetStandIn;
let till: Till;

beforeAll(async () => {
  engine = await startStarknet();
  till = openTill(engine);
});
afterEach(() => engine.setMining('each'));
afterAll(() => engine.stop());

type Kind = Parameters<StarknetStandIn['deployAccount']>[0];

/** Places an account with 10,000 STRK. */
function placed(name: string, kind: Kind, options?: Parameters<StarknetStandIn['deployAccount']>[2]) {
  const by = signer(name);
  return { by, senderAddress: engine.deployAccount(kind, by.publicKey, options) };
}

const transferFrom = (senderAddress: string, amount = '10000') =>
  ({ mode: 'transfer', senderAddress, recipientAddress, amount }) as const;

/** The signature of the last transaction that the engine got. */
function lastSignature(): readonly string[] {
  const sent = engine.requests.filter(({ method }) => method === 'starknet_addInvokeTransaction').at(-1);
  const { invoke_transaction } = (sent?.params ?? {}) as {
    readonly invoke_transaction?: { readonly signature: string[] };
  };
  return invoke_transaction?.signature ?? [];
}

/** The engine knows the code of these classes. */
const known = (
  [
    ['argent-0.3.0', 'argent-0.3.0'],
    ['argent-0.3.1', 'argent-0.3.1'],
    ['argent-0.4.0', 'argent-0.4.0'],
    ['argent-0.5.0', 'argent-0.5.0'],
    ['openzeppelin-0.8.1', 'openzeppelin-0.17'],
    ['openzeppelin-1.0.0', 'openzeppelin-1.0.0'],
    ['braavos-1.0.0', 'braavos'],
    ['braavos-1.1.0', 'braavos'],
    ['braavos-1.2.0', 'braavos'],
  ] as const satisfies readonly (readonly [ClassName, Kind])[]
).map(([className, kind]) => ({ className, kind }));

describe.each(known)('an account of $className', ({ className, kind }) => {
  it('sends, with a signature in its own layout', async () => {
    const { classHash, layout } = accountClasses[className];
    const { by, senderAddress } = placed(className, kind, { classHash });
    const encoded = await till.encode(transferFrom(senderAddress));
    expect(encoded.transaction.data).toMatchObject({ params: { account: className } });
    for (const spelling of ['DER', 'unpadded'] as const) {
      const outcome = await till.send(await till.encode(transferFrom(senderAddress)), by, spelling);
      expect(outcome).toMatchObject({ status: 'SUCCEEDED' });
      expect(outcome.fee).toBeLessThanOrEqual(outcome.offered.fee);
    }
    const signature = lastSignature();
    expect(signature).toHaveLength(layout === 'signers' ? 5 : 2);
    if (layout === 'signers') expect(signature.slice(0, 3)).toEqual(['0x1', '0x0', by.publicKey]);
  });

  it('leaves only what it did not pay in fees, if all is sent', async () => {
    const { by, senderAddress } = placed(`${className} max`, kind, { classHash: accountClasses[className].classHash });
    const { amount: _, ...all } = transferFrom(senderAddress);
    const outcome = await till.send(await till.encode({ ...all, useMaxAmount: true }), by);
    expect(outcome).toMatchObject({ status: 'SUCCEEDED' });
    expect(await engine.balance(senderAddress)).toBe(outcome.offered.fee - outcome.fee);
  });
});

it('knows the code of a class of each kind', () => {
  const kinds = new Set(known.map(({ className }) => accountClasses[className].kind));
  expect(kinds).toEqual(new Set(classNames.map((name) => accountClasses[name].kind)));
});

describe('an upgrade', () => {
  it('counts from the next intent on, because the class is asked every time', async () => {
    const { by, senderAddress } = placed('upgrades', 'argent-0.3.1');
    await till.send(await till.encode(transferFrom(senderAddress)), by);
    expect(lastSignature()).toHaveLength(2);
    engine.setClassHash(senderAddress, accountClasses['argent-0.5.0'].classHash);
    await till.send(await till.encode(transferFrom(senderAddress)), by);
    expect(lastSignature()).toHaveLength(5);
  });

  it('to a class that cannot be served is noticed', async () => {
    const { by, senderAddress } = placed('upgrades to nothing', 'argent-0.4.0');
    await till.send(await till.encode(transferFrom(senderAddress)), by);
    engine.setClassHash(senderAddress, '0x7aeca3456816e3b833506d7cc5c1313d371fbdb0ae95ee70af72a4ddbf42594');
    expect(await till.refusals(transferFrom(senderAddress))).toMatchObject([
      { code: 'sender.notWallet', message: expect.stringContaining('multisig account of Argent') },
    ]);
  });
});

// starknet-snap #150, argent-x #2104: wallets took the nonce of the latest block while a transaction was waiting.
describe('the nonce', () => {
  it('is the one after a transaction that no block holds yet', async () => {
    const { by, senderAddress } = placed('waits', 'argent-0.4.0');
    engine.setMining('pre-confirmed');
    const nonces: unknown[] = [];
    for (const amount of ['1', '2', '3']) {
      const encoded = await till.encode(transferFrom(senderAddress, amount));
      nonces.push((encoded.transaction.data as { nonce: string }).nonce);
      await till.chain.broadcast({ ...encoded.transaction, signature: till.sign(encoded, by, 'DER') } as never);
    }
    expect(nonces).toEqual(['1', '2', '3']);
    const before = await engine.balance(recipientAddress);
    await engine.mine();
    expect(engine.nonce(senderAddress)).toBe(4n);
    expect(await engine.balance(recipientAddress)).toBeGreaterThanOrEqual(before);
  });

  it('is used up by a transaction that failed, and its fee is paid', async () => {
    const { by, senderAddress } = placed('fails', 'argent-0.4.0');
    const encoded = await till.encode(transferFrom(senderAddress, (9_990n * 10n ** 18n).toString()));
    const meanwhile = await till.encode({ ...transferFrom(senderAddress, (100n * 10n ** 18n).toString()) });
    await till.send(meanwhile, by);
    await expect(till.send(encoded, by)).rejects.toMatchObject({ name: 'RefusedError' });
    expect((await till.encode(transferFrom(senderAddress))).transaction.data).toMatchObject({ nonce: '2' });
  });
});
