import type { KnownTransaction } from '@isochain/conformance/hand-ins/hand-in.ts';

// A transaction of the main network that enables a token: stellar/js-stellar-sdk, test/fixtures/rpc-corpus/transactions.json. Its id is
// a9f2662bca3d3a2aeafc7e9e27568e394ce8a8a940226aabc3a9bd78aba03fa2.
export const knownTransaction: KnownTransaction = {
  chainId: 'stellar',
  data: {
    mode: 'enableToken',
    senderAddress: 'GAEPXHXLCG5ALCAHQU2JI3SKD4QC4R5FA5WPOJCRNEVAMVXTINZCXFAD',
    tokenId: 'PALLADIUM:GBZNPMC7BP64JHNZ57OOFI6WNU5ILKS5ZXFMBR5TMR5CWPH5XB25FAUS',
    fees: '10000',
    nonce: '266779720338483752',
    params: {
      networkPassphrase: 'Public Global Stellar Network ; September 2015',
      maxTime: '1785874530',
      signers: ['GAEPXHXLCG5ALCAHQU2JI3SKD4QC4R5FA5WPOJCRNEVAMVXTINZCXFAD'],
      limit: '9223372036854775807',
    },
  },
  encoded: [
    {
      raw: {
        format: 'XDR',
        value:
          'AAAAAgAAAAAI+57rEboFiAeFNJRuSh8gLkelB2z3JFFpKgZW80NyKwAAJxADs8q+AA2qKAAAAAEAAAAAAAAAAAAAAABqckhiAAAAAAAAAAEAAAAAAAAABgAAAAJQQUxMQURJVU0AAAAAAAAActewXwv9xJ2579zio9ZtOoWqXc3KwMezZHorPP24ddJ//////////wAAAAAAAAAA',
      },
      hash: { format: 'sha256', value: 'a9f2662bca3d3a2aeafc7e9e27568e394ce8a8a940226aabc3a9bd78aba03fa2' },
    },
  ],
};
