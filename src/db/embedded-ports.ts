import { connect, createServer } from 'node:net'

/** A port of this machine that nobody listens on, `wanted` if that is one. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((settle, fail) => {
    const probe = createServer()
    probe.once('error', (error) => (wanted === 0 ? fail(error) : settle(freePort())))
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => settle(port))
    })
  })
}

/** Whether anybody listens on a port of this machine. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (is: boolean) => {
      socket.destroy()
      settle(is)
    }
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
  })
}
