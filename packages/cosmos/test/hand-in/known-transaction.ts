import type { KnownTransaction } from '@isochain/conformance/hand-ins/hand-in.ts';

// A recorded answer of a public service with this interface. It is in fixtures/encoded.json too.
export const knownTransaction: KnownTransaction = {
  chainId: 'cosmoshub',
  data: {
    memo: 'adamik-test-memo',
    mode: 'transfer',
    senderAddress: 'cosmos1g84934jpu3v5de5yqukkkhxmcvsw3u2ajxvpdl',
    recipientAddress: 'cosmos1g84934jpu3v5de5yqukkkhxmcvsw3u2ajxvpdl',
    amount: '10000',
    fees: '2791',
    gas: '111635',
    nonce: '180',
    senderPubKey: 'A4hFmyZTUZlIsSSS8aC0ZHIBEMFHqBVdI9Qjpcw8Idia',
    useMaxAmount: false,
    params: { nativeId: 'cosmoshub-4', accountNumber: '31094', feeDenom: 'uatom' },
  },
  encoded: [
    {
      raw: {
        format: 'SIGNDOC_DIRECT',
        value:
          '0aa3010a8e010a1c2f636f736d6f732e62616e6b2e763162657461312e4d736753656e64126e0a2d636f736d6f73316738343933346a70753376356465357971756b6b6b68786d63767377337532616a787670646c122d636f736d6f73316738343933346a70753376356465357971756b6b6b68786d63767377337532616a787670646c1a0e0a057561746f6d1205313030303012106164616d696b2d746573742d6d656d6f12680a510a460a1f2f636f736d6f732e63727970746f2e736563703235366b312e5075624b657912230a210388459b2653519948b12492f1a0b464720110c147a8155d23d423a5cc3c21d89a12040a02080118b40112130a0d0a057561746f6d1204323739311093e8061a0b636f736d6f736875622d3420f6f201',
      },
      hash: { format: 'sha256', value: '91f7f8b94c6d571e29254dc6b6ec51e6ec5c8d27b8534035b7a9206886320b79' },
    },
    {
      raw: {
        format: 'SIGNDOC_DIRECT_JSON',
        value:
          '{"bodyBytes":"Co4BChwvY29zbW9zLmJhbmsudjFiZXRhMS5Nc2dTZW5kEm4KLWNvc21vczFnODQ5MzRqcHUzdjVkZTV5cXVra2toeG1jdnN3M3UyYWp4dnBkbBItY29zbW9zMWc4NDkzNGpwdTN2NWRlNXlxdWtra2h4bWN2c3czdTJhanh2cGRsGg4KBXVhdG9tEgUxMDAwMBIQYWRhbWlrLXRlc3QtbWVtbw==","authInfoBytes":"ClEKRgofL2Nvc21vcy5jcnlwdG8uc2VjcDI1NmsxLlB1YktleRIjCiEDiEWbJlNRmUixJJLxoLRkcgEQwUeoFV0j1COlzDwh2JoSBAoCCAEYtAESEwoNCgV1YXRvbRIEMjc5MRCT6AY=","chainId":"cosmoshub-4","accountNumber":"31094"}',
      },
    },
  ],
};
