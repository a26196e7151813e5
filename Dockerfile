# The gateway on Node. Built and started by:
#   docker build -t isochain .
#   docker run -p 8080:8080 -e ISOCHAIN_API_KEYS=<entry of "npx isochain keys create"> isochain
#
# Not run by our tests: there is no Docker where they run. Its steps were, by hand. See docs/operations.md.

FROM node:24-bookworm-slim AS build
WORKDIR /isochain
COPY . .
RUN npm ci --no-audit --no-fund && NX_DAEMON=false npm run build

FROM node:24-bookworm-slim AS production
WORKDIR /isochain
ENV NODE_ENV=production
COPY package.json package-lock.json ./
COPY packages packages
COPY apps/gateway/package.json apps/gateway/package.json
# Only what the gateway needs to run: no engines, compilers or test tools.
RUN npm ci --omit=dev --workspace apps/gateway --no-audit --no-fund && npm cache clean --force
COPY --from=build /isochain/packages /isochain/packages
COPY --from=build /isochain/apps/gateway/dist apps/gateway/dist
COPY --from=build /isochain/apps/gateway/assets apps/gateway/assets
USER node
EXPOSE 8080
# Liveness alone: an instance whose upstreams are down should stay, and say so in /ready.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, so that signals arrive.
CMD ["node", "apps/gateway/dist/node.js"]
