import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * What is wrong with a service, as its clients see it: nobody listens, its answers are late, it accepts and says nothing, it breaks off in the middle of its
 * answer, or it answers nonsense. What is asked of a service that cuts or talks garbage still reaches it, so that its work is done.
 */
export type Fault = 'stopped' | 'slow' | 'silent' | 'cut' | 'garbage'

export interface FaultOptions {
  /** How late each piece of an answer is, in milliseconds. */
  lateMs: number
  /** Bytes of an answer before the cut. */
  cutAfter: number
  /** What comes in place of an answer, again and again. */
  garbage: Buffer
}
const usual: FaultOptions = { lateMs: 0, cutAfter: 0, garbage: createHash('sha256').update('garbage').digest() }

/** A TCP proxy in front of one service, on a port that stays the same. It passes everything until told otherwise. */
export interface FaultProxy {
  port: number
  leadTo(port: number): void
  fail(fault: Fault, options?: Partial<FaultOptions>): Promise<void>
  /** The service is well again. Connections that went through the fault are reset, as they are after an outage. */
  pass(): Promise<void>
  close(): Promise<void>
}

export async function openFaultProxy(target = 0): Promise<FaultProxy> {
  let fault: Fault | null = null
  let options = usual
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const service = fault === 'silent' ? null : connect(target, '127.0.0.1')
    const reset = () => {
      client.resetAndDestroy()
      service?.resetAndDestroy()
    }
    for (const end of service ? [client, service] : [client]) {
      open.add(end)
      end.setNoDelay(true)
      end.on('error', reset)
      end.on('close', () => open.delete(end))
    }
    client.on('data', (piece) => {
      if (fault !== 'silent') service?.write(piece)
    })
    client.on('close', () => service?.destroy())
    let answered = 0
    /** When the piece before is on its way. */
    let sent = Promise.resolve()
    service?.on('data', (piece) => {
      if (fault === 'silent') return
      if (fault === 'slow') {
        const due = pause(options.lateMs)
        sent = sent.then(() => due).then(() => void client.write(piece))
        return
      }
      if (fault === 'cut') {
        const rest = options.cutAfter - answered
        answered += piece.length
        if (piece.length < rest) return void client.write(piece)
        if (rest > 0) return void client.write(piece.subarray(0, rest), reset)
        return reset()
      }
      client.write(fault === 'garbage' ? Buffer.alloc(piece.length, options.garbage) : piece)
    })
    service?.on('close', () => {
      if (fault !== 'silent') void sent.then(() => client.end())
    })
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const resetAll = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  const stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    resetAll()
    await closed
  }
  const port = await listen(0)
  return {
    port,
    leadTo: (next) => {
      target = next
    },
    fail: async (next, more = {}) => {
      fault = next
      options = { ...usual, ...more }
      if (next === 'stopped') await stop()
    },
    pass: async () => {
      const before = fault
      fault = null
      if (before === null) return
      if (before === 'stopped') await listen(port)
      else if (before !== 'slow') resetAll()
    },
    close: stop,
  }
}
