import type { KnownTransaction } from '@isochain/conformance/hand-ins/hand-in.ts';

// A transaction of the main network that gives away an asset of which there is one: trustwallet/wallet-core, tests/chains/Algorand/SignerTests.cpp
// (SignAssetNFTTransfer). Its id, as explorers show it, is FFLUH4QKZHG744RIQ2AZNWZUSIIH262KZ4MEWSY4RXMWN5NMOOJA.
export const knownTransaction: KnownTransaction = {
  chainId: 'algorand',
  data: {
    mode: 'transferToken',
    senderAddress: 'ZJAHTHNM3NLE2EEWMEOZ3JWKPJVESFXW22ATQODAOJNO3L7JCYL5DEJNJI',
    recipientAddress: '362T7CSXNLIOBX6J3H2SCPS4LPYFNV6DDWE6G64ZEUJ6SY5OJIR6SB5CVE',
    tokenId: '989643841',
    amount: '1',
    memo: 'TWT TO THE MOON',
    fees: '1000',
    params: {
      genesisId: 'mainnet-v1.0',
      genesisHash: 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=',
      firstValid: '27963950',
      lastValid: '27964950',
      txId: 'FFLUH4QKZHG744RIQ2AZNWZUSIIH262KZ4MEWSY4RXMWN5NMOOJA',
    },
  },
  encoded: [
    {
      raw: {
        format: 'MSGPACK',
        value:
          '8ba461616d7401a461726376c420dfb53f8a576ad0e0dfc9d9f5213e5c5bf056d7c31d89e37b992513e963ae4a23a3666565cd03e8a26676ce01aab22ea367656eac6d61696e6e65742d76312e30a26768c420c061c4d8fc1dbdded2d7604be4568e3f6d041987ac37bde4b620b5ab39248adfa26c76ce01aab616a46e6f7465c40f54575420544f20544845204d4f4f4ea3736e64c420ca40799dacdb564d1096611d9da6ca7a6a4916f6d681383860725aedafe91617a474797065a56178666572a478616964ce3afcc441',
      },
      hash: {
        format: 'sha512_256',
        value:
          '54588ba461616d7401a461726376c420dfb53f8a576ad0e0dfc9d9f5213e5c5bf056d7c31d89e37b992513e963ae4a23a3666565cd03e8a26676ce01aab22ea367656eac6d61696e6e65742d76312e30a26768c420c061c4d8fc1dbdded2d7604be4568e3f6d041987ac37bde4b620b5ab39248adfa26c76ce01aab616a46e6f7465c40f54575420544f20544845204d4f4f4ea3736e64c420ca40799dacdb564d1096611d9da6ca7a6a4916f6d681383860725aedafe91617a474797065a56178666572a478616964ce3afcc441',
      },
    },
  ],
};
