import { request } from 'node:http';

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Received {
  readonly status: number;
  readonly text: string;
}

/**
 * Makes a request on a connection of its own. Some nodes close a kept connection at any moment. A request that is on its way then fails with "other side
 * closed", although the node is well. `fetch` takes any connection that others have left open, whatever the headers of the request say.
 *
 * @param url - Of a node on this machine: `http` only.
 * @throws Error if there is no answer.
 */
export function askOnOwnConnection(url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url, { method, headers: { ...headers, ...length }, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
