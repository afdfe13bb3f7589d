import { type ChatReply, type ChatRequest, readReply } from '#domain/assistant.ts'
import { chatUrl } from '#web/addresses.ts'
import { readEvents } from '#web/chat/read-events.ts'

/** Longer than the shop gives itself for an answer (promises §5); past it the answer counts as lost. */
const deadlineMs = 40_000

/** The shop understood the question and says in words why it does not answer it, such as when there were too many. */
export class ChatRefusal extends Error {
  override readonly name = 'ChatRefusal'
}

/** Asks the shop. `onText` hears the answer while it is being written. Throws ChatRefusal, or anything else when no answer came. */
export async function ask(request: ChatRequest, onText: (delta: string) => void): Promise<ChatReply> {
  const answer = await fetch(chatUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream, application/json' },
    body: JSON.stringify({ ...request, stream: true }),
    signal: AbortSignal.timeout(deadlineMs),
  })
  if (!answer.ok) throw await refusalOf(answer)
  return answer.headers.get('Content-Type')?.startsWith('text/event-stream') && answer.body
    ? fromEvents(answer.body, onText)
    : readReply(await answer.json())
}

async function fromEvents(body: ReadableStream<Uint8Array>, onText: (delta: string) => void): Promise<ChatReply> {
  for await (const { event, data } of readEvents(body)) {
    if (event === 'text' && typeof data?.delta === 'string') onText(data.delta)
    if (event === 'done') return readReply(data)
    if (event === 'error') throw new Error(data?.error)
  }
  throw new Error('The answer was cut short')
}

/** Only what the visitor can do something about is told in the shop's own words. */
async function refusalOf(answer: Response): Promise<Error> {
  const { error } = (await answer.json().catch(() => ({}))) as { error?: unknown }
  const isTheirs = answer.status >= 400 && answer.status < 500 && typeof error === 'string'
  return isTheirs ? new ChatRefusal(error as string) : new Error(`The chat answered ${answer.status}`)
}
