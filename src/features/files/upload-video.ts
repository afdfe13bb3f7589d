import { type Context, requirePermission } from '#core/context.ts'
import { consume } from '#core/rate-limit.ts'
import { uploadLimits } from '#domain/storage.ts'
import { type KeptFile, keepFile } from '#features/files/keep-file.ts'
import { recogniseVideo } from '#services/files/recognise-video.ts'

export interface VideoUpload {
  /** At most 50 MB. It goes to disk piece by piece. */
  body: ReadableStream<Uint8Array>
  /** The sender's name for the file, used only in the text of a refusal. */
  name: string
  /** The name to keep it under, without ending, replacing an existing file. */
  under?: string
  /** The address at another site that it was fetched from. */
  from?: string
}

/** Keeps a video as it is, in `promotional-videos`, under the ending that matches its bytes. It is removed after a day if nothing refers to it by then. */
export async function uploadVideo(ctx: Context, { body, name, under, from }: VideoUpload): Promise<KeptFile> {
  requirePermission(ctx, 'keep_files')
  await consume(ctx, 'upload_account', ctx.actor.userId)
  const incoming = await ctx.services.files.receive(body, uploadLimits.videoBytes)
  try {
    const ending = await recogniseVideo(incoming.path, name)
    return await keepFile(ctx, { bucket: 'promotional-videos', under, from, files: [{ ending: `.${ending}`, body: incoming }] })
  } finally {
    await incoming.discard()
  }
}
