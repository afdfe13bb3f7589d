import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readUpload } from '#web/admin/read-upload.ts'

const readAll = async (body: ReadableStream<Uint8Array>) => buffer(body as never)

/** A form as a browser writes it, whose body arrives in pieces of so many bytes. */
async function sent(form: FormData, pieceBytes = Number.POSITIVE_INFINITY): Promise<Request> {
  const whole = new Request('http://localhost/admin/upload', { method: 'POST', body: form })
  const bytes = Buffer.from(await whole.arrayBuffer())
  return raw(bytes, whole.headers.get('content-type') as string, pieceBytes)
}
function raw(bytes: Buffer, type: string, pieceBytes = Number.POSITIVE_INFINITY): Request {
  let at = 0
  const body = new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + pieceBytes)))
      at += pieceBytes
    },
  })
  return new Request('http://localhost/admin/upload', { method: 'POST', body, headers: { 'content-type': type }, duplex: 'half' } as RequestInit)
}
function formOf(file: Uint8Array<ArrayBuffer>, name = 'shoe.jpg', fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([file], { type: 'text/html' }), name)
  return form
}

describe('an upload', () => {
  it('is the fields before the file, its name and its bytes', async () => {
    const file = new Uint8Array(randomBytes(300_000))
    const upload = await readUpload(await sent(formOf(file, 'mbio "wingu".jpg', { bucket: 'ad-images', index: '3' }), 10_000))
    expect(upload.fields).toEqual({ bucket: 'ad-images', index: '3' })
    expect(upload.name).toBe('mbio %22wingu%22.jpg')
    expect((await readAll(upload.body)).equals(file)).toBe(true)
  })

  it('is the same in whatever pieces it comes, and whatever it looks like', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('\r\n', '--', '\r\n--', 'x', 'formdata', '\0')),
        fc.integer({ min: 1, max: 90 }),
        fc.string(),
        async (parts, pieces, value) => {
          const file = new TextEncoder().encode(parts.join(''))
          const upload = await readUpload(await sent(formOf(file, 'a.png', { field: value }), pieces))
          expect(upload.fields).toEqual({ field: value.replace(/\r\n|\r|\n/g, '\r\n') })
          expect(Buffer.from(await readAll(upload.body)).equals(file)).toBe(true)
        },
      ),
      { numRuns: 60 },
    ))

  it('may be empty', async () => expect(await readAll((await readUpload(await sent(formOf(new Uint8Array())))).body)).toHaveLength(0))

  it('knows no field but those that were sent', async () => {
    const upload = await readUpload(await sent(formOf(new Uint8Array(), 'a.png', { __proto__: 'x', toString: 'y' })))
    expect(Object.keys(upload.fields)).toEqual(['toString'])
  })

  it('is read no faster than somebody takes it', async () => {
    let pulled = 0
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n'
    const body = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(pulled++ === 0 ? new TextEncoder().encode(head) : new Uint8Array(2 ** 20))
      },
    })
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    const upload = await readUpload(new Request('http://localhost/', { method: 'POST', body, headers: type, duplex: 'half' } as RequestInit))
    const reader = upload.body.getReader()
    await reader.read()
    expect(pulled).toBeLessThan(6)
    await reader.cancel()
  })

  it('that is cut off is an error, not a short file', async () => {
    const whole = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf a pict')
    const upload = await readUpload(raw(whole, 'multipart/form-data; boundary=b'))
    await expect(readAll(upload.body)).rejects.toMatchObject({ code: 'malformed' })
  })

  it.each<[string, string, string]>([
    ['no form', 'application/json', '{}'],
    ['a form without a boundary', 'multipart/form-data', 'x'],
    ['a form without a file', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'],
    ['a part without a name', 'multipart/form-data; boundary=b', '--b\r\nContent-Type: image/png\r\n\r\nx\r\n--b--\r\n'],
    ['nothing', 'multipart/form-data; boundary=b', '\r\n'],
    ['a head without end', 'multipart/form-data; boundary=b', `--b\r\nX: ${'x'.repeat(9000)}`],
    ['a field without end', 'multipart/form-data; boundary=b', `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(9000)}`],
    ['two hundred parts', 'multipart/form-data; boundary=b', `--b${'\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b'.repeat(200)}--`],
  ])('that is %s is malformed', (_, type, text) => expect(readUpload(raw(Buffer.from(text), type, 50))).rejects.toMatchObject({ code: 'malformed' }))
})
