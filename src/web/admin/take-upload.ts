import { isProblem, problemBody, problemStatus } from '#domain/problem.ts'

/** A file that is the whole body of a request, as the API takes it (server/api/storage-routes.ts); the address says what else there is to say. */
export interface Upload {
  /** The file's name on the sender's device, only for display. */
  name: string
  /** The file as a stream, without a size limit: the caller counts the bytes. */
  body: ReadableStream<Uint8Array>
  /** The query of the address. */
  fields: Record<string, string>
}

/**
 * Stores one file per request, so that each has its own progress, result and retry (send-file.ts). Responds with what `keep` returns, or with `{ error }` as the
 * API does. The bodies of its routes may be as long as a video (server/http-server.ts). Server only.
 */
export async function takeUpload(request: Request, keep: (upload: Upload) => Promise<object>): Promise<Response> {
  try {
    const { name = '', ...fields } = Object.fromEntries(new URL(request.url).searchParams)
    return respond(await keep({ name, body: request.body ?? new Blob([]).stream(), fields }), 201)
  } catch (error) {
    if (!isProblem(error)) throw error
    return respond(problemBody(error), problemStatus(error))
  }
}

function respond(body: object, status: number): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
