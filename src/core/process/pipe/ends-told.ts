import { Socket, type SocketConstructorOpts, type TcpSocketConnectOpts } from "node:net";
import type { Writable } from "node:stream";
import { CHUNK_BYTES, type PipeEnds, type PipeEvents, type PipeReader } from "./pipe-ends.ts";

/** Node tells of a pipe when something is there. */
export const endsTold: PipeEnds = { read: readWhenTold, write: writeWhenTold };

function readWhenTold(fd: number, { onBytes, onClose }: PipeEvents): PipeReader {
  // One buffer for all reads: a fresh one per chunk would cost the garbage collector as much as the output is long.
  const options: SocketConstructorOpts & Pick<TcpSocketConnectOpts, "onread"> = {
    fd,
    readable: true,
    writable: false,
    onread: {
      buffer: Buffer.allocUnsafe(CHUNK_BYTES),
      callback: (bytes, buffer) => {
        onBytes(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
        return true;
      },
    },
  };
  const socket = new Socket(options);
  socket.on("error", () => socket.destroy());
  socket.once("close", onClose);
  socket.unref();
  socket.resume();
  return {
    get isClosed() {
      return socket.destroyed;
    },
    pause: (isPaused) => void (isPaused ? socket.pause() : socket.resume()),
    close: () => void socket.destroy(),
  };
}

function writeWhenTold(fd: number): Writable {
  return new Socket({ fd, readable: false, writable: true }).unref();
}
