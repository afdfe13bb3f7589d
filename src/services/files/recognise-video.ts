import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import type { VideoEnding } from '#domain/storage.ts'
import { refused } from '../pictures/recognise.ts'

/** What the bytes may be (spec §9, Video extensions), and the ending they are kept under. */
const taken: Record<string, VideoEnding> = {
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogg',
  'video/quicktime': 'mov',
  'video/vnd.avi': 'avi',
}
/** Longer than any list of brands at the head of an MP4, bytes. */
const longestHead = 4096

/** Which video a file is, by its bytes. Problem `file_refused`, with a sentence about this very file. */
export async function recogniseVideo(path: string, name: string): Promise<VideoEnding> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const ending = found && Object.hasOwn(taken, found.mime) ? taken[found.mime] : undefined
  if (!ending || !(await beginsSoundly(path, ending))) throw refused(name, 'is no video that browsers play. Please send an MP4 or WebM.')
  return ending
}

/** An MP4 begins with the length of its first part. Anything may stand in those four bytes, such as the beginning of a page; then it is no length. */
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
