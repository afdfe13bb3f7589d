import { describe, expect, it } from 'vitest'
import { readEvents } from '#web/chat/ask.ts'

async function read(...chunks: string[]) {
  const bytes = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk))
      controller.close()
    },
  })
  const events: unknown[] = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

const hello = { event: 'text', data: { delta: 'Habari' } }

describe('the events of an answer', () => {
  it.each<[string, string[]]>([
    ['whole', ['event: text\ndata: {"delta":"Habari"}\n\n']],
    ['in pieces', ['event: te', 'xt\ndata: {"del', 'ta":"Habari"}\n', '\n']],
    ['with the other line ends', ['event: text\r\ndata: {"delta":"Habari"}\r\n\r\n']],
    ['among what is none', [': still here\n\nevent: text\ndata: not json\n\n', 'event: text\ndata: {"delta":"Habari"}\n\ndata: {"delta":"x"}\n\n']],
    ['before one that was cut', ['event: text\ndata: {"delta":"Habari"}\n\nevent: done\ndata: {"resp']],
  ])('are read %s', async (_, chunks) => {
    expect(await read(...chunks)).toEqual([hello])
  })

  it('keep letters of two bytes that were torn apart', async () => {
    const bytes = new TextEncoder().encode('event: text\ndata: {"delta":"Sh 4½"}\n\n')
    const cut = bytes.indexOf(0xc2) + 1
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, cut))
        controller.enqueue(bytes.slice(cut))
        controller.close()
      },
    })
    for await (const event of readEvents(body)) expect(event).toEqual({ event: 'text', data: { delta: 'Sh 4½' } })
  })
})
