import { Problem } from '#domain/problem.ts'

/** What a form sent along with one file. */
export interface Upload {
  /** The fields before the file; what a form has behind it is not read. */
  fields: Record<string, string>
  /** What its sender calls it: for words only. */
  name: string
  /** The file, as it comes in: whoever reads it counts. Nothing of it is in memory before. */
  body: ReadableStream<Uint8Array>
}

const limits = { fields: 20, fieldBytes: 4096, headBytes: 4096, afterBytes: 64 * 1024 }

/**
 * Reads a form with one file, `multipart/form-data` (RFC 7578), up to the file. For actions and resource routes under `/admin`, where bodies of this type
 * may be as long as a video (server/body-limits.ts). Append the file last. Server only. Problem: malformed.
 */
export async function readUpload(request: Request): Promise<Upload> {
  const boundary = /^multipart\/form-data;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(request.headers.get('content-type') ?? '')
  if (!boundary || !request.body) throw new Problem('malformed')
  const mark = `--${boundary[1] ?? boundary[2]}`
  const body = createScanner(request.body.getReader())
  const fields: Record<string, string> = Object.create(null)
  await body.upTo(mark, limits.headBytes)
  for (let count = 0; count <= limits.fields; count++) {
    const { name, file } = headOf((await body.upTo('\r\n\r\n', limits.headBytes)).toString())
    if (file !== null) return { fields: { ...fields }, name: file, body: body.stream(`\r\n${mark}`) }
    fields[name] = (await body.upTo(`\r\n${mark}`, limits.fieldBytes)).toString()
  }
  throw new Problem('malformed')
}

/** The names in the head of a part; browsers write a quote in them as %22. A mark of the end, which has no head, is malformed: there was no file. */
function headOf(head: string): { name: string; file: string | null } {
  const said = /^\r\n(?:.*\r\n)*content-disposition: *form-data;([^\r\n]*)/i.exec(head)?.[1]
  const name = /\bname="([^"]*)"/.exec((said ?? '').replace(/\bfilename="[^"]*"/, ''))?.[1]
  if (said === undefined || name === undefined) throw new Problem('malformed')
  return { name, file: /\bfilename="([^"]*)"/.exec(said)?.[1] ?? null }
}

/** Finds marks in a body that comes in pieces, and holds no more of it than it has to. */
function createScanner(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let held = Buffer.alloc(0)
  const more = async () => {
    const { value } = await reader.read()
    if (value) held = Buffer.concat([held, value])
    return value !== undefined
  }
  return {
    /** What stands before a mark, which is taken away with it. */
    upTo: async (mark: string, mostBytes: number): Promise<Buffer> => {
      for (;;) {
        const at = held.indexOf(mark)
        if (at > mostBytes || (at < 0 && held.length > mostBytes + mark.length)) throw new Problem('malformed')
        if (at >= 0) {
          const part = held.subarray(0, at)
          held = held.subarray(at + mark.length)
          return part
        }
        if (!(await more())) throw new Problem('malformed')
      }
    },
    /** The same as a stream; a body that ends before the mark is an error, because something is missing. */
    stream: (mark: string) =>
      new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            for (;;) {
              const at = held.indexOf(mark)
              const sure = at >= 0 ? at : held.length - mark.length
              if (sure > 0) {
                controller.enqueue(new Uint8Array(held.subarray(0, sure)))
                held = held.subarray(sure)
                return
              }
              if (at === 0) {
                await readOff(reader)
                return controller.close()
              }
              if (!(await more())) throw new Problem('malformed')
            }
          },
          cancel: (reason) => reader.cancel(reason),
        },
        { highWaterMark: 0 },
      ),
  }
}

/** A browser listens for the answer when it has said everything; what is too long for an end is not waited for. */
async function readOff(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let bytes = 0; bytes <= limits.afterBytes; ) {
    const { value } = await reader.read()
    if (!value) return
    bytes += value.byteLength
  }
  await reader.cancel()
}
