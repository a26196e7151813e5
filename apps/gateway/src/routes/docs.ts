import { refuse } from '@isochain/core';
import type { Handler, HonoRequest } from 'hono';
import type { Env } from '../context.ts';

// The reference page is Scalar's, in one script that this service holds. It loads nothing from elsewhere, and its policy forbids it.

const configuration = {
  url: 'openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  defaultOpenAllTags: true,
};

/** @param key - Is filled in. */
function configurationWith(key: string | undefined): object {
  const filled = key === undefined ? {} : { securitySchemes: { key: { value: key }, bearer: { token: key } } };
  return { ...configuration, authentication: { preferredSecurityScheme: 'key', ...filled } };
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;');
}

// All links are relative, so that the page also works behind a proxy that serves it below a path.
const pageWith = (key: string | undefined) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>isochain API reference</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>This page needs JavaScript. The same is in <a href="openapi.json">openapi.json</a>.</noscript>
    <script id="api-reference" type="application/json" data-configuration='${attribute(JSON.stringify(configurationWith(key)))}'></script>
    <script src="docs/scalar.js"></script>
  </body>
</html>
`;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The reference writes style elements and attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const docs: Handler<Env> = (c) => {
  const key = isOwnBrowser(c.req) ? c.get('dependencies').developmentKey : undefined;
  const headers = { 'Content-Security-Policy': policy, Vary: 'Sec-Fetch-Dest', 'Cache-Control': 'no-store' };
  return c.html(pageWith(key), 200, headers);
};

/**
 * Whether somebody opened the page in a browser on this machine. A script of another website must not read the key out of it: what a script fetches has
 * another destination, which browsers do not let it change (https://www.w3.org/TR/fetch-metadata/). A name that an attacker points at this machine is not
 * its own.
 */
function isOwnBrowser(request: HonoRequest): boolean {
  const { hostname } = new URL(request.url);
  return request.header('sec-fetch-dest') === 'document' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/** Serves the script, if the platform does not serve it as a static file. It changes only with the version of the service. */
export const docsScript: Handler<Env> = async (c) => {
  const load = c.get('dependencies').docsScript;
  if (load === undefined) throw refuse('route.notFound', {});
  return c.body(await load(), 200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=86400',
  });
};
