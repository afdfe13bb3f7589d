import { Problem } from '#domain/problem.ts'

/** A form with one file. */
export interface Upload {
  /** The fields before the file; fields after it are not read. */
  fields: Record<string, string>
  /** The file's name from the browser; only for display. */
  name: string
  /** The file as a stream, without a size limit: the caller counts the bytes. */
  body: ReadableStream<Uint8Array>
}

const limits = { fields: 20, fieldBytes: 4096, headBytes: 4096, afterBytes: 64 * 1024 }

/**
 * Reads a form with one file, `multipart/form-data` (RFC 7578), up to the file. For actions and resource routes under `/admin`, where bodies of this type
 * may be as long as a video (server/http-server.ts). Append the file last. Server only.
 */
export async function readUpload(request: Request): Promise<Upload> {
  const boundary = /^multipart\/form-data;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(request.headers.get('content-type') ?? '')
  if (!boundary || !request.body) throw new Problem('malformed')
  const boundaryLine = `--${boundary[1] ?? boundary[2]}`
  const body = createScanner(request.body.getReader())
  const fields: Record<string, string> = Object.create(null)
  await body.upTo(boundaryLine, limits.headBytes)
  for (let count = 0; count <= limits.fields; count++) {
    const { name, file } = headOf((await body.upTo('\r\n\r\n', limits.headBytes)).toString())
    if (file !== null) return { fields: { ...fields }, name: file, body: body.stream(`\r\n${boundaryLine}`) }
    fields[name] = (await body.upTo(`\r\n${boundaryLine}`, limits.fieldBytes)).toString()
  }
  throw new Problem('malformed')
}

/** The names in the header of a part; browsers encode a quote as %22. The closing boundary has no header, so a form without a file is malformed. */
function headOf(head: string): { name: string; file: string | null } {
  const disposition = /^\r\n(?:.*\r\n)*content-disposition: *form-data;([^\r\n]*)/i.exec(head)?.[1]
  const name = /\bname="([^"]*)"/.exec((disposition ?? '').replace(/\bfilename="[^"]*"/, ''))?.[1]
  if (disposition === undefined || name === undefined) throw new Problem('malformed')
  return { name, file: /\bfilename="([^"]*)"/.exec(disposition)?.[1] ?? null }
}

/** Searches a streamed body for boundaries and buffers as little as possible. */
function createScanner(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let buffer = Buffer.alloc(0)
  const readMore = async () => {
    const { value } = await reader.read()
    if (value) buffer = Buffer.concat([buffer, value])
    return value !== undefined
  }
  return {
    /** The bytes before a boundary, which is consumed too. */
    upTo: async (boundaryLine: string, maxBytes: number): Promise<Buffer> => {
      for (;;) {
        const at = buffer.indexOf(boundaryLine)
        if (at > maxBytes || (at < 0 && buffer.length > maxBytes + boundaryLine.length)) throw new Problem('malformed')
        if (at >= 0) {
          const part = buffer.subarray(0, at)
          buffer = buffer.subarray(at + boundaryLine.length)
          return part
        }
        if (!(await readMore())) throw new Problem('malformed')
      }
    },
    /** The bytes before a boundary as a stream; a body that ends before the boundary is an error. */
    stream: (boundaryLine: string) =>
      new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            for (;;) {
              const at = buffer.indexOf(boundaryLine)
              const safeLength = at >= 0 ? at : buffer.length - boundaryLine.length
              if (safeLength > 0) {
                controller.enqueue(new Uint8Array(buffer.subarray(0, safeLength)))
                buffer = buffer.subarray(safeLength)
                return
              }
              if (at === 0) {
                await drain(reader)
                return controller.close()
              }
              if (!(await readMore())) throw new Problem('malformed')
            }
          },
          cancel: (reason) => reader.cancel(reason),
        },
        { highWaterMark: 0 },
      ),
  }
}

/** Reads the rest of the body, because browsers read the response only after sending all of it; a rest that is too long is cancelled. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let bytes = 0; bytes <= limits.afterBytes; ) {
    const { value } = await reader.read()
    if (!value) return
    bytes += value.byteLength
  }
  await reader.cancel()
}
