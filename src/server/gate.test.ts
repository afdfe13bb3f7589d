import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createGate, type Gate } from '#server/gate.ts'

let gate: Gate
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await gate.close()
})

const knock = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}
const ask = (socket: Socket, path = '/') => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)

describe('the gate', () => {
  it('holds so many connections at once, and has room again when one goes', async () => {
    gate = createGate(() => new Response('come in'), undefined, { connections: 2, silentMs: 60_000 })
    const port = await gate.listen(0, '127.0.0.1')
    const [first] = [await knock(port), await knock(port)]
    const third = await knock(port)
    await once(third, 'close')
    ask(first)
    expect(await text(first)).toContain('come in')
    const next = await knock(port)
    ask(next)
    expect(await text(next)).toContain('come in')
  })

  it('lets a socket go on which nothing moves, and keeps a stream that says something now and then', async () => {
    const stream = () => {
      let words = 0
      return new ReadableStream({
        pull: async (controller) => {
          await new Promise((settle) => setTimeout(settle, 100))
          if (words++ < 10) controller.enqueue(new TextEncoder().encode(`word ${words} `))
          else controller.close()
        },
      })
    }
    const never = new Promise<Response>(() => {})
    gate = createGate((request) => (request.url.endsWith('/stream') ? new Response(stream()) : never), undefined, { connections: 9, silentMs: 500 })
    const port = await gate.listen(0, '127.0.0.1')
    const [silent, heard] = [await knock(port), await knock(port)]
    ask(silent)
    ask(heard, '/stream')
    expect(await text(silent)).toBe('')
    expect(await text(heard)).toContain('word 10')
  })
})
