import type { ChatEvent } from '#features/assistant/chat-reply.ts'

/** Yields server-sent events, each once it is complete; malformed ones are skipped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let buffer = ''
  try {
    while (true) {
      const { value, done } = await reader.read()
      if (done) return
      const parts = (buffer + value).split(/\r?\n\r?\n/)
      buffer = parts.pop() ?? ''
      for (const part of parts) {
        const event = eventOf(part)
        if (event) yield event
      }
    }
  } finally {
    reader.cancel().catch(() => {
      // The connection is closed already.
    })
  }
}

function eventOf(part: string): ChatEvent | null {
  const lines = part.split(/\r?\n/)
  const event = textOf(lines, 'event:')
  const data = textOf(lines, 'data:')
  try {
    return event && data ? ({ event, data: JSON.parse(data) } as ChatEvent) : null
  } catch {
    return null
  }
}

function textOf(lines: string[], field: string): string {
  return lines
    .filter((line) => line.startsWith(field))
    .map((line) => line.slice(field.length).trimStart())
    .join('\n')
}
