import { expect, it } from 'vitest'
import { formBytes, readForm } from '#web/forms/run-action.ts'

const boundary = '----WebKitFormBoundaryWn2aPzXq'
const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const part = (text: string) => `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\n${text}\r\n--${boundary}--\r\n`
/** Without a length, as a client sends it that hides the length. */
const sent = (body: ReadableStream<Uint8Array>) =>
  new Request('http://shop/admin/ads', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
const stream = (...texts: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })

it('reads a form that comes in pieces', async () => {
  const [first, second] = [part('Karibu').slice(0, 60), part('Karibu').slice(60)]
  expect((await readForm(sent(stream(first, second)))).get('title')).toBe('Karibu')
})

it('stops reading where it becomes too much, however long it would go on', async () => {
  let pulls = 0
  const endless = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        pulls += 1
        controller.enqueue(new Uint8Array(16 * 1024))
      },
    },
    { highWaterMark: 0 },
  )
  await expect(readForm(sent(endless))).rejects.toMatchObject({ code: 'too_large' })
  expect(pulls).toBeLessThan(20)
  expect((await readForm(sent(stream(part('x'.repeat(formBytes)))), 2 * formBytes)).get('title')).toHaveLength(formBytes)
})

it.each(['', 'nothing like a form', part('Karibu').slice(0, -8)])('reads nothing where there is none: %j', async (text) => {
  expect([...(await readForm(sent(stream(text))))]).toEqual([])
})
