import {
  address,
  appendTransactionMessageInstructions,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { expect, it, onTestFinished } from 'vitest';
import { createKitClient, freshSigner } from './kit-client.ts';
import { startSolana } from './solana.ts';

it('runs transactions with lookup tables and tells the keys from the tables', async () => {
  const engine = await startSolana({ bare: true });
  onTestFinished(() => engine.stop());
  const client = createKitClient(engine);
  const payer = await client.signer(0);
  const recipient = address(engine.accounts[1]?.address ?? '');
  const other = (await freshSigner()).address;

  // u32 kind 1, u64 never deactivated, u64 last extended, u8 start, no authority, padding to 56 bytes.
  const header = new Uint8Array(56);
  header[0] = 1;
  header.fill(0xff, 4, 12);
  const table = (await freshSigner()).address;
  const addresses = [other, recipient];
  await engine.setAccount(table, {
    lamports: 10n ** 9n,
    owner: 'AddressLookupTab1e1111111111111111111111111',
    data: new Uint8Array(
      Buffer.concat([header, ...addresses.map((one) => getAddressEncoder().encode(one) as Uint8Array)]),
    ),
  });

  const { value: lifetime } = await client.rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayerSigner(payer, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => {
      const transfer = getTransferSolInstruction({ source: payer, destination: recipient, amount: 77n });
      return appendTransactionMessageInstructions([transfer], draft);
    },
    (draft) => compressTransactionMessageUsingAddressLookupTables(draft, { [table]: addresses }),
  );
  const before = await client.balance(recipient);
  const signature = await client.submit(
    getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message)),
  );
  expect(await client.balance(recipient)).toBe(before + 77n);

  const config = { encoding: 'json', maxSupportedTransactionVersion: 0 } as const;
  const transaction = await client.rpc.getTransaction(signature, config).send();
  expect(transaction?.version).toBe(0);
  expect(transaction?.meta?.loadedAddresses).toEqual({ readonly: [], writable: [recipient] });
  expect(transaction?.meta?.preBalances).toEqual([10n ** 13n, 1n, before]);
  expect(transaction?.meta?.postBalances).toEqual([10n ** 13n - 5_077n, 1n, before + 77n]);
  expect(transaction?.transaction.message).toMatchObject({
    accountKeys: [payer.address, '11111111111111111111111111111111'],
    addressTableLookups: [{ accountKey: table, readonlyIndexes: [], writableIndexes: [1] }],
  });
  await expect(engine.rpc('getTransaction', [signature, { commitment: 'confirmed' }])).rejects.toMatchObject({
    code: -32015,
  });
  const [newest] = await client.rpc.getSignaturesForAddress(recipient).send();
  expect(newest?.signature).toBe(signature);
});
