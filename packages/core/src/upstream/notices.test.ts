import { describe, expect, it } from 'vitest';
import { isWebPage, noticeIn, noticeInBody } from './notices.ts';

// Texts as providers and nodes send them. Sources: DefiLlama/DefiLlama-Adapters#21099 (Lava), tahowallet/extension#3808 (Ankr), docs.etherscan.io/v2-migration
// (Etherscan), docs.alchemy.com (Must be authenticated), docs.infura.io (project id).
const texts: [ReturnType<typeof noticeIn>, string][] = [
  ['closed', 'This endpoint has been discontinued.'],
  ['closed', 'The public RPC service was shut down. Get a key at our site.'],
  ['closed', 'We have discontinued our public endpoints'],
  ['closed', 'Our free API is no longer available'],
  [
    'closed',
    'You are using a deprecated V1 endpoint, switch to Etherscan API V2 using https://docs.etherscan.io/v2-migration',
  ],
  [
    'unauthorized',
    'Unauthorized: You must authenticate your request with an API key. Create an account and generate your key.',
  ],
  ['unauthorized', 'Unauthorized'],
  ['unauthorized', 'Must be authenticated!'],
  ['unauthorized', 'invalid API key'],
  ['unauthorized', 'invalid project id'],
  ['unauthorized', 'API key is required'],
  ['unauthorized', 'Missing/Invalid API Key'],
  // Answers of nodes: nothing is closed.
  [undefined, 'the method eth_foo does not exist/is not available'],
  [undefined, 'rpc method getConfirmedBlock is no longer supported'],
  [undefined, 'required historical state is no longer available at this endpoint'],
  [undefined, 'historical state abc is not available'],
  [undefined, 'Transaction not found'],
  [undefined, 'rpc connection is closed'],
  [undefined, 'insufficient funds for gas * price + value'],
  [undefined, 'unauthorized: signature verification failed; please verify account number'],
  [undefined, 'invalid token id'],
  // A text of a client stands later.
  [undefined, `There is no asset named ${'x'.repeat(100)} this endpoint has been discontinued`],
];

describe('noticeIn', () => {
  it.each(texts)('%s: %s', (means, text) => {
    expect(noticeIn(text)).toBe(means);
  });
});

describe('noticeInBody', () => {
  it('reads errors in JSON of several forms, and plain texts', () => {
    const said = 'This endpoint has been discontinued.';
    for (const body of [
      said,
      { error: said },
      { message: said, code: 410 },
      { error: { message: said } },
      { detail: said },
    ]) {
      expect(noticeInBody(typeof body === 'string' ? body : JSON.stringify(body))).toBe('closed');
    }
  });

  it('leaves alone what may be an answer', () => {
    const said = 'This endpoint has been discontinued.';
    expect(noticeInBody(JSON.stringify({ message: said, items: [] }))).toBeUndefined();
    expect(noticeInBody(JSON.stringify({ balance: '1', message: said }))).toBeUndefined();
    expect(noticeInBody(JSON.stringify([said]))).toBeUndefined();
    expect(noticeInBody('')).toBeUndefined();
  });
});

describe('isWebPage', () => {
  it('knows pages by their beginning', () => {
    expect(isWebPage('\n<!DOCTYPE html><html></html>')).toBe(true);
    expect(isWebPage('<html>')).toBe(true);
    expect(isWebPage('{"error":"<html>"}')).toBe(false);
  });
});
