# The map with its service in one container: `docker run -p 8080:8080 -v squaremetre:/data squaremetre`.
# docs/operations.md says how to run the service and the proxy apart.

# Any Debian with Node 20.19 or newer, best by its digest: `--build-arg BASE=node@sha256:…` (docs/operations.md).
ARG BASE=node:24-slim

FROM $BASE AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM $BASE
WORKDIR /srv/squaremetre
COPY package.json package-lock.json ./
# Clients of engines that replace the embedded ones, such as @clickhouse/client@1 (docs/scaling.md). They go to the folder
# above, because npm leaves out here what package.json has for development.
ARG CLIENTS=
RUN npm ci --omit=dev && if [ -n "$CLIENTS" ]; then npm install --prefix .. --no-save $CLIENTS; fi && npm cache clean --force
COPY LICENSE README.md CHANGELOG.md ./
COPY bin bin
COPY --from=build /app/dist dist
RUN install -d -o node -g node /data
USER node
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=8080 LOG_LEVEL=info
VOLUME /data
EXPOSE 8080
# A first start prepares the demonstration market, which takes up to a minute.
HEALTHCHECK --interval=15s --timeout=3s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/squaremetre.js"]
CMD ["start"]
