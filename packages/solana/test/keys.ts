import { createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey, signBytes } from '@solana/kit';

/** A key of a test, which signs with WebCrypto. */
export interface TestKey {
  readonly address: Awaited<ReturnType<typeof getAddressFromPublicKey>>;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

export async function testKey(seed: Uint8Array): Promise<TestKey> {
  const { privateKey, publicKey } = await createKeyPairFromPrivateKeyBytes(seed);
  return {
    address: await getAddressFromPublicKey(publicKey),
    sign: async (bytes) => new Uint8Array(await signBytes(privateKey, bytes)),
  };
}
