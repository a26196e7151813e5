import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import type { EncodedItem } from '@isochain/core';

/** Signs what encode answers, as wallets do: from the JSON of the direct document. @returns The signature in base64. */
export async function signDirect(
  { address, privateKey }: { readonly address: string; readonly privateKey: string },
  encoded: readonly EncodedItem[],
): Promise<string> {
  const prefix = address.slice(0, address.lastIndexOf('1'));
  const wallet = await DirectSecp256k1Wallet.fromKey(Buffer.from(privateKey.replace(/^0x/, ''), 'hex'), prefix);
  const item = encoded.find(({ raw }) => raw?.format === 'SIGNDOC_DIRECT_JSON');
  const { bodyBytes, authInfoBytes, chainId, accountNumber } = JSON.parse(item?.raw?.value ?? '{}');
  const { signature } = await wallet.signDirect(address, {
    ...{ chainId, accountNumber: BigInt(accountNumber) },
    bodyBytes: Buffer.from(bodyBytes, 'base64'),
    authInfoBytes: Buffer.from(authInfoBytes, 'base64'),
  });
  return signature.signature;
}
