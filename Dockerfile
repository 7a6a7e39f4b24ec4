# The server with an index: docker build --tag lexdex .
# deploy/README.md says how to build it from another corpus, run it, and put it behind a proxy.

# The version and the corpus digest in the image's labels. If they are wrong, the build fails and prints the right
# values.
ARG VERSION=1.0.0
ARG CORPUS_DIGEST=cbe80ff090b90b5899be2b180f3a87bcdd99a3d4961a5ee4f214bcc90df92bdf

FROM docker.io/library/rust:1.95.0-bookworm AS programs
WORKDIR /source
COPY . .
# Static, because the image has no C library. With --target on the command line, the flag does not apply to build
# scripts and proc macros, which cannot be static.
ENV RUSTFLAGS="-C target-feature=+crt-static" \
    CARGO_PROFILE_DIST_STRIP=true
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/source/target \
    target="$(rustc --print host-tuple)" && \
    cargo build --profile dist --locked --target "$target" --workspace && \
    mkdir /programs && \
    cp "target/$target/dist/lexdex" "target/$target/dist/index-builder" \
        "target/$target/dist/lexdex-mirror" /programs && \
    deploy/gather-licences /licences && \
    deploy/gather-licences /licences-mirror lexdex-mirror && \
    for licences in /licences /licences-mirror; do \
        cp /usr/share/doc/libc6/copyright "$licences/LICENSE-glibc" && \
        cp /usr/share/common-licenses/LGPL-2.1 "$licences" || exit 1; \
    done

FROM programs AS index
# A folder of the build context, in the format of corpus/README.md.
ARG CORPUS=corpus
ARG VERSION
ARG CORPUS_DIGEST
COPY ${CORPUS} /corpus
RUN mkdir /content && \
    /programs/index-builder build --corpus /corpus --out /content/index && \
    mv /programs/lexdex /licences /content && \
    deploy/check-labels /content "$VERSION" "$CORPUS_DIGEST"

# Only the mirror: docker build --target mirror --tag lexdex-mirror . The program includes the root certificates.
FROM scratch AS mirror
COPY --from=programs /licences-mirror /licences
COPY --from=programs /programs/lexdex-mirror /lexdex-mirror
USER 65532:65532
ENTRYPOINT ["/lexdex-mirror"]

# The content of the image, at its root. The last stage needs only this stage, so it can also be built from existing
# programs and an index: --build-context content=DIR.
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
      org.lexdex.corpus-digest="${CORPUS_DIGEST}" \
      io.modelcontextprotocol.server.name="io.github.lexdex/lexdex"
# The program changes seldom and the index often. Two layers avoid pulling the program again for a new index.
COPY --from=content /licences /licences
COPY --from=content /lexdex /lexdex
COPY --from=content /index /index
ENV LEXDEX_LISTEN=0.0.0.0:8080 \
    LEXDEX_INDEX=/index
# A number, because the image has no /etc/passwd.
USER 65532:65532
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/lexdex", "healthcheck"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/lexdex"]
