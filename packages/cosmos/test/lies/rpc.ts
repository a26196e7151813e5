import type { Ledger } from '../stand-in/ledger.ts';
export async function rpcOf(_: Ledger, __: RequestInit | undefined): Promise<Response> {
  return new Response('', { status: 500 });
}
