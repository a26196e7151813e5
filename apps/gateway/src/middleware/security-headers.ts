import { secureHeaders } from 'hono/secure-headers';

/** For answers that are data: a browser that is led to one has nothing to load or run. A page sets its own policy. */
const nothing = { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] };

export const securityHeaders = secureHeaders({
  overwrite: false,
  contentSecurityPolicy: nothing,
  xFrameOptions: 'DENY',
});
