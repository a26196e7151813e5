import { catalogue, formatAmount } from '@isochain/core';
import { createUpstream } from '@isochain/core/upstream';
import * as z from 'zod';

const { ticker, decimals } = catalogue.base;
const upstream = createUpstream({
  chainId: 'base',
  endpoints: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'],
});

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform(BigInt);
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const operation = upstream.operation();
const balance = await operation.rpc({ method: 'eth_getBalance', params: [address, 'latest'], schema: quantity });
console.log(`${formatAmount(balance, decimals)} ${ticker} after ${operation.trace.attempts.length} attempt(s)`);
