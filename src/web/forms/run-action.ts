import { getMultipartBoundary, parseMultipart } from '@remix-run/multipart-parser'
import { data } from 'react-router'
import { isProblem, Problem } from '#domain/problem.ts'
import { refusalResponse } from '#web/forms/refusal.ts'

/** What a form sent besides its text fields, and the headers of the answer. */
interface Sending {
  /** For files, and for fields that repeat. */
  form: FormData
  headers: Headers
}

/** The handler of one intent. `sent` are the form's text fields. */
export type Act<Ctx, Done> = (ctx: Ctx, sent: Record<string, string>, sending: Sending) => Promise<Done>

export interface ActionOptions {
  /** The size limit of a form with a file, in bytes. */
  maxBytes?: number
  /** The names of fields that are not sent back with a refusal. */
  secrets?: Pick<RegExp, 'test'>
}

/**
 * The action of a page with several forms. The form's hidden field `intent` selects one of `acts`, which parses the fields, calls one verb and returns what the page
 * shows. A refusal, also of a body that is too large, returns the typed values. Server only.
 */
export async function runAction<Ctx, Done, Intent extends string>(
  request: Request,
  ctx: Ctx,
  acts: Record<Intent, Act<Ctx, Done>>,
  { maxBytes, secrets = /password/ }: ActionOptions = {},
) {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  let sent: Record<string, string> = {}
  try {
    const form = await readForm(request, maxBytes)
    sent = textFields(form)
    const intent = sent.intent as Intent
    if (!Object.hasOwn(acts, intent)) throw new Problem('malformed')
    return data({ intent, done: await acts[intent](ctx, sent, { form, headers }) }, { headers })
  } catch (error) {
    if (!isProblem(error)) throw error
    const { data: answer, init } = refusalResponse(error)
    const typed = Object.fromEntries(Object.entries(sent).filter(([name]) => !secrets.test(name)))
    return data({ ...answer, intent: (sent.intent ?? '') as Intent, typed }, init ?? undefined)
  }
}

/** The text fields of a form. Browsers send line breaks as CRLF, which must not count as a change of a text. */
function textFields(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [])))
}

/** The size limit of a form without a file in bytes: long texts are sent twice (snapshot and new value), and a letter may take nine bytes when encoded. */
export const formBytes = 256 * 1024

/** Of a form with a file. */
const limits = { maxParts: 100, maxHeaderSize: 4096 }

/**
 * Reads a form of at most `most` bytes. Bodies under `/admin` may be as long as a video (server/http-server.ts) and may have no length. A body that cannot be
 * parsed is an empty form. Server only.
 */
export async function readForm(request: Request, most = formBytes): Promise<FormData> {
  const bytes = await readAtMost(request.body, most)
  const type = request.headers.get('content-type') ?? ''
  try {
    // Only ever by the library: Node's own parser does not count parts.
    if (/^\s*multipart\//i.test(type)) return readParts(bytes, getMultipartBoundary(type))
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  } catch {
    return new FormData()
  }
}

function readParts(bytes: Buffer<ArrayBuffer>, boundary: string | null): FormData {
  const form = new FormData()
  if (boundary === null) return form
  for (const part of parseMultipart(bytes, { boundary, ...limits, maxFileSize: bytes.length, maxTotalSize: bytes.length })) {
    const { name, filename = '', mediaType: type } = part
    if (name === undefined) return new FormData()
    form.append(name, part.isFile ? new File([part.arrayBuffer], filename, { type }) : part.text)
  }
  return form
}

async function readAtMost(body: ReadableStream<Uint8Array> | null, most: number): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.byteLength
    if (bytes > most) throw new Problem('too_large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces, bytes)
}
