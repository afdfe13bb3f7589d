import { fileTypeFromBuffer } from 'file-type'
import { Problem } from '#domain/problem.ts'
import { fileRefused, uploadLimits } from '#domain/storage.ts'
import { picturePool } from './picture-pool.ts'

declare module '#core/context.ts' {
  interface Services {
    /** Reads the pictures that people send. */
    pictures: Pictures
  }
}

/** Turns uploaded pictures into the files that the shop shows. */
export interface Pictures {
  /**
   * Detects the format by the bytes, decodes the picture, rotates it upright and encodes it in every size, without metadata. `name` is the uploaded file's
   * name, for error messages.
   */
  encode(bytes: Uint8Array, name: string, options: { withPreview: boolean }): Promise<EncodedPicture>
}

export interface EncodedPicture {
  /** Size of the upright original in pixels. */
  width: number
  height: number
  files: { ending: string; bytes: Uint8Array }[]
  /** Peak memory of the encoding process, bytes. */
  peakBytes: number
}

/** Why an encoding process refused a picture, whose size it has read. */
export interface Unfit {
  refusal: 'too_many_pixels' | 'wrong_sides'
  width: number
  height: number
}

/** Encodes each picture in a process of its own, at most `atOnce` at the same time (picture-pool.ts); `seconds` is the timeout of a picture. */
export function pictureEncoder({ atOnce = 2, waiting = 20, seconds = 30 } = {}): Pictures {
  const encode = picturePool('encode', { atOnce, waiting, seconds })
  return {
    encode: async (bytes, name, { withPreview }) => {
      if (bytes.byteLength > uploadLimits.pictureBytes) throw new Problem('file_too_large', { detail: `${uploadLimits.pictureBytes / 2 ** 20} MB` })
      await refuseNoPicture(bytes, name)
      const done = await encode({ bytes, withPreview })
      if (done === 'late') throw fileRefused(name, 'took too long to read. Please send a smaller picture.')
      if (done === null) throw fileRefused(name, 'is damaged or incomplete. Please send it again, or another copy of it.')
      if ('refusal' in done) throw fileRefused(name, `has ${done.width} x ${done.height} pixels${words[done.refusal]}`)
      return done
    },
  }
}

/** After the size of the picture. */
const words: Record<Unfit['refusal'], string> = {
  too_many_pixels: ', which is more than we can read. Please make it smaller: 2000 pixels on the longer side are plenty.',
  wrong_sides: '. Please send a picture with sides from 50 to 16,000 pixels.',
}

/** Accepted MIME types, detected by the bytes. Few on purpose: each one exposes another decoder to untrusted files. */
const taken = new Set(['image/jpeg', 'image/png', 'image/webp'])
const advice = 'Please send a JPG, PNG or WebP.'

/** For a picture that moves: the shop keeps stills. */
const moving = 'is a moving picture, of which only the first one would be shown. Please send that one as a PNG; a promotion can be a video.'

/** Error messages for other known types. */
const known: Record<string, string> = {
  'image/apng': moving,
  'image/gif': `is a GIF, of which only the first picture would be shown. ${advice} (Open it and save it as PNG.)`,
  'image/avif': `is an AVIF picture. ${advice} (The shop makes AVIF of it by itself.)`,
  'image/heic': `is a HEIC photo, which browsers cannot show. ${advice} (On an iPhone: Settings, Camera, Formats, Most Compatible.)`,
  'image/heif': `is a HEIF photo, which browsers cannot show. ${advice}`,
  'application/pdf': `is a PDF document. ${advice}`,
}

/** Refuses files that are no accepted picture, regardless of their name and content type. Problem `file_refused`, with a sentence that names the file. */
async function refuseNoPicture(bytes: Uint8Array, name: string): Promise<void> {
  if (bytes.byteLength === 0) throw fileRefused(name, 'is empty.')
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found?.mime === 'image/webp' && isMovingWebp(bytes)) throw fileRefused(name, moving)
  if (found && taken.has(found.mime)) return
  if (found && Object.hasOwn(known, found.mime)) throw fileRefused(name, known[found.mime] as string)
  throw fileRefused(name, textual(bytes) ?? `is not a picture that we can read. ${advice}`)
}

/** By the flag of its extended header (https://developers.google.com/speed/webp/docs/riff_container). */
function isMovingWebp(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(12, 16)) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0
}

/** The message for SVG and HTML files, or null. */
function textual(bytes: Uint8Array): string | null {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024)).toLowerCase()
  if (start.includes('<svg')) return `is an SVG drawing, which may carry scripts. ${advice}`
  if (/<(!doctype html|html|head|body|script)/.test(start)) return `is a web page, not a picture. ${advice}`
  return null
}
