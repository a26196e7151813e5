import { argv } from 'node:process';
import { createClient } from '../load/client.ts';
import { openLoop } from '../load/run.ts';

// Sends requests with wrong keys at a steady rate, in its own process. Arguments: the gateway's URL, the path, requests per second, seconds.
// It writes the number of requests that were refused (all must be), and the seconds.

const [, , url = '', path = '', rate = '', seconds = ''] = argv;
const client = createClient(url, '', 64);
const load = await openLoop(client, Number(rate), Number(rate) * Number(seconds), (index) => ({
  what: 'a wrong key',
  method: 'POST',
  path,
  headers: { authorization: `wrong-${index}`, 'content-type': 'application/json' },
  body: '{"transaction":{"data":{}}}',
  status: 401,
}));
await client.close();
console.log(JSON.stringify({ refused: load.count - load.failed, seconds: load.seconds, failures: load.failures }));
