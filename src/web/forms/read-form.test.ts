import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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

describe('a form with a file', () => {
  const formOf = (file: Uint8Array<ArrayBuffer>, name = 'shoes.csv', fields: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new Blob([file], { type: 'text/html' }), name)
    return form
  }
  const read = async (form: FormData) => {
    const request = new Request('http://shop/admin/ads', { method: 'POST', body: form })
    return readForm(request, 2 ** 20)
  }
  const bytesOf = async (form: FormData) => Buffer.from(await (form.get('file') as File).arrayBuffer())

  it('is its fields, and the name, type and bytes of the file', async () => {
    const file = new Uint8Array(randomBytes(300_000))
    const form = await read(formOf(file, 'viatu "Lamu".csv', { intent: 'check', pairs: '3' }))
    expect([form.get('intent'), form.get('pairs'), form.get('file')]).toMatchObject(['check', '3', { type: 'text/html' }])
    expect((form.get('file') as File).name).toMatch(/^viatu ("|%22)Lamu("|%22)\.csv$/)
    expect((await bytesOf(form)).equals(file)).toBe(true)
  })

  it('is the same whatever it looks like', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('\r\n', '--', '\r\n--', 'x', 'formdata', '\0')),
        fc.string({ unit: 'binary' }),
        async (parts, value) => {
          const file = new TextEncoder().encode(parts.join(''))
          const form = await read(formOf(file, 'a.csv', { field: value }))
          const lines = value.replace(/\r\n|\r|\n/g, '\r\n').replace(/^\uFEFF/, '')
          expect([form.get('field'), (await bytesOf(form)).equals(file)]).toEqual([lines, true])
        },
      ),
      { numRuns: 60 },
    ))

  it('may be empty, as browsers send it where none is chosen', async () => {
    const form = new FormData()
    form.append('file', new File([], ''))
    expect((await read(form)).get('file')).toMatchObject({ size: 0, name: '', type: 'application/octet-stream' })
  })

  it('knows no field but those that were sent', async () => {
    const form = await read(formOf(new Uint8Array(), 'a.csv', JSON.parse('{"__proto__": "x", "toString": "y"}')))
    expect([...form.keys()]).toEqual(['__proto__', 'toString', 'file'])
  })

  it('says what it is in capitals as well, and its parts are counted then too', async () => {
    const part = '\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b'
    const sent = (parts: number) =>
      new Request('http://shop/admin/ads', {
        method: 'POST',
        headers: { 'content-type': 'Multipart/Form-Data; boundary=b' },
        body: `--b${part.repeat(parts)}--`,
      })
    expect([...(await readForm(sent(2)))]).toHaveLength(2)
    expect([...(await readForm(sent(200)))]).toEqual([])
  })

  it.each<[string, string, string]>([
    ['no form', 'application/json', '{}'],
    ['a form without a boundary', 'multipart/form-data', 'x'],
    ['a form whose boundary never comes', 'multipart/form-data; boundary=b', 'x'.repeat(9000)],
    ['a part without a name', 'multipart/form-data; boundary=b', '--b\r\nContent-Type: image/png\r\n\r\nx\r\n--b--\r\n'],
    ['nothing', 'multipart/form-data; boundary=b', '\r\n'],
    ['a head without end', 'multipart/form-data; boundary=b', `--b\r\nX: ${'x'.repeat(9000)}`],
    ['a field without end', 'multipart/form-data; boundary=b', `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(9000)}`],
    ['a file that is cut off', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nhalf'],
    [
      'a head of 4 KB',
      'multipart/form-data; boundary=b',
      `--b\r\nX: ${'x'.repeat(4096)}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--`,
    ],
    ['a name that is no UTF-8', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="\xff"\r\n\r\n1\r\n--b--'],
    ['two hundred parts', 'multipart/form-data; boundary=b', `--b${'\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b'.repeat(200)}--`],
  ])('that is %s is an empty form', async (_, type, text) => {
    const request = new Request('http://shop/admin/ads', { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(text, 'latin1') })
    expect([...(await readForm(request))]).toEqual([])
  })
})
