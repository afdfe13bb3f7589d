import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { fileRefused, type VideoEnding } from '#domain/storage.ts'

/** Accepted MIME types (spec §9, Video extensions), and the extension under which each is stored. */
const taken: Record<string, VideoEnding> = {
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogg',
  'video/quicktime': 'mov',
  'video/vnd.avi': 'avi',
}
/** Maximum bytes of an MP4's first box (its list of brands). */
const longestHead = 4096

/** Detects the video format of a file by its bytes. Problem `file_refused`, with a sentence that names the file. */
export async function recogniseVideo(path: string, name: string): Promise<VideoEnding> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const ending = found && Object.hasOwn(taken, found.mime) ? taken[found.mime] : undefined
  if (!ending || !(await beginsSoundly(path, ending))) throw fileRefused(name, 'is no video that browsers play. Please send an MP4 or WebM.')
  return ending
}

/** An MP4 begins with the four-byte length of its first box. In a polyglot file these bytes may be something else, such as markup; then they are no plausible length. */
async function beginsSoundly(path: string, ending: VideoEnding): Promise<boolean> {
  if (ending !== 'mp4' && ending !== 'mov') return true
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    const length = buffer.readUInt32BE()
    return length >= 8 && length <= longestHead
  } finally {
    await file.close()
  }
}
