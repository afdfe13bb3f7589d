import type { ChatEvent } from '#domain/assistant.ts'

/** Server-sent events as they come, each once it is whole. What is no event of ours is passed over. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  try {
    while (true) {
      const { value, done } = await reader.read()
      if (done) return
      const parts = (rest + value).split(/\r?\n\r?\n/)
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const event = eventOf(part)
        if (event) yield event
      }
    }
  } finally {
    reader.cancel().catch(() => {
      // The other end is gone already.
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
