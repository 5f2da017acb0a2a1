# dltrack with the synthetic sample loaded:
#   docker build -t dltrack .
#   docker run --rm dltrack                                       loaded data and next commands
#   docker run --rm dltrack leaderboard sample-passages           any command
#   docker run --rm -it dltrack shell                             the DuckDB shell
#   docker run --rm -v "$PWD:/data" dltrack --db /data/my.duckdb ingest trec2021
FROM node:22-slim AS page
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --silent
COPY web ./
RUN npm run --silent build

FROM python:3.11-slim AS wheel
WORKDIR /src
COPY . .
COPY --from=page /src/dltrack_db/show/site/parts dltrack_db/show/site/parts
RUN python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.11-slim
RUN --mount=type=bind,from=wheel,source=/wheels,target=/wheels \
    --mount=type=bind,from=wheel,source=/src/constraints.txt,target=/constraints.txt \
    python -m pip install --no-cache-dir --constraint /constraints.txt "$(echo /wheels/*.whl)[report,shell]"
RUN useradd --uid 1000 --create-home reader && mkdir /data && chown reader /data
USER 1000
WORKDIR /data
ENV DLTRACK_DB=/home/reader/sample.duckdb
RUN dltrack ingest sample
ENTRYPOINT ["dltrack"]
