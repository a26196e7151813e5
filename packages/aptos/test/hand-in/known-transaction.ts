import type { KnownTransaction } from '@isochain/conformance/hand-ins/hand-in.ts';

// A transaction of the main network: trustwallet/wallet-core, rust/chains/tw_aptos/tests/signer.rs, test_implicit_aptos_sign_coin_transfer. Its id is
// 0x197d40ea12e2bfc65a0a913b9f4ca3b0b0208fe0c1514d3d55cef3d5bcf25211.
export const knownTransaction: KnownTransaction = {
  chainId: 'aptos',
  data: {
    mode: 'transferToken',
    senderAddress: '0x1869b853768f0ba935d67f837a66b172dd39a60ca2315f8d4e0e669bbd35cf25',
    tokenId: '0xe9c192ff55cffab3963c695cff6dbf9dad6aff2bb5ac19a6415cad26a81860d9::mee_coin::MeeCoin',
    recipientAddress: '0xb7c7d12080209e9dc14498c80200706e760363fb31782247e82cf57d1d6e5d6c',
    amount: '10000',
    useMaxAmount: false,
    fees: '200000',
    gas: '2000',
    nonce: '2',
    senderPubKey: '62e7a6a486553b56a53e89dfae3f780693e537e5b0a7ed33290780e581ca8369',
    params: {
      chainId: 1,
      gasUnitPrice: '100',
      expirationTimestampSecs: '3664390082',
      publicKey: '62e7a6a486553b56a53e89dfae3f780693e537e5b0a7ed33290780e581ca8369',
      scheme: 'ed25519',
      function: '0x1::aptos_account::transfer_coins',
      typeArguments: ['0xe9c192ff55cffab3963c695cff6dbf9dad6aff2bb5ac19a6415cad26a81860d9::mee_coin::MeeCoin'],
    },
  },
  encoded: [
    {
      raw: {
        format: 'BCS',
        value:
          'b5e97db07fa0bd0e5598aa3643a9bc6f6693bddc1a9fec9e674a461eaa00b1931869b853768f0ba935d67f837a66b172dd39a60ca2315f8d4e0e669bbd35cf2502000000000000000200000000000000000000000000000000000000000000000000000000000000010d6170746f735f6163636f756e740e7472616e736665725f636f696e730107e9c192ff55cffab3963c695cff6dbf9dad6aff2bb5ac19a6415cad26a81860d9086d65655f636f696e074d6565436f696e000220b7c7d12080209e9dc14498c80200706e760363fb31782247e82cf57d1d6e5d6c081027000000000000d0070000000000006400000000000000c2276ada0000000001',
      },
    },
  ],
};
