# The program alone: docker build -t clew . && docker run --rm -i clew check - <board.puzzle
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /clew
COPY . .
RUN cargo build --release --locked --bin clew --features pictures

FROM scratch
COPY --from=build /clew/target/release/clew /clew
COPY LICENSE /LICENSE
USER 65534
ENTRYPOINT ["/clew"]
