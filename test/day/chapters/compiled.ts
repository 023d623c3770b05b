import type { Chapter } from "../chapter.ts";

export const C: Chapter = {
  title: "make, cmake and gcc",
  needs: ["gcc", "make"],
  directory: "c",
  rows: [
    "gcc -Wall -O1 -o main main.c && ./main",
    "gcc -E main.c | tail -1 && gcc -S main.c -o - | head -2",
    "make",
    "make -n clean && make clean",
    "make -j2 all",
    "make check",
    { run: "g++ -x c++ -o mainpp main.c && ./mainpp && rm mainpp", needs: ["g++"] },
    { run: "cmake -S . -B build && cmake --build build && ./build/main", needs: ["cmake", "g++"] },
    { run: "cmake -G Ninja -S . -B nbuild && ninja -C nbuild && rm -rf build nbuild", needs: ["cmake", "ninja"] },
    { run: "meson setup mbuild && ninja -C mbuild && rm -rf mbuild", needs: ["meson", "ninja"] },
    "ar rcs libmain.a main.o && nm libmain.a | head -3",
    "ldd main && readelf -h main | head -2 && strip -o stripped main && size stripped",
    { run: "gdb -batch -ex 'break main' -ex run -ex bt ./main", needs: ["gdb"] },
    { run: "strace -c ./main", needs: ["strace"] },
    { run: "pkg-config --version", needs: ["pkg-config"] },
    { run: "make install", refused: "/usr/local" },
    { run: "make install PREFIX=$HOME/.local", refused: "the user's own and read-only here" },
    "make install PREFIX=$HOME/tools && ~/tools/bin/day-main",
    "make -C ../c -n",
    { run: "bison --version | head -1 && flex --version && m4 --version | head -1", needs: ["bison", "flex", "m4"] },
    { run: "autoconf --version | head -1 && automake --version | head -1", needs: ["autoconf", "automake"] },
  ],
};

export const RUST: Chapter = {
  title: "rust",
  needs: ["cargo", "rustc"],
  directory: "rust",
  rows: [
    "cargo --version && rustc --version",
    { run: "cargo run -q", shows: /hello from rust/ },
    "cargo build",
    "cargo test -q",
    "cargo check --offline",
    "cargo metadata --no-deps --format-version 1",
    "cargo new --vcs none /tmp/fresh-crate && cd /tmp/fresh-crate && cargo check -q; cd -",
    "cargo init --name made made && rm -rf made",
    "cargo clean",
    "rustc --print sysroot && rustc src/main.rs -o /tmp/hello && /tmp/hello",
  ],
};

export const GO: Chapter = {
  title: "go",
  needs: ["go"],
  directory: "go",
  rows: [
    { run: "go env GOPROXY GOFLAGS", shows: /127\.0\.0\.1/ },
    { run: "go run .", shows: /hello from go/ },
    "go build -o app . && ./app",
    "go test ./...",
    "go vet ./...",
    "gofmt -l .",
    { run: "go list -m -versions example.org/handy", shows: /v1\.0\.0/ },
    "go get example.org/handy@v1.0.0",
    "go mod tidy && cat go.mod",
    "go mod download && go mod verify",
    "go env GOMODCACHE GOCACHE",
    "go clean -cache",
    "rm -f app",
  ],
};

export const OTHERS: Chapter = {
  title: "other languages",
  needs: [],
  rows: [
    { run: "perl -e 'print 6 * 7' && perl -MList::Util=sum -e 'print sum 1, 2'", needs: ["perl"], shows: /42/ },
    { run: "ruby -e 'puts 6 * 7'", needs: ["ruby"], shows: /42/ },
    { run: "gem --version && gem list --local | head -3", needs: ["gem"] },
    { run: "gem sources --list", needs: ["gem"], shows: /127\.0\.0\.1/ },
    { run: "lua5.4 -e 'print(6 * 7)'", needs: ["lua5.4"], shows: /42/ },
    { run: "php -r 'echo 6 * 7;'", needs: ["php"], shows: /42/ },
    { run: "java -version", needs: ["java"] },
    {
      run: "printf 'class A { public static void main(String[] a) { System.out.println(42); } }' > /tmp/A.java && java /tmp/A.java",
      needs: ["java", "javac"],
      shows: /42/,
    },
    { run: "mvn -v", needs: ["mvn"], shows: /Maven/ },
  ],
};
