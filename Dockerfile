# The server with an index inside, and nothing else: docker build --tag lexdex .
# deploy/README.md tells how it is built from another corpus, run, and put behind a proxy.

# The version and the corpus digest that the image is labelled with. A build that would label it wrongly fails, and
# says what to give in place of these.
ARG VERSION=1.0.0
ARG CORPUS_DIGEST=a58b6b74ed8359e4f3e1963cd0f7e437f2d329e7af1208ef4d652cdd61dc2452

FROM docker.io/library/rust:1.95.0-bookworm AS programs
WORKDIR /source
COPY . .
# Static: the image has no C library. A target named on the command line keeps the flag from the programs that run
# while others are compiled, which cannot be static.
ENV RUSTFLAGS="-C target-feature=+crt-static" \
    CARGO_PROFILE_RELEASE_STRIP=true
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/source/target \
    target="$(rustc --print host-tuple)" && \
    cargo build --release --locked --target "$target" --workspace && \
    mkdir /programs && \
    cp "target/$target/release/lexdex" "target/$target/release/index-builder" \
        "target/$target/release/lexdex-mirror" /programs && \
    deploy/gather-licences /licences && \
    deploy/gather-licences /licences-mirror lexdex-mirror

FROM programs AS index
# A folder of the build context, in the form of corpus/README.md.
ARG CORPUS=corpus
ARG VERSION
ARG CORPUS_DIGEST
COPY ${CORPUS} /corpus
RUN mkdir /content && \
    /programs/index-builder build --corpus /corpus --out /content/index && \
    mv /programs/lexdex /licences /content && \
    deploy/check-labels /content "$VERSION" "$CORPUS_DIGEST"

# The mirror alone: docker build --target mirror --tag lexdex-mirror . The certificates of authorities are inside the program.
FROM scratch AS mirror
COPY --from=programs /licences-mirror /licences
COPY --from=programs /programs/lexdex-mirror /lexdex-mirror
USER 65532:65532
ENTRYPOINT ["/lexdex-mirror"]

# What the image is to hold, at its root. The last stage needs nothing but this, so that it can be built from programs
# and an index that lie ready elsewhere: --build-context content=DIR.
FROM scratch AS content
COPY --from=index /content /

FROM scratch
ARG VERSION
ARG CORPUS_DIGEST
LABEL org.opencontainers.image.title="lexdex" \
      org.opencontainers.image.description="A read-only JSON service over U.S. law, with its index inside" \
      org.opencontainers.image.source="https://github.com/lexdex/lexdex" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="(MIT OR Apache-2.0) AND CC0-1.0" \
      org.lexdex.corpus-digest="${CORPUS_DIGEST}"
# The program changes seldom and the index often: two layers, so that a new index does not move the program again.
COPY --from=content /licences /licences
COPY --from=content /lexdex /lexdex
COPY --from=content /index /index
ENV LEXDEX_LISTEN=0.0.0.0:8080 \
    LEXDEX_INDEX=/index
# By number: there is no file of users.
USER 65532:65532
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/lexdex", "healthcheck"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/lexdex"]
