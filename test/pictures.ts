import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { Database } from '#db/client.ts'

/** A picture that a decoder takes: smooth patches, as a photo has them. */
export async function photoOf({
  width = 120,
  height = 96,
  format = 'png',
  options = {},
}: {
  width?: number
  height?: number
  format?: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif'
  options?: object
} = {}): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const patches = await sharp({ create: { width: 60, height: 48, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const picture = sharp(patches, { limitInputPixels: false }).resize(width, height, { fit: 'fill', kernel: 'nearest' })
  return new Uint8Array(await picture.toFormat(format, options).toBuffer())
}

/** The address of a picture of a product that the shop stores, as far as its tables know: an upload without bytes. */
export async function storedPicture({ db }: { db: Database }, name = 'a', folder = 'product-images/products'): Promise<string> {
  await db.execute(sql`insert into stored_files (stem, content_type) values (${`${folder}/${name}`}, 'image/webp') on conflict do nothing`)
  return `/files/${folder}/${name}.webp`
}

/** The beginning of a video, as much of it as makes it one, with something behind it. */
export function videoOf(kind: 'mp4' | 'webm' | 'ogg' | 'mov' | 'avi' | 'mkv'): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from(heads[kind], 'latin1'), Buffer.alloc(2000, 'frames of a film ')])
}

/** The brand of an ISO file, and its first part, which is as long as it says. */
const iso = (brand: string) => `\0\0\0\x14ftyp${brand}\0\0\x02\0${brand}\0\0\0\x08free`
/** EBML with its DocType; then a segment. */
const matroska = (type: string) =>
  `\x1aE\xdf\xa3${String.fromCharCode(0x80 + type.length + 3)}B\x82${String.fromCharCode(0x80 + type.length)}${type}\x18S\x80g\x01\xff\xff\xff\xff\xff\xff\xff`
const heads = {
  mp4: iso('isom'),
  mov: iso('qt  '),
  webm: matroska('webm'),
  mkv: matroska('matroska'),
  ogg: 'OggS\0\x02\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\x01*\x80theora\x03\x02\x01',
  avi: 'RIFF\0\x10\0\0AVI LIST\0\x01\0\0hdrlavih8\0\0\0',
}
