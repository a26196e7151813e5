import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import type { OpenAPIHono, z } from '@hono/zod-openapi';
import {
  accountState,
  balances,
  chainDetail,
  dataOfMode,
  encodedItem,
  nativeBalance,
  parsedTransaction,
  stakingBalance,
  stakingPosition,
  status,
  statusEntry,
  supportedFeatures,
  token,
  tokenAmount,
  transactionData,
  transactionRecord,
  validator,
} from '@isochain/core';
import type { Env } from '../context.ts';
import { accountStatesRequest, addressesRequest, broadcastRequest, encodeRequest, validateRequest } from './schemas.ts';

/** Core's schemas under the names that they have in the document. Core itself knows nothing of OpenAPI, so they are named from outside. */
const names: Readonly<Record<string, readonly z.ZodType[]>> = {
  AccountState: [accountState],
  Balances: [balances],
  ChainDetail: [chainDetail],
  ChainId: [accountState.shape.chainId, chainDetail.shape.id, dataOfMode.convertAsset.shape.to.shape.chainId.unwrap()],
  EncodedItem: [encodedItem],
  NativeBalance: [nativeBalance],
  ParsedTransaction: [parsedTransaction],
  StakingBalance: [stakingBalance],
  StakingPosition: [stakingPosition],
  Status: [status],
  StatusEntry: [statusEntry],
  SupportedFeatures: [supportedFeatures],
  Token: [token],
  TokenAmount: [tokenAmount],
  TransactionData: [transactionData],
  TransactionRecord: [transactionRecord],
  Validator: [validator],
  ...Object.fromEntries(Object.entries(dataOfMode).map(([mode, schema]) => [dataName(mode), [schema]])),
};

export function dataName(mode: string): string {
  return `${mode.charAt(0).toUpperCase()}${mode.slice(1)}Data`;
}

const requestBodies = {
  EncodeRequest: encodeRequest,
  ValidateRequest: validateRequest,
  BroadcastRequest: broadcastRequest,
  AccountStatesRequest: accountStatesRequest,
  AddressesRequest: addressesRequest,
};

export type RequestBodyName = keyof typeof requestBodies;

const responseHeaders = {
  'X-Request-Id': {
    description: 'Id of the request: the client’s own, if it sent a well-formed one.',
    schema: { type: 'string' },
    example: '7b5ec3c6-5ac1-4b43-9c5c-0b6a4f1e2d3c',
  },
  // draft-ietf-httpapi-ratelimit-headers
  'RateLimit-Policy': {
    description:
      'How many requests (`q`) the key may make in how many seconds (`w`). Each account of a list counts as one. Absent if the key has no limit.',
    schema: { type: 'string' },
    example: '"key";q=600;w=60',
  },
  RateLimit: {
    description:
      'How many requests are left (`r`), and in how many seconds there are more (`t`). Absent if the key has no limit.',
    schema: { type: 'string' },
    example: '"key";r=571;t=12',
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 12 },
} as const;

export type ResponseHeader = keyof typeof responseHeaders;

/** Adds to the document what routes refer to by name. */
export function registerComponents({ openAPIRegistry: registry }: OpenAPIHono<Env>): void {
  for (const [refId, schemas] of Object.entries(names)) {
    for (const schema of schemas) zodToOpenAPIRegistry.add(schema, { _internal: { refId } });
  }
  for (const [name, schema] of Object.entries(requestBodies)) registry.register(name, schema);
  registry.registerComponent('securitySchemes', 'key', {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The API key as it is.',
  });
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key, written as `Authorization: Bearer <key>`.',
  });
  for (const [name, header] of Object.entries(responseHeaders)) registry.registerComponent('headers', name, header);
}
