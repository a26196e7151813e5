import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UpstreamAnswer, UpstreamRequest } from '@isochain/conformance/hand-ins/stand-in.ts';
import { type BenchFamily, families } from '../families/index.ts';
import { type Behaviour, behaviours } from './behaviours.ts';

// The upstreams of all families in one process of their own. What an endpoint does stands in its URL: /<family>/<behaviour>/<delay in ms>, and
// behind it what the family's interface has for paths.

const slowMs = 30_000;
const notAnAnswer = '<html><body>It works!</body></html>';

let lies = 0;

function answerOf(family: BenchFamily, behaviour: Behaviour, request: UpstreamRequest): UpstreamAnswer {
  if (behaviour === 'limited') return { status: 429, body: '{"error":"too many requests"}' };
  if (behaviour !== 'lying') return family.answer(request);
  lies += 1;
  return lies % 2 === 0 ? { body: notAnAnswer, type: 'text/html' } : family.lie(request);
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, name, behaviourName, delay, path = ''] = /^\/(\w+)\/(\w+)\/(\d+)(.*)$/.exec(request.url ?? '') ?? [];
  const family = families.find((entry) => entry.name === name);
  const behaviour = behaviours.find((entry) => entry === behaviourName);
  if (family === undefined || behaviour === undefined) {
    response.writeHead(404).end();
    return;
  }
  const body = await readAll(request);
  const finish = () => {
    const { status = 200, type = 'application/json', headers, body: text } = answerOf(family, behaviour, asked);
    const bytes = Buffer.from(text);
    response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes);
  };
  const asked: UpstreamRequest = { method: request.method ?? 'GET', path, body };
  const ms = behaviour === 'slow' ? slowMs : Number(delay);
  if (ms === 0) return finish();
  const timer = setTimeout(finish, ms);
  // Whoever asked may have given up.
  response.once('close', () => clearTimeout(timer));
}

function readAll(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('error', reject);
  });
}

const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
