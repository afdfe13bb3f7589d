import type { ChatReply } from '#features/assistant/chat-reply.ts'
import type { ChatRequest } from '#features/assistant/question.ts'
import { chatUrl } from '#web/addresses.ts'
import { timeLimit } from '#web/browser/time-limit.ts'
import { readEvents } from '#web/chat/read-events.ts'
import { readReply } from '#web/chat/read-reply.ts'

/** Longer than the server's own limit for an answer (promises §5); after it the answer counts as lost. */
const deadlineMs = 40_000

/** The server refused the question with a message for the visitor, such as too many questions. */
export class ChatRefusal extends Error {
  override readonly name = 'ChatRefusal'
}

/** Sends a question to the shop. `onText` gets the answer piece by piece as it is streamed. Throws ChatRefusal, or another error if no answer came. */
export async function ask(request: ChatRequest, onText: (delta: string) => void): Promise<ChatReply> {
  const answer = await fetch(chatUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream, application/json' },
    body: JSON.stringify({ ...request, stream: true }),
    signal: timeLimit(deadlineMs),
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

/** 4xx errors have a message for the visitor; all others do not. */
async function refusalOf(answer: Response): Promise<Error> {
  const { error } = (await answer.json().catch(() => ({}))) as { error?: unknown }
  const isForVisitor = answer.status >= 400 && answer.status < 500 && typeof error === 'string'
  return isForVisitor ? new ChatRefusal(error as string) : new Error(`The chat answered ${answer.status}`)
}
