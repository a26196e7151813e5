import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { accepts } from 'hono/accepts';
import type { Env } from '../context.ts';
import { answers, open } from '../openapi/answers.ts';
import { version } from '../openapi/document.ts';

// All links are relative, so that they also work behind a proxy that serves the gateway below a path.
const links = {
  docs: 'docs',
  openapi: 'openapi.json',
  chains: 'api/chains',
  health: 'health',
  ready: 'ready',
};

const what: Readonly<Record<keyof typeof links, string>> = {
  docs: 'the reference, with examples to send',
  openapi: 'the same as an OpenAPI document',
  chains: 'the chains, and what works on each (needs an API key)',
  health: 'whether the process runs',
  ready: 'whether requests are welcome',
};

const service = z
  .object({
    name: z.literal('isochain'),
    version: z.string().describe('Version of the interface.'),
    links: z.record(z.string(), z.string()).describe('Links, relative to this address.'),
  })
  .openapi('Service');

const example = { name: 'isochain', version, links } as const;

export const rootRoute = createRoute({
  method: 'get',
  path: '/',
  operationId: 'getService',
  tags: ['Service'],
  security: open,
  summary: 'What this is',
  description: 'Where to go from here: JSON, or a page for clients that prefer `text/html`.',
  responses: answers(service, 'The links.', [500], example),
});

const entries = (Object.keys(links) as (keyof typeof links)[]).map(
  (name) => `      <li><a href="${links[name]}">${links[name]}</a>: ${what[name]}</li>`,
);

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>isochain</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <h1>isochain</h1>
    <p>One REST interface to many blockchains, version ${version}.</p>
    <ul>
${entries.join('\n')}
    </ul>
  </body>
</html>
`;

export const root: RouteHandler<typeof rootRoute, Env> = (c) => {
  const type = accepts(c, {
    header: 'Accept',
    supports: ['application/json', 'text/html'],
    default: 'application/json',
  });
  c.header('Vary', 'Accept', { append: true });
  // The document describes only the answer for programs.
  return type === 'text/html' ? (c.html(page) as never) : c.json(example, 200);
};
