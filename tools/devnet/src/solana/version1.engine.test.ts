import {
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getUtf8Encoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { expect, it, onTestFinished } from 'vitest';
import { createKitClient } from './kit-client.ts';
import { startSolana } from './solana.ts';

const memoProgram = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

it('runs version 1 transactions, even longer than a packet, and tells their budget', async () => {
  const engine = await startSolana();
  onTestFinished(() => engine.stop());
  const client = createKitClient(engine);
  const payer = await client.signer(0);
  const recipient = address(engine.accounts[1]?.address ?? '');
  const { value: lifetime } = await client.rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (draft) => setTransactionMessageFeePayerSigner(payer, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => {
      const transfer = getTransferSolInstruction({ source: payer, destination: recipient, amount: 77n });
      return appendTransactionMessageInstructions(
        [{ programAddress: memoProgram, data: getUtf8Encoder().encode('x'.repeat(1500)) }, transfer],
        draft,
      );
    },
    (draft) =>
      setTransactionMessageConfig(
        { computeUnitLimit: 40_000, loadedAccountsDataSizeLimit: 1_000_000, priorityFeeLamports: 3n },
        draft,
      ),
  );
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  const before = await client.balance(recipient);
  const signature = await client.submit(wire);
  expect(await client.balance(recipient)).toBe(before + 77n);

  const config = { encoding: 'json', maxSupportedTransactionVersion: 1 } as const;
  const transaction = await client.rpc.getTransaction(signature, config).send();
  expect(transaction).toMatchObject({ version: 1, meta: { err: null, fee: 5_003n } });
  expect(transaction?.transaction.message).toMatchObject({
    transactionConfig: {
      ...{ priorityFee: 3n, computeUnitLimit: 40_000 },
      ...{ loadedAccountsDataSizeLimit: 1_000_000, heapSize: null },
    },
  });
  expect(transaction?.transaction.message).not.toHaveProperty('addressTableLookups');
  await expect(
    engine.rpc('getTransaction', [signature, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 }]),
  ).rejects.toMatchObject({ code: -32015 });
});
