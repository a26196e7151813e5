import type { KnownTransaction } from '@isochain/conformance/hand-ins/hand-in.ts';

// An answer of the hosted service with this interface: AdamikHQ/adamik-sdk tests/fixtures/api-responses/tron.json, 2025-07.
const txID = 'ed7e6ebe0339fa3efe24a199bdc4a83a051d16833d7cf338f38664f9fdcf87f2';
const raw =
  '0a02170b2208c6e099ee41aa8ac740a8ac84ed81335a66080112620a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412310a1541d43543fa38eabb1d10a302dd4c249662f0da3de91215411c506ba436e22d4892be0a949f3f065878a38d9718b96070e8dcdfec8133';

export const knownTransaction: KnownTransaction = {
  chainId: 'tron',
  data: {
    mode: 'transfer',
    senderAddress: 'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogL',
    recipientAddress: 'TCYvG9EYyHjBij8Xma6iDtLzow88888888',
    amount: '12345',
    useMaxAmount: false,
    fees: '0',
    params: {
      visible: false,
      txID,
      raw_data: {
        contract: [
          {
            parameter: {
              value: {
                amount: 12345,
                owner_address: '41d43543fa38eabb1d10a302dd4c249662f0da3de9',
                to_address: '411c506ba436e22d4892be0a949f3f065878a38d97',
              },
              type_url: 'type.googleapis.com/protocol.TransferContract',
            },
            type: 'TransferContract',
          },
        ],
        ref_block_bytes: '170b',
        ref_block_hash: 'c6e099ee41aa8ac7',
        expiration: 1752843753000,
        timestamp: 1752843153000,
      },
      raw_data_hex: raw,
    },
  },
  encoded: [{ raw: { format: 'RAW_TRANSACTION', value: raw }, hash: { format: 'sha256', value: txID } }],
};
