import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpServer, type HttpServer } from '#server/http-server.ts'
import { answerProblems } from '#server/problem-responses.ts'
import { knownMethods } from '#server/security.ts'

let httpServer: HttpServer
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await httpServer.close()
})

const knock = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}
const ask = (socket: Socket, path = '/') => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)

const generous = { connections: 9, silentMs: 60_000, bodyMs: () => 60_000 }

describe('the http server', () => {
  it('cuts off a body that takes longer than its address allows, and waits for one that may', async () => {
    const bodyMs = (path: string, type: string) => (path === '/upload' && type === 'video/mp4' ? 60_000 : 200)
    httpServer = createHttpServer(async (request) => new Response(`heard ${await request.text()}`), undefined, { ...generous, bodyMs })
    const port = await httpServer.listen(0, '127.0.0.1')
    const head = (path: string) =>
      `POST ${path}?x=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: video/mp4\r\nContent-Length: 4\r\n\r\nhi`
    const [slow, upload] = [await knock(port), await knock(port)]
    slow.write(head('/form'))
    upload.write(head('/upload'))
    expect(await text(slow)).not.toContain('heard')
    upload.write(' !')
    expect(await text(upload)).toContain('heard hi !')
  })

  it('holds so many connections at once: a new one takes the place of the one that has asked nothing for the longest time', async () => {
    httpServer = createHttpServer(() => new Response('come in'), undefined, { ...generous, connections: 2 })
    const port = await httpServer.listen(0, '127.0.0.1')
    const [first, second] = [await knock(port), await knock(port)]
    // Asks and stays: it has been idle for a shorter time than the second.
    first.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(first, 'data')
    const third = await knock(port)
    await once(second, 'close')
    for (const socket of [first, third]) {
      ask(socket)
      expect(await text(socket)).toContain('come in')
    }
  })

  it('cuts off no request for a new connection, which it closes where all others are busy', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<Response>()
    const asked = Promise.withResolvers<void>()
    const handle = () => {
      asked.resolve()
      return promise
    }
    httpServer = createHttpServer(handle, undefined, { ...generous, connections: 1 })
    const port = await httpServer.listen(0, '127.0.0.1')
    const busy = await knock(port)
    ask(busy)
    await asked.promise
    await once(await knock(port), 'close')
    answer(new Response('come in'))
    expect(await text(busy)).toContain('come in')
    const next = await knock(port)
    ask(next)
    expect(await text(next)).toContain('come in')
  })

  it.each(['TRACE', 'PROPFIND'])('answers %s with 405 and the methods there are', async (method) => {
    const silent = { info: () => {}, warn: () => {}, error: () => {} }
    const app = new Hono().use(knownMethods).all('*', (c) => c.text(c.req.raw.method))
    app.onError(answerProblems({ log: silent, facts: { name: 'Viatu', origin: 'http://localhost' } }))
    httpServer = createHttpServer(app.fetch, undefined, generous)
    const port = await httpServer.listen(0, '127.0.0.1')
    for (const [path, accept] of [['/', 'text/html'] as const, ['/api/orders', '*/*'] as const]) {
      const socket = await knock(port)
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`)
      const answer = await text(socket)
      expect(answer).toMatch(/^HTTP\/1.1 405 /)
      expect(answer).toMatch(/\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n/i)
    }
    const socket = await knock(port)
    ask(socket)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /)
  })

  it.each([
    ['a length beside chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 50'],
    ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity'],
    ['a length that is no number', 'Content-Length: +5'],
    ['a header on two lines', 'X-A: 1\r\n 2'],
    ['a blank before the colon', 'Transfer-Encoding : chunked'],
  ])('takes no message whose end is in doubt, and nothing behind it: %s', async (_, lines) => {
    const seen: string[] = []
    httpServer = createHttpServer(
      (request) => {
        seen.push(new URL(request.url).pathname)
        return new Response('come in')
      },
      undefined,
      generous,
    )
    const socket = await knock(await httpServer.listen(0, '127.0.0.1'))
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(seen).not.toContain('/smuggled')
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
    httpServer = createHttpServer((request) => (request.url.endsWith('/stream') ? new Response(stream()) : never), undefined, {
      ...generous,
      silentMs: 500,
    })
    const port = await httpServer.listen(0, '127.0.0.1')
    const [silent, heard] = [await knock(port), await knock(port)]
    ask(silent)
    ask(heard, '/stream')
    expect(await text(silent)).toBe('')
    expect(await text(heard)).toContain('word 10')
  })
})
