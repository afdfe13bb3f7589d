import { fileTypeFromBuffer } from 'file-type'
import { Problem } from '#domain/problem.ts'

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
export async function refuseNoPicture(bytes: Uint8Array, name: string): Promise<void> {
  if (bytes.byteLength === 0) throw refused(name, 'is empty.')
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found?.mime === 'image/webp' && isMovingWebp(bytes)) throw refused(name, moving)
  if (found && taken.has(found.mime)) return
  if (found && Object.hasOwn(known, found.mime)) throw refused(name, known[found.mime] as string)
  throw refused(name, textual(bytes) ?? `is not a picture that we can read. ${advice}`)
}

export function refused(name: string, why: string): Problem {
  return new Problem('file_refused', { detail: `${shownName(name)} ${why}` })
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

/** A file name made safe and short enough for a sentence. */
function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/[^\p{L}\p{N} ._()-]/gu, '').trim()
  return clean === '' ? 'This file' : clean.length > 60 ? `${clean.slice(0, 57)}...` : clean
}
