import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Exit code of a simulator whose book is used by another process. */
export const bookInUse = 3

export class BookInUse extends Error {
  constructor(path: string) {
    super(`${path} is in use by another simulator`)
  }
}

/**
 * Makes this process the only writer of a file until `release`. The lock is a local socket, which the system closes even after a kill.
 * Waits `timeoutMs` for a process that is just stopping, then throws `BookInUse`.
 */
export async function becomeSoleWriter(path: string, timeoutMs: number): Promise<{ release(): Promise<void> }> {
  const address = socketFor(path)
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const claim = await listen(address)
    if (claim) return { release: () => close(claim) }
    if (await isAnswered(address)) {
      if (Date.now() > deadline) throw new BookInUse(path)
      await pause(50)
    } else {
      await unlink(address).catch(() => {})
    }
  }
}

/** The socket's path: beside the file, or under a hash in the temporary folder where the path would be too long. */
function socketFor(path: string): string {
  const name = `mpesa-book-${createHash('sha256').update(resolve(path)).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const beside = `${resolve(path)}.sock`
  return beside.length < 100 ? beside : join(tmpdir(), `${name}.sock`)
}

async function listen(address: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).unref()
  server.listen(address)
  try {
    await once(server, 'listening')
    return server
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw cause
  }
}

async function isAnswered(address: string): Promise<boolean> {
  const socket = connect(address)
  socket.on('error', () => {})
  const answered = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return answered
}

function close(server: Server): Promise<void> {
  return new Promise((done) => server.close(() => done()))
}
