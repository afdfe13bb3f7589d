import { connect, createServer } from 'node:net'

/** A free port of this machine: `wanted`, if it is free. */
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

/** Whether a process listens on a port of this machine. */
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
