import { OpenAPIHono } from '@hono/zod-openapi';
import { RefusedError, refuse, schemaProblems } from '@isochain/core';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { Dependencies, Env, Gateway } from './context.ts';
import { readKeys } from './keys/api-keys.ts';
import { accessLog } from './middleware/access-log.ts';
import { apiKey } from './middleware/api-key.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { requestId } from './middleware/request-id.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { renderError } from './render-error.ts';
import { mountRoutes } from './routes/index.ts';
import { requestSpan } from './telemetry/spans.ts';
import { withoutSlash } from './without-slash.ts';

/** The whole service as one function from request to answer, the same on every platform. */
export function createApp(dependencies: Dependencies): Gateway {
  const { settings } = dependencies;
  const app: Gateway = new OpenAPIHono<Env>({
    // A parameter of the path or query that is not as its schema says.
    defaultHook(result) {
      if (!result.success) throw new RefusedError(schemaProblems(result.error.issues), { cause: result.error });
    },
  });
  app.onError(renderError);
  app.notFound((c) => withoutSlash(app, c) ?? renderError(refuse('route.notFound', {}), c));

  app.use(async (c, next) => {
    c.set('dependencies', dependencies);
    c.set('traces', []);
    c.set('ignored', []);
    await next();
  });
  app.use(requestId, requestSpan, accessLog, securityHeaders, crossOrigin(settings.cors.origins));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed(c, methods) {
        return renderError(refuse('route.methodNotAllowed', { allowed: methods.join(', ') }), c);
      },
    }),
  );
  const keys = readKeys(settings.keys);
  app.use('/api/*', apiKey(keys), rateLimit);
  if (settings.metrics === 'key') app.use('/metrics', apiKey(keys));
  app.use('/api/*', async (c, next) => {
    // Balances and fees of a moment ago are wrong, and what a key may see is not for shared caches.
    c.header('Cache-Control', 'no-store');
    await next();
  });
  mountRoutes(app);
  return app;
}
